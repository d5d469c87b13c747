package io.github.jellybridge.spark.schema;

import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;

/** Names of top-level columns, as Spark compares them and as its connector API expects them. */
public final class ColumnName {
  private ColumnName() {}

  /** Returns the name in backquotes, so that no part of it is parsed as a path into a struct. */
  public static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** Returns a name in the form of an SQL statement: in backquotes unless it is a plain word. */
  public static String inSql(String name) {
    return name.matches("\\w+") ? name : quoted(name);
  }

  /** Tells whether two names mean the same column. */
  public static boolean same(String one, String other, boolean caseSensitive) {
    return caseSensitive ? one.equals(other) : one.equalsIgnoreCase(other);
  }

  /** Returns a reference to the column of this name. */
  public static NamedReference reference(String name) {
    return Expressions.column(quoted(name));
  }
}
