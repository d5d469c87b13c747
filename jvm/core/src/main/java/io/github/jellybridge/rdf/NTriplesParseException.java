package io.github.jellybridge.rdf;

/** Reports text that is not N-Triples: the position, the expected and the found text. */
public final class NTriplesParseException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final int offset;
  private final String expected;
  private final String found;

  public NTriplesParseException(int offset, String expected, String found) {
    super("byte " + offset + ": expected " + expected + ", found " + found);
    this.offset = offset;
    this.expected = expected;
    this.found = found;
  }

  /** Returns the 0-based offset in the text that was parsed, in bytes. */
  public int offset() {
    return offset;
  }

  /** Returns the requirement of the specification. */
  public String expected() {
    return expected;
  }

  /** Returns the offending text. */
  public String found() {
    return found;
  }

  /** Replaces the error on its way to a driver that does not have this class. */
  private Object writeReplace() {
    return TaskErrors.sent(this);
  }
}
