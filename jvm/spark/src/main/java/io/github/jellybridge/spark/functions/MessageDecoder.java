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

/** Decodes messages one after the other; each is a whole stream. Not thread-safe. */
final class MessageDecoder {
  private static final XXHash64 HASH = XXHashFactory.fastestJavaInstance().hash64();

  /** Number of statements in a batch; all batches of a message end up in one value. */
  private static final int BATCH = 4096;

  private static final int SMALLEST_CHUNK = 16;

  /** Arrays reused from message to message; values never refer to them. */
  private final BufferPool memory = new BufferPool();

  /**
   * Returns the statements of a message.
   *
   * @throws IOException when the message is malformed
   */
  ArrayData decode(byte[] message, JellyReadOptions options) throws IOException {
    // One byte more than the message has, so that the reader finds the end at once and never moves
    // data.
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
   * Returns a scope that makes the blank nodes of a message unique. It depends on the content
   * alone: a message has no name, and a task that runs again must produce the same labels. Messages
   * with equal content make the same statements about their blank nodes, so sharing labels loses
   * nothing.
   */
  private static String scope(byte[] message) {
    return message.length + "," + HASH.hash(message, 0, message.length, 0);
  }
}
