package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.FrameMetadata;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.NamespaceDeclaration;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.wire.EntryReader;
import io.github.jellybridge.jelly.wire.RowHeader;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.util.Map;
import java.util.Set;

/**
 * Processes stream rows in order (Jelly-RDF 1.1, "Stream rows"): tells them apart, has them read,
 * and keeps the terms and the entries that later rows count on. Subclasses know how a layout writes
 * statements.
 */
public abstract class RowReader {
  // Row kinds as tags: field number * 8 + 2.
  public static final int OPTIONS = 0x0a;
  public static final int TRIPLE = 0x12;
  public static final int QUAD = 0x1a;
  public static final int GRAPH_START = 0x22;
  public static final int GRAPH_END = 0x2a;
  public static final int NAMESPACE = 0x32;
  public static final int NAME = 0x4a;
  public static final int PREFIX = 0x52;
  public static final int DATATYPE = 0x5a;

  /** The tag of {@code rows} in a frame. */
  public static final int ROW = 0x0a;

  /** Stands for an id that is not known: neither it nor the next one is ever defined. */
  public static final int UNKNOWN = -2;

  protected static final int SPO = 7;
  protected static final int SPOG = 15;

  public final WireReader in;
  public final TermTable terms;
  public final TermDecoder t;
  public final StreamOptions stream;

  /** The kind of the rows that are statements: {@link #TRIPLE} or {@link #QUAD}. */
  public final int statementKind;

  public final RowHeader finder;
  private final RowOrderCheck order;
  private final OptionsReader optionsReader;
  private final EntryReader entries;
  private final NamespaceReader namespaces;
  private final RetainedTerms carried;

  /** Columns asked for: bit i for position i. */
  public final int columns;

  /** Which statements need their object, by their predicate; null if all do. */
  PredicateFilter wanted;

  /** Whether terms are checked that nobody asked for. */
  final boolean checkUnread;

  /** The last term of every position; may be UNWANTED in columns that nobody asked for. */
  int lastS;

  int lastP;
  int lastO;
  protected int lastG;

  /** Positions that have had a term: bit i for position i. */
  protected int seen;

  /** The id of the last entry of the name lookup. */
  public int lastNameEntry;

  /** The id of the last entry of the prefix lookup. */
  public int lastPrefixEntry;

  /** The id of the last entry of the datatype lookup. */
  public int lastDatatypeEntry;

  RowReader(WireReader in, TermTable terms, StreamOptions stream, JellyReadOptions options) {
    this.in = in;
    this.terms = terms;
    this.stream = stream;
    this.columns = options.columns();
    this.checkUnread = options.checkUnread();
    this.t = new TermDecoder(in, terms, stream, options);
    this.finder = new RowHeader(in, options.maxFrameBytes());
    this.order = new RowOrderCheck(in, stream.physicalType());
    this.statementKind = order.statementKind;
    this.optionsReader = new OptionsReader(in, options, layout());
    this.entries = new EntryReader(in, t, layout());
    this.namespaces = new NamespaceReader(in, t, stream, layout());
    this.carried = new RetainedTerms(terms);
  }

  static RowReader of(
      Layout layout,
      WireReader in,
      TermTable terms,
      StreamOptions stream,
      JellyReadOptions options) {
    return layout == Layout.DRAFT
        ? new DraftRowReader(in, terms, stream, options)
        : new V1RowReader(in, terms, stream, options);
  }

  abstract Layout layout();

  /**
   * Says which statements are wanted: the objects of others, if they are asked for, need not be
   * read.
   */
  public void where(PredicateFilter test) {
    int needed = JellyReadOptions.P | JellyReadOptions.O;
    wanted = (columns & needed) == needed ? test : null;
  }

  /** Tells whether frames have metadata; where they have not, its field is an unknown one. */
  protected boolean framesHaveMetadata() {
    return layout() == Layout.V1;
  }

  /** Reads a triple row and sets the last terms. */
  abstract void triple(int from, int to) throws JellyParseException;

  /** Reads a quad row and sets the last terms. */
  abstract void quad(int from, int to) throws JellyParseException;

  /** Reads a graph start row and sets {@link #lastG}. */
  abstract void graphStart(int from, int to) throws JellyParseException;

