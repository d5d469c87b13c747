package io.github.jellybridge.sparql;

import static org.apache.spark.sql.functions.col;

import org.apache.jena.sparql.core.Var;
import org.apache.spark.sql.Column;

/**
 * The names of columns that hold variables.
 *
 * <p>Spark's names are case-insensitive by default, variables are not: a variable with capital
 * letters gets a suffix with their positions. A tilde is in no variable of a query.
 */
final class ColumnName {
  private ColumnName() {}

  /** Returns the name of the column of a variable. */
  static String of(Var variable) {
    String name = variable.getName();
    StringBuilder capitals = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.toLowerCase(c) != c) {
        capitals.append('~').append(i);
      }
    }
    return name + capitals;
  }

  /** Returns the column of a variable. */
  static Column column(Var variable) {
    return quoted(of(variable));
  }

  /** Returns the column of a name, whatever characters it contains. */
  static Column quoted(String name) {
    return col("`" + name.replace("`", "``") + "`");
  }
}
