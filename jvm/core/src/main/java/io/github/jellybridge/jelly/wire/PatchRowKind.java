package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.JellyParseException;

/** The kinds of patch rows (Jelly-Patch, "Patch rows"), as tags: field number * 8 + 2. */
public final class PatchRowKind {
  public static final int OPTIONS = RowKind.OPTIONS;
  public static final int ADD = 0x12;
  public static final int DELETE = 0x1a;
  public static final int NAMESPACE_ADD = 0x22;
  public static final int NAMESPACE_DELETE = 0x2a;
  public static final int START = 0x32;
  public static final int COMMIT = 0x3a;
  public static final int ABORT = 0x42;
  public static final int NAME = 0x5a;
  public static final int PREFIX = 0x62;
  public static final int DATATYPE = 0x6a;
  public static final int HEADER = 0x72;
  public static final int PUNCTUATION = 0x7a;

  private PatchRowKind() {}

  private static boolean isKind(int number) {
    return number >= 1 && number <= 8 || number >= 11 && number <= 15;
  }

  /** Returns the kind of a row, as {@link RowKind#of} does. */
  public static int of(WireReader in, int from, int to) throws JellyParseException {
    return RowHeader.kindOf(in, from, to, PatchRowKind::isKind, "patch row field ");
  }

  /** Returns the operation of a row, one of {@code PatchOp}; not valid for headers. */
  public static byte operation(int kind) {
    return (byte) ((kind >>> 3) - 1);
  }
}
