package io.github.jellybridge.patch;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads a stream of Jelly-Patch as events or as batches of operations.
 *
 * <pre>{@code
 * try (PatchReader reader = PatchReader.open(in, "changes.jellyp", PatchReader.defaults())) {
 *   reader.read(handler);
 * }
 * }</pre>
 *
 * <p>A graph name in a stream of triples is ignored and counted. Not thread-safe.
 */
public final class PatchReader implements StatementReader {
  private static final int BATCH = 4096;

  /** Keeps blank node labels: patches use them to name nodes of the data that they apply to. */
  private static final JellyReadOptions DEFAULTS =
      JellyReadOptions.builder().blankNodes(BlankNodes.PRESERVE).build();

  private final PatchDecoder decoder;

  PatchReader(PatchDecoder decoder) {
    this.decoder = decoder;
  }

  /** Returns the defaults: strict, unchanged blank node labels, all columns. */
  public static JellyReadOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Opens a stream. Reads no bytes yet.
   *
   * @param in the decompressed bytes; closed with the reader
   * @param file the name that errors carry
   * @param options how to read
   */
  public static PatchReader open(InputStream in, String file, JellyReadOptions options) {
    return new PatchReader(new PatchDecoder(in, file, options, new BufferPool()));
  }

  /**
   * Reads up to and including the options row.
   *
   * @throws io.github.jellybridge.jelly.JellyParseException if the stream does not start with a
   *     valid options row
   */
  public PatchOptions options() throws IOException {
    return decoder.options();
  }

  /**
   * Returns whether each frame is preceded by its length; otherwise the stream is a single frame.
   *
   * @throws io.github.jellybridge.jelly.JellyParseException if the stream does not start with a
   *     valid options row
   */
  public boolean delimited() throws IOException {
    return decoder.delimited();
  }

  /**
   * Reads the whole stream and calls a handler for each operation and end of a patch.
   *
   * @throws io.github.jellybridge.jelly.JellyParseException if the input breaks a rule or a limit;
   *     the handler has received the operations before the error and the ends of patches between
   *     them
   */
  public void read(PatchHandler handler) throws IOException {
    handler.start(options(), decoder.terms());
    long ended = 0;
    while (nextBatch(BATCH)) {
      StatementBatch batch = decoder.batch();
      for (int i = 0; i < batch.size(); i++) {
        for (; ended < batch.patch[i]; ended++) {
          handler.endPatch();
        }
        event(batch, i, handler);
      }
      handler.forget();
    }
    for (; ended < decoder.patches(); ended++) {
      handler.endPatch();
    }
  }

  private void event(StatementBatch batch, int i, PatchHandler handler) throws IOException {
    switch (batch.op[i]) {
      case PatchOp.ADD -> handler.add(batch.s[i], batch.p[i], batch.o[i], batch.g[i]);
      case PatchOp.DELETE -> handler.delete(batch.s[i], batch.p[i], batch.o[i], batch.g[i]);
      case PatchOp.ADD_NAMESPACE ->
          handler.addNamespace(decoder.terms().value(batch.name[i]), batch.value[i], batch.g[i]);
      case PatchOp.DELETE_NAMESPACE ->
          handler.deleteNamespace(decoder.terms().value(batch.name[i]), batch.value[i], batch.g[i]);
      case PatchOp.START -> handler.startTransaction();
      case PatchOp.COMMIT -> handler.commit();
      case PatchOp.ABORT -> handler.abort();
      default -> handler.header(decoder.terms().value(batch.name[i]), batch.value[i]);
    }
  }

  /**
   * Reads operations until the batch is full or the stream ends.
   *
   * @return false at the end of the stream
   * @throws io.github.jellybridge.jelly.JellyParseException if the input breaks a rule or a limit
   */
  @Override
  public boolean nextBatch(int maxOperations) throws IOException {
    return decoder.nextBatch(maxOperations);
  }

  /** Returns the operations that were read last; see {@link StatementBatch#op}. */
  @Override
  public StatementBatch batch() {
    return decoder.batch();
  }

  /** Returns the terms that the batch refers to, until the next call of {@link #nextBatch}. */
  @Override
  public TermTable terms() {
    return decoder.terms();
  }

  /** Returns the number of patches that have ended so far; all patches at the end of the stream. */
  public long patchesRead() {
    return decoder.patches();
  }

  /** Returns the number of operations read. */
  @Override
  public long statementsRead() {
    return decoder.operationsRead();
  }

  /**
   * Counts the remaining operations.
   *
   * @throws io.github.jellybridge.jelly.JellyParseException if the input breaks a rule or a limit
   */
  @Override
  public long countStatements() throws IOException {
    long before = statementsRead();
    while (nextBatch(BATCH)) {
      // Decoding checks the rules.
    }
    return statementsRead() - before;
  }

  /** Returns the number of frames read to their end. */
  @Override
  public long framesRead() {
    return decoder.framesRead();
  }

  /** Returns the number of decompressed bytes decoded. */
  @Override
  public long bytesRead() {
    return decoder.bytesRead();
  }

  /** Returns how many graph names in a stream of triples were ignored. */
  public long ignoredGraphs() {
    return decoder.ignoredGraphs();
  }

  /** Returns how many violations {@code strict=false} has accepted so far. */
  @Override
  public long violations() {
    return decoder.violations();
  }

  @Override
  public void close() throws IOException {
    decoder.close();
  }
}
