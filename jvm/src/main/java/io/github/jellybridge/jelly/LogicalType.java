package io.github.jellybridge.jelly;

/**
 * Logical stream types (Jelly-RDF 1.1, "Logical stream types"), known by number so that types of
 * later releases keep their base.
 *
 * @param number the number on the wire; 0 is unspecified
 */
public record LogicalType(int number) {
  /** Returns the base type: the last decimal digit. */
  public LogicalType base() {
    return new LogicalType(number % 10);
  }

  /** Returns the name in the specification, or {@code UNKNOWN(number)}. */
  public String name() {
    return switch (number) {
      case 0 -> "UNSPECIFIED";
      case 1 -> "FLAT_TRIPLES";
      case 2 -> "FLAT_QUADS";
      case 3 -> "GRAPHS";
      case 4 -> "DATASETS";
      case 13 -> "SUBJECT_GRAPHS";
      case 14 -> "NAMED_GRAPHS";
      case 114 -> "TIMESTAMPED_NAMED_GRAPHS";
      default -> "UNKNOWN(" + number + ")";
    };
  }

  /**
   * Tells whether the support matrix ("Consistency with physical stream types") has this
   * combination.
   */
  public boolean fits(PhysicalType physical) {
    if (number == 0) {
      return true;
    }
    return switch (number % 10) {
      case 1, 3 -> physical == PhysicalType.TRIPLES;
      case 2, 4 -> physical != PhysicalType.TRIPLES;
      default -> false;
    };
  }
}
