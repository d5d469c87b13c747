package io.github.jellybridge.jelly;

import io.github.jellybridge.jelly.decode.FrameBlankNodes;
import io.github.jellybridge.jelly.decode.FrameReader;
import io.github.jellybridge.jelly.decode.HeaderReader;
import io.github.jellybridge.jelly.decode.StreamFormat;
import io.github.jellybridge.jelly.split.BoundaryCheck;
import io.github.jellybridge.jelly.split.Split;
import io.github.jellybridge.jelly.split.StreamState;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.jelly.wire.ChunkedInput;
import io.github.jellybridge.jelly.wire.FrameCounter;
import io.github.jellybridge.jelly.wire.LimitedInputStream;
import io.github.jellybridge.jelly.wire.ReadAhead;
import io.github.jellybridge.jelly.wire.RowCounter;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.TermTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a Jelly-RDF stream of either layout as batches of term ids.
 *
 * <pre>{@code
 * try (JellyReader reader = JellyReader.open(in, "products.jelly", JellyReadOptions.defaults())) {
 *   while (reader.nextFrame()) {
 *     StatementBatch batch = reader.batch();
 *     for (int i = 0; i < batch.size(); i++) {
 *       System.out.println(reader.terms().value(batch.s[i]));
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>A batch and its terms are valid until the next call of a {@code next} method. Memory is
 * bounded by {@link JellyReadOptions#chunkBytes}, the lookups and the largest row (or frame, with
 * {@code wholeFrames} or {@link #nextFrame}). A method that failed on the input fails in the same
 * way when it is called again. Not thread-safe.
 */
public final class JellyReader implements StatementReader {
  private static final int BATCH = 4096;

  /**
   * Chunk size for counting, in bytes. Counting keeps no data of a chunk. A smaller chunk stays in
   * the CPU cache, which makes counting 10 % faster.
   */
  private static final int COUNT_CHUNK = 1 << 19;

  public final WireReader in;
  private final JellyReadOptions options;
  private final TermTable terms;
  private final StatementBatch batch;
  private final FrameBlankNodes frameScope;
  private final Split split;

  /** All bytes from the start of the split on, including those after its end. */
  private final InputStream stream;

  private final ChunkedInput chunks;
  public final FrameReader frames;
  public final HeaderReader headerReader;
  private long statements;
  private JellyParseException pending;
  private boolean endChecked;
  private boolean closed;

  /** Opens a stream of statements, or of patches. */
  public JellyReader(
      InputStream stream,
      String file,
      JellyReadOptions options,
      BufferPool memory,
      Split split,
      StreamFormat format) {
    memory.lend();
    this.split = split;
    this.stream = stream;
    InputStream in = split.equals(Split.WHOLE) ? stream : part(stream, split);
    this.options = options;
    this.terms = memory.terms;
    this.batch = format.batch(memory, options.columns(), BATCH);
    this.in = new WireReader(in, file);
    if (split.start() != null) {
      StreamState state = split.start().state();
      this.in.base = split.offset() - (state == null ? 0 : state.prologue().length);
      this.in.frame = split.start().frame() - (state == null ? 0 : 1);
      this.statements = split.start().statement();
    }
    this.frameScope =
        options.blankNodes() == BlankNodes.FRAME
            ? new FrameBlankNodes(terms, options.scope() == null ? file : options.scope())
            : null;
    // With whole frames the rest of a chunk is large, and moving it would cost more than waiting.
    ReadAhead ahead =
        options.readAhead() && !options.wholeFrames() ? new ReadAhead(this.in::read) : null;
    this.chunks = new ChunkedInput(this.in, memory, ahead, options.chunkBytes());
    this.frames =
        new FrameReader(this.in, chunks, split, batch, frameScope, options.maxFrameBytes());
    this.headerReader =
        new HeaderReader(this.in, chunks, frames, split, format, batch, terms, options);
  }

  /**
   * Opens a stream. Reads no bytes yet.
   *
   * @param in the decompressed bytes; closed with the reader
   * @param file the name that errors carry, and the default scope of blank nodes
   * @param options how to read
   */
  public static JellyReader open(InputStream in, String file, JellyReadOptions options) {
    return open(in, file, options, new BufferPool());
  }

  /**
   * Opens a stream like {@link #open(InputStream, String, JellyReadOptions)}, reusing the arrays of
   * earlier readers. Batches and terms of those readers become invalid.
   *
   * @throws IllegalStateException if a reader that is not closed uses the memory
   */
  public static JellyReader open(
      InputStream in, String file, JellyReadOptions options, BufferPool memory) {
    return open(in, file, options, memory, Split.WHOLE);
  }

  /**
   * Opens a split of a file. Frames, statements and bytes are counted as in the whole file.
   *
   * @param in the bytes from {@link Split#offset()} on
   * @throws IllegalStateException if a reader that is not closed uses the memory
   */
  public static JellyReader open(
      InputStream in, String file, JellyReadOptions options, BufferPool memory, Split split) {
    return new JellyReader(in, file, options, memory, split, StreamFormat.STATEMENTS);
  }

  private static InputStream part(InputStream in, Split split) {
    InputStream part =
        split.isLast() ? in : new LimitedInputStream(in, split.end() - split.offset());
    if (split.start() != null && split.start().state() != null) {
      byte[] prologue = split.start().state().prologue();
      part = new SequenceInputStream(new ByteArrayInputStream(prologue), part);
    }
    return part;
  }

  /**
   * Reads up to and including the options row.
   *
   * @throws IllegalStateException if the reader was closed before the header was read
   * @throws JellyParseException if the stream does not start with a valid options row
   */
  public StreamHeader header() throws IOException {
    if (headerReader.header == null) {
      StatementReader.requireOpen(closed);
      headerReader.read();
    }
    return headerReader.header;
  }

  private void startReading() throws IOException {
    StatementReader.requireOpen(closed);
    header();
    batch.clear(statements);
    if (pending != null) {
      throw pending;
    }
  }

  /**
   * Reads statements until the batch is full or the stream ends. A batch may end inside a frame and
   * may span frames; it holds at least one statement.
   *
   * @param maxStatements the number of statements at which the batch is full; with {@code
   *     wholeFrames} the last frame may exceed it
   * @return false at the end of the stream
   * @throws JellyParseException if the input breaks a rule or a limit; earlier calls have returned
   *     all statements before the error (with {@code wholeFrames}, all complete frames)
   */
  @Override
  public boolean nextBatch(int maxStatements) throws IOException {
    StatementReader.requireRoom(maxStatements);
    startReading();
    headerReader.emptyFrames = 0;
    int before = 0;
    try {
      if (frames.inFrame && options.wholeFrames()) {
        frames.makeFrameWhole();
      }
      while (frames.inFrame
          || batch.size() < maxStatements && frames.startFrame(options.wholeFrames())) {
        before = batch.size();
        batch.startFrame(before, in.frame);
        boolean frameAtOnce = options.wholeFrames() && !frames.rows.needsWholeFrames();
        boolean more = frames.decode(frameAtOnce ? Integer.MAX_VALUE : maxStatements);
        scopeBlankNodes(before);
        if (!more) {
          break;
        }
        before = batch.size();
      }
      if (batch.size() == 0) {
        checkEnd(true);
      }
    } catch (JellyParseException e) {
      pending = e;
      if (options.wholeFrames()) {
        batch.size(before);
      } else {
        scopeBlankNodes(before);
      }
      if (batch.size() == 0) {
        throw e;
      }
      // Return the statements before the error first; the next call throws.
    }
    statements += batch.size();
    return batch.size() > 0;
  }

  /**
   * Reads exactly one frame, which may hold no statements.
   *
   * @return false at the end of the stream
   * @throws IllegalStateException if the reader is closed
   * @throws JellyParseException if the input breaks a rule or a limit
   */
  public boolean nextFrame() throws IOException {
    startReading();
    if (headerReader.emptyFrames > 0) {
      headerReader.emptyFrames--;
      return true;
    }
    try {
      return readFrame();
    } catch (JellyParseException e) {
      batch.size(0);
      pending = e;
      throw e;
    }
  }

  private boolean readFrame() throws IOException {
    if (!frames.inFrame && !frames.startFrame(true)) {
      checkEnd(true);
      return false;
    }
    frames.makeFrameWhole();
    batch.startFrame(0, in.frame);
    frames.decode(Integer.MAX_VALUE);
    scopeBlankNodes(0);
    statements += batch.size();
    return true;
  }

  /**
   * Counts the remaining statements by their row tags, without reading terms. Checks framing, row
   * kinds, options and the nesting of graphs, but not the content of statements and lookup entries.
   *
   * @throws IllegalStateException if the reader is closed
   * @throws JellyParseException if the input breaks one of these rules
   */
  @Override
  public long countStatements() throws IOException {
    startReading();
    headerReader.emptyFrames = 0;
    try {
      long counted = countRows();
      statements += counted;
      checkEnd(false);
      return counted;
    } catch (JellyParseException e) {
      pending = e;
      throw e;
    }
  }

  private long countRows() throws IOException {
    if (frames.rows.needsWholeFrames()) {
      return countFrames();
    }
    chunks.limit(COUNT_CHUNK);
    RowCounter counter = frames.rows.counter();
    FrameCounter frameCounter = counter.frames(options.maxFrameBytes());
    while (true) {
      if (frames.delimited && !frames.inFrame) {
        frameCounter.count();
        frames.passed(frameCounter.takeFrames());
      }
      if (!frames.inFrame && !frames.startFrame(false)) {
        break;
      }
      boolean whole = frames.isFrameBuffered();
      int end = frames.bufferedEnd();
      counter.count(end, whole);
      if (in.pos >= end && whole) {
        frames.endFrame();
      } else {
        frames.refillForRow();
      }
    }
    return counter.statements() + frameCounter.statements();
  }

  private long countFrames() throws IOException {
    long counted = 0;
    while (frames.inFrame || frames.startFrame(false)) {
      frames.makeFrameWhole();
      counted += frames.rows.countFrame(frames.bufferedEnd());
      frames.endFrame();
    }
    return counted;
  }

  /**
   * Checks that the bytes after the split are those that the next split expects.
   *
   * @param decoded whether rows were decoded and not only counted, so that the state of the stream
   *     is known
   */
  private void checkEnd(boolean decoded) throws IOException {
    frames.checkEndStatement(statements);
    if (!split.isLast() && !endChecked) {
      new BoundaryCheck(this, split, options).check(stream, decoded);
      endChecked = true;
    }
  }

  private void scopeBlankNodes(int from) {
    if (frameScope != null) {
      frames.rows.scopeBlankNodes(frameScope, batch, from);
    }
  }

  /**
   * Sets a filter on predicates. Statements that it rejects are read as well, but their other terms
   * may be missing in the batch: an id of -1 or 0.
   *
   * @throws IllegalStateException if frames have their own blank nodes, or unread terms are
   *     checked: both need all objects; or if a part of a frame of columns has been read
   */
  public void filter(PredicateFilter predicates) throws IOException {
    if (frameScope != null || options.checkUnread()) {
      throw new IllegalStateException("all objects are needed with these options");
    }
    header();
    frames.rows.filter(predicates);
  }

  /** Returns the statements that were read last. */
  @Override
  public StatementBatch batch() {
    return batch;
  }

  /** Returns the terms that the batch refers to. */
  @Override
  public TermTable terms() {
    return terms;
  }

  /** Returns the number of frames read to their end. */
  @Override
  public long framesRead() {
    return frames.count;
  }

  /** Returns the number of statements read. */
  @Override
  public long statementsRead() {
    return split.start() == null ? statements : statements - split.start().statement();
  }

  /** Returns the number of decompressed bytes decoded. */
  @Override
  public long bytesRead() {
    return in.fileOffset(in.pos) - split.offset();
  }

  /** Returns how many violations {@code strict=false} has accepted so far. */
  @Override
  public long violations() {
    return frames.rows == null ? 0 : frames.rows.terms().violations();
  }

  /** Returns the distinct namespace declarations so far, in order. */
  public List<NamespaceDeclaration> namespaces() {
    return frames.rows == null ? List.of() : List.copyOf(frames.rows.namespaces());
  }

  /** {@inheritDoc} Each name has the IRI declared last. */
  @Override
  public Map<String, String> prefixes() {
    return frames.rows == null ? Map.of() : new LinkedHashMap<>(frames.rows.prefixes());
  }

  /** Returns how many entries of the name lookup the stream has defined so far. */
  public long nameEntries() {
    return frames.rows == null ? 0 : frames.rows.terms().iris.nameEntries();
  }

  /** Returns how many entries of the prefix lookup the stream has defined so far. */
  public long prefixEntries() {
    return frames.rows == null ? 0 : frames.rows.terms().iris.prefixEntries();
  }

  /** Returns how many entries of the datatype lookup the stream has defined so far. */
  public long datatypeEntries() {
    return frames.rows == null ? 0 : frames.rows.terms().datatypes.entries();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    chunks.close();
  }
}
