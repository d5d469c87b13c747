package io.github.jellybridge.patch;

import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes a stream of Jelly-Patch from events or from batches of operations; the counterpart of
 * {@link PatchReader}.
 *
 * <p>Enforces the rules of transactions and of the stream type with a {@link
 * io.github.jellybridge.jelly.JellyWriteException}, after which nothing more can be written. Not
 * thread-safe.
 */
public final class PatchWriter implements PatchHandler, Closeable {
  private static final int BATCH = 1024;

  private final PatchEncoder encoder;
  private final StatementBatch waiting = StatementBatch.ofOperations(BATCH, true, true, true, true);
  private TermTable terms;

  private PatchWriter(PatchEncoder encoder) {
    this.encoder = encoder;
  }

  /**
   * Opens a stream. Writes no bytes yet.
   *
   * @param out the target of the bytes; receives whole frames, so needs no buffer; closed with the
   *     writer. Compression is up to the caller.
   * @param options how to write
   */
  public static PatchWriter open(OutputStream out, PatchWriteOptions options) {
    return new PatchWriter(
        new PatchEncoder(out, options.row(), options.frameSize(), options.maxFrameBytes()));
  }

  /**
   * Writes operations of a batch; ignores {@link StatementBatch#patch}.
   *
   * @throws io.github.jellybridge.jelly.JellyWriteException if an operation cannot be written with
   *     the options given
   */
  public void write(StatementBatch batch, TermTable table, int from, int to) throws IOException {
    forget();
    encoder.write(batch, table, from, to);
  }

  /**
   * Sets the table that the ids of events refer to. Call this before the first event. The options
   * are those of the input; they are ignored and may be null, as the stream has the options that
   * this writer was opened with.
   */
  @Override
  public void start(PatchOptions options, TermTable table) throws IOException {
    forget();
    terms = table;
  }

  @Override
  public void add(int s, int p, int o, int g) throws IOException {
    event(PatchOp.ADD, s, p, o, g);
  }

  @Override
  public void delete(int s, int p, int o, int g) throws IOException {
    event(PatchOp.DELETE, s, p, o, g);
  }

  @Override
  public void addNamespace(String name, int iri, int g) throws IOException {
    named(PatchOp.ADD_NAMESPACE, name, iri, g);
  }

  @Override
  public void deleteNamespace(String name, int iri, int g) throws IOException {
    named(PatchOp.DELETE_NAMESPACE, name, iri, g);
  }

  @Override
  public void startTransaction() throws IOException {
    event(PatchOp.START, 0, 0, 0, 0);
  }

  @Override
  public void commit() throws IOException {
    event(PatchOp.COMMIT, 0, 0, 0, 0);
  }

  @Override
  public void abort() throws IOException {
    event(PatchOp.ABORT, 0, 0, 0, 0);
  }

  @Override
  public void header(String name, int value) throws IOException {
    named(PatchOp.HEADER, name, value, TermTable.NO_TERM);
  }

  @Override
  public void endPatch() throws IOException {
    forget();
    encoder.endPatch();
  }

  /** Writes the buffered events while their terms are valid. */
  @Override
  public void forget() throws IOException {
    int n = waiting.size();
    if (n > 0) {
      waiting.clear(0);
      encoder.write(waiting, terms, 0, n);
    }
  }

  /**
   * Ends the last patch and writes the remaining rows; does not close the stream.
   *
   * @throws io.github.jellybridge.jelly.JellyWriteException inside a transaction
   */
  public void finish() throws IOException {
    forget();
    encoder.finish();
  }

  /** Finishes the stream, unless writing failed before, and closes it. */
  @Override
  public void close() throws IOException {
    try {
      forget();
    } finally {
      encoder.close();
    }
  }

  /** Returns the number of operations written. */
  public long operationsWritten() {
    return encoder.operationsWritten() + waiting.size();
  }

  /** Returns the number of patches that were ended. */
  public long patchesWritten() {
    return encoder.patchesWritten();
  }

  /** Returns the number of frames written to their end. */
  public long framesWritten() {
    return encoder.framesWritten();
  }

  /** Returns the number of bytes passed to the output stream. */
  public long bytesWritten() {
    return encoder.bytesWritten();
  }

  private void named(byte op, String name, int value, int g) throws IOException {
    byte[] text = Utf8.bytes(name);
    int n = event(op, TermTable.NO_TERM, TermTable.NO_TERM, TermTable.NO_TERM, g);
    waiting.name[n] = terms.addCopy(TermKind.LITERAL, text, 0, text.length);
    waiting.value[n] = value;
  }

  private int event(byte op, int s, int p, int o, int g) throws IOException {
    if (terms == null) {
      throw new IllegalStateException("start must be called first, with the table of the ids");
    }
    if (waiting.size() == BATCH) {
      forget();
    }
    int n = waiting.size();
    waiting.op[n] = op;
    waiting.s[n] = s;
    waiting.p[n] = p;
    waiting.o[n] = o;
    waiting.g[n] = g;
    waiting.name[n] = TermTable.NO_TERM;
    waiting.value[n] = TermTable.NO_TERM;
    waiting.size(n + 1);
    return n;
  }
}
