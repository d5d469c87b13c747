package io.github.jellybridge.patch;

/** The kind of statements in a stream of patches (Jelly-Patch, "Statement types"). */
public enum PatchStatementType {
  /** Triples, without graphs. */
  TRIPLES,
  /** Quads. */
  QUADS;

  /** Returns the number on the wire. */
  int number() {
    return ordinal() + 1;
  }

  /** Returns the type with a number on the wire, or null for an unknown number. */
  static PatchStatementType of(long number) {
    return number >= 1 && number <= 2 ? values()[(int) number - 1] : null;
  }
}
