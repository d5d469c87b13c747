package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.ColumnOptions.StreamType;
import io.github.jellybridge.jelly.FrameMetadata;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.NamespaceDeclaration;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.decode.DecoderState;
import io.github.jellybridge.jelly.decode.FrameBlankNodes;
import io.github.jellybridge.jelly.decode.NamespaceReader;
import io.github.jellybridge.jelly.decode.RetainedTerms;
import io.github.jellybridge.jelly.decode.RowDecoder;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.util.Map;
import java.util.Set;

/**
 * Decodes frames of the column layout (Jelly-RDF 1.2 draft). Checks a whole frame before it returns
 * statements of it.
 */
public final class ColumnFrameDecoder implements RowDecoder {
  /** Bytes of a decoded statement: the ids of its terms. */
  private static final int STATEMENT_BYTES = 16;

  /** The state between two frames. */
  public final ColumnState state;

  private final WireReader in;
  private final TermDecoder t;
  private final JellyReadOptions options;
  private final ColumnOptionsReader optionsReader;
  private final RetainedTerms retained;
  private final NamespaceReader namespaceReader;
  private final PackedEntries entries;
  private final MessageLengths messages;
  private final ColumnBatchDecoder batch;

  /** The options that apply to the current frame. */
  private StreamOptions stream;

  /** Whether a frame is open, whose rows have not all been taken. */
  private boolean open;

  public ColumnFrameDecoder(
      WireReader in, TermTable table, StreamOptions stream, JellyReadOptions options) {
    this.in = in;
    this.stream = stream;
    this.options = options;
    this.t = new TermDecoder(in, table, stream, options);
    this.optionsReader = new ColumnOptionsReader(in, options);
    this.retained = new RetainedTerms(t, new DecoderState());
    this.namespaceReader = new NamespaceReader(in, t, stream, Layout.COLUMNS);
    this.entries = new PackedEntries(t);
    this.messages = new MessageLengths(in);
    this.state = new ColumnState(t, entries, messages);
    this.batch = new ColumnBatchDecoder(t, options, entries, messages, namespaceReader);
    batch.use(stream);
  }

  // ---- frames ----------------------------------------------------------------------------------

  @Override
  public boolean needsWholeFrames() {
    return true;
  }

  @Override
  public void decode(StatementBatch into, int end, boolean whole, int max)
      throws JellyParseException {
    if (!whole) {
      return;
    }
    if (!open) {
      readFrame(end, ColumnBatchDecoder.Parts.ALL);
    }
    long most = options.maxFrameBytes() / STATEMENT_BYTES;
    if (max == Integer.MAX_VALUE && batch.rowCount() > Math.max(most, 1)) {
      throw in.error(
          in.pos,
          "at most " + most + " rows in a frame that is read at once (option maxFrameBytes)",
          batch.rowCount() + " rows");
    }
    batch.take(into, Math.min(max - into.size(), batch.remaining()));
    if (batch.remaining() == 0) {
      open = false;
      in.pos = end;
    }
  }

  @Override
  public long countFrame(int end) throws JellyParseException {
    if (!open) {
      readFrame(end, ColumnBatchDecoder.Parts.ROW_COUNT);
    }
    open = false;
    in.pos = end;
    return batch.remaining();
  }

  /**
   * Walks over the frame at {@code in.pos}: applies its options, lookup entries and messages, but
   * reads no columns.
   *
   * @return the number of its statements
   */
  public int walkFrame(int end) throws JellyParseException {
    readFrame(end, ColumnBatchDecoder.Parts.ENTRIES);
    if (hasMessages()) {
      messages.pass(batch.rowCount());
    }
    open = false;
    in.pos = end;
    return batch.rowCount();
  }

