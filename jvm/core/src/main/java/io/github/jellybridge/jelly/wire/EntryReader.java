package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.decode.RowReader;
import io.github.jellybridge.jelly.decode.TermDecoder;

/** Reads lookup entries (Jelly-RDF 1.1, "Lookups"). */
public final class EntryReader {
  private final WireReader in;
  private final TermDecoder t;

  /** Whether an id of 0 stands for the one after the last. */
  private final boolean countsOn;

  // The usual forms, by whether there is an id and whether its first byte, or that of the length,
  // is not its last: which bits tell, and what they are; how many bytes precede the value; the id.
  private static final long[] USUAL = {
    0x80ffL, 0x12L, 0x80ff00ffL, 0x120008L, 0, 1, 0x80ff8000ffL, 0x12000008L
  };
  private static final int SHAPE_BITS = 0x8008;

  /** Brings those two bits to the top. */
  private static final int GATHER = 1 << 30 - 3 | 1 << 31 - 15;

  private static final int[] USUAL_SIZE = {2, 4, 2, 5};
  private static final int[] USUAL_ID = {0, 0x7f, 0, 0x7f7f};

  public EntryReader(WireReader in, TermDecoder t, Layout layout) {
    this.in = in;
    this.t = t;
    this.countsOn = layout != Layout.DRAFT;
  }

  /**
   * Finds out whether an entry has its usual form: {@code [08 id] 12 length value}, the id left out
   * when it is the next one.
   *
   * @return where its value starts * 2^32 + its id, or 0; -1 for any other form
   */
  public static long usual(byte[] d, int from, int to) {
    long entry = IriMessage.field(d, from);
    int shape = ((int) entry & SHAPE_BITS) * GATHER >>> 30;
    int size = USUAL_SIZE[shape];
    int value = from + size;
    boolean usual =
        (entry & USUAL[2 * shape]) == USUAL[2 * shape + 1]
            && (entry >>> 8 * size - 8 & 0xff) == to - value;
    int id = (int) (entry >>> 8) & USUAL_ID[shape];
    return usual ? (long) value << 32 | IriMessage.id(id) : -1;
  }

  /**
   * Reads a lookup entry and leaves its value in {@code in.bodyStart} and {@code in.bodyEnd}.
   *
   * @return its id; 0 counts on from the last one in 1.x, and is returned as it is in the draft
   */
  public int read(int from, int to, int lastId, String lookup) throws JellyParseException {
    byte[] d = in.data;
    int p = from;
    int id = 0;
    if (p < to && d[p] == 0x08 && d[p + 1] >= 0) {
      id = d[p + 1];
      p += 2;
    } else if (p < to && d[p] == 0x08 && d[p + 1] < 0 && d[p + 2] >= 0) {
      id = (d[p + 1] & 0x7f) | d[p + 2] << 7;
      p += 3;
    }
    if (p + 1 < to && d[p] == 0x12 && d[p + 1] == to - p - 2) {
      in.bodyStart = p + 2;
      in.bodyEnd = to;
    } else {
      id = readSlow(from, to, lookup);
    }
    in.checkUtf8(in.bodyStart, in.bodyEnd, "a lookup entry");
    if (id != 0 || !countsOn) {
      return id;
    }
    if (lastId == RowReader.UNKNOWN) {
      throw in.error(
          from, "a " + lookup + " entry with an id, the first behind a checkpoint", "one without");
    }
    return lastId + 1;
  }

  private int readSlow(int from, int to, String lookup) throws JellyParseException {
    int id = 0;
    boolean valueSeen = false;
    int start = to;
    int end = to;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int bodyEnd = in.bodyEnd;
      if (tag >>> 3 == 1) {
        in.expectType(tag, WireReader.VARINT, lookup + " entry id (1)", p);
        id = (int) in.varint(in.bodyStart, bodyEnd);
      } else if (tag >>> 3 == 2) {
        in.expectType(tag, WireReader.LEN, lookup + " entry value (2)", p);
        t.once(!valueSeen, "a value", p);
        valueSeen = true;
        start = in.bodyStart;
        end = bodyEnd;
      }
      p = bodyEnd;
    }
    in.bodyStart = start;
    in.bodyEnd = end;
    return id;
  }
}
