package io.github.jellybridge.spark.schema;

import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;

/** Names of top-level columns, as Spark compares them and its connector API wants them. */
public final class ColumnName {
  private ColumnName() {}

  /** The name in backquotes, so that nothing in it is taken for a path into a struct. */
  public static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** Any name as it stands in a statement of SQL: in backquotes unless it is a plain word. */
  public static String inSql(String name) {
    return name.matches("\\w+") ? name : quoted(name);
  }

  /** Whether two names are those of one column. */
  public static boolean same(String one, String other, boolean caseSensitive) {
    return caseSensitive ? one.equals(other) : one.equalsIgnoreCase(other);
  }

  /** A reference to the column of this name. */
  public static NamedReference reference(String name) {
    return Expressions.column(quoted(name));
  }
}
