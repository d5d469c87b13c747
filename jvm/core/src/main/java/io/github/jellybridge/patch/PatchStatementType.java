package io.github.jellybridge.patch;

/** What the statements of a stream of patches are (Jelly-Patch, "Statement types"). */
public enum PatchStatementType {
  /** Triples; nothing is said of graphs. */
  TRIPLES,
  /** Quads. */
  QUADS;

  /** Returns the number on the wire. */
  int number() {
    return ordinal() + 1;
  }

  /** Returns the type with a number on the wire, or null if there is none. */
  static PatchStatementType of(long number) {
    return number >= 1 && number <= 2 ? values()[(int) number - 1] : null;
  }
}
