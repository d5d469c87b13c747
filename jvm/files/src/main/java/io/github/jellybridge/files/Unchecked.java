package io.github.jellybridge.files;

/** Throws checked exceptions where Java does not allow declaring them. */
public final class Unchecked {
  private Unchecked() {}

  /** Throws the exception unchanged; declared to return one so that callers can write throw. */
  @SuppressWarnings("unchecked")
  public static <E extends Exception> RuntimeException rethrow(Exception exception) throws E {
    // Spark's AnalysisException is checked for Java, but Spark's own interfaces (Scala) throw it
    // undeclared; wrapping it would hide its error class from PySpark.
    throw (E) exception;
  }
}
