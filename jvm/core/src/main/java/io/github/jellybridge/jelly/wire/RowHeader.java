package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.FrameMetadata;
import io.github.jellybridge.jelly.JellyParseException;

/**
 * Reads and checks the header of a row in any form that the specification allows. {@link
 * FastRowHeader} accelerates the usual form.
 */
public final class RowHeader {
  /** The tag of {@code rows} in a frame. */
  public static final int TAG = 0x0a;

  /** The tag of {@code columns} in a frame of the column layout. */
  public static final int COLUMNS = 0x12;

  private final WireReader in;
  private final Kinds kinds;
  private final boolean metadata;

  /** Limit of the length of rows, in bytes. */
  public long maxRowBytes;

  /**
   * Creates a reader of headers.
   *
   * @param kinds finds the kind of a row
   * @param metadata whether frames have metadata to check
   */
  public RowHeader(WireReader in, long maxRowBytes, Kinds kinds, boolean metadata) {
    this.in = in;
    this.maxRowBytes = maxRowBytes;
    this.kinds = kinds;
    this.metadata = metadata;
  }

  /** Finds the kind of a row. */
  @FunctionalInterface
  public interface Kinds {
    /** Finds the kind of the row in [from, to), as {@link RowKind#of} does. */
    int of(WireReader in, int from, int to) throws JellyParseException;
  }

  /** The field numbers of the kinds of rows. */
  @FunctionalInterface
  interface Numbers {
    boolean contains(int number);
  }

  /**
   * Reads the header of the row at {@code at}, or any other field of a frame.
   *
   * @param end the end of the frame, or of the buffered bytes if that comes first
   * @param whole whether end is the end of the frame, so that a cut row is an error
   * @return the kind of the row, with its body in {@code in.bodyStart} and {@code in.bodyEnd} and
   *     its end in {@code in.next}; 0 for another field, with its end in {@code in.next}; -1 if the
   *     field is only partly buffered
   */
  public int read(int at, int end, boolean whole) throws JellyParseException {
    long header = FastRowHeader.read(in.data, at);
    int size = FastRowHeader.size(header);
    int kind = FastRowHeader.kind(header);
    if (FastRowHeader.isUsual(header)
        && size <= end - at
        && (FastRowHeader.isShort(header) || size - 3 <= maxRowBytes)
        && kind > 7
        && (kind & 0x87) == WireReader.LEN) {
      in.row++;
      in.bodyStart = at + FastRowHeader.body(header);
      in.bodyEnd = at + size;
      in.next = in.bodyEnd;
      return kind;
    }
    return readAnyForm(at, end, whole);
  }

  private int readAnyForm(int at, int end, boolean whole) throws JellyParseException {
    long last = in.row;
    in.row = rowAt(in, at);
    if (!whole && !in.isFieldBuffered(at, end)) {
      if (in.data[at] == TAG) {
        checkRowLength(at, end);
      }
      in.row = last;
      return -1;
    }
    int tag = in.field(at, end);
    int next = in.bodyEnd;
    int kind = 0;
    if (tag >>> 3 == 1) {
      in.row = last + 1;
      in.expectType(tag, WireReader.LEN, "rows (1)", at);
      limitRow(in.bodyEnd - in.bodyStart, at);
      int from = in.bodyStart;
      kind = kinds.of(in, from, next);
      if (kind == 0) {
        throw in.error(from, "a row of a known kind", "a row with none");
      }
    } else {
      if (metadata) {
        in.row = -1;
        FrameMetadata.check(in, at, end);
        if (tag == COLUMNS) {
          throw in.error(at, "rows (1) in a stream of version 1 or 2", "columns (2)");
        }
      }
      in.row = last;
    }
    in.next = next;
    return kind;
  }

  /** Returns the number of the row that starts here; -1 if no row starts here. */
  public static long rowAt(WireReader in, int at) {
    return at < in.limit && in.data[at] == TAG ? in.row + 1 : -1;
  }

  /** Rejects a row that is too long, before memory is allocated for it. */
  private void checkRowLength(int at, int end) throws JellyParseException {
    for (int i = at + 1; i < end; i++) {
      if (in.data[i] >= 0) {
        limitRow(in.varint(at + 1, end), at);
        return;
      }
    }
  }

  private void limitRow(long length, int at) throws JellyParseException {
    if (length < 0 || length > maxRowBytes) {
      throw in.error(
          at,
          "a row of at most " + maxRowBytes + " bytes (option maxFrameBytes)",
          "a row of " + Long.toUnsignedString(length) + " bytes");
    }
  }

  /** Returns the error for a row of the usual form with an unknown kind. */
  public static JellyParseException unknownKind(WireReader in, int kind, int at) {
    return in.error(at, "a row of a known kind", "row field " + (kind >>> 3));
  }

  /** Finds the kind of a row among some field numbers; see {@link RowKind#of}. */
  static int kindOf(WireReader in, int from, int to, Numbers numbers, String label)
      throws JellyParseException {
    int kind = 0;
    int start = 0;
    int end = 0;
    for (int p = from; p < to; p = in.bodyEnd) {
      int tag = in.field(p, to);
      int number = tag >>> 3;
      if (numbers.contains(number)) {
        in.expectType(tag, WireReader.LEN, label + number, p);
        if (kind != 0) {
          throw in.error(p, "one kind in a row", "fields " + (kind >>> 3) + " and " + number);
        }
        kind = tag;
        start = in.bodyStart;
        end = in.bodyEnd;
      }
    }
    in.bodyStart = start;
    in.bodyEnd = end;
    return kind;
  }
}
