package io.github.jellybridge.patch;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.decode.RowDecoder;
import io.github.jellybridge.jelly.decode.StreamFormat;
import io.github.jellybridge.jelly.split.Split;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.jelly.wire.PatchRowKind;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/**
 * Decodes a stream of patches into batches of operations, with the frames, lookups and terms of
 * Jelly-RDF. Internal to package {@code patch}; use {@code PatchReader} instead.
 */
public final class PatchDecoder implements Closeable {
  private final JellyReader reader;
  private final Format format = new Format();
  private long lastPatch = -1;
  private long nextSeq;

  /**
   * Opens a stream. Reads no bytes yet.
   *
   * @param in the decompressed bytes; closed with the decoder
   * @param file the name that errors carry
   * @param options how to read
   * @param memory arrays that earlier decoders may have used
   */
  public PatchDecoder(InputStream in, String file, JellyReadOptions options, BufferPool memory) {
    reader = new JellyReader(in, file, options, memory, Split.WHOLE, format);
  }

  /** Reads up to and including the options row. */
  public PatchOptions options() throws IOException {
    reader.header();
    return format.patchOptions;
  }

  /** Returns whether each frame is preceded by its length. */
  public boolean delimited() throws IOException {
    return reader.header().delimited();
  }

  /** Reads operations until the batch is full; returns false at the end of the stream. */
  public boolean nextBatch(int max) throws IOException {
    boolean more = reader.nextBatch(max);
    if (more && reader.batch().size() > 0) {
      number(reader.batch());
    }
    return more;
  }

  /** Sets the position in its patch of a batch's first operation. */
  private void number(StatementBatch batch) {
    long[] patch = batch.patch;
    long first = patch[0] == lastPatch ? nextSeq : 0;
    batch.firstSeq(first);
    int size = batch.size();
    lastPatch = patch[size - 1];
    int start = size - 1;
    while (start > 0 && patch[start - 1] == lastPatch) {
      start--;
    }
    nextSeq = start == 0 ? first + size : size - start;
  }

  /** Returns the last read operations. */
  public StatementBatch batch() {
    return reader.batch();
  }

  /** Returns the terms that the batch refers to. */
  public TermTable terms() {
    return reader.terms();
  }

  /** Returns the number of patches that have ended so far; all patches at the end of the stream. */
  public long patches() {
    return format.rows == null ? 0 : format.rows.patches();
  }

  /** Returns how many graph names in a stream of triples were ignored. */
  public long ignoredGraphs() {
    return format.rows == null ? 0 : format.rows.ignoredGraphs();
  }

  /** Returns how many violations {@code strict=false} has accepted so far. */
  public long violations() {
    return reader.violations();
  }

  /** Returns the number of frames read to their end. */
  public long framesRead() {
    return reader.framesRead();
  }

  /** Returns the number of operations read. */
  public long operationsRead() {
    return reader.statementsRead();
  }

  /** Returns the number of decompressed bytes decoded. */
  public long bytesRead() {
    return reader.bytesRead();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  /** The format of streams of patches. */
  private static final class Format implements StreamFormat {
    private PatchOptions patchOptions;
    private PatchRowDecoder rows;

    @Override
    public boolean oneLayout() {
      return true;
    }

    @Override
    public StatementBatch batch(BufferPool memory, int columns, int capacity) {
      return StatementBatch.ofOperations(
          capacity,
          (columns & JellyReadOptions.S) != 0,
          (columns & JellyReadOptions.P) != 0,
          (columns & JellyReadOptions.O) != 0,
          (columns & JellyReadOptions.G) != 0);
    }

    @Override
    public int kindOf(WireReader in, int from, int to) throws JellyParseException {
      return PatchRowKind.of(in, from, to);
    }

    @Override
    public StreamOptions options(
        WireReader in, JellyReadOptions options, Layout layout, int from, int to)
        throws JellyParseException {
      patchOptions = new PatchOptionsReader(in, options).read(from, to);
      return patchOptions.streamOptions();
    }

    @Override
    public RowDecoder rows(
        Layout layout,
        WireReader in,
        TermTable terms,
        StreamOptions stream,
        JellyReadOptions options) {
      rows = new PatchRowDecoder(in, terms, patchOptions, options);
      return rows;
    }
  }
}
