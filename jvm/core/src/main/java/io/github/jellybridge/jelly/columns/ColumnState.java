package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.decode.DecoderState;
import io.github.jellybridge.jelly.decode.IriDecoder;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.split.StreamState;
import io.github.jellybridge.rdf.ByteBuilder;
import java.util.function.IntFunction;

/** The state of a stream between two frames, except for its options. */
public final class ColumnState {
  private static final int ROWS = 1 << 3 | 2;
  private static final int COLUMNS = 2 << 3 | 2;

  /** The field of the names in a batch; prefixes and datatypes follow. */
  private static final int NAMES = 2;

  private static final int ID = 1 << 3;
  private static final int VALUE = 2 << 3 | 2;

  private final TermDecoder t;
  private final PackedEntries entries;
  private final MessageLengths messages;

  ColumnState(TermDecoder t, PackedEntries entries, MessageLengths messages) {
    this.t = t;
    this.entries = entries;
    this.messages = messages;
  }

  /** Continues at a split point. If it has a state, the frame of the state has been decoded. */
  void resume(SplitPoint start) {
    StreamState state = start.state();
    if (state != null) {
      entries.resume(state);
    }
    messages.resume(start.message(), state != null && state.inMessage());
  }

  /** Returns the id of the last entry of a lookup: 0 for names, 1 for prefixes, 2 for datatypes. */
  public int lastEntry(int lookup) {
    return entries.last(lookup);
  }

  /** Returns whether the lookups are empty, and the next frame has to restate the options. */
  public boolean isWithoutLookups() {
    boolean unknown = true;
    for (int lookup = 0; lookup < 3; lookup++) {
      unknown &= entries.last(lookup) == DecoderState.UNKNOWN;
    }
    return unknown && t.iris.nameEntries() + t.iris.prefixEntries() + t.datatypes.entries() == 0;
  }

  /** Returns how many messages have ended. */
  public long messages() {
    return messages.ended();
  }

  /** Returns whether the last statement belongs to a message that has not ended. */
  public boolean inMessage() {
    return messages.isOpen();
  }

  /**
   * Returns the state with a frame without statements: the options, and a batch with all entries of
   * the lookups.
   *
   * @param scope metadata with the scope of blank nodes, as fields of a frame; empty for none
   * @param optionsRow the options row in force
   * @param restates whether the next frame restates the options, so that the lookups end here
   */
  public StreamState write(byte[] scope, byte[] optionsRow, boolean restates) {
    ByteBuilder frame = new ByteBuilder();
    frame.append(scope);
    field(frame, ROWS, optionsRow, optionsRow.length);
    if (!restates) {
      ByteBuilder batch = lookups();
      field(frame, COLUMNS, batch.array(), batch.length());
    }
    ByteBuilder delimited = new ByteBuilder();
    varint(delimited, frame.length());
    delimited.append(frame.array(), 0, frame.length());
    return new StreamState(
        delimited.toByteArray(),
        restates ? DecoderState.UNKNOWN : entries.last(0),
        restates ? DecoderState.UNKNOWN : entries.last(1),
        restates ? DecoderState.UNKNOWN : entries.last(2),
        0,
        0,
        inMessage());
  }

  private ByteBuilder lookups() {
    ByteBuilder batch = new ByteBuilder();
    IriDecoder iris = t.iris;
    lookup(batch, NAMES, iris.names(), id -> slice(iris.nameSlice(id)));
    lookup(batch, NAMES + 1, iris.prefixes(), id -> slice(iris.prefixSlice(id)));
    lookup(
        batch,
        NAMES + 2,
        t.datatypes.ids(),
        id -> t.datatypes.symbol(id) < 0 ? null : t.datatypes.iri(id));
    return batch;
  }

  /** Returns the bytes of offset * 2^32 + length in the chunk; null if that is negative. */
  private byte[] slice(long slice) {
    if (slice < 0) {
      return null;
    }
    byte[] bytes = new byte[(int) slice];
    System.arraycopy(t.in.data, (int) (slice >> 32), bytes, 0, bytes.length);
    return bytes;
  }

  /** Writes a lookup as one message for each range of ids. */
  private static void lookup(ByteBuilder batch, int field, int ids, IntFunction<byte[]> value) {
    ByteBuilder range = new ByteBuilder();
    for (int id = 1; id < ids; id++) {
      byte[] text = value.apply(id);
      if (text != null) {
        if (range.length() == 0) {
          range.append(ID);
          varint(range, id);
        }
        field(range, VALUE, text, text.length);
      }
      if (range.length() > 0 && (text == null || id == ids - 1)) {
        field(batch, field << 3 | 2, range.array(), range.length());
        range.clear();
      }
    }
  }

  private static void field(ByteBuilder out, int tag, byte[] body, int length) {
    out.append(tag);
    varint(out, length);
    out.append(body, 0, length);
  }

  private static void varint(ByteBuilder out, int value) {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      out.append(rest | 0x80);
      rest >>>= 7;
    }
    out.append(rest);
  }
}
