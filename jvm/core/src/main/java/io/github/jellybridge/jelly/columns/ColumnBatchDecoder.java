package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.ColumnOptions.StreamType;
import io.github.jellybridge.jelly.ColumnOptions.Variant;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.decode.NamespaceReader;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermRuns;

/**
 * Decodes the batch of columns of a frame (Jelly-RDF 1.2 draft, "RdfColumnBatch"). Its rows are
 * taken in order, as many at a time as the caller wants.
 */
final class ColumnBatchDecoder {
  /** How much of a batch to read. */
  enum Parts {
    ROW_COUNT,
    ENTRIES,
    ALL
  }

  private static final int MAX_ROWS = (1 << 27) - 1;
  private static final int COLUMNS = 4;
  private static final int PREDICATES = 1;
  private static final int GRAPHS = 3;

  /** The field of the first column. */
  private static final int SUBJECTS = 6;

  /** The fields in errors. */
  private static final String[] FIELDS = {
    "",
    "row_count (1)",
    "names (2)",
    "prefixes (3)",
    "datatypes (4)",
    "namespaces (5)",
    "subjects (6)",
    "predicates (7)",
    "objects (8)",
    "graphs (9)"
  };

  private final WireReader in;
  private final TermDecoder t;
  private final JellyReadOptions options;
  private final PackedEntries entries;
  private final MessageLengths messages;
  private final NamespaceReader namespaceReader;
  private final IriState namespaceIris;
  private final Column[] columns = new Column[COLUMNS];

  /** The runs that replace ids if the first frame of a batch is repetitive; or null. */
  private final TermRuns runs;

  /** The stream options that apply to the batch. */
  private StreamOptions stream;

  /** Accepts predicates; null if all are accepted. */
  private PredicateFilter filter;

  // The parts of the batch.
  private final Slices namespaces = new Slices();
  private final int[] starts = new int[COLUMNS];
  private final int[] ends = new int[COLUMNS];

  private int rowCount;
  private int taken;

  ColumnBatchDecoder(
      TermDecoder t,
      JellyReadOptions options,
      PackedEntries entries,
      MessageLengths messages,
      NamespaceReader namespaceReader) {
    this.in = t.in;
    this.t = t;
    this.options = options;
    this.entries = entries;
    this.messages = messages;
    this.namespaceReader = namespaceReader;
    this.namespaceIris = new IriState(t);
    for (int i = 0; i < COLUMNS; i++) {
      columns[i] = new Column(t, i);
    }
    // Blank nodes of a frame are renamed in the ids of a batch.
    boolean asRuns =
        options.runs()
            && Integer.bitCount(options.columns()) == 1
            && options.blankNodes() != BlankNodes.FRAME;
    this.runs = asRuns ? new TermRuns(options.columns()) : null;
  }

  /** Uses these stream options from now on. */
  void use(StreamOptions now) {
    stream = now;
    for (Column column : columns) {
      column.version(now.columns().rdfVersion());
    }
  }

  /** Sets a filter: of batches whose predicates it all rejects, no other columns are read. */
  void filter(PredicateFilter predicates) {
    filter = (options.columns() & JellyReadOptions.P) != 0 ? predicates : null;
  }

  /** Starts a frame, which has no rows until a batch is read. */
  void startFrame() {
    rowCount = 0;
    taken = 0;
    messages.startFrame();
  }

  /** Returns the number of rows. */
  int rowCount() {
    return rowCount;
  }

  /** Returns the number of rows that have not been taken. */
  int remaining() {
    return rowCount - taken;
  }

  /** Reads the batch of columns at [from, to). */
  void read(int from, int to, ColumnBatchDecoder.Parts parts) throws JellyParseException {
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
        in.expectType(tag, WireReader.VARINT, FIELDS[field], p);
        rowCount = rows(p, in.varint(in.bodyStart, end));
      } else if (field == lengthsField) {
        messages.lengths.add(in, tag, p, "message_lengths (" + lengthsField + ")");
      } else if (field <= GRAPHS + SUBJECTS) {
        in.expectType(tag, WireReader.LEN, FIELDS[field], p);
        part(field, p, in.bodyStart, end);
      }
      p = end;
    }
    messages.check(rowCount, hasMessages());
    if (starts[GRAPHS] >= 0 && stream.physicalType() == PhysicalType.TRIPLES) {
      throw in.error(starts[GRAPHS], "no graphs (9) in a stream of triples", "graphs");
    }
    if (parts != ColumnBatchDecoder.Parts.ROW_COUNT) {
      entries.apply();
    }
    if (parts == ColumnBatchDecoder.Parts.ALL) {
      namespaceIris.reset();
      for (int i = 0; i < namespaces.size; i++) {
        namespace(namespaces.start(i), namespaces.end(i));
      }
      readColumns(from);
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

  private void readColumns(int batch) throws JellyParseException {
    boolean accepted = true;
    if (filter != null) {
      readColumn(PREDICATES, batch);
      accepted = columns[PREDICATES].hasValue(filter);
    }
    for (int i = 0; i < COLUMNS; i++) {
      if (!accepted && i != PREDICATES) {
        columns[i].clear(rowCount);
      } else if (filter == null || i != PREDICATES) {
        readColumn(i, batch);
      }
    }
  }

  private void readColumn(int position, int batch) throws JellyParseException {
    Column column = columns[position];
    if (starts[position] < 0) {
      if (position != GRAPHS && rowCount > 0) {
        throw in.error(
            batch, Column.NAMES[position] + " in a batch of " + rowCount + " rows", "none");
      }
      column.clear(rowCount);
    } else if (options.checkUnread() || (options.columns() & 1 << position) != 0) {
      column.read(starts[position], ends[position], rowCount);
    }
  }

  private boolean hasMessages() {
    return stream.columns().streamType() == StreamType.MESSAGES;
  }

  /** Adds the next rows to a batch. */
  void take(StatementBatch into, int count) {
    int from = into.size();
    if (runs != null && from == 0 && count > 0 && column().isRepetitive()) {
      runs.terms.clear(0);
      into.termRuns = runs;
    }
    if (into.termRuns == null) {
      into.ensureCapacity(from + count);
      take(0, into.s, from, count);
      take(1, into.p, from, count);
      take(2, into.o, from, count);
      take(GRAPHS, into.g, from, count);
    } else if (count > 0) {
      column().take(runs, count);
    }
    into.size(from + count);
    if (hasMessages()) {
      messages.assign(into, from, taken, count);
    }
    taken += count;
  }

  /** Returns the only column that is filled. */
  private Column column() {
    return columns[Integer.numberOfTrailingZeros(options.columns())];
  }

  private void take(int position, int[] target, int from, int count) {
    if (target != null && count > 0) {
      columns[position].take(target, from, count);
    }
  }
}
