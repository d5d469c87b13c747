package io.github.jellybridge.spark.jena;

/** Thrown if a table has more statements than the limit for collecting them on the driver. */
public final class StatementLimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int limit;

  StatementLimitException(int limit) {
    super(
        "There are more than "
            + limit
            + " statements, the limit for collecting them on the driver; none was returned."
            + " Select fewer statements, or raise the limit.");
    this.limit = limit;
  }

  /** Returns the largest number of statements allowed. */
  public int limit() {
    return limit;
  }
}
