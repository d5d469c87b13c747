package io.github.jellybridge.spark.patch;

import io.github.jellybridge.spark.common.write.PathSave;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
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
 * Data source {@code jelly-patch}: files of RDF patches in Jelly-Patch as a table of operations.
 */
public final class PatchDataSource
    implements TableProvider, DataSourceRegister, CreatableRelationProvider {
  private PatchTable table;

  @Override
  public String shortName() {
    return "jelly-patch";
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return open(options).schema();
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    CaseInsensitiveStringMap options = new CaseInsensitiveStringMap(properties);
    return table != null && table.openedWith(options) ? table : make(options, schema);
  }

  private static PatchTable make(CaseInsensitiveStringMap options, StructType declared) {
    return new PatchTable(
        options, options.containsKey(TableCatalog.PROP_PROVIDER), false, declared);
  }

  /** So that a write gets a table without a look at files that are not there yet. */
  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  /** Spark asks for the schema and then for the table: the files are listed once for both. */
  private PatchTable open(CaseInsensitiveStringMap options) {
    if (table == null || !table.openedWith(options)) {
      table = make(options, null);
    }
    return table;
  }

  /** Which columns there may be is checked with the whole schema, in {@link PatchWrites}. */
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
    scala.collection.immutable.Map<String, String> original =
        parameters instanceof CaseInsensitiveMap<String> insensitive
            ? insensitive.originalMap()
            : parameters;
    CaseInsensitiveStringMap options =
        new CaseInsensitiveStringMap(CollectionConverters.asJava(original));
    return PathSave.save("jelly_patch", PatchPathCatalog.class, context, mode, options, data);
  }
}
