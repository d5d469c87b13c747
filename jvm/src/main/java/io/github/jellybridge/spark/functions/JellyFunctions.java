package io.github.jellybridge.spark.functions;

import java.util.List;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;

/** All functions that sessions can be given. */
public final class JellyFunctions {
  private JellyFunctions() {}

  /** The functions, in the order of their names. */
  public static List<UnboundFunction> all() {
    return List.of(new FromJelly(), new ToJelly());
  }
}
