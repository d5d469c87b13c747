package io.github.jellybridge.spark.jena;

/** Thrown if a table has more statements than may be brought to the driver. */
public final class StatementLimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int limit;

  StatementLimitException(int limit) {
    super(
        "There are more than "
            + limit
            + " statements, the limit of what is brought to the driver; nothing was handed over."
            + " Select fewer statements, or give a higher limit.");
    this.limit = limit;
  }

  /** Returns the largest number of statements allowed. */
  public int limit() {
    return limit;
  }
}
