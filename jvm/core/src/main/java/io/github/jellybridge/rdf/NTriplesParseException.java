package io.github.jellybridge.rdf;

/** Text that is no N-Triples: says where, what was expected and what was found. */
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

  /** Returns what the specification asks for. */
  public String expected() {
    return expected;
  }

  /** Returns what the text holds. */
  public String found() {
    return found;
  }

  /** A driver without this class gets another one. */
  private Object writeReplace() {
    return TaskErrors.sent(this);
  }
}
