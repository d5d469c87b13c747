package io.github.jellybridge.model;

/**
 * An expected operation of a patch.
 *
 * @param patch the number of the patch
 * @param op the letters of RDF Patch
 */
public record PatchRow(
    long patch, String op, Term s, Term p, Term o, Term g, String name, Term value) {
  /** An operation without terms. */
  public static PatchRow of(long patch, String op) {
    return new PatchRow(patch, op, null, null, null, null, null, null);
  }

  /** An added or deleted statement. */
  public static PatchRow of(long patch, String op, Term s, Term p, Term o, Term g) {
    return new PatchRow(patch, op, s, p, o, g, null, null);
  }

  /** A namespace or a header. */
  public static PatchRow of(long patch, String op, String name, Term value, Term g) {
    return new PatchRow(patch, op, null, null, null, g, name, value);
  }

  @Override
  public String toString() {
    return patch + " " + op + " " + s + " " + p + " " + o + " " + g + " " + name + " " + value;
  }
}
