package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.ColumnOptions.StreamType;
import io.github.jellybridge.jelly.ColumnOptions.Variant;
import io.github.jellybridge.jelly.FrameMetadata;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.NamespaceDeclaration;
import io.github.jellybridge.jelly.PhysicalType;
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
  private static final int MAX_ROWS = (1 << 27) - 1;

  /** Bytes of a decoded statement: the ids of its terms. */
  private static final int STATEMENT_BYTES = 16;

  /** How much of a batch to read. */
  private enum Parts {
    ROW_COUNT,
    ENTRIES,
    ALL
  }

  private static final int COLUMNS = 4;
  private static final int GRAPHS = 3;

  /** The field of the first column. */
  private static final int SUBJECTS = 6;

  /** The state between two frames. */
  public final ColumnState state;

  private final WireReader in;
  private final TermDecoder t;
  private final JellyReadOptions options;
  private final ColumnOptionsReader optionsReader;
  private final RetainedTerms retained;
  private final NamespaceReader namespaceReader;
  private final IriState namespaceIris;
  private final PackedEntries entries;
  private final Column[] columns = new Column[COLUMNS];

  /** The options that apply to the current frame. */
  private StreamOptions stream;

  // The parts of a batch.
  private final Slices namespaces = new Slices();
  private final MessageLengths messages;
  private final int[] starts = new int[COLUMNS];
  private final int[] ends = new int[COLUMNS];

  /** Whether a frame is open, whose rows have not all been taken. */
  private boolean open;

  private int rowCount;
  private int taken;

  public ColumnFrameDecoder(
      WireReader in, TermTable table, StreamOptions stream, JellyReadOptions options) {
    this.in = in;
    this.stream = stream;
    this.options = options;
    this.t = new TermDecoder(in, table, stream, options);
    this.optionsReader = new ColumnOptionsReader(in, options);
    this.retained = new RetainedTerms(t, new DecoderState());
    this.namespaceReader = new NamespaceReader(in, t, stream, Layout.COLUMNS);
    this.namespaceIris = new IriState(t);
    this.entries = new PackedEntries(t);
    this.messages = new MessageLengths(in);
    this.state = new ColumnState(t, entries, messages);
    for (int i = 0; i < COLUMNS; i++) {
      columns[i] = new Column(t, i);
    }
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
      readFrame(end, Parts.ALL);
    }
    long most = options.maxFrameBytes() / STATEMENT_BYTES;
    if (max == Integer.MAX_VALUE && rowCount > Math.max(most, 1)) {
      throw in.error(
          in.pos,
          "at most " + most + " rows in a frame that is read at once (option maxFrameBytes)",
          rowCount + " rows");
    }
    take(into, Math.min(max - into.size(), rowCount - taken));
    if (taken == rowCount) {
      open = false;
      in.pos = end;
    }
  }

  @Override
  public long countFrame(int end) throws JellyParseException {
    if (!open) {
      readFrame(end, Parts.ROW_COUNT);
    }
    open = false;
    in.pos = end;
    return rowCount - taken;
  }

  /**
   * Walks over the frame at {@code in.pos}: applies its options, lookup entries and messages, but
   * reads no columns.
   *
   * @return the number of its statements
   */
  public int walkFrame(int end) throws JellyParseException {
    readFrame(end, Parts.ENTRIES);
    if (hasMessages()) {
      messages.pass(rowCount);
    }
    open = false;
    in.pos = end;
    return rowCount;
  }

  /**
   * Reads the fields of the frame at {@code in.pos}.
   *
   * @param parts how much of its batch to read
   */
  private void readFrame(int end, Parts parts) throws JellyParseException {
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
    rowCount = 0;
    taken = 0;
    messages.startFrame();
    if (batchFrom >= 0) {
      readBatch(batchFrom, batchTo, parts);
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
    for (Column column : columns) {
      column.version(now.columns().rdfVersion());
    }
    messages.restart();
  }

  private static String kinds(StreamOptions options) {
    return options.physicalType() + ", " + options.columns().streamType();
  }

  // ---- batches ---------------------------------------------------------------------------------

  /** Reads the batch of columns at [from, to). */
  private void readBatch(int from, int to, Parts parts) throws JellyParseException {
    int lengthsField = stream.columns().variant() == Variant.A ? 15 : 10;
    entries.clear();
    namespaces.clear();
    for (int i = 0; i < COLUMNS; i++) {
      starts[i] = -1;
    }
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int field = tag >>> 3;
      int end = in.bodyEnd;
      if (field == 1) {
        in.expectType(tag, WireReader.VARINT, "row_count (1)", p);
        rowCount = rows(p, in.varint(in.bodyStart, end));
      } else if (field == lengthsField) {
        messages.lengths.add(in, tag, p, "message_lengths (" + lengthsField + ")");
      } else if (field <= GRAPHS + SUBJECTS) {
        in.expectType(tag, WireReader.LEN, "column batch field " + field, p);
        part(field, p, in.bodyStart, end);
      }
      p = end;
    }
    messages.check(rowCount, hasMessages());
    if (starts[GRAPHS] >= 0 && stream.physicalType() == PhysicalType.TRIPLES) {
      throw in.error(starts[GRAPHS], "no graphs (9) in a stream of triples", "graphs");
    }
    if (parts != Parts.ROW_COUNT) {
      entries.apply();
    }
    if (parts == Parts.ALL) {
      namespaceIris.reset();
      for (int i = 0; i < namespaces.size; i++) {
        namespace(namespaces.start(i), namespaces.end(i));
      }
      for (int i = 0; i < COLUMNS; i++) {
        readColumn(i, from);
      }
    }
  }

  private int rows(int at, long count) throws JellyParseException {
    if (count < 0 || count > MAX_ROWS) {
      throw in.error(at, "a row_count of at most " + MAX_ROWS, Long.toUnsignedString(count));
    }
    return (int) count;
  }

  private void part(int field, int at, int from, int to) throws JellyParseException {
    if (field < 5) {
      entries.add(field - 2, from, to);
    } else if (field == 5) {
      namespaces.add(from, to);
    } else {
      int column = field - SUBJECTS;
      if (starts[column] >= 0) {
        throw in.error(at, Column.NAMES[column] + " once in a batch", "another column of them");
      }
      starts[column] = from;
      ends[column] = to;
    }
  }

  private void namespace(int from, int to) throws JellyParseException {
    String name = namespaceReader.name(from, to, from);
    namespaceReader.add(name, t.terms.value(namespaceIris.read(in.bodyStart, in.bodyEnd)));
  }

  private void readColumn(int position, int batch) throws JellyParseException {
    Column column = columns[position];
    if (starts[position] < 0) {
      if (position != GRAPHS && rowCount > 0) {
        throw in.error(
            batch, Column.NAMES[position] + " in a batch of " + rowCount + " rows", "none");
      }
      column.clear(position == GRAPHS ? rowCount : 0);
    } else if (options.checkUnread() || (options.columns() & 1 << position) != 0) {
      column.read(starts[position], ends[position], rowCount);
    }
  }

  private boolean hasMessages() {
    return stream.columns().streamType() == StreamType.MESSAGES;
  }

  // ---- statements ------------------------------------------------------------------------------

  /** Adds the next rows to a batch. */
  private void take(StatementBatch into, int count) {
    int from = into.size();
    into.ensureCapacity(from + count);
    take(0, into.s, from, count);
    take(1, into.p, from, count);
    take(2, into.o, from, count);
    take(GRAPHS, into.g, from, count);
    into.size(from + count);
    if (hasMessages()) {
      messages.assign(into, from, taken, count);
    }
    taken += count;
  }

  private void take(int position, int[] target, int from, int count) {
    if (target != null && count > 0) {
      columns[position].take(target, from, count);
    }
  }

  @Override
  public void scopeBlankNodes(FrameBlankNodes scope, StatementBatch batch, int from) {
    if (!hasMessages()) {
      scope.apply(batch, from);
      return;
    }
    int start = from;
    while (start < batch.size()) {
      int end = batch.endOfRun(start);
      scope.start(batch.message(start));
      scope.apply(batch, start, end);
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
    // All requested columns are read.
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
