package io.github.jellybridge.spark.table;

import io.github.jellybridge.spark.catalog.CatalogOptions;
import io.github.jellybridge.spark.catalog.PathSave;
import io.github.jellybridge.spark.catalog.StatementPathCatalog;
import io.github.jellybridge.spark.schema.ColumnName;
import io.github.jellybridge.spark.schema.StatementSchema;
import io.github.jellybridge.spark.schema.TermFormat;
import io.github.jellybridge.spark.table.StatementTable.Origin;
import io.github.jellybridge.spark.write.PartitionNames;
import io.github.jellybridge.spark.write.TableWrites;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.CreatableRelationProvider;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A data source of files of RDF statements in some format.
 *
 * <p>The columns are fixed except for partition folders. Batches are written through {@link
 * CreatableRelationProvider}, the only public interface that supports every save mode and {@code
 * partitionBy}; it passes them on to {@link StatementPathCatalog}.
 */
public abstract class StatementDataSource
    implements TableProvider, DataSourceRegister, CreatableRelationProvider {
  /** The session catalog that never drops a table before its replacement exists. */
  private static final String SESSION_CATALOG = "io.github.jellybridge.spark.JellySessionCatalog";

  private final TableFormat format;
  private final Class<? extends StatementPathCatalog> catalog;
  private StatementTable table;

  /**
   * Creates a data source.
   *
   * @param format the format of the files
   * @param catalog the catalog that writes them
   */
  protected StatementDataSource(TableFormat format, Class<? extends StatementPathCatalog> catalog) {
    this.format = format;
    this.catalog = catalog;
  }

  @Override
  public String shortName() {
    return format.shortName();
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap said) {
    CaseInsensitiveStringMap options = CatalogOptions.placed(said);
    requirePath(options);
    return isWithoutPath(options) ? columns(new StructType()) : open(options).schema();
  }

  /** Returns the columns of files with these partition columns. */
  public StructType columns(StructType partitions) {
    return StatementSchema.table(format.kind(), TermFormat.STRUCT, partitions);
  }

  /** Lets a streaming write get a table without reading files that do not exist yet. */
  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    CaseInsensitiveStringMap options =
        CatalogOptions.placed(new CaseInsensitiveStringMap(properties));
    if (table != null && table.openedWith(options)) {
      return table;
    }
    requirePath(options);
    return CatalogOptions.areOfSession(options)
        ? StatementTable.open(
            format, options, Origin.CATALOG, schema, List.of(PartitionNames.of(partitioning)))
        : StatementTable.open(format, options, Origin.PATH, schema, List.of());
  }

  /** Tells whether Spark's session catalog asks about a table that has no folder yet. */
  private static boolean isWithoutPath(CaseInsensitiveStringMap options) {
    return CatalogOptions.areOfSession(options)
        && !options.containsKey("path")
        && !options.containsKey("paths");
  }

  /**
   * Rejects tables in folders that Spark chooses, unless {@link #SESSION_CATALOG} is configured: to
   * replace such a table, Spark's own catalog would drop it with all rows before the new ones are
   * written.
   */
  private void requirePath(CaseInsensitiveStringMap options) {
    if (isWithoutPath(options)
        && !SESSION_CATALOG.equals(
            SparkSession.active().conf().get("spark.sql.catalog.spark_catalog", ""))) {
      throw new IllegalArgumentException(
          "Spark's own session catalog creates tables of data source '"
              + format.shortName()
              + "' only for existing files: write files, as in save(\"/data/t\"), and name them"
              + " with CREATE TABLE t USING "
              + ColumnName.inSql(format.shortName())
              + " LOCATION '/data/t'; or start Spark with spark.sql.catalog.spark_catalog="
              + SESSION_CATALOG
              + ".");
    }
  }

  /**
   * Opens the table once for both of Spark's calls, which ask for the schema and then for the
   * table, so that files are listed once.
   */
  private StatementTable open(CaseInsensitiveStringMap options) {
    if (table == null || !table.openedWith(options)) {
      table =
          CatalogOptions.areOfSession(options)
              ? StatementTable.openInCatalog(format, options)
              : StatementTable.open(format, options);
    }
    return table;
  }

  /** Accepts all types here, because {@link TableWrites} checks the whole schema. */
  @Override
  public boolean supportsDataType(DataType type) {
    return true;
  }

  @Override
  public BaseRelation createRelation(
      SQLContext context,
      SaveMode mode,
      scala.collection.immutable.Map<String, String> parameters,
      Dataset<Row> data) {
    return PathSave.save(format.shortName(), catalog, context, mode, options(parameters), data);
  }

  /** Returns the options in the user's spelling, which Hadoop options need. */
  private static CaseInsensitiveStringMap options(
      scala.collection.immutable.Map<String, String> parameters) {
    scala.collection.immutable.Map<String, String> original =
        parameters instanceof CaseInsensitiveMap<String> insensitive
            ? insensitive.originalMap()
            : parameters;
    return new CaseInsensitiveStringMap(CollectionConverters.asJava(original));
  }
}
