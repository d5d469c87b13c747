package io.github.jellybridge.rdf;

/** The operations of RDF patches, as bytes that fit in an array. */
public final class PatchOp {
  /** Adds a statement ({@code A}). */
  public static final byte ADD = 1;

  /** Deletes a statement ({@code D}). */
  public static final byte DELETE = 2;

  /** Adds a namespace ({@code PA}). */
  public static final byte ADD_NAMESPACE = 3;

  /** Deletes a namespace ({@code PD}). */
  public static final byte DELETE_NAMESPACE = 4;

  /** Starts a transaction ({@code TX}). */
  public static final byte START = 5;

  /** Commits a transaction ({@code TC}). */
  public static final byte COMMIT = 6;

  /** Aborts a transaction ({@code TA}). */
  public static final byte ABORT = 7;

  /** Gives a header ({@code H}). */
  public static final byte HEADER = 8;

  private static final String[] LABELS = {null, "A", "D", "PA", "PD", "TX", "TC", "TA", "H"};

  private PatchOp() {}

  /** Returns the letters of an operation in RDF Patch, such as {@code A}. */
  public static String label(byte op) {
    return LABELS[op];
  }

  /** Returns the operation with the given letters, or 0 for unknown ones. */
  public static byte of(String label) {
    for (byte op = ADD; op <= HEADER; op++) {
      if (LABELS[op].equals(label)) {
        return op;
      }
    }
    return 0;
  }
}
