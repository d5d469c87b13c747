package io.github.jellybridge.sparql;

/** Thrown for a query with a construct that is not supported, before anything runs. */
public final class UnsupportedQueryException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnsupportedQueryException(String construct) {
    super("SPARQL: " + construct + " is not supported.");
  }

  UnsupportedQueryException(String construct, String reason) {
    super("SPARQL: " + construct + " is not supported. " + reason);
  }
}
