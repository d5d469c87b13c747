package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import java.util.Optional;

/**
 * The units in which SQL measures the length of a string: those of CHAR_LENGTH, OCTET_LENGTH and
 * BIT_LENGTH.
 */
public enum LengthUnit {
  CHAR_LENGTH,
  OCTET_LENGTH,
  BIT_LENGTH;

  /** The length of null. */
  public static final int ABSENT = -1;

  public static Optional<LengthUnit> of(String function) {
    return switch (function) {
      case "CHAR_LENGTH" -> Optional.of(CHAR_LENGTH);
      case "OCTET_LENGTH" -> Optional.of(OCTET_LENGTH);
      case "BIT_LENGTH" -> Optional.of(BIT_LENGTH);
      default -> Optional.empty();
    };
  }

  /**
   * Measures a part of a term; {@link #ABSENT} if it is null. Values are measured without copying
   * their pieces.
   *
   * @param part any but {@link TermPart#TERM}
   */
  int measure(TermTable terms, int id, TermPart part, TermBytes scratch) {
    if (TermBytes.isNull(terms, id, part)) {
      return ABSENT;
    }
    if (part == TermPart.VALUE) {
      return this == CHAR_LENGTH ? terms.valueCharacters(id) : ofBytes(terms.valueLength(id));
    }
    scratch.load(terms, id, part);
    return this == CHAR_LENGTH
        ? Utf8.characters(scratch.bytes, scratch.offset, scratch.offset + scratch.length)
        : ofBytes(scratch.length);
  }

  private int ofBytes(int bytes) {
    return this == BIT_LENGTH ? bytes * Byte.SIZE : bytes;
  }
}