  /**
   * Reads the fields of the frame at {@code in.pos}.
   *
   * @param parts how much of its batch to read
   */
  private void readFrame(int end, ColumnBatchDecoder.Parts parts) throws JellyParseException {
    int optionsAt = -1;
    int optionsFrom = 0;
    int optionsTo = 0;
    int batchFrom = -1;
    int batchTo = 0;
    int p = in.pos;
    while (p < end) {
      int tag = in.field(p, end);
      int next = in.bodyEnd;
      switch (tag >>> 3) {
        case 1 -> {
          in.expectType(tag, WireReader.LEN, "rows (1)", p);
          if (optionsAt >= 0) {
            throw in.error(p, "at most one row in a frame of version 3", "another one");
          }
          optionsAt = p;
          optionsFrom = optionsRow(p, in.bodyStart, next);
          optionsTo = in.bodyEnd;
        }
        case 2 -> {
          in.expectType(tag, WireReader.LEN, "columns (2)", p);
          if (batchFrom >= 0) {
            throw in.error(p, "at most one batch of columns in a frame", "another one");
          }
          batchFrom = in.bodyStart;
          batchTo = next;
        }
        default -> FrameMetadata.check(in, p, end);
      }
      p = next;
    }
    if (optionsAt >= 0) {
      restate(optionsAt, optionsFrom, optionsTo);
    }
    batch.startFrame();
    if (batchFrom >= 0) {
      batch.read(batchFrom, batchTo, parts);
    }
    open = true;
  }

  /** Returns the start of the options in a row; its end is in {@code in.bodyEnd}. */
  private int optionsRow(int at, int from, int to) throws JellyParseException {
    int kind = RowKind.of(in, from, to);
    if (kind != RowKind.OPTIONS) {
      throw in.error(
          at,
          "no rows but the stream options in version 3",
          kind == 0 ? "a row of an unknown kind" : "row field " + (kind >>> 3));
    }
    return in.bodyStart;
  }

  /** Applies an options row: empties the lookups and ends the current message. */
  private void restate(int at, int from, int to) throws JellyParseException {
    StreamOptions now = optionsReader.read(from, to);
    t.tolerated(optionsReader.violations());
    if (now.physicalType() != stream.physicalType()
        || now.columns().streamType() != stream.columns().streamType()) {
      throw in.error(
          at,
          "the statement kind and stream type of the first options: " + kinds(stream),
          kinds(now));
    }
    stream = now;
    t.iris.restart(now.maxNameTableSize(), now.maxPrefixTableSize());
    t.datatypes.restart(now.maxDatatypeTableSize());
    entries.restart();
    batch.use(now);
    messages.restart();
  }

  private static String kinds(StreamOptions options) {
    return options.physicalType() + ", " + options.columns().streamType();
  }

  private boolean hasMessages() {
    return stream.columns().streamType() == StreamType.MESSAGES;
  }

  // ---- statements ------------------------------------------------------------------------------

  @Override
  public void scopeBlankNodes(FrameBlankNodes scope, StatementBatch rows, int from) {
    if (!hasMessages()) {
      scope.apply(rows, from);
      return;
    }
    int start = from;
    while (start < rows.size()) {
      int end = rows.endOfRun(start);
      scope.start(rows.message(start));
      scope.apply(rows, start, end);
      start = end;
    }
  }

  // ---- other parts of the interface ------------------------------------------------------------

  @Override
  public TermDecoder terms() {
    return t;
  }

  @Override
  public StreamOptions options() {
    return stream;
  }

  @Override
  public void resume(SplitPoint start) {
    state.resume(start);
  }

  @Override
  public long messagesAtCheckpoint() {
    return state.messages() + (state.inMessage() ? 1 : 0);
  }

  @Override
  public RetainedTerms retained() {
    return retained;
  }

  @Override
  public void maxRowBytes(long bytes) {
    // The only row is within its frame, whose size is limited.
  }

  @Override
  public void filter(PredicateFilter filter) {
    if (open) {
      throw new IllegalStateException(
          "a filter of columns is set before the first statement of a frame is read");
    }
    batch.filter(filter);
  }

  @Override
  public Set<NamespaceDeclaration> namespaces() {
    return namespaceReader.all();
  }

  @Override
  public Map<String, String> prefixes() {
    return namespaceReader.latest();
  }

  @Override
  public void checkEnd() {
    // A stream may end after any frame.
  }
}
