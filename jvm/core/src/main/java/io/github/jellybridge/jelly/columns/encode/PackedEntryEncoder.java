package io.github.jellybridge.jelly.columns.encode;

import io.github.jellybridge.jelly.encode.EntrySink;
import io.github.jellybridge.jelly.wire.FrameBuffer;

/**
 * The new entries of one lookup in a frame (Jelly-RDF 1.2 draft, "RdfLookupEntryPacked"). Entries
 * with consecutive ids are one message.
 */
final class PackedEntryEncoder implements EntrySink {
  private final int field;
  private final FieldBuffer done = new FieldBuffer();

  /** The values of the current message, and its id field: 0 if it continues the one before. */
  private final FieldBuffer values = new FieldBuffer();

  private int id;

  /** The id of the last entry since the options. */
  private int last;

  /** Creates an encoder of the messages of a field of the batch. */
  PackedEntryEncoder(int field) {
    this.field = field;
  }

  @Override
  public void restart() {
    last = 0;
    clear();
  }

  /** Starts a frame. */
  void clear() {
    done.clear();
    values.clear();
  }

  @Override
  public void write(int newId, byte[] text, int from, int length) {
    if (values.end == 0 || newId != last + 1) {
      endMessage();
      id = newId == last + 1 ? 0 : newId;
    }
    values.bytes(2, text, from, length);
    last = newId;
  }

  private void endMessage() {
    if (values.end == 0) {
      return;
    }
    int idLength = id == 0 ? 0 : 1 + FrameBuffer.varintLength(id);
    done.ensure(values.end + 16L);
    done.data[done.end] = (byte) (field << 3 | 2);
    done.end = FrameBuffer.varint(done.data, done.end + 1, idLength + values.end);
    done.number(1, id);
    done.ensure(values.end);
    System.arraycopy(values.data, 0, done.data, done.end, values.end);
    done.end += values.end;
    values.clear();
  }

  /** Returns the number of bytes of the messages so far. */
  int length() {
    return done.end + values.end + (values.end == 0 ? 0 : 16);
  }

  /** Ends the frame and returns its messages. */
  FieldBuffer finish() {
    endMessage();
    return done;
  }
}
