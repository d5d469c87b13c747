package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.PhysicalType;

/** The kinds of stream rows (Jelly-RDF 1.1, "Stream rows"), as tags: field number * 8 + 2. */
public final class RowKind {
  public static final int OPTIONS = 0x0a;
  public static final int TRIPLE = 0x12;
  public static final int QUAD = 0x1a;
  public static final int GRAPH_START = 0x22;
  public static final int GRAPH_END = 0x2a;
  public static final int NAMESPACE = 0x32;
  public static final int NAME = 0x4a;
  public static final int PREFIX = 0x52;
  public static final int DATATYPE = 0x5a;

  private RowKind() {}

  /** Returns whether a field number of a row is that of a kind. */
  static boolean isKind(int number) {
    return number >= 1 && number <= 6 || number >= 9 && number <= 11;
  }

  /** Returns whether rows of a kind are lookup entries. */
  static boolean isEntry(int kind) {
    return kind == NAME || kind == PREFIX || kind == DATATYPE;
  }

  /**
   * Finds the kind of the row in [from, to), in any valid form. Leaves its body in {@code
   * in.bodyStart} and {@code in.bodyEnd}.
   *
   * @return the tag of the kind; 0 if the row has no known kind
   */
  public static int of(WireReader in, int from, int to) throws JellyParseException {
    return RowHeader.kindOf(in, from, to, RowKind::isKind, "row field ");
  }

  /** Returns the kind of statement rows in a stream of this type. */
  public static int ofStatements(PhysicalType physical) {
    return physical == PhysicalType.QUADS ? QUAD : TRIPLE;
  }
}
