package io.github.jellybridge.spark.common;

import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;

/** Names of top-level columns, as Spark's connector API wants them. */
public final class ColumnName {
  private ColumnName() {}

  /** The name in backquotes, so that nothing in it is taken for a path into a struct. */
  public static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** A reference to the column of this name. */
  public static NamedReference reference(String name) {
    return Expressions.column(quoted(name));
  }
}
