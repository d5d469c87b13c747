package io.github.jellybridge.jelly;

import io.github.jellybridge.jelly.encode.V1RowEncoder;
import io.github.jellybridge.jelly.split.CheckpointIndex;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.jelly.wire.FrameWriter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Writes a Jelly-RDF 1.x stream from batches of term ids; mirrors {@link JellyReader}.
 *
 * <pre>{@code
 * try (JellyWriter writer = JellyWriter.open(out, JellyWriteOptions.defaults())) {
 *   while (reader.nextBatch(4096)) {
 *     writer.write(reader.batch(), reader.terms());
 *   }
 * }
 * }</pre>
 *
 * <p>The writer ends frames of flat streams itself, see {@link JellyWriteOptions#frameSize} and
 * {@link JellyWriteOptions#maxFrameBytes}; the caller ends frames of grouped streams with {@link
 * #endFrame}. Blank node labels are written unchanged and denote the same node throughout the
 * stream. After an exception the writer accepts no more statements. Not thread-safe.
 */
public final class JellyWriter implements Closeable {
  /** The metadata key of a frame that depends on no earlier frame. */
  static final String CHECKPOINT_KEY = "jelly-bridge.checkpoint";

  /** The value of that key: the version of the rules of checkpoints. */
  static final byte[] CHECKPOINT_VALUE = {1};

  /** The metadata key of the scope that files with the same blank nodes share. */
  public static final String SCOPE_KEY = "jelly-bridge.scope";

  private static final int METADATA = 15;

  private final FrameWriter output;
  private final JellyWriteOptions options;
  private final FrameBuffer out = new FrameBuffer();
  private final V1RowEncoder rows;

  /** Whether the writer may end frames without a call of {@link #endFrame}. */
  private final boolean automatic;

  private final long checkpointBytes;
  private final int frameSize;
  private final int maxFrameBytes;

  private boolean started;
  private long statements;
  private long frames;
  private long lastCheckpoint;
  private final List<SplitPoint> checkpoints = new ArrayList<>();

  // With checkpoints, the last frame that endFrame ended: it may become the last of the file.
  private byte[] held;

  private JellyWriter(OutputStream sink, JellyWriteOptions options) {
    this.output = new FrameWriter(sink, options.delimited());
    this.options = options;
    this.rows = new V1RowEncoder(out, options);
    this.automatic = options.delimited() && !options.logicalType().grouped();
    this.checkpointBytes =
        options.delimited() && options.checkpointBytes() > 0
            ? options.checkpointBytes()
            : Long.MAX_VALUE;
    boolean byRows = automatic && options.frameSize() > 0;
    this.frameSize = byRows ? options.frameSize() : Integer.MAX_VALUE;
    boolean byBytes = automatic && options.maxFrameBytes() > 0;
    this.maxFrameBytes = byBytes ? options.maxFrameBytes() : Integer.MAX_VALUE;
  }

  /**
   * Opens a stream. Writes no bytes yet.
   *
   * @param out the target of the bytes; receives whole frames, so needs no buffer; closed with the
   *     writer. Compression is up to the caller.
   * @param options how to write
   */
  public static JellyWriter open(OutputStream out, JellyWriteOptions options) {
    return new JellyWriter(out, options);
  }

  /**
   * Writes a namespace declaration.
   *
   * @param prefix the short name, without the colon
   * @param iri the namespace
   * @throws IllegalStateException if the stream was started without {@link
   *     JellyWriteOptions#namespaceDeclarations}
   */
  public void namespace(String prefix, String iri) throws IOException {
    if (!options.namespaceDeclarations()) {
      throw new IllegalStateException(
          "the stream declares no namespaces; set namespaceDeclarations or namespaces");
    }
    output.begin();
    startRows();
    declare(prefix, iri);
    output.end();
  }

  /**
   * Writes all statements of a batch.
   *
   * @param batch term ids of the table; without a {@code g} column, all statements are in the
   *     default graph
   * @param terms the term table; not used after the call
   * @throws JellyWriteException if a statement cannot be written with the options given
   */
  public void write(StatementBatch batch, TermTable terms) throws IOException {
    write(batch, terms, 0, batch.size());
  }

  /**
   * Writes some statements of a batch.
   *
   * @param from the first entry to write
   * @param to one past the last entry to write
   * @throws JellyWriteException if a statement cannot be written with the options given
   */
  public void write(StatementBatch batch, TermTable terms, int from, int to) throws IOException {
    if (from < 0 || to > batch.size() || from > to) {
      throw new IndexOutOfBoundsException(from + " to " + to + " of " + batch.size());
    }
    if (batch.s == null || batch.p == null || batch.o == null) {
      throw new IllegalArgumentException("a batch without subjects, predicates or objects");
    }
    output.begin();
    rows.use(terms);
    for (int i = from; i < to; i++) {
      startRows();
      int start = out.end;
      int rowsBefore = out.rows;
      rows.statement(batch, i, statements);
      statements++;
      endFrameBefore(start, rowsBefore);
    }
    rows.detach(terms);
    output.end();
  }

  /**
   * Ends the current frame, for streams whose frames have a meaning. Also ends the current graph.
   * Writes the frame even if it is empty.
   */
  public void endFrame() throws IOException {
    output.begin();
    if (!started) {
      start();
    }
    endGraph();
    flush(!checkpoints.isEmpty());
    output.end();
  }

  /** Writes the remaining rows but does not close the stream. No more rows can be written. */
  public void finish() throws IOException {
    output.finish(this::writeLast);
  }

  /** Finishes the stream, unless writing failed before, and closes it. */
  @Override
  public void close() throws IOException {
    output.close(this::writeLast);
  }

  /** Returns the number of statements written. */
  public long statementsWritten() {
    return statements;
  }

  /** Returns the number of frames written to their end. */
  public long framesWritten() {
    return frames;
  }

  /** Returns the number of bytes passed to the output stream. */
  public long bytesWritten() {
    return output.bytes();
  }

  // ---- frames --------------------------------------------------------------------------------

  private void start() throws IOException {
    started = true;
    if (options.delimited()) {
      // Before the rows, so that readers know the scope before the first blank node.
      scope();
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
      flush();
    }
  }

  /** Makes sure that the current frame has room for more rows. */
  private void startRows() throws IOException {
    if (!started) {
      start();
    } else if (position() + out.length() - lastCheckpoint >= checkpointBytes
        && (automatic || out.rows == 0)) {
      checkpoint();
    } else if (out.rows >= frameSize || out.length() >= maxFrameBytes) {
      flush();
    }
  }

  private void checkpoint() throws IOException {
    endGraph();
    if (out.rows > 0) {
      flush();
    }
    lastCheckpoint = position();
    checkpoints.add(new SplitPoint(lastCheckpoint, frames, statements, null));
    // Before the rows, so that the first bytes of a frame identify a checkpoint.
    metadata(CHECKPOINT_KEY, CHECKPOINT_VALUE);
    scope();
    rows.start();
  }

  private void scope() {
    if (options.scope() != null) {
      metadata(SCOPE_KEY, options.scope().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Writes an entry of the metadata map. */
  private void metadata(String key, byte[] value) {
    byte[] name = key.getBytes(StandardCharsets.US_ASCII);
    int length =
        2
            + FrameBuffer.varintLength(name.length)
            + name.length
            + FrameBuffer.varintLength(value.length)
            + value.length;
    out.ensure(length + 8L);
    byte[] d = out.data;
    int p = out.end;
    d[p] = METADATA << 3 | 2;
    p = FrameBuffer.varint(d, p + 1, length);
    p = FrameBuffer.field(d, p, 1, name);
    out.end = FrameBuffer.field(d, p, 2, value);
  }

  private void flush() throws IOException {
    flush(false);
  }

  private void flush(boolean hold) throws IOException {
    if (frames == 0) {
      if (!options.delimited()) {
        // After the rows: the options row has to come first to show how the stream is framed.
        scope();
      }
    } else if (!options.delimited()) {
      throw new IllegalStateException("a stream that is not delimited has one frame");
    }
    writeHeld();
    if (hold) {
      held = Arrays.copyOf(out.data, out.end);
    } else {
      output.write(out.data, out.end);
    }
    frames++;
    out.reset();
  }

  /** Returns the offset in the file of the next frame. */
  private long position() {
    return held == null
        ? output.bytes()
        : output.bytes() + delimitedLength(held.length - FrameBuffer.HEAD);
  }

  private static int delimitedLength(int frame) {
    return FrameBuffer.varintLength(frame) + frame;
  }

  private void writeHeld() throws IOException {
    if (held != null) {
      byte[] frame = held;
      held = null;
      output.write(frame, frame.length);
    }
  }

  /** Returns how many bytes a list of checkpoints takes in a frame. */
  private int listLength(byte[] list) {
    int start = out.end;
    metadata(CheckpointIndex.KEY, CheckpointIndex.value(list, 0));
    int length = out.end - start;
    out.end = start;
    return length;
  }

  /** Writes the last frame, which contains the list of checkpoints. */
  private void writeLast() throws IOException {
    if (!started) {
      start();
    }
    endGraph();
    if (checkpoints.isEmpty()) {
      if (out.rows > 0) {
        flush();
      }
      return;
    }
    byte[] list = CheckpointIndex.list(checkpoints);
    long room = (long) maxFrameBytes - listLength(list);
    if (out.rows == 0 && held.length - FrameBuffer.HEAD <= room) {
      // The caller ended the last frame: it is the held one.
      byte[] frame = held;
      held = null;
      System.arraycopy(frame, 0, out.data, 0, frame.length);
      out.end = frame.length;
      frames--;
    } else if (out.rows > 0 && out.length() > room) {
      // The list needs its own frame.
      flush();
    }
    writeHeld();
    int start = out.end;
    metadata(CheckpointIndex.KEY, CheckpointIndex.value(list, 0));
    long fileLength = output.bytes() + delimitedLength(out.length());
    out.end = start;
    metadata(CheckpointIndex.KEY, CheckpointIndex.value(list, fileLength));
    output.write(out.data, out.end);
    frames++;
    out.reset();
  }
}
