package io.github.jellybridge.jelly;

/** Physical stream types (Jelly-RDF 1.1, "Physical stream types"). */
public enum PhysicalType {
  /** Triple rows. */
  TRIPLES(1),
  /** Quad rows. */
  QUADS(2),
  /** Triple rows between graph start and graph end rows. */
  GRAPHS(3);

  private final int number;

  PhysicalType(int number) {
    this.number = number;
  }

  /** Returns the number on the wire. */
  public int number() {
    return number;
  }

  /** Returns the type with a number on the wire, or null for an unknown number. */
  public static PhysicalType of(long number) {
    return number >= 1 && number <= 3 ? values()[(int) number - 1] : null;
  }
}
