package io.github.jellybridge.jelly;

import io.github.jellybridge.jelly.encode.V1RowEncoder;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import java.util.Map;

/** Writes streams of rows: versions 1 and 2 of the protocol. */
final class RowStreamWriter implements LayoutWriter {
  /** The metadata key of a frame that depends on no earlier frame. */
  private static final String CHECKPOINT_KEY = "jelly-bridge.checkpoint";

  /** The value of that key: the version of the rules of checkpoints. */
  private static final byte[] CHECKPOINT_VALUE = {1};

  private final StreamOutput output;
  private final JellyWriteOptions options;
  private final FrameBuffer out;
  private final V1RowEncoder rows;

  /** Whether the writer may end frames without a call of {@link #endFrame}. */
  private final boolean automatic;

  private final int frameSize;
  private final int maxFrameBytes;
  private boolean started;
  private long statements;

  RowStreamWriter(StreamOutput output, JellyWriteOptions options) {
    this.output = output;
    this.options = options;
    this.out = output.frame;
    this.rows = new V1RowEncoder(out, options);
    this.automatic = options.delimited() && !options.logicalType().grouped();
    boolean byRows = automatic && options.frameSize() > 0;
    this.frameSize = byRows ? options.frameSize() : Integer.MAX_VALUE;
    boolean byBytes = automatic && options.maxFrameBytes() > 0;
    this.maxFrameBytes = byBytes ? options.maxFrameBytes() : Integer.MAX_VALUE;
  }

  @Override
  public void namespace(String prefix, String iri) throws IOException {
    startRows();
    declare(prefix, iri);
  }

  @Override
  public void write(StatementBatch batch, TermTable terms, int from, int to) throws IOException {
    rows.use(terms);
    int counted = from;
    for (int i = from; i < to; i++) {
      if (started && output.checkpointDue() && (automatic || out.rows == 0)) {
        output.count(batch, terms, counted, i);
        counted = i;
        checkpoint();
      }
      startRows();
      int start = out.end;
      int rowsBefore = out.rows;
      rows.statement(batch, i, statements);
      statements++;
      endFrameBefore(start, rowsBefore);
    }
    output.count(batch, terms, counted, to);
    rows.detach(terms);
  }

  @Override
  public void endFrame() throws IOException {
    if (!started) {
      start();
    }
    endGraph();
    output.flushForCaller();
  }

  @Override
  public void writeLast() throws IOException {
    if (!started) {
      start();
    }
    endGraph();
    output.writeLast(out.rows > 0, maxFrameBytes);
  }

  @Override
  public long statements() {
    return statements;
  }

  private void start() throws IOException {
    started = true;
    if (options.delimited()) {
      // Before the rows, so that readers know the scope before the first blank node.
      output.scope();
      // With ids, so that the stream may follow a file with the same options, as cat joins them.
      rows.restart();
    }
    rows.options();
    for (Map.Entry<String, String> namespace : options.namespaces().entrySet()) {
      declare(namespace.getKey(), namespace.getValue());
    }
  }

  private void declare(String prefix, String iri) throws IOException {
    int start = out.end;
    int rowsBefore = out.rows;
    rows.namespace(prefix, iri, statements);
    endFrameBefore(start, rowsBefore);
  }

  private void endGraph() throws IOException {
    int start = out.end;
    int rowsBefore = out.rows;
    rows.endGraph();
    if (out.rows > rowsBefore) {
      endFrameBefore(start, rowsBefore);
    }
  }

  /** Moves the rows from {@code start} on to the next frame if the frame is too long with them. */
  private void endFrameBefore(int start, int rowsBefore) throws IOException {
    if (out.length() > maxFrameBytes && rowsBefore > 0) {
      out.keep(start, rowsBefore);
      output.flush();
    }
  }

  /** Makes sure that the current frame has room for more rows. */
  private void startRows() throws IOException {
    if (!started) {
      start();
    } else if (out.rows >= frameSize || out.length() >= maxFrameBytes) {
      output.flush();
    }
  }

  private void checkpoint() throws IOException {
    endGraph();
    if (out.rows > 0) {
      output.flush();
    }
    output.checkpoint(statements, 0);
    // Before the rows, so that the first bytes of a frame identify a checkpoint.
    output.metadata(CHECKPOINT_KEY, CHECKPOINT_VALUE);
    output.scope();
    rows.start();
  }
}
