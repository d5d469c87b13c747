package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.wire.IriMessage;
import io.github.jellybridge.jelly.wire.WireReader;

/** Decodes lookup entries (Jelly-RDF 1.1, "Lookups"). */
public final class EntryDecoder {
  private final WireReader in;
  private final TermDecoder t;
  private final DecoderState state;

  /** Whether an id of 0 means the id after the last one. */
  private final boolean countsOn;

  // The usual forms of entries. They differ in two bits: whether there is an id, and whether the
  // first byte of the id or of the length is followed by another. For each form: the fixed bits,
  // their values, the number of bytes before the value, and the bits of the id.
  private static final long[] USUAL = {
    0x80ffL, 0x12L, 0x80ff00ffL, 0x120008L, 0, 1, 0x80ff8000ffL, 0x12000008L
  };
  private static final int SHAPE_BITS = 0x8008;

  /** Moves those two bits to the top. */
  private static final int GATHER = 1 << 30 - 3 | 1 << 31 - 15;

  private static final int[] USUAL_SIZE = {2, 4, 2, 5};
  private static final int[] USUAL_ID = {0, 0x7f, 0, 0x7f7f};

  public EntryDecoder(TermDecoder t, DecoderState state, Layout layout) {
    this.in = t.in;
    this.t = t;
    this.state = state;
    this.countsOn = layout != Layout.DRAFT;
  }

  /**
   * Reads an entry of the usual form, {@code [08 id] 12 length value}. The id is omitted if it is
   * the next one.
   *
   * @return the offset of its value * 2^32 + its id (0 if omitted); -1 for any other form
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

  /** Decodes an entry of the name lookup. */
  public void name(int from, int to, int at) throws JellyParseException {
    int id = next(from, to, state.lastNameEntry, "name");
    state.lastNameEntry = id;
    t.iris.defineName(id, in.bodyStart, in.bodyEnd - in.bodyStart, at);
  }

  /** Decodes an entry of the prefix lookup. */
  public void prefix(int from, int to, int at) throws JellyParseException {
    int id = next(from, to, state.lastPrefixEntry, "prefix");
    state.lastPrefixEntry = id;
    t.iris.definePrefix(id, in.bodyStart, in.bodyEnd - in.bodyStart, at);
  }

  /** Decodes an entry of the datatype lookup. */
  public void datatype(int from, int to, int at) throws JellyParseException {
    int id = next(from, to, state.lastDatatypeEntry, "datatype");
    state.lastDatatypeEntry = id;
    t.iris.checkEntryId("datatype", id, t.datatypes.size(), at);
    t.datatypes.define(id, in.data, in.bodyStart, in.bodyEnd);
  }

  /** Reads an entry and returns its id, relative to the last one if the layout allows that. */
  private int next(int from, int to, int last, String lookup) throws JellyParseException {
    int id = read(from, to, lookup);
    if (id != 0 || !countsOn) {
      return id;
    }
    if (last == DecoderState.UNKNOWN) {
      throw in.error(
          from, "a " + lookup + " entry with an id, the first after a checkpoint", "one without");
    }
    return last + 1;
  }

  /**
   * Reads a lookup entry without defining it. Leaves its value in {@code in.bodyStart} and {@code
   * in.bodyEnd}.
   *
   * @param lookup its name in errors
   * @return its id; 0 if it has none
   */
  public int read(int from, int to, String lookup) throws JellyParseException {
    long entry = usual(in.data, from, to);
    int id = (int) entry;
    if (entry >= 0) {
      in.bodyStart = (int) (entry >> 32);
      in.bodyEnd = to;
    } else {
      id = readAnyForm(from, to, lookup);
    }
    in.checkUtf8(in.bodyStart, in.bodyEnd, "a lookup entry");
    return id;
  }

  private int readAnyForm(int from, int to, String lookup) throws JellyParseException {
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