  /** Reads an IRI message of a namespace declaration. */
  abstract int iri(int from, int to, boolean wanted) throws JellyParseException;

  /**
   * Forgets what the entries before were, as at a checkpoint: the next ones must have an id, or
   * they are refused.
   */
  void forgetEntries() {
    lastNameEntry = UNKNOWN;
    lastPrefixEntry = UNKNOWN;
    lastDatatypeEntry = UNKNOWN;
  }

  public Set<NamespaceDeclaration> namespaces() {
    return namespaces.all();
  }

  public Map<String, String> prefixes() {
    return namespaces.latest();
  }

  public boolean inGraph() {
    return order.inGraph();
  }

  /**
   * Decodes rows from {@code in.pos} on, until {@code end} or until the batch is full, and leaves
   * {@code in.pos} at the first row not decoded.
   *
   * @param end the end of the frame, or of the bytes at hand if that comes first
   * @param whole whether end is the end of the frame, so that a cut row is an error
   * @param max the number of statements at which the batch is full
   */
  abstract void decode(StatementBatch into, int end, boolean whole, int max)
      throws JellyParseException;

  /**
   * Processes the row at {@code at}, in whatever form it is written, and sets {@code in.pos} to its
   * end.
   *
   * @return its kind; 0 for a field of the frame that is no row; -1 if it is not all at hand
   */
  final int anyRow(int at, int end, boolean whole) throws JellyParseException {
    int kind = findRow(at, end, whole);
    if (kind > 0) {
      int rowEnd = in.next;
      row(kind, in.bodyStart, in.bodyEnd, at);
      in.pos = rowEnd;
    } else if (kind == 0) {
      in.pos = in.next;
    }
    return kind;
  }

  /**
   * Finds the row at {@code at}, or any other field of a frame, in whatever form it is written.
   *
   * @return the kind of the row, with its body in {@code in.bodyStart} and {@code in.bodyEnd} and
   *     its end in {@code in.next}; 0 for another field; -1 if the field is not all at hand
   */
  public final int findRow(int at, int end, boolean whole) throws JellyParseException {
    int kind = finder.find(at, end, whole);
    if (kind == RowHeader.ANY_FORM) {
      int rowEnd = in.next;
      kind = rowBody(in.bodyStart, in.bodyEnd);
      in.next = rowEnd;
    } else if (kind == 0 && framesHaveMetadata()) {
      int fieldEnd = in.next;
      long last = in.row;
      in.row = -1;
      FrameMetadata.check(in, at, end);
      in.row = last;
      in.next = fieldEnd;
    }
    return kind;
  }

  static int capacity(StatementBatch batch, int max) {
    int capacity = max;
    for (int[] column : new int[][] {batch.s, batch.p, batch.o, batch.g, batch.name}) {
      if (column != null) {
        capacity = Math.min(capacity, column.length);
      }
    }
    return capacity;
  }

  /** Called at the end of every frame. */
  protected void endFrame() throws JellyParseException {
    // Frames mean nothing here.
  }

  /** Checks that the stream may end here. */
  protected void checkEnd() throws JellyParseException {
    if (order.inGraph()) {
      throw in.error(in.pos, "a graph end before the end of the stream", "the end of the file");
    }
  }

  public void row(int kind, int from, int to, int at) throws JellyParseException {
    switch (kind) {
      case TRIPLE -> {
        enter(kind, at);
        triple(from, to);
      }
      case QUAD -> {
        enter(kind, at);
        quad(from, to);
      }
      case NAME -> {
        int id = entries.read(from, to, lastNameEntry, "name");
        lastNameEntry = id;
        t.iris.defineName(id, in.bodyStart, in.bodyEnd - in.bodyStart, at);
      }
      case PREFIX -> {
        int id = entries.read(from, to, lastPrefixEntry, "prefix");
        lastPrefixEntry = id;
        t.iris.definePrefix(id, in.bodyStart, in.bodyEnd - in.bodyStart, at);
      }
      case DATATYPE -> {
        int id = entries.read(from, to, lastDatatypeEntry, "datatype");
        lastDatatypeEntry = id;
        t.iris.checkEntryId("datatype", id, t.datatypes.size(), at);
        t.datatypes.define(id, in.data, in.bodyStart, in.bodyEnd);
      }
      case GRAPH_START -> {
        enter(kind, at);
        graphStart(from, to);
      }
      case GRAPH_END -> {
        enter(kind, at);
        skipFields(from, to);
      }
      case NAMESPACE -> namespace(from, to, at);
      case OPTIONS -> repeatedOptions(from, to, at);
      default -> throw unknownKind(kind, at);
    }
  }

