package io.github.jellybridge.spark.jelly;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Data source {@code jelly}: files of RDF statements in the Jelly format as a table.
 *
 * <p>The columns are fixed but for partition folders, so a schema given by the user is refused.
 */
public final class JellyDataSource implements TableProvider, DataSourceRegister {
  private JellyTable table;

  @Override
  public String shortName() {
    return "jelly";
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return open(options).schema();
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return open(new CaseInsensitiveStringMap(properties));
  }

  /** Spark asks for the schema and then for the table: the files are listed once for both. */
  private JellyTable open(CaseInsensitiveStringMap options) {
    if (table == null || !table.openedWith(options)) {
      table = JellyTable.open(options);
    }
    return table;
  }
}
