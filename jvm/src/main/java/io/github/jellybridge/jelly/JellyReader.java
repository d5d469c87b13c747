package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.TermTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.List;

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
 * <p>What a batch and its terms say is valid until the next call of a {@code next} method. Memory
 * is bounded by {@link JellyReadOptions#chunkBytes}, the lookups and the largest row (or frame,
 * with {@code wholeFrames} or {@link #nextFrame}). Not thread-safe.
 */
public final class JellyReader implements StatementReader {
  /** A length is at most five bytes; ten are a varint's longest form. */
  private static final int MAX_VARINT = 10;

  /** Without a statement in this many bytes the layout is taken to be 1.x. */
  private static final int MAX_DETECTION_BYTES = 1 << 24;

  private static final int BATCH = 4096;

  /** Where nearly every row fits that the end of a chunk cuts. */
  private static final int ROOM_FOR_A_ROW = 1 << 14;

  /** What is read first of a stream that does not say how much it has. */
  private static final int FIRST_CHUNK = 1 << 16;

  /**
   * Counting keeps nothing of a chunk, so smaller ones, that stay in the cache, are a tenth faster.
   */
  private static final int COUNT_CHUNK = 1 << 18;

  /** So that a scope never is the name of a file. */
  private static final String SCOPE_PREFIX = "scope:";

  final Input in;
  private JellyReadOptions options;
  private final ReaderMemory memory;
  private final TermTable terms;
  private final StatementBatch batch;
  private final FrameScope frameScope;
  private byte[] spare;
  private boolean started;
  private boolean closed;

  // Bytes that another thread reads into the spare array; null if all is read in this thread.
  private final ReadAhead ahead;
  private int aheadAt;
  private int aheadLength;

  private final Split split;
  private final StreamFormat format;
  private int chunkBytes;
  private boolean opened;
  private boolean delimited;
  private Layout layout;
  private StreamHeader header;
  RowReader rows;

  // The current frame: where it ends in the file, and whether we are in one.
  boolean inFrame;

  /** Offset in the file of the frame that was started last: of its length, if it has one. */
  long frameStart;

  /** What the stream starts with: the scope of its blank nodes if it has one, the options row. */
  final ByteArrayOutputStream opening = new ByteArrayOutputStream();

  long frameEnd;
  private long frames;
  // Empty frames before the options row that nextFrame has not handed out.
  private long emptyFrames;
  private long statements;
  private JellyParseException pending;

  private JellyReader(
      InputStream stream, String file, JellyReadOptions options, ReaderMemory memory, Split split) {
    this(stream, file, options, memory, split, StreamFormat.STATEMENTS);
  }

  /** Opens a stream of statements, or of patches. */
  JellyReader(
      InputStream stream,
      String file,
      JellyReadOptions options,
      ReaderMemory memory,
      Split split,
      StreamFormat format) {
    memory.lend();
    this.split = split;
    this.format = format;
    InputStream in = split.equals(Split.WHOLE) ? stream : part(stream, split);
    this.memory = memory;
    this.terms = memory.terms;
    this.batch = format.batch(memory, options.columns(), BATCH);
    this.spare = memory.chunk();
    this.in = new Input(in, file);
    if (split.start() != null) {
      StreamState state = split.start().state();
      this.in.base = split.offset() - (state == null ? 0 : state.prologue().length);
      this.in.frame = split.start().frame() - (state == null ? 0 : 1);
      this.statements = split.start().statement();
    }
    // With whole frames the rest of a chunk is large, and moving it costs more than waiting.
    this.ahead = options.readAhead() && !options.wholeFrames() ? new ReadAhead(in) : null;
    this.options = options;
    this.chunkBytes = options.chunkBytes();
    this.frameScope =
        options.blankNodes() == BlankNodes.FRAME
            ? new FrameScope(terms, options.scope() == null ? file : options.scope())
            : null;
  }

  /**
   * Opens a stream; reads nothing yet.
   *
   * @param in the bytes, already decompressed; closed with the reader
   * @param file the name that errors carry, and the default scope of blank nodes
   * @param options how to read
   */
  public static JellyReader open(InputStream in, String file, JellyReadOptions options) {
    return new JellyReader(in, file, options, new ReaderMemory(), Split.WHOLE);
  }

  /**
   * Opens a stream like {@link #open(InputStream, String, JellyReadOptions)}, with arrays that
   * readers before it have used. What those said is no longer valid.
   *
   * @throws IllegalStateException if a reader that is not closed uses the memory
   */
  public static JellyReader open(
      InputStream in, String file, JellyReadOptions options, ReaderMemory memory) {
    return new JellyReader(in, file, options, memory, Split.WHOLE);
  }

  /**
   * Opens a part of a file. Frames, statements and bytes are counted as in the whole file.
   *
   * @param in the bytes from {@link Split#offset()} on
   * @throws IllegalStateException if a reader that is not closed uses the memory
   */
  public static JellyReader open(
      InputStream in, String file, JellyReadOptions options, ReaderMemory memory, Split split) {
    return new JellyReader(in, file, options, memory, split);
  }

  private static InputStream part(InputStream in, Split split) {
    InputStream part = in;
    if (!split.isLast()) {
      part = new LimitedInputStream(in, split.end() - split.offset());
    }
    if (split.start() != null && split.start().state() != null) {
      byte[] prologue = split.start().state().prologue();
      part = new SequenceInputStream(new ByteArrayInputStream(prologue), part);
    }
    return part;
  }

  /**
   * Reads up to and including the options row.
   *
   * @throws JellyParseException if the stream does not start with a valid one
   */
  public StreamHeader header() throws IOException {
    if (header == null) {
      readHeader();
    }
    return header;
  }

  /**
   * Reads statements until the batch is full or the stream ends. A batch may stop inside a frame
   * and may span frames; it holds at least one statement.
   *
   * @param maxStatements how many statements to stop at; with {@code wholeFrames} the last frame
   *     may bring more
   * @return false at the end of the stream
   * @throws JellyParseException if the input breaks a rule or a limit
   */
  @Override
  public boolean nextBatch(int maxStatements) throws IOException {
    header();
    if (pending != null) {
      throw pending;
    }
    batch.clear(statements);
    emptyFrames = 0;
    if (inFrame && options.wholeFrames()) {
      makeFrameWhole();
    }
    int before = 0;
    try {
      while (inFrame || batch.size() < maxStatements && startFrame(options.wholeFrames())) {
        before = batch.size();
        batch.startFrame(before, in.frame);
        boolean more = decodeFrame(options.wholeFrames() ? Integer.MAX_VALUE : maxStatements);
        scopeBlankNodes(before);
        if (!more) {
          break;
        }
        before = batch.size();
      }
    } catch (JellyParseException e) {
      batch.size(before);
      if (!options.wholeFrames() || before == 0) {
        throw e;
      }
      // The frames before the broken one first.
      pending = e;
    }
    statements += batch.size();
    if (batch.size() == 0) {
      checkEndStatement();
    }
    return batch.size() > 0;
  }

  /**
   * Reads exactly one frame, which may hold no statements.
   *
   * @return false at the end of the stream
   * @throws JellyParseException if the input breaks a rule or a limit
   */
  public boolean nextFrame() throws IOException {
    header();
    if (pending != null) {
      throw pending;
    }
    batch.clear(statements);
    if (emptyFrames > 0) {
      emptyFrames--;
      return true;
    }
    if (!inFrame && !startFrame(true)) {
      checkEndStatement();
      return false;
    }
    makeFrameWhole();
    batch.startFrame(0, in.frame);
    decodeFrame(Integer.MAX_VALUE);
    scopeBlankNodes(0);
    statements += batch.size();
    return true;
  }

  /**
   * Counts the statements from here on by their row tags, without reading terms. Checks framing,
   * row kinds, options and the nesting of graphs, but not what is inside statements and lookup
   * entries.
   *
   * @throws JellyParseException if the input breaks one of these rules
   */
  @Override
  public long countStatements() throws IOException {
    header();
    if (pending != null) {
      throw pending;
    }
    batch.clear(statements);
    emptyFrames = 0;
    chunkBytes = Math.min(chunkBytes, COUNT_CHUNK);
    RowCounter counter = new RowCounter(in, rows);
    while (inFrame || startFrame(false)) {
      boolean whole = frameAtHand();
      int end = endAtHand();
      counter.count(end, whole);
      if (in.pos >= end && whole) {
        endFrame();
      } else {
        refill(neededForRow());
      }
    }
    statements += counter.statements();
    checkEndStatement();
    return counter.statements();
  }

  private void scopeBlankNodes(int from) {
    if (frameScope != null) {
      frameScope.apply(batch.s, from, batch.size());
      frameScope.apply(batch.p, from, batch.size());
      frameScope.apply(batch.o, from, batch.size());
      frameScope.apply(batch.g, from, batch.size());
      frameScope.apply(batch.value, from, batch.size());
    }
  }

  /**
   * Says which statements are wanted. The others are read as well, but the object of one that is
   * not wanted may be missing in the batch: an id of -1.
   *
   * @throws IllegalStateException if frames have blank nodes of their own, or unread terms are to
   *     be checked: then all objects are needed
   */
  public void where(PredicateTest test) throws IOException {
    if (frameScope != null || options.checkUnread()) {
      throw new IllegalStateException("all objects are needed with these options");
    }
    header();
    rows.wanted = test;
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
    return frames;
  }

  /** Returns the number of statements read. */
  @Override
  public long statementsRead() {
    return split.start() == null ? statements : statements - split.start().statement();
  }

  /** Returns the number of (decompressed) bytes decoded. */
  @Override
  public long bytesRead() {
    return in.fileOffset(in.pos) - split.offset();
  }

  /** Returns how many violations {@code strict=false} let pass so far. */
  @Override
  public long violations() {
    return rows == null ? 0 : rows.t.violations();
  }

  /** Returns the namespace declarations so far, each once, in order. */
  public List<NamespaceDeclaration> namespaces() {
    return rows == null ? List.of() : List.copyOf(rows.namespaces());
  }

  /** Returns how many entries of the name lookup the stream has defined so far. */
  public long nameEntries() {
    return rows == null ? 0 : rows.t.iris.nameEntries();
  }

  /** Returns how many entries of the prefix lookup the stream has defined so far. */
  public long prefixEntries() {
    return rows == null ? 0 : rows.t.iris.prefixEntries();
  }

  /** Returns how many entries of the datatype lookup the stream has defined so far. */
  public long datatypeEntries() {
    return rows == null ? 0 : rows.t.datatypes.entries();
  }

  @Override
  public void close() throws IOException {
    if (ahead != null) {
      ahead.close();
    }
    if (!closed) {
      closed = true;
      memory.giveBack(terms.data(), spare);
    }
    in.close();
  }

  // ---- the start of the stream ---------------------------------------------------------------

  private void readHeader() throws IOException {
    if (!opened && split.start() != null) {
      opened = true;
      refill(firstChunk());
      delimited = true;
      layout = Layout.V1;
    } else if (!opened) {
      opened = true;
      refill(firstChunk());
      delimited = LayoutDetector.delimited(in.data, in.pos, in.limit);
      layout =
          format.oneLayout()
              ? Layout.V1
              : LayoutDetector.layout(in.data, in.pos, in.limit, delimited);
      while (layout == null && !in.ended && in.limit - in.pos < MAX_DETECTION_BYTES) {
        refill(2 * (in.limit - in.pos));
        layout = LayoutDetector.layout(in.data, in.pos, in.limit, delimited);
      }
      layout = layout == null ? Layout.V1 : layout;
    }
    while (startFrame(false)) {
      if (readOptionsRow()) {
        if (split.start() != null) {
          resume(split.start().state());
        }
        return;
      }
    }
    in.row = -1;
    throw in.error(in.pos, "the stream options as the first row", "the end of the file");
  }

  /**
   * Returns how much to read first: as much as the stream says it has, and one byte more, so that
   * the end of a small file is seen. Files are often small, and cleared memory is not free.
   */
  private int firstChunk() throws IOException {
    long left = Math.max(in.available() + 1L, FIRST_CHUNK);
    return (int) Math.min(left, chunkBytes);
  }

  /** Starts in the middle of a file, knowing what the stream has defined before, or nothing. */
  private void resume(StreamState state) throws IOException {
    V1RowReader v1 = (V1RowReader) rows;
    if (state == null) {
      v1.forgetEntries();
      v1.forgetTerms();
    } else {
      makeFrameWhole();
      decodeFrame(Integer.MAX_VALUE);
      batch.clear(statements);
      frames = 0;
      v1.resume(state);
    }
    // What was let pass was counted where it was read first.
    rows.t.violations(0);
  }

  /** Reads the first row of a frame; returns false if the frame has no rows. */
  private boolean readOptionsRow() throws IOException {
    while (true) {
      boolean whole = frameAtHand();
      int end = endAtHand();
      if (in.pos >= end && whole) {
        endFrame();
        emptyFrames++;
        return false;
      }
      if (!whole && !in.fieldAtHand(in.pos, end)) {
        refill(neededForRow());
        continue;
      }
      int at = in.pos;
      int tag = in.field(at, end);
      int next = in.bodyEnd;
      if (tag >>> 3 == 1) {
        in.expectType(tag, Input.LEN, "rows (1)", at);
        in.row = 0;
        int kind = format.kindOf(in, in.bodyStart, next);
        if (kind != RowReader.OPTIONS) {
          String found = kind == 0 ? "a row of no known kind" : "row field " + (kind >>> 3);
          throw in.error(at, "the stream options as the first row", found);
        }
        opening.writeBytes(Arrays.copyOfRange(in.data, at, next));
        start(format.options(in, options, layout, in.bodyStart, in.bodyEnd), at);
        in.pos = next;
        return true;
      }
      if (tag == FrameMetadata.TAG) {
        String scope = FrameMetadata.value(in.data, in.bodyStart, next, JellyWriter.SCOPE_KEY);
        if (scope != null) {
          opening.writeBytes(Arrays.copyOfRange(in.data, at, next));
          takeScope(scope);
        }
      }
      in.pos = next;
    }
  }

  /** Files of one dataset say so in front of their first row; their blank nodes stay joined. */
  private void takeScope(String scope) {
    if (options.scope() == null && options.blankNodes() == BlankNodes.FILE) {
      options = options.toBuilder().scope(SCOPE_PREFIX + scope).build();
    }
  }

  private void start(StreamOptions stream, int at) throws JellyParseException {
    rows = format.rows(layout, in, terms, stream, options);
    LogicalType logical = new LogicalType(stream.logicalType());
    if (!logical.fits(stream.physicalType())) {
      rows.t.tolerate(at, "a logical type that goes with " + stream.physicalType(), logical.name());
    }
    header = new StreamHeader(layout, delimited, stream);
  }

  // ---- frames --------------------------------------------------------------------------------

  /**
   * Starts the next frame.
   *
   * @param whole whether all of it must be at hand
   * @return false if there is none, or if the batch must be handed out before more is read
   */
  boolean startFrame(boolean whole) throws IOException {
    if (in.limit - in.pos < MAX_VARINT && !in.ended) {
      if (batch.size() > 0) {
        return false;
      }
      refill(chunkBytes);
    }
    if (in.pos == in.limit) {
      if (batch.size() == 0) {
        checkEnd();
      }
      return false;
    }
    in.row = -1;
    long length = Long.MAX_VALUE >> 1;
    int at = in.pos;
    frameStart = in.fileOffset(at);
    if (delimited) {
      length = in.varint(at, in.limit);
      if (length < 0 || length > options.maxFrameBytes()) {
        throw in.error(
            at,
            "a frame of at most " + options.maxFrameBytes() + " bytes (option maxFrameBytes)",
            "a frame of " + Long.toUnsignedString(length) + " bytes");
      }
    } else if (frames > 0) {
      return false;
    }
    int body = delimited ? in.next : at;
    if (whole && in.limit - body < length && !in.ended && batch.size() > 0) {
      // Its bytes need another chunk, which would forget the terms of the batch.
      return false;
    }
    in.pos = body;
    frameEnd = in.base + body + length;
    inFrame = true;
    if (frameScope != null) {
      frameScope.startFrame(in.frame);
    }
    if (whole) {
      makeFrameWhole();
    }
    return true;
  }

  /** Gets the rest of the frame into the chunk; its length was checked. */
  private void makeFrameWhole() throws IOException {
    while (!in.ended && in.base + in.limit < frameEnd) {
      int atHand = in.limit - in.pos;
      long missing = frameEnd - in.base - in.pos;
      if (atHand >= options.maxFrameBytes()) {
        throw in.error(
            in.pos,
            "a frame of at most " + options.maxFrameBytes() + " bytes (option maxFrameBytes)",
            "a longer one");
      }
      // Twice as much each time, so that a lying length does not cost more memory than the file
      // has.
      long wanted = Math.max(chunkBytes, 2L * atHand);
      refill((int) Math.min(Math.min(wanted, missing), options.maxFrameBytes()));
    }
    if (!frameAtHand()) {
      throw cutFrame();
    }
  }

  /**
   * Decodes rows of the current frame.
   *
   * @return false if the batch is full, or must be handed out before more can be read
   */
  private boolean decodeFrame(int max) throws IOException {
    while (true) {
      boolean whole = frameAtHand();
      int end = endAtHand();
      rows.decode(batch, end, whole, max);
      if (whole && in.pos >= end) {
        endFrame();
        return true;
      }
      if (batch.size() > 0) {
        return false;
      }
      refill(neededForRow());
    }
  }

  /** Tells whether the current frame is at hand to its end; a bare frame ends with the file. */
  boolean frameAtHand() {
    return frameEnd - in.base <= in.limit || in.ended && !delimited;
  }

  /** Returns where the current frame, or what is at hand of it, ends in the chunk. */
  int endAtHand() {
    return (int) Math.min(in.limit, frameEnd - in.base);
  }

  private JellyParseException cutFrame() {
    if (!split.isLast() && in.fileOffset(in.limit) == split.end()) {
      return wrongIndex("a frame", "a frame across it");
    }
    return in.error(
        in.pos,
        "a frame that ends at byte " + frameEnd,
        "the end of the file, " + (frameEnd - in.base - in.limit) + " bytes short");
  }

  /** Gets more of the row at {@code in.pos}, which is not all at hand. */
  void refillForRow() throws IOException {
    refill(neededForRow());
  }

  /** Returns how many bytes to have at hand so that the row at {@code in.pos} gets on. */
  private int neededForRow() throws JellyParseException {
    int atHand = in.limit - in.pos;
    if (in.ended) {
      throw cutFrame();
    }
    if (atHand >= options.maxFrameBytes()) {
      throw in.error(
          in.pos,
          "a row of at most " + options.maxFrameBytes() + " bytes (option maxFrameBytes)",
          "a longer one");
    }
    long wanted = Math.max(chunkBytes, 2L * atHand);
    return (int) Math.min(wanted, options.maxFrameBytes());
  }

  void endFrame() throws JellyParseException {
    if (rows != null) {
      rows.endFrame();
    }
    inFrame = false;
    frames++;
    in.frame++;
    in.row = -1;
  }

  /** Checks at the end of the file, or of the part of it, that it may end here. */
  private void checkEnd() throws JellyParseException {
    if (rows == null) {
      return;
    }
    if (split.isLast()) {
      rows.checkEnd();
    } else if (in.fileOffset(in.pos) < split.end()) {
      throw in.error(in.pos, "a file of more than " + split.end() + " bytes", "the end of it");
    } else if (in.frame != split.endFrame()) {
      throw wrongIndex("frame " + split.endFrame(), "frame " + in.frame);
    }
  }

  private void checkEndStatement() throws JellyParseException {
    if (!split.isLast() && statements != split.endStatement()) {
      throw wrongIndex("statement " + split.endStatement(), "statement " + statements);
    }
  }

  private JellyParseException wrongIndex(String expected, String found) {
    return in.error(
        in.pos,
        expected + " at byte " + split.end() + ", as the index of the file says",
        found + "; read with split=none, and index the file anew");
  }

  // ---- chunks --------------------------------------------------------------------------------

  /** Starts the next chunk: carries over what later rows may refer to, and reads on. */
  private void refill(int wanted) throws IOException {
    int left = in.limit - in.pos;
    long carried = rows == null ? 0 : rows.carriedBytes();
    if (ahead != null && ahead.pending()) {
      int got = ahead.await();
      int at = aheadAt;
      if (carried + left > at) {
        at = (int) Math.min(carried + left, Integer.MAX_VALUE / 2);
        byte[] larger = new byte[room(at, got)];
        System.arraycopy(spare, aheadAt, larger, at, got);
        spare = larger;
      }
      startChunk(at - left - (int) carried);
      in.append(got, got < aheadLength);
    } else {
      int target = chunk(Math.max(wanted, left), carried);
      int size = room(carried, target);
      if (spare.length < size || spare.length > Math.max(8L * size, 8L * chunkBytes)) {
        spare = new byte[size];
      }
      startChunk(0);
      in.fill(target);
    }
    endChunk();
    if (in.limit - in.pos < wanted && !in.ended) {
      refill(wanted);
    } else if (ahead != null && !in.ended && left < chunkBytes / 2) {
      readAhead(carried);
    }
  }

  /** Takes the spare array as the next chunk, what is carried over at its start. */
  private void startChunk(int at) {
    byte[] old = started ? terms.data() : memory.spare();
    started = true;
    int end = rows == null ? at : rows.carry(spare, at);
    in.moveTo(spare, end);
    spare = old;
  }

  private void endChunk() {
    terms.reset(in.data, Math.min(in.limit + Input.SLACK, in.data.length));
    if (rows != null) {
      rows.restore();
    }
  }

  /** Starts to read the chunk after this one, behind room for what will be carried over. */
  private void readAhead(long carried) {
    aheadAt = (int) Math.min(carried + carried / 4 + ROOM_FOR_A_ROW, 1 << 29);
    aheadLength = chunk(chunkBytes, carried);
    int size = room(aheadAt, aheadLength);
    if (spare.length < size) {
      spare = new byte[size];
    }
    ahead.start(spare, aheadAt, aheadLength);
  }

  /** Returns how many bytes to decode at a time: with large lookups more, to carry them less. */
  private static int chunk(int wanted, long carried) {
    return carried > wanted / 4 ? (int) Math.min(Math.max(wanted, carried * 4), 1 << 28) : wanted;
  }

  /**
   * Returns the size of an array for the input and some terms that are put together; the table gets
   * more if it needs it, and both arrays are used again and again.
   */
  private static int room(long before, int input) {
    return (int)
        Math.min(before + input + input / 4 + Input.SLACK, Integer.MAX_VALUE - Input.SLACK);
  }
}
