package io.github.jellybridge.sparql;

/** Thrown for a query with a construct that is not supported, before anything runs. */
public final class UnsupportedQueryException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private static final int NO_TOKEN = -1;

  private final String construct;
  private final String reason;
  private final int token;

  UnsupportedQueryException(String construct) {
    this(construct, "");
  }

  UnsupportedQueryException(String construct, String reason) {
    this(NO_TOKEN, construct, reason);
  }

  /**
   * Creates an error without a position.
   *
   * @param token the kind of the token that starts the construct, for {@link #in}
   */
  UnsupportedQueryException(int token, String construct, String reason) {
    super(("SPARQL: " + construct + " is not supported. " + reason).strip());
    this.construct = construct;
    this.reason = reason;
    this.token = token;
  }

  /** Returns the error with the position of the construct in a query. */
  UnsupportedQueryException in(QueryText text) {
    return token == NO_TOKEN
        ? this
        : new UnsupportedQueryException(text.positionOf(token) + construct, reason);
  }
}
