package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.PhysicalType;
import java.util.Arrays;

/**
 * Counts the statements of whole frames, four frames side by side: only the end of a row tells
 * where the next one starts, and in one frame alone the processor waits for that most of the time.
 *
 * <p>Takes rows in their usual form only: one field, lengths of one byte or two, statements and
 * lookup entries. Frames with other rows are left to {@link RowCounter}, which also reports their
 * errors.
 *
 * <p>Rows with lengths of one byte have a loop body of their own, in which nothing is chosen. Where
 * the form of each row is asked for, the compiler makes of the question what suits the files read
 * first, and others take twice as long.
 */
public final class FrameCounter {
  /** How many frames are counted side by side. */
  private static final int FRAMES = 4;

  /** Larger frames could have so many unusual rows that their sum overflows. */
  private static final int MOST_BYTES = 1 << 20;

  /** The addition of a row that is not counted here: no count gets that far. */
  private static final long UNUSUAL = 1L << 40;

  /** The first four bytes of a row have none of these bits if both lengths take one byte. */
  private static final int LONG_FORM = 0x80008000;

  /** Where a row's addition to the sum starts, in front of how many bytes it takes. */
  private static final int ADDITION = 20;

  /** After so many frames in unusual forms no more are tried. */
  private static final int MOST_FAILURES = 16;

  private final WireReader in;

  /** Larger frames are not counted here. */
  private final long mostBytes;

  /** The addition of a row of each kind to the sum. */
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
   * Counts frames from {@code in.pos} on, which is where one starts, and leaves it before the first
   * ones that are not all buffered or not in the usual form.
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

  /** Finds the next frames; returns false if they are not buffered, or if a length is unusual. */
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

  /** Returns how many bytes the row at {@code at} takes, and, from ADDITION on, its addition. */
  private long anyRow(byte[] d, int at) {
    long header = FastRowHeader.read(d, at);
    long add = FastRowHeader.isUsual(header) ? kinds[FastRowHeader.kind(header)] : UNUSUAL;
    return add << ADDITION | FastRowHeader.size(header);
  }

  /** Returns how many bytes a row takes of which {@link #anyRow} has told that. */
  private static int size(long told) {
    return (int) told & (1 << ADDITION) - 1;
  }
}
