package io.github.jellybridge.jelly;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Counts the statements of whole frames, two frames side by side: only the end of a row tells where
 * the next one starts, and in one frame alone the processor waits for that most of the time.
 *
 * <p>Takes rows in their usual form only: one field, lengths of one byte or two, statements and
 * lookup entries. Frames with other rows are left to {@link RowCounter}, which also says what is
 * wrong with them.
 */
final class FrameCounter {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** What a row of a kind adds to a sum if it is not to be here: no count gets that far. */
  private static final long UNUSUAL = 1L << 40;

  /** A row of one field, less its length: the tag; the length of the field is smaller by two. */
  private static final int USUAL = -2 << 24 | RowReader.ROW;

  private static final int LOOKED_AT = 0xff0000ff;

  /** After so many frames in unusual forms no more are tried. */
  private static final int MOST_FAILURES = 16;

  private final Input in;
  private final long maxFrameBytes;

  /** What a row of each kind adds to the sum. */
  private final long[] kinds = new long[256];

  private int failures;
  private long statements;
  private long frames;

  // One past the length of a frame, and its end, as read last.
  private int body;
  private int end;

  /**
   * A counter for streams that are delimited.
   *
   * @param physical of GRAPHS nothing is counted here
   */
  FrameCounter(Input in, PhysicalType physical, int statementKind, long maxFrameBytes) {
    this.in = in;
    this.maxFrameBytes = maxFrameBytes;
    for (int kind = 0; kind < kinds.length; kind++) {
      kinds[kind] = UNUSUAL;
    }
    kinds[statementKind] = 1;
    kinds[RowReader.NAME] = 0;
    kinds[RowReader.PREFIX] = 0;
    kinds[RowReader.DATATYPE] = 0;
    failures = physical == PhysicalType.GRAPHS ? MOST_FAILURES : 0;
  }

  /** Returns how many statements were counted. */
  long statements() {
    return statements;
  }

  /** Returns how many frames were counted since this was asked last. */
  long takeFrames() {
    long taken = frames;
    frames = 0;
    return taken;
  }

  /**
   * Counts pairs of frames from {@code in.pos} on, which is where a frame starts, and leaves it in
   * front of the first frame that is not all at hand or not in the usual form.
   */
  void count() {
    while (failures < MOST_FAILURES && frame(in.pos)) {
      int first = body;
      int firstEnd = end;
      if (!frame(firstEnd)) {
        return;
      }
      long n = rows(in.data, first, firstEnd, body, end);
      if (n < 0) {
        failures++;
        return;
      }
      statements += n;
      frames += 2;
      in.pos = end;
    }
  }

  /** Finds a frame that is at hand; returns false if it is not, or if its length is unusual. */
  private boolean frame(int at) {
    byte[] d = in.data;
    int limit = in.limit;
    int length = 0;
    int p = at;
    for (int shift = 0; shift < 28 && p < limit; shift += 7) {
      byte b = d[p++];
      length |= (b & 0x7f) << shift;
      if (b >= 0) {
        body = p;
        end = p + length;
        return length <= limit - p && length <= maxFrameBytes;
      }
    }
    return false;
  }

  /** Counts the rows of two frames; returns -1 if they are not all in the usual form. */
  private long rows(byte[] d, int from, int to, int from2, int to2) {
    long[] add = kinds;
    int p = from;
    int q = from2;
    long sum = 0;
    int wrong = 0;
    // Reads at most Input.SLACK bytes past an end.
    while (p < to && q < to2) {
      long v = (long) LONGS.get(d, p);
      long w = (long) LONGS.get(d, q);
      sum += add[kind(v)] + add[kind(w)];
      wrong |= fault(v) | fault(w);
      p += size(v);
      q += size(w);
    }
    boolean first = p < to;
    int end = first ? to : to2;
    wrong |= first ? q ^ to2 : p ^ to;
    int rest = first ? p : q;
    while (rest < end) {
      long v = (long) LONGS.get(d, rest);
      sum += add[kind(v)];
      wrong |= fault(v);
      rest += size(v);
    }
    return wrong == 0 && rest == end && sum < UNUSUAL ? sum : -1;
  }

  /** Whether the length of a row is written in one byte. */
  private static boolean isShort(long row) {
    return (row & 0x8000) == 0;
  }

  /** Returns the length of a row that is written in two bytes. */
  private static int longLength(long row) {
    return (int) row >> 8 & 0x7f | (int) row >> 9 & 0x3f80;
  }

  /** Returns how many bytes a row takes, with its tag and its length. */
  private static int size(long row) {
    return isShort(row) ? 2 + ((int) row >> 8 & 0xff) : 3 + longLength(row);
  }

  /** Returns the tag of the field of a row. */
  private static int kind(long row) {
    return (int) (isShort(row) ? row >>> 16 : row >>> 24) & 0xff;
  }

  /** Returns 0 for a row with exactly one field. */
  private static int fault(long row) {
    if (isShort(row)) {
      // The length of the field is smaller by two, and a single byte.
      int length = (int) row >> 8 & 0xff;
      return ((int) row - (length << 24) ^ USUAL) & LOOKED_AT | (int) row & Integer.MIN_VALUE;
    }
    int inner = (int) (row >>> 32);
    int two = inner >> 7 & 1;
    int innerLength = inner & 0x7f | inner >> 1 & 0x3f80 & -two;
    return (int) row & 0x8000ff ^ RowReader.ROW
        | inner & 0x8000 & -two
        | innerLength + 2 + two ^ longLength(row);
  }
}
