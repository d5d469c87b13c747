package io.github.jellybridge.patch;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.jelly.wire.FrameWriter;
import io.github.jellybridge.jelly.wire.PatchRowKind;
import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Encodes operations of patches as a stream, with the frames, lookups and terms of Jelly-RDF; the
 * counterpart of {@link PatchDecoder}. Internal to package {@code patch}; use {@code PatchWriter}
 * instead.
 */
public final class PatchEncoder implements Closeable {
  private final FrameWriter output;
  private final PatchOptions options;
  private final FrameBuffer out = new FrameBuffer();
  private final PatchRowEncoder rows;
  private final int frameSize;
  private final int maxFrameBytes;

  private boolean started;
  private boolean inTransaction;
  private boolean inPatch;
  private long operations;
  private long patches;
  private long frames;

  /**
   * Opens a stream. Writes no bytes yet.
   *
   * @param sink the target of the bytes, which receives whole frames; closed with the encoder
   * @param options the options row
   * @param frameSize number of rows that end a frame, 0 for no limit; ignored if each frame is a
   *     patch
   * @param maxFrameBytes largest frame in bytes, unless a single row is larger; 0 for no limit;
   *     ignored if each frame is a patch
   */
  public PatchEncoder(OutputStream sink, PatchOptions options, int frameSize, int maxFrameBytes) {
    this.output = new FrameWriter(sink, true);
    this.options = options;
    this.rows = new PatchRowEncoder(out, options);
    boolean automatic = options.streamType() != PatchStreamType.FRAME;
    this.frameSize = automatic && frameSize > 0 ? frameSize : Integer.MAX_VALUE;
    this.maxFrameBytes = automatic && maxFrameBytes > 0 ? maxFrameBytes : Integer.MAX_VALUE;
  }

  /**
   * Writes some operations of a batch. Ignores their patch numbers: the caller ends patches with
   * {@link #endPatch}.
   *
   * @throws JellyWriteException if an operation cannot be written with the options given
   */
  public void write(StatementBatch batch, TermTable terms, int from, int to) throws IOException {
    output.begin();
    rows.use(terms);
    if (from < to) {
      startRows();
    }
    for (int i = from; i < to; i++) {
      if (out.rows >= frameSize || out.length() >= maxFrameBytes) {
        flush();
      }
      int start = out.end;
      int rowsBefore = out.rows;
      int g = batch.g == null ? TermTable.NO_TERM : batch.g[i];
      byte op = batch.op[i];
      if (op == PatchOp.ADD || op == PatchOp.DELETE) {
        int kind = op == PatchOp.ADD ? PatchRowKind.ADD : PatchRowKind.DELETE;
        rows.statement(kind, batch.s[i], batch.p[i], batch.o[i], g, operations);
      } else {
        other(batch, terms, i, g);
      }
      operations++;
      endFrameBefore(start, rowsBefore);
    }
    rows.detach(terms);
    output.end();
  }

  /** Writes an operation other than adding or deleting a statement. */
  private void other(StatementBatch batch, TermTable terms, int i, int g) throws IOException {
    switch (batch.op[i]) {
      case PatchOp.ADD_NAMESPACE ->
          rows.namespace(
              PatchRowKind.NAMESPACE_ADD,
              text(terms, batch.name[i]),
              batch.value[i],
              g,
              operations);
      case PatchOp.DELETE_NAMESPACE ->
          rows.namespace(
              PatchRowKind.NAMESPACE_DELETE,
              text(terms, batch.name[i]),
              batch.value[i],
              g,
              operations);
      case PatchOp.HEADER -> rows.header(text(terms, batch.name[i]), batch.value[i], operations);
      case PatchOp.START -> {
        if (inTransaction) {
          throw wrong("the end of a transaction before the next one", "TX in a transaction");
        }
        inTransaction = true;
        rows.empty(PatchRowKind.START);
      }
      case PatchOp.COMMIT, PatchOp.ABORT -> {
        String label = PatchOp.label(batch.op[i]);
        if (!inTransaction) {
          throw wrong("TX before " + label, label + " outside of a transaction");
        }
        inTransaction = false;
        rows.empty(batch.op[i] == PatchOp.COMMIT ? PatchRowKind.COMMIT : PatchRowKind.ABORT);
      }
      default -> throw new IllegalArgumentException("no operation " + batch.op[i]);
    }
  }

  private static byte[] text(TermTable terms, int id) {
    if (id == TermTable.NO_TERM) {
      return new byte[0];
    }
    // Without a string in between, which would hide invalid UTF-8.
    int from = terms.valueOffset(id);
    return Arrays.copyOfRange(terms.data(), from, from + terms.valueLength(id));
  }

  private JellyWriteException wrong(String expected, String found) {
    return new JellyWriteException(operations, expected, found, null);
  }

  /**
   * Ends the current patch, which may be empty.
   *
   * @throws JellyWriteException inside a transaction, and for a second patch in a stream of type
   *     FLAT
   */
  public void endPatch() throws IOException {
    output.begin();
    endOpenPatch();
    output.end();
  }

  private void endOpenPatch() throws IOException {
    start();
    if (inTransaction) {
      throw wrong("TC or TA before the end of the patch", "the end of the patch");
    }
    switch (options.streamType()) {
      case FRAME -> flush();
      case FLAT -> {
        if (patches > 0) {
          throw onePatch();
        }
      }
      case PUNCTUATED -> {
        int start = out.end;
        int rowsBefore = out.rows;
        rows.empty(PatchRowKind.PUNCTUATION);
        endFrameBefore(start, rowsBefore);
        // The earlier draft of the specification requires the mark at the end of a frame.
        flush();
      }
      default -> throw new IllegalStateException();
    }
    patches++;
    inPatch = false;
  }

  private JellyWriteException onePatch() {
    return new JellyWriteException(
        operations, "one patch in a stream of type FLAT", "another one", "streamType");
  }

  /** Ends the last patch and writes the remaining rows; does not close the stream. */
  public void finish() throws IOException {
    output.finish(this::writeLast);
  }

  private void writeLast() throws IOException {
    if (inPatch || options.streamType() == PatchStreamType.FLAT && patches == 0) {
      endOpenPatch();
    }
    start();
    if (out.rows > 0) {
      flush();
    }
  }

  /** Finishes the stream, unless writing failed before, and closes it. */
  @Override
  public void close() throws IOException {
    output.close(this::writeLast);
  }

  /** Returns the number of operations written. */
  public long operationsWritten() {
    return operations;
  }

  /** Returns the number of patches that were ended. */
  public long patchesWritten() {
    return patches;
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

  private void start() {
    if (!started) {
      started = true;
      // With ids, so that the stream may follow another file with the same options.
      rows.start();
    }
  }

  private void startRows() throws IOException {
    start();
    if (options.streamType() == PatchStreamType.FLAT && patches > 0) {
      throw onePatch();
    }
    inPatch = true;
  }

  /** Moves the rows from {@code start} on to the next frame if the frame is too long with them. */
  private void endFrameBefore(int start, int rowsBefore) throws IOException {
    if (out.length() > maxFrameBytes && rowsBefore > 0) {
      out.keep(start, rowsBefore);
      flush();
    }
  }

  private void flush() throws IOException {
    output.write(out.data, out.end);
    frames++;
    out.reset();
  }
}
