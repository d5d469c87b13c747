package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.decode.RowReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Counts the statements of whole frames, four frames side by side: only the end of a row tells
 * where the next one starts, and in one frame alone the processor waits for that most of the time.
 *
 * <p>Takes rows in their usual form only: one field, lengths of one byte or two, statements and
 * lookup entries. Frames with other rows are left to {@link RowCounter}, which also says what is
 * wrong with them.
 *
 * <p>Rows with lengths of one byte have a loop body of their own, in which nothing is chosen. Where
 * the form of each row is asked for, the compiler makes of the question what suits the files read
 * first, and others take twice as long.
 */
public final class FrameCounter {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** How many frames are counted side by side. */
  private static final int FRAMES = 4;

  /** Larger frames could have so many unusual rows that their sum overflows. */
  private static final int MOST_BYTES = 1 << 20;

  /** What a row of a kind adds to a sum if it is not to be here: no count gets that far. */
  private static final long UNUSUAL = 1L << 40;

  /** The first four bytes of a row have none of these bits if both lengths take one byte. */
  private static final int LONG_FORM = 0x80008000;

  /**
   * The first four bytes of a row with one field, times {@link #LESS_LENGTH}, as far as they are
   * {@link #LOOKED_AT}: the tag, and by how much the length of the field is not that of the row.
   */
  private static final int USUAL = -2 << 24 | RowReader.ROW;

  /** Multiplied by this, four bytes have the first two subtracted from the last two. */
  private static final int LESS_LENGTH = 1 - (1 << 16);

  private static final int LOOKED_AT = 0xff0000ff;

  /** Where a row's addition to the sum starts, in front of how many bytes it takes. */
  private static final int ADDITION = 20;

  /** After so many frames in unusual forms no more are tried. */
  private static final int MOST_FAILURES = 16;

  private final WireReader in;

  /** Larger frames are not counted here. */
  private final long mostBytes;

  /** What a row of each kind adds to the sum. */
  private final long[] kinds = new long[256];

  private int failures;
  private long statements;
  private long frames;

  // One past the lengths of frames, and their ends, as found last.
  private final int[] bodies = new int[FRAMES];
  private final int[] ends = new int[FRAMES];

  /**
   * A counter for streams that are delimited.
   *
   * @param physical of GRAPHS nothing is counted here
   */
  public FrameCounter(WireReader in, PhysicalType physical, int statementKind, long maxFrameBytes) {
    this.in = in;
    this.mostBytes = Math.min(maxFrameBytes, MOST_BYTES);
    Arrays.fill(kinds, UNUSUAL);
    kinds[statementKind] = 1;
    kinds[RowReader.NAME] = 0;
    kinds[RowReader.PREFIX] = 0;
    kinds[RowReader.DATATYPE] = 0;
    failures = physical == PhysicalType.GRAPHS ? MOST_FAILURES : 0;
  }

  /** Returns how many statements were counted. */
  public long statements() {
    return statements;
  }

  /** Returns how many frames were counted since this was asked last. */
  public long takeFrames() {
    long taken = frames;
    frames = 0;
    return taken;
  }

  /**
   * Counts frames from {@code in.pos} on, which is where one starts, and leaves it in front of the
   * first ones that are not all at hand or not in the usual form.
   */
  public void count() {
    while (failures < MOST_FAILURES && frames()) {
      long n = rows(in.data);
      if (n < 0) {
        failures++;
        return;
      }
      statements += n;
      frames += FRAMES;
      in.pos = ends[FRAMES - 1];
    }
  }

  /** Finds the next frames; returns false if they are not at hand, or if a length is unusual. */
  private boolean frames() {
    int at = in.pos;
    for (int i = 0; i < FRAMES; i++) {
      if (!frame(i, at)) {
        return false;
      }
      at = ends[i];
    }
    return true;
  }

  private boolean frame(int i, int at) {
    byte[] d = in.data;
    int limit = in.limit;
    int length = 0;
    int p = at;
    for (int shift = 0; shift < 28 && p < limit; shift += 7) {
      byte b = d[p++];
      length |= (b & 0x7f) << shift;
      if (b >= 0) {
        bodies[i] = p;
        ends[i] = p + length;
        return length <= limit - p && length <= mostBytes;
      }
    }
    return false;
  }

