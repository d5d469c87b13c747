package io.github.jellybridge.spark.functions;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.spark.vectors.MessageRows;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import org.apache.spark.sql.catalyst.util.ArrayData;

/** Decodes messages, each of which is a whole stream, one after the other. Not thread-safe. */
final class MessageDecoder {
  private static final XXHash64 HASH = XXHashFactory.fastestJavaInstance().hash64();

  /** Statements of a batch; they all end up in one value. */
  private static final int BATCH = 4096;

  private static final int SMALLEST_CHUNK = 16;

  /** Arrays that go from one message to the next; the values do not share them. */
  private final BufferPool memory = new BufferPool();

  /**
   * The statements of a message.
   *
   * @throws IOException when the message is malformed
   */
  ArrayData decode(byte[] message, JellyReadOptions options) throws IOException {
    // One byte more than there are, so that the reader sees the end at once and never moves on.
    JellyReadOptions.Builder own =
        options.toBuilder().chunkBytes(Math.max(SMALLEST_CHUNK, message.length + 1));
    if (options.blankNodes() != BlankNodes.PRESERVE) {
      own.scope(scope(message));
    }
    try (JellyReader reader =
        JellyReader.open(new ByteArrayInputStream(message), "message", own.build(), memory)) {
      MessageRows rows = new MessageRows(message.length);
      while (reader.nextBatch(BATCH)) {
        rows.add(reader.batch(), reader.terms());
      }
      return rows.finish();
    }
  }

  /**
   * What makes the blank nodes of a message its own. It depends on the content alone, because a
   * message has no name and a task that runs again must give the same labels. Messages of the same
   * content say the same of their blank nodes, so nothing is lost when these have the same labels.
   */
  private static String scope(byte[] message) {
    return message.length + "," + HASH.hash(message, 0, message.length, 0);
  }
}