  /**
   * Reads a lookup entry without defining it, and leaves its value in {@code in.bodyStart} and
   * {@code in.bodyEnd}.
   *
   * @return its id; 0 if it counts on from the last one
   */
  public final int readEntry(int from, int to) throws JellyParseException {
    return entries.read(from, to, -1, "lookup");
  }

  /** Tells whether a statement row may come next. */
  public boolean statementAllowed() {
    return order.statementAllowed();
  }

  /** Checks that a row of this kind may come here. */
  public void enter(int kind, int at) throws JellyParseException {
    order.enter(kind, at);
  }

  // ---- less common parts ----------------------------------------------------------------------

  /**
   * Finds the one kind of a row, in whatever form it is written, and leaves its body in {@code
   * in.bodyStart} and {@code in.bodyEnd}.
   */
  protected int rowBody(int from, int to) throws JellyParseException {
    int kind = RowHeader.kindOf(in, from, to);
    if (kind == 0) {
      throw in.error(from, "a row of a known kind", "a row with none");
    }
    return kind;
  }

  /** Says that a row of the usual form has a kind that there is not. */
  public final JellyParseException unknownKind(int kind, int at) {
    return in.error(at, "a row of a known kind", "row field " + (kind >>> 3));
  }

  public void repeatedOptions(int from, int to, int at) throws JellyParseException {
    StreamOptions again = optionsReader.read(from, to);
    if (!again.equals(stream)) {
      throw in.error(at, "the same stream options as before: " + stream, again.toString());
    }
  }

  /** Checks that a message whose fields do not matter is one. */
  protected final void skipFields(int from, int to) throws JellyParseException {
    int p = from;
    while (p < to) {
      in.field(p, to);
      p = in.bodyEnd;
    }
  }

  public void checkNamespaceAllowed(int at) throws JellyParseException {
    namespaces.checkAllowed(at);
  }

  private void namespace(int from, int to, int at) throws JellyParseException {
    namespaces.checkAllowed(at);
    String name = namespaces.name(from, to, at);
    namespaces.add(name, terms.value(iri(in.bodyStart, in.bodyEnd, true)));
  }

  // ---- frames and chunks ----------------------------------------------------------------------

  /** Returns the bytes of lookups that {@link #carry} will write. */
  public long lookupBytes() {
    return t.iris.carriedBytes();
  }

  /** Returns the bytes of terms that {@link #carry} will write. */
  public long lastTermBytes() {
    carried.set(lastS, lastP, lastO, lastG);
    return carried.bytes();
  }

  /** Makes good what was put off until somebody needs it. */
  void settle() throws JellyParseException {
    // Nothing is put off by default.
  }

  /** Copies what later rows may refer to into the next chunk; returns where it ends there. */
  public int carry(byte[] to, int at) {
    carried.set(lastS, lastP, lastO, lastG);
    carried.assemble();
    return carried.carry(to, t.iris.carry(terms.data(), to, at));
  }

  /** Gives the carried terms new ids, after the table was reset. */
  public void restore() {
    t.endChunk();
    carried.restore();
    lastS = carried.ids[0];
    lastP = carried.ids[1];
    lastO = carried.ids[2];
    lastG = carried.ids[3];
  }

  /** Returns the last term of a position. */
  public final int lastTerm(int position) {
    return switch (position) {
      case 0 -> lastS;
      case 1 -> lastP;
      case 2 -> lastO;
      default -> lastG;
    };
  }

  final void setLast(int position, int term) {
    switch (position) {
      case 0 -> lastS = term;
      case 1 -> lastP = term;
      case 2 -> lastO = term;
      default -> lastG = term;
    }
  }
}
