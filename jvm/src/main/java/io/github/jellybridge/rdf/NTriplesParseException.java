package io.github.jellybridge.rdf;

/** Text that is no N-Triples: says where, what was expected and what was found. */
public final class NTriplesParseException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final int offset;

  NTriplesParseException(int offset, String expected, String found) {
    super("byte " + offset + ": expected " + expected + ", found " + found);
    this.offset = offset;
  }

  /** Returns the 0-based offset in the text that was parsed, in bytes. */
  public int offset() {
    return offset;
  }
}
