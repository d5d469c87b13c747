package io.github.jellybridge.spark;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.patch.PatchFormat;
import io.github.jellybridge.spark.publish.WriteTarget;
import io.github.jellybridge.spark.schema.TermField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Applies the patches of a folder, as they arrive, to a snapshot: a folder of Jelly files that is
 * replaced as a whole at every step.
 *
 * <p>Files are applied from the oldest on, files of the same time by path. A step that runs twice
 * has the same effect as one run: the last operation on a statement decides, whether or not the
 * statement existed before. Only one query may follow into a snapshot, and no other job may write
 * to its folder.
 */
public final class PatchFollower {
  private static final List<String> ORDER = List.of("modified", "file", "patch", "seq");

  private final String snapshot;
  private final Map<String, String> writeOptions;

  private PatchFollower(String snapshot, Map<String, String> writeOptions) {
    this.snapshot = snapshot;
    this.writeOptions = Map.copyOf(writeOptions);
  }

  /**
   * Prepares a streaming query. The caller sets its checkpoint location and trigger. A query that
   * is started again with the same checkpoint continues where it stopped.
   *
   * @param patches a folder or glob of Jelly-Patch files
   * @param snapshot the folder of the snapshot; treated as empty if it does not exist yet
   * @param readOptions options of data source {@code jelly-patch}, such as {@code
   *     maxFilesPerTrigger}
   * @param writeOptions options of data source {@code jelly}, such as {@code rdfStar}; Hadoop
   *     options also apply to reading the snapshot
   * @throws IllegalArgumentException for {@code latestFirst}
   */
  public static DataStreamWriter<Row> follow(
      SparkSession spark,
      String patches,
      String snapshot,
      Map<String, String> readOptions,
      Map<String, String> writeOptions) {
    if (Boolean.parseBoolean(new CaseInsensitiveStringMap(readOptions).get("latestFirst"))) {
      throw new IllegalArgumentException(
          "Option 'latestFirst' must be false, as patches are applied from the oldest on.");
    }
    PatchFollower follower = new PatchFollower(snapshot, writeOptions);
    return spark
        .readStream()
        .format(PatchFormat.NAME)
        .options(readOptions)
        .load(patches)
        .selectExpr(
            "op",
            "s",
            "p",
            "o",
            "g",
            "patch",
            "seq",
            "_metadata.file_modification_time AS modified",
            "_metadata.file_path AS file")
        .writeStream()
        .queryName("patches of " + patches)
        .foreachBatch((VoidFunction2<Dataset<Row>, Long>) (batch, id) -> follower.step(batch));
  }

  /**
   * Applies a batch of patches. A query cannot overwrite the files that it reads, so the new
   * snapshot is first written to a folder beside the old one and then copied over it.
   */
  private void step(Dataset<Row> patches) {
    SparkSession spark = patches.sparkSession();
    Path target = new Path(snapshot);
    Path next = ColonNames.in(target.getParent(), "." + target.getName() + ".next");
    write(PatchOperations.applyPatch(statements(spark), patches, ORDER), next.toString());
    write(read(spark, next.toString()), snapshot);
    try {
      next.getFileSystem(conf()).delete(next, true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Dataset<Row> statements(SparkSession spark) {
    if (WriteTarget.exists(snapshot, conf())) {
      return read(spark, snapshot);
    }
    StructType term = TermField.nullableStructType();
    return spark.createDataFrame(
        List.of(), new StructType().add("s", term).add("p", term).add("o", term).add("g", term));
  }

  private Configuration conf() {
    return SessionSettings.active().hadoopConf(new CaseInsensitiveStringMap(writeOptions));
  }

  /**
   * Reads a snapshot with the blank node labels of its files, because patches name blank nodes by
   * these labels. The path is taken literally, even if it contains glob characters.
   */
  private Dataset<Row> read(SparkSession spark, String path) {
    DataFrameReader reader =
        spark
            .read()
            .format("jelly")
            .option("blankNodes", "preserve")
            .option(FileOptions.GLOB_PATHS, "false");
    writeOptions.forEach(
        (key, value) -> {
          if (key.indexOf('.') >= 0) {
            reader.option(key, value);
          }
        });
    return reader.load(path);
  }

  private void write(Dataset<Row> statements, String path) {
    statements.write().format("jelly").mode("overwrite").options(writeOptions).save(path);
  }
}
