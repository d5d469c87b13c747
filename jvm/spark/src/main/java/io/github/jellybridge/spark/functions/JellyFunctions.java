package io.github.jellybridge.spark.functions;

import io.github.jellybridge.spark.functions.terms.TermFunctions;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;

/** All functions that can be registered in a session. */
public final class JellyFunctions {
  private JellyFunctions() {}

  /** The functions, in the order of their names. */
  public static List<UnboundFunction> all() {
    List<UnboundFunction> all = new ArrayList<>();
    all.add(new FromJelly());
    all.addAll(TermFunctions.all());
    all.add(new ToJelly());
    return List.copyOf(all);
  }
}
