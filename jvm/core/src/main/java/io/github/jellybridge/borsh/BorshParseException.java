package io.github.jellybridge.borsh;

import io.github.jellybridge.rdf.RdfParseException;

/**
 * Input that breaks a rule of the specification or a limit: names the position, the expectation and
 * the finding.
 */
public final class BorshParseException extends RdfParseException {
  private static final long serialVersionUID = 1L;

  private final Section section;

  /** The start of a byte offset. */
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
   * @param section where the offset starts
   * @param byteOffset 0-based offset in that section
   * @param expected the requirement of the specification
   * @param found the content of the file
   */
  public BorshParseException(
      String file, Section section, long byteOffset, String expected, String found) {
    super(file, "byte " + byteOffset + section.of, byteOffset, expected, found);
    this.section = section;
  }

  /** Returns where {@link #byteOffset} starts. */
  public Section section() {
    return section;
  }
}
