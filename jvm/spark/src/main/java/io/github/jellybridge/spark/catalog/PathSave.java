package io.github.jellybridge.spark.catalog;

import io.github.jellybridge.files.Unchecked;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.publish.WriteTarget;
import io.github.jellybridge.spark.write.PartitionNames;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.DataFrameWriterV2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Implements {@code df.write.format(…).save(path)} in every save mode and with {@code partitionBy}:
 * an insert into a table of the format's path catalog, which is registered on the fly.
 */
public final class PathSave {
  /** The option for the partitions that an overwrite replaces. */
  public static final String OVERWRITE_MODE = "partitionOverwriteMode";

  private static final String CATALOG_PREFIX = "jelly_bridge_";

  private PathSave() {}

  /**
   * Saves a query.
   *
   * @param format short name of the format
   * @param catalog its path catalog
   * @param options options of the writer, including {@code path}
   * @return an empty relation, which Spark expects
   * @throws AnalysisException (unchecked) {@code PATH_ALREADY_EXISTS} in mode {@code errorifexists}
   */
  public static BaseRelation save(
      String format,
      Class<? extends PathCatalog> catalog,
      SQLContext context,
      SaveMode mode,
      CaseInsensitiveStringMap options,
      Dataset<Row> data) {
    SparkSession session = data.sparkSession();
    String path = options.get("path");
    if (path == null || path.isBlank()) {
      throw new IllegalArgumentException(
          "No path given: name the folder to write, as in save(\"/data/folder\").");
    }
    if (!isTaken(path, mode, SessionSettings.of(session).hadoopConf(options))) {
      DataFrameWriterV2<Row> writer =
          data.writeTo(register(session, format, catalog) + ".`" + path.replace("`", "``") + "`");
      options
          .asCaseSensitiveMap()
          .forEach(
              (key, value) -> {
                if (!key.equalsIgnoreCase("path")) {
                  writer.option(key, value);
                }
              });
      write(writer, mode, options, partitions(options, data), session);
    }
    return new Nothing(context, data.schema());
  }

  private static void write(
      DataFrameWriterV2<Row> writer,
      SaveMode mode,
      CaseInsensitiveStringMap options,
      List<String> partitions,
      SparkSession session) {
    try {
      if (partitions != null) {
        writer.option(PartitionNames.OPTION, PartitionNames.format(partitions));
      }
      if (mode == SaveMode.Append) {
        writer.append();
        return;
      }
      if (partitions == null) {
        writer.option(PartitionNames.OPTION, PartitionNames.format(List.of()));
      }
      if (mode == SaveMode.Overwrite) {
        if (partitions != null && isDynamic(options, session)) {
          writer.overwritePartitions();
        } else {
          writer.overwrite(functions.lit(true));
        }
      } else {
        writer.append();
      }
    } catch (Exception e) {
      throw Unchecked.rethrow(e); // checked in Java, but undeclared in Spark
    }
  }

  /** Returns the columns that {@code partitionBy} names; null without it. */
  private static List<String> partitions(CaseInsensitiveStringMap options, Dataset<Row> data) {
    String named = options.get(PartitionNames.OPTION);
    return named == null
        ? null
        : PartitionNames.unquoted(PartitionNames.parse(named), List.of(data.columns()));
  }

  private static boolean isDynamic(CaseInsensitiveStringMap options, SparkSession session) {
    String ofSession = session.conf().get("spark.sql.sources.partitionOverwriteMode", "static");
    return options.getOrDefault(OVERWRITE_MODE, ofSession).trim().equalsIgnoreCase("dynamic");
  }

  /** Tells whether the save is skipped because the path exists. */
  private static boolean isTaken(String path, SaveMode mode, Configuration conf) {
    if (mode == SaveMode.Append || mode == SaveMode.Overwrite) {
      return false;
    }
    if (!WriteTarget.exists(path, conf)) {
      return false;
    }
    if (mode == SaveMode.Ignore) {
      return true;
    }
    throw Unchecked.rethrow(
        new AnalysisException(
            "PATH_ALREADY_EXISTS",
            scala.collection.immutable.Map.from(
                CollectionConverters.asScala(Map.of("outputPath", path)))));
  }

  /** Registers the catalog in the session under a reserved name. */
  private static String register(
      SparkSession session, String format, Class<? extends PathCatalog> catalog) {
    String name = CATALOG_PREFIX + format.replace('-', '_');
    session.conf().set("spark.sql.catalog." + name, catalog.getName());
    return name;
  }

  /** A relation without rows. */
  private static final class Nothing extends BaseRelation {
    private final SQLContext context;
    private final StructType schema;

    Nothing(SQLContext context, StructType schema) {
      this.context = context;
      this.schema = schema;
    }

    @Override
    public SQLContext sqlContext() {
      return context;
    }

    @Override
    public StructType schema() {
      return schema;
    }
  }
}