  /** Counts the rows of the frames; returns -1 if they are not all in the usual form. */
  private long rows(byte[] d) {
    long[] add = kinds;
    int p = bodies[0];
    int q = bodies[1];
    int r = bodies[2];
    int s = bodies[3];
    int endP = ends[0];
    int endQ = ends[1];
    int endR = ends[2];
    int endS = ends[3];
    long sum = 0;
    int wrong = 0;
    // Reads at most Input.SLACK bytes past an end.
    while (p < endP && q < endQ && r < endR && s < endS) {
      int v = (int) RowHeader.INTS.get(d, p);
      int w = (int) RowHeader.INTS.get(d, q);
      int x = (int) RowHeader.INTS.get(d, r);
      int y = (int) RowHeader.INTS.get(d, s);
      if (((v | w | x | y) & LONG_FORM) == 0) {
        sum += add[v >>> 16 & 0xff] + add[w >>> 16 & 0xff];
        sum += add[x >>> 16 & 0xff] + add[y >>> 16 & 0xff];
        wrong |= v * LESS_LENGTH ^ USUAL | w * LESS_LENGTH ^ USUAL;
        wrong |= x * LESS_LENGTH ^ USUAL | y * LESS_LENGTH ^ USUAL;
        p += 2 + (v >> 8 & 0xff);
        q += 2 + (w >> 8 & 0xff);
        r += 2 + (x >> 8 & 0xff);
        s += 2 + (y >> 8 & 0xff);
      } else {
        long a = anyRow(d, p);
        long b = anyRow(d, q);
        long c = anyRow(d, r);
        long e = anyRow(d, s);
        sum += (a >>> ADDITION) + (b >>> ADDITION) + (c >>> ADDITION) + (e >>> ADDITION);
        p += size(a);
        q += size(b);
        r += size(c);
        s += size(e);
      }
    }
    sum += rest(d, p, endP) + rest(d, q, endQ) + rest(d, r, endR) + rest(d, s, endS);
    return (wrong & LOOKED_AT) == 0 && sum < UNUSUAL ? sum : -1;
  }

  /** Counts the rows of one frame; returns at least UNUSUAL if they are not in the usual form. */
  private long rest(byte[] d, int from, int end) {
    long sum = 0;
    int p = from;
    while (p < end) {
      long row = anyRow(d, p);
      sum += row >>> ADDITION;
      p += size(row);
    }
    return p == end ? sum : UNUSUAL;
  }

  /** Returns how many bytes the row at {@code at} takes, and, from ADDITION on, what it adds. */
  private long anyRow(byte[] d, int at) {
    long row = (long) LONGS.get(d, at);
    long add = fault(row) == 0 ? kinds[kind(row)] : UNUSUAL;
    return add << ADDITION | length(row);
  }

  /** Returns how many bytes a row takes of which {@link #anyRow} has told that. */
  private static int size(long told) {
    return (int) told & (1 << ADDITION) - 1;
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
  private static int length(long row) {
    return isShort(row) ? 2 + ((int) row >> 8 & 0xff) : 3 + longLength(row);
  }

  /** Returns the tag of the field of a row. */
  private static int kind(long row) {
    return (int) (isShort(row) ? row >>> 16 : row >>> 24) & 0xff;
  }

  /** Returns 0 for a row with exactly one field. */
  private static int fault(long row) {
    if (isShort(row)) {
      return (int) row * LESS_LENGTH & LOOKED_AT ^ USUAL | (int) row & Integer.MIN_VALUE;
    }
    int inner = (int) (row >>> 32);
    int two = inner >> 7 & 1;
    int innerLength = inner & 0x7f | inner >> 1 & 0x3f80 & -two;
    return (int) row & 0x8000ff ^ RowReader.ROW
        | inner & 0x8000 & -two
        | innerLength + 2 + two ^ longLength(row);
  }
}
