package io.github.jellybridge.spark;

import io.github.jellybridge.spark.functions.JellyFunctions;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Catalog that offers the functions to any session, including running ones and Spark Connect.
 *
 * <p>Configured as {@code
 * spark.sql.catalog.jelly_bridge=io.github.jellybridge.spark.JellyFunctionCatalog}, it provides
 * {@code jelly_bridge.from_jelly(…)}, {@code jelly_bridge.rdf_value(…)} and so on. Names are not
 * case-sensitive.
 */
public final class JellyFunctionCatalog implements FunctionCatalog {
  private static final Map<String, UnboundFunction> FUNCTIONS = functions();

  private String name;

  private static Map<String, UnboundFunction> functions() {
    Map<String, UnboundFunction> functions = new LinkedHashMap<>();
    for (UnboundFunction function : JellyFunctions.all()) {
      functions.put(function.name(), function);
    }
    return functions;
  }

  @Override
  public void initialize(String catalogName, CaseInsensitiveStringMap options) {
    name = catalogName;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Identifier[] listFunctions(String[] namespace) throws NoSuchNamespaceException {
    if (namespace.length > 0) {
      throw new NoSuchNamespaceException(namespace);
    }
    return FUNCTIONS.keySet().stream()
        .map(function -> Identifier.of(new String[0], function))
        .toArray(Identifier[]::new);
  }

  @Override
  public UnboundFunction loadFunction(Identifier identifier) throws NoSuchFunctionException {
    UnboundFunction function =
        identifier.namespace().length > 0
            ? null
            : FUNCTIONS.get(identifier.name().toLowerCase(Locale.ROOT));
    if (function == null) {
      throw new NoSuchFunctionException(identifier);
    }
    return function;
  }
}
