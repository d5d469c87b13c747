package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.PhysicalType;
import java.util.Arrays;

/**
 * Counts the statements of whole frames, four frames in parallel. Each row has to be read to find
 * the next one, so with a single frame the processor mostly waits for that position.
 *
 * <p>Counts only rows in their usual form: one field, lengths of one or two bytes, statements and
 * lookup entries. {@link RowCounter} counts frames with other rows and reports their errors.
 *
 * <p>Rows with one-byte lengths have their own loop body without branches. With a branch per row,
 * the JIT compiler would optimize for the files read first, and other files would take twice as
 * long.
 */
public final class FrameCounter {
  /** The number of frames counted in parallel. */
  private static final int FRAMES = 4;

  /** Limit of frame sizes in bytes, so that the sum of unusual rows cannot overflow. */
  private static final int MOST_BYTES = 1 << 20;

  /** The value added for an unusual row; larger than any count. */
  private static final long UNUSUAL = 1L << 40;

  /** These bits of a row's first four bytes are 0 if both lengths have one byte. */
  private static final int LONG_FORM = 0x80008000;

  /** Position of a row's addition to the sum, in bits; the bits below hold the row's size. */
  private static final int ADDITION = 20;

  /** After this number of frames in unusual forms, no more are tried. */
  private static final int MOST_FAILURES = 16;

  private final WireReader in;

  /** Larger frames are not counted here. */
  private final long mostBytes;

  /** The value added to the sum for a row of each kind. */
  private final long[] kinds = new long[256];

  private int failures;
  private long statements;
  private long frames;

  // Start and end positions of the bodies of the last found frames.
  private final int[] bodies = new int[FRAMES];
  private final int[] ends = new int[FRAMES];

  /**
   * Creates a counter for delimited streams.
   *
   * @param physical streams of GRAPHS are not counted here
   */
  FrameCounter(WireReader in, PhysicalType physical, int statementKind, long maxFrameBytes) {
    this.in = in;
    this.mostBytes = Math.min(maxFrameBytes, MOST_BYTES);
    Arrays.fill(kinds, UNUSUAL);
    kinds[statementKind] = 1;
    kinds[RowKind.NAME] = 0;
    kinds[RowKind.PREFIX] = 0;
    kinds[RowKind.DATATYPE] = 0;
    failures = physical == PhysicalType.GRAPHS ? MOST_FAILURES : 0;
  }

  /** Returns the number of statements counted. */
  public long statements() {
    return statements;
  }

  /** Returns the number of frames counted since the last call. */
  public long takeFrames() {
    long taken = frames;
    frames = 0;
    return taken;
  }

  /**
   * Counts frames from {@code in.pos} on, which must be the start of a frame. Leaves {@code in.pos}
   * before the first four frames that are not all buffered or not in the usual form.
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

  /** Finds the next frames; returns false if one is not buffered or has an unusual length. */
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

  /** Counts the rows of the frames; returns -1 if not all are in the usual form. */
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
    // Reads at most WireReader.SLACK bytes past an end.
    while (p < endP && q < endQ && r < endR && s < endS) {
      int v = FastRowHeader.start(d, p);
      int w = FastRowHeader.start(d, q);
      int x = FastRowHeader.start(d, r);
      int y = FastRowHeader.start(d, s);
      if (((v | w | x | y) & LONG_FORM) == 0) {
        sum += add[v >>> 16 & 0xff] + add[w >>> 16 & 0xff];
        sum += add[x >>> 16 & 0xff] + add[y >>> 16 & 0xff];
        wrong |= FastRowHeader.shortDifference(v) | FastRowHeader.shortDifference(w);
        wrong |= FastRowHeader.shortDifference(x) | FastRowHeader.shortDifference(y);
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
    return (wrong & FastRowHeader.SHORT_BITS) == 0 && sum < UNUSUAL ? sum : -1;
  }

  /** Counts the rows of one frame; returns at least UNUSUAL if not all are in the usual form. */
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

  /**
   * Returns the size of the row at {@code at} in bytes, and, from bit ADDITION on, its addition.
   */
  private long anyRow(byte[] d, int at) {
    long header = FastRowHeader.read(d, at);
    long add = FastRowHeader.isUsual(header) ? kinds[FastRowHeader.kind(header)] : UNUSUAL;
    return add << ADDITION | FastRowHeader.size(header);
  }

  /** Returns the size in a result of {@link #anyRow}. */
  private static int size(long result) {
    return (int) result & (1 << ADDITION) - 1;
  }
}
