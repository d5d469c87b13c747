package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.StatementBatch;

/**
 * Assigns the rows of a stream to its messages (Jelly-RDF 1.2 draft, "Messages"). Each length ends
 * a message; the rows after the last one belong to a message that continues in the next frame.
 */
final class MessageLengths {
  final Numbers lengths = new Numbers();

  private final WireReader in;

  /** The number of the current message, and whether it has rows. */
  private long message;

  private boolean hasRows;

  /** How many rows of the frame belong to messages that end in it. */
  private long total;

  /** How many messages of the frame have ended, and the row where the current one ends. */
  private int ended;

  private int boundary;

  MessageLengths(WireReader in) {
    this.in = in;
  }

  /** Forgets the lengths of the last frame. */
  void startFrame() {
    ended = 0;
    total = 0;
    lengths.clear();
  }

  /**
   * Checks the lengths of a batch.
   *
   * @param allowed whether the stream has messages
   */
  void check(int rowCount, boolean allowed) throws JellyParseException {
    if (lengths.size == 0) {
      return;
    }
    if (!allowed) {
      throw in.error(lengths.at, "no message_lengths in a FLAT stream", lengths.size + " of them");
    }
    for (int i = 0; i < lengths.size; i++) {
      total += lengths.values[i] & 0xffffffffL;
    }
    if (total > rowCount) {
      throw in.error(
          lengths.at, "message_lengths of " + rowCount + " rows in all, the row_count", "" + total);
    }
    boundary = lengths.values[0];
  }

  /** Ends the current message if it has rows, as restated options do. */
  void restart() {
    if (hasRows) {
      end();
    }
  }

  private void end() {
    message++;
    hasRows = false;
  }

  /** Continues after messages of earlier frames. */
  void resume(long ended, boolean open) {
    message = ended;
    hasRows = open;
  }

  /** Returns how many messages have ended. */
  long ended() {
    return message;
  }

  /** Returns whether the current message has rows. */
  boolean isOpen() {
    return hasRows;
  }

  /** Passes over all rows of the frame without assigning them. */
  void pass(int rowCount) {
    hasRows = rowCount > total || hasRows && lengths.size == 0;
    message += lengths.size;
  }

  /**
   * Assigns rows of the frame that were added to a batch.
   *
   * @param from the entry of the first one
   * @param first its number in the frame
   * @param count how many there are
   */
  void assign(StatementBatch into, int from, int first, int count) {
    int row = first;
    int last = first + count;
    while (row < last || ended < lengths.size && boundary == row) {
      if (ended < lengths.size && boundary == row) {
        end();
        ended++;
        boundary += ended < lengths.size ? lengths.values[ended] : 0;
        continue;
      }
      into.startMessage(from + row - first, in.frame, message);
      hasRows = true;
      row = ended < lengths.size ? Math.min(last, boundary) : last;
    }
  }
}
