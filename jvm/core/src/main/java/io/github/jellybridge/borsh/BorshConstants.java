package io.github.jellybridge.borsh;

/** The numbers of the specification, each with its section. */
final class BorshConstants {
  /** "Header Format": RDFB, as a little-endian integer. */
  static final int MAGIC = 0x42464452;

  /** "Header Format": the version in the specification. */
  static final int VERSION_SPEC = 0x01;

  /**
   * The version that every known writer uses and the readers of those projects require: ASCII 1.
   */
  static final int VERSION_ASCII = 0x31;

  /** "Flags": the bits in use; readers ignore the others. */
  static final int FLAGS = 0b111;

  /** "Header Format": length of the header, in bytes. */
  static final int HEADER_BYTES = 10;

  /**
   * The first bytes of a body that is one LZ4 frame, as the Rust library writes it, not two blocks.
   */
  static final int FRAME_MAGIC = 0x184d2204;

  /** "Term References": term ids must be less than 65,536, and 0 is the default graph. */
  static final int MAX_TERMS = 0xffff;

  /** "Quads Section": length of a quad entry, in bytes. */
  static final int QUAD_BYTES = 8;

  /** Length of a count or a length, in bytes. */
  static final int INT = 4;

  /** "Terms Dictionary Section": type identifiers of term entries. */
  static final int IRI = 1;

  static final int BLANK_NODE = 2;
  static final int PLAIN_LITERAL = 3;
  static final int TYPED_LITERAL = 4;
  static final int LANGUAGE_LITERAL = 5;

  /** Largest input of LZ4, in bytes (LZ4_MAX_INPUT_SIZE). */
  static final int MAX_LZ4_INPUT = 0x7e000000;

  /** Length of the largest array that every JVM supports. */
  static final int MAX_ARRAY = Integer.MAX_VALUE - 16;

  private BorshConstants() {}
}
