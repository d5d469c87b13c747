package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.rdf.ShortText;

/** Encodes the entry rows of one lookup. Omits an id that is the next one. */
public final class EntryEncoder implements EntrySink {
  private final FrameBuffer out;
  private final int kind;
  private int last;

  EntryEncoder(FrameBuffer out, int kind) {
    this.out = out;
    this.kind = kind;
  }

  /** Restarts: the next entry has an explicit id. */
  @Override
  public void restart() {
    last = -2;
  }

  /** Writes a row. */
  @Override
  public void write(int id, byte[] text, int from, int length) {
    int p = out.startRow(kind, length + 12L);
    byte[] d = out.data;
    if (id != last + 1) {
      d[p] = 0x08;
      p = FrameBuffer.varint(d, p + 1, id);
    }
    last = id;
    if (length > 0) {
      d[p] = 0x12;
      p = FrameBuffer.varint(d, p + 1, length);
      ShortText.copy(text, from, d, p, length);
      p += length;
    }
    out.endRow(p);
  }
}
