package io.github.jellybridge.jelly;

import io.github.jellybridge.jelly.ColumnOptions.StreamType;
import io.github.jellybridge.jelly.columns.encode.ColumnFrameEncoder;
import io.github.jellybridge.jelly.columns.encode.ColumnOptionsWriter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import java.util.Map;

/**
 * Writes streams of columns: the draft of version 1.2. A checkpoint is a frame that restates the
 * options, so any reader can start there.
 */
final class ColumnStreamWriter implements LayoutWriter {
  private final StreamOutput output;
  private final JellyWriteOptions options;
  private final ColumnFrameEncoder encoder;
  private final boolean messages;
  private final int maxFrameBytes;
  private boolean started;

  /** Whether the current frame states the options. */
  private boolean states;

  /** Whether the last statement belongs to a message that has not ended. */
  private boolean inMessage;

  private long statements;

  /** Number of messages that have ended. */
  private long messagesEnded;

  ColumnStreamWriter(StreamOutput output, JellyWriteOptions options) {
    this.output = output;
    this.options = options;
    this.messages = options.columns().streamType() == StreamType.MESSAGES;
    boolean byBytes = options.delimited() && options.maxFrameBytes() > 0;
    this.maxFrameBytes = byBytes ? options.maxFrameBytes() : Integer.MAX_VALUE;
    // A frame that is as long as the distance of checkpoints would make the distance longer.
    long checkpoint =
        options.delimited() && options.checkpointBytes() > 0
            ? options.checkpointBytes()
            : Long.MAX_VALUE;
    this.encoder =
        new ColumnFrameEncoder(
            options,
            Math.min(options.delimited() ? maxFrameBytes : Long.MAX_VALUE, checkpoint)
                - fixedLength(options));
  }

  /** Returns the maximum number of bytes of a frame that depend on the options. */
  private static int fixedLength(JellyWriteOptions options) {
    int scope = options.scope() == null ? 0 : options.scope().length();
    return 3 * (scope + options.streamName().length());
  }

  @Override
  public void namespace(String prefix, String iri) throws IOException {
    startContent();
    declare(prefix, iri);
  }

  private void declare(String prefix, String iri) throws IOException {
    if (!encoder.namespace(prefix, iri, statements)) {
      flush();
      encoder.namespace(prefix, iri, statements);
    }
  }

  @Override
  public void write(StatementBatch batch, TermTable terms, int from, int to) throws IOException {
    encoder.use(terms);
    int at = from;
    while (at < to) {
      startContent();
      int end = encoder.add(batch, at, to, statements);
      if (end == at) {
        flush();
      }
      output.count(batch, terms, at, end);
      statements += end - at;
      inMessage |= messages && end > at;
      at = end;
    }
  }

  @Override
  public void endFrame() throws IOException {
    startContent();
    if (messages) {
      encoder.endMessage();
      inMessage = false;
      messagesEnded++;
      if (encoder.isFull() && options.delimited()) {
        flush();
      }
    } else {
      assemble();
      output.flushForCaller();
    }
  }

  @Override
  public void writeLast() throws IOException {
    if (!started) {
      start();
    }
    boolean hasContent = states || !encoder.isEmpty();
    assemble();
    output.writeLast(hasContent, maxFrameBytes);
  }

  @Override
  public long statements() {
    return statements;
  }

  /** Prepares the current frame for content. */
  private void startContent() throws IOException {
    if (!started) {
      start();
    } else if (!states && encoder.isEmpty() && !inMessage && output.checkpointDue()) {
      output.checkpoint(statements, messagesEnded);
      encoder.restart();
      states = true;
    }
  }

  private void start() throws IOException {
    started = true;
    states = true;
    encoder.restart();
    for (Map.Entry<String, String> namespace : options.namespaces().entrySet()) {
      declare(namespace.getKey(), namespace.getValue());
    }
  }

  /** Ends the current frame. */
  private void flush() throws IOException {
    assemble();
    output.flush();
  }

  /** Puts the parts of the current frame together. */
  private void assemble() {
    if (states) {
      if (options.delimited()) {
        // Before the rows, so that readers know the scope before the first blank node.
        output.scope();
      }
      ColumnOptionsWriter.write(output.frame, options.streamOptions());
      states = false;
    }
    encoder.write(output.frame);
  }
}
