package io.github.jellybridge.borsh;

import io.github.jellybridge.rdf.RdfParseException;

/**
 * Input that breaks a rule of the specification or a limit: says where, what was expected and what
 * was found.
 */
public final class BorshParseException extends RdfParseException {
  private static final long serialVersionUID = 1L;

  private final Section section;

  /** What a byte offset counts from. */
  public enum Section {
    /** The first byte of the file. */
    FILE(""),
    /** The first byte of the terms block after its decompression. */
    TERMS(" of the decompressed terms block"),
    /** The first byte of the quads block after its decompression. */
    QUADS(" of the decompressed quads block");

    private final String of;

    Section(String of) {
      this.of = of;
    }
  }

  /**
   * Makes an error.
   *
   * @param file the name the file was opened under
   * @param section what the offset counts from
   * @param byteOffset 0-based offset in that section
   * @param expected what the specification asks for
   * @param found what the file holds
   */
  public BorshParseException(
      String file, Section section, long byteOffset, String expected, String found) {
    super(file, "byte " + byteOffset + section.of, byteOffset, expected, found);
    this.section = section;
  }

  /** Returns what {@link #byteOffset} counts from. */
  public Section section() {
    return section;
  }
}
