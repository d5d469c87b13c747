package io.github.jellybridge.borsh;

import io.github.jellybridge.rdf.RdfParseException;

/**
 * Reports input that breaks a rule of the specification or exceeds a limit: the position, the
 * expected and the found input.
 */
public final class BorshParseException extends RdfParseException {
  private static final long serialVersionUID = 1L;

  private final Section section;

  /** The origin of a byte offset. */
  public enum Section {
    /** The first byte of the file. */
    FILE(""),
    /** The first byte of the decompressed terms block. */
    TERMS(" of the decompressed terms block"),
    /** The first byte of the decompressed quads block. */
    QUADS(" of the decompressed quads block");

    private final String of;

    Section(String of) {
      this.of = of;
    }
  }

  /**
   * Creates an error.
   *
   * @param file the name under which the file was opened
   * @param section the origin of the offset
   * @param byteOffset 0-based offset in that section
   * @param expected the input that the specification requires
   * @param found the actual input
   */
  public BorshParseException(
      String file, Section section, long byteOffset, String expected, String found) {
    super(file, "byte " + byteOffset + section.of, byteOffset, expected, found);
    this.section = section;
  }

  /** Returns the origin of {@link #byteOffset}. */
  public Section section() {
    return section;
  }
}
