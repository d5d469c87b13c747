package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Processes stream rows in order (Jelly-RDF 1.1, "Stream rows"): the loop over the rows of a frame,
 * lookup entries, graphs, namespaces, repeated terms. Subclasses know how a layout writes
 * statements.
 */
abstract class RowReader {
  // Row kinds as tags: field number * 8 + 2.
  static final int OPTIONS = 0x0a;
  static final int TRIPLE = 0x12;
  static final int QUAD = 0x1a;
  static final int GRAPH_START = 0x22;
  static final int GRAPH_END = 0x2a;
  static final int NAMESPACE = 0x32;
  static final int NAME = 0x4a;
  static final int PREFIX = 0x52;
  static final int DATATYPE = 0x5a;

  /** The tag of {@code rows} in a frame. */
  static final int ROW = 0x0a;

  /** Stands for an id that is not known: neither it nor the next one is ever defined. */
  static final int UNKNOWN = -2;

  static final int SPO = 7;
  static final int SPOG = 15;

  final Input in;
  final TermTable terms;
  final TermDecoder t;
  final StreamOptions stream;
  private final OptionsReader optionsReader;
  private final PhysicalType physical;
  final long maxRowBytes;

  /** The kind of the rows that are statements: {@link #TRIPLE} or {@link #QUAD}. */
  final int statementKind;

  private final List<NamespaceDeclaration> namespaces = new ArrayList<>();

  /** Columns asked for: bit i for position i. */
  final int columns;

  /** Which statements are wanted by their predicate; null if all are. */
  PredicateTest wanted;

  /** Whether terms are checked that nobody asked for. */
  final boolean checkUnread;

  /** The last term of every position; UNWANTED in columns that nobody asked for. */
  int lastS;

  int lastP;
  int lastO;
  int lastG;

  /** Positions that have had a term: bit i for position i. */
  int seen;

  static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private boolean inGraph;

  /** The id of the last entry of the name lookup. */
  int lastNameEntry;

  /** The id of the last entry of the prefix lookup. */
  int lastPrefixEntry;

  /** The id of the last entry of the datatype lookup. */
  int lastDatatypeEntry;

  RowReader(Input in, TermTable terms, StreamOptions stream, JellyReadOptions options) {
    this.in = in;
    this.terms = terms;
    this.stream = stream;
    this.physical = stream.physicalType();
    this.statementKind = physical == PhysicalType.QUADS ? QUAD : TRIPLE;
    this.columns = options.columns();
    this.checkUnread = options.checkUnread();
    this.t = new TermDecoder(in, terms, stream, options);
    this.optionsReader = new OptionsReader(in, options, layout());
    this.maxRowBytes = options.maxFrameBytes();
  }

  static RowReader of(
      Layout layout, Input in, TermTable terms, StreamOptions stream, JellyReadOptions options) {
    return layout == Layout.DRAFT
        ? new DraftRowReader(in, terms, stream, options)
        : new V1RowReader(in, terms, stream, options);
  }

  abstract Layout layout();

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

  List<NamespaceDeclaration> namespaces() {
    return namespaces;
  }

  boolean inGraph() {
    return inGraph;
  }

  /**
   * Decodes rows from {@code in.pos} on, until {@code end} or until the batch is full, and leaves
   * {@code in.pos} at the first row not decoded.
   *
   * @param end the end of the frame, or of the bytes at hand if that comes first
   * @param whole whether end is the end of the frame, so that a cut row is an error
   * @param max the number of statements at which the batch is full
   */
  void decode(StatementBatch into, int end, boolean whole, int max) throws JellyParseException {
    int[] outS = into.s;
    int[] outP = into.p;
    int[] outO = into.o;
    int[] outG = into.g;
    int pos = in.pos;
    int n = into.size();
    int capacity = capacity(into, max);
    try {
      while (pos < end) {
        if (n >= capacity) {
          if (n >= max) {
            break;
          }
          into.ensureCapacity(n + 1);
          outS = into.s;
          outP = into.p;
          outO = into.o;
          outG = into.g;
          capacity = capacity(into, max);
        }
        int kind = anyRow(pos, end, whole);
        if (kind < 0) {
          break;
        }
        pos = in.pos;
        if (kind == statementKind) {
          if (outS != null) {
            outS[n] = lastS;
          }
          if (outP != null) {
            outP[n] = lastP;
          }
          if (outO != null) {
            outO[n] = lastO;
          }
          if (outG != null) {
            outG[n] = lastG;
          }
          n++;
        }
      }
    } finally {
      into.size(n);
      in.pos = pos;
    }
  }

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
  final int findRow(int at, int end, boolean whole) throws JellyParseException {
    byte[] d = in.data;
    // Tag, length, kind, length of a row with one field and up to 127 bytes: nearly all.
    int head = (int) INTS.get(d, at);
    int shortLength = head >> 8 & 0xff;
    if ((head & 0xff) == ROW
        && shortLength <= 127
        && (head & 0x800000) == 0
        && (head & 0x7f0000) != 0
        && head >>> 24 == shortLength - 2
        && at + 2 + shortLength <= end) {
      in.row++;
      in.bodyStart = at + 4;
      in.bodyEnd = at + 2 + shortLength;
      in.next = in.bodyEnd;
      return head >> 16 & 0xff;
    }
    // Two bytes of length: rows with text.
    if (d[at] == ROW && d[at + 1] < 0 && d[at + 2] >= 0) {
      int start = at + 3;
      int rowEnd = start + ((d[at + 1] & 0x7f) | d[at + 2] << 7);
      int kind = d[start];
      if (rowEnd <= end
          && rowEnd - start <= maxRowBytes
          && kind > 0
          && d[start + 1] < 0
          && d[start + 2] >= 0) {
        int length = (d[start + 1] & 0x7f) | d[start + 2] << 7;
        if (start + 3 + length == rowEnd) {
          in.row++;
          in.bodyStart = start + 3;
          in.bodyEnd = rowEnd;
          in.next = rowEnd;
          return kind;
        }
      }
    }
    if (!whole && !in.fieldAtHand(at, end)) {
      if (d[at] == ROW) {
        checkRowLength(at, end);
      }
      return -1;
    }
    int tag = in.field(at, end);
    int fieldEnd = in.bodyEnd;
    int kind = 0;
    if (tag >>> 3 == 1) {
      in.expectType(tag, Input.LEN, "rows (1)", at);
      in.row++;
      limitRow(fieldEnd - in.bodyStart, at);
      kind = rowBody(in.bodyStart, fieldEnd);
    }
    in.next = fieldEnd;
    return kind;
  }

  /** Refuses a row that is too long, before memory is spent on it. */
  private void checkRowLength(int at, int end) throws JellyParseException {
    for (int i = at + 1; i < end; i++) {
      if (in.data[i] >= 0) {
        limitRow(in.varint(at + 1, end), at);
        return;
      }
    }
  }

  private void limitRow(long length, int at) throws JellyParseException {
    if (length < 0 || length > maxRowBytes) {
      throw in.error(
          at,
          "a row of at most " + maxRowBytes + " bytes (option maxFrameBytes)",
          "a row of " + Long.toUnsignedString(length) + " bytes");
    }
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
  void endFrame() throws JellyParseException {
    // Frames mean nothing here.
  }

  /** Checks that the stream may end here. */
  void checkEnd() throws JellyParseException {
    if (inGraph) {
      throw in.error(in.pos, "a graph end before the end of the stream", "the end of the file");
    }
  }

  void row(int kind, int from, int to, int at) throws JellyParseException {
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
        int id = entry(from, to, lastNameEntry, "name");
        lastNameEntry = id;
        t.iris.defineName(id, in.bodyStart, in.bodyEnd - in.bodyStart, at);
      }
      case PREFIX -> {
        int id = entry(from, to, lastPrefixEntry, "prefix");
        lastPrefixEntry = id;
        t.iris.definePrefix(id, in.bodyStart, in.bodyEnd - in.bodyStart, at);
      }
      case DATATYPE -> {
        int id = entry(from, to, lastDatatypeEntry, "datatype");
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
      default -> throw in.error(at, "a row of a known kind", "row field " + (kind >>> 3));
    }
  }

  /** Tells whether a statement row may come next. */
  boolean statementAllowed() {
    return inGraph || physical != PhysicalType.GRAPHS;
  }

  /** Checks that a row of this kind may come here ("Physical stream types"), and tracks graphs. */
  void enter(int kind, int at) throws JellyParseException {
    if (kind == statementKind) {
      if (!inGraph && physical == PhysicalType.GRAPHS) {
        throw in.error(at, "a graph start before triples", "a triple outside a graph");
      }
    } else if (kind == GRAPH_START && physical == PhysicalType.GRAPHS) {
      if (inGraph) {
        throw in.error(at, "a graph end before the next graph start", "a graph start in a graph");
      }
      inGraph = true;
    } else if (kind == GRAPH_END && physical == PhysicalType.GRAPHS) {
      if (!inGraph) {
        throw in.error(at, "a graph start before a graph end", "a graph end outside a graph");
      }
      inGraph = false;
    } else if (kind >= TRIPLE && kind <= GRAPH_END) {
      String[] names = {"triple", "quad", "graph start", "graph end"};
      throw in.error(
          at,
          "rows of a stream of physical type " + physical,
          "a " + names[(kind >>> 3) - 2] + " row");
    }
  }

  // ---- less common parts ----------------------------------------------------------------------

  /**
   * Finds the one kind of a row, in whatever form it is written, and leaves its body in {@code
   * in.bodyStart} and {@code in.bodyEnd}.
   */
  int rowBody(int from, int to) throws JellyParseException {
    int kind = kindOf(in, from, to);
    if (kind == 0) {
      throw in.error(from, "a row of a known kind", "a row with none");
    }
    return kind;
  }

  /** Does what {@link #rowBody} does, but returns 0 for a row of no known kind. */
  static int kindOf(Input in, int from, int to) throws JellyParseException {
    int kind = 0;
    int start = 0;
    int end = 0;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int number = tag >>> 3;
      if (number >= 1 && number <= 6 || number >= 9 && number <= 11) {
        in.expectType(tag, Input.LEN, "row field " + number, p);
        if (kind != 0) {
          throw in.error(p, "one kind in a row", "fields " + (kind >>> 3) + " and " + number);
        }
        kind = tag;
        start = in.bodyStart;
        end = in.bodyEnd;
      }
      p = in.bodyEnd;
    }
    in.bodyStart = start;
    in.bodyEnd = end;
    return kind;
  }

  void repeatedOptions(int from, int to, int at) throws JellyParseException {
    StreamOptions again = optionsReader.read(from, to);
    if (!again.equals(stream)) {
      throw in.error(at, "the same stream options as before: " + stream, again.toString());
    }
  }

  /** Checks that a message whose fields do not matter is one. */
  final void skipFields(int from, int to) throws JellyParseException {
    int p = from;
    while (p < to) {
      in.field(p, to);
      p = in.bodyEnd;
    }
  }

  /**
   * Reads a lookup entry and leaves its value in {@code in.bodyStart} and {@code in.bodyEnd}.
   *
   * @return its id; 0 counts on from the last one in 1.x, and is returned as it is in the draft
   */
  private int entry(int from, int to, int lastId, String lookup) throws JellyParseException {
    byte[] d = in.data;
    int p = from;
    int id = 0;
    if (p < to && d[p] == 0x08 && d[p + 1] >= 0) {
      id = d[p + 1];
      p += 2;
    } else if (p < to && d[p] == 0x08 && d[p + 1] < 0 && d[p + 2] >= 0) {
      id = (d[p + 1] & 0x7f) | d[p + 2] << 7;
      p += 3;
    }
    if (p + 1 < to && d[p] == 0x12 && d[p + 1] == to - p - 2) {
      in.bodyStart = p + 2;
      in.bodyEnd = to;
    } else {
      id = entrySlow(from, to, lookup);
    }
    t.checkUtf8(in.bodyStart, in.bodyEnd, "a lookup entry");
    return id != 0 || layout() == Layout.DRAFT ? id : lastId + 1;
  }

  private int entrySlow(int from, int to, String lookup) throws JellyParseException {
    int id = 0;
    boolean valueSeen = false;
    int start = to;
    int end = to;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int bodyEnd = in.bodyEnd;
      if (tag >>> 3 == 1) {
        in.expectType(tag, Input.VARINT, lookup + " entry id (1)", p);
        id = (int) in.varint(in.bodyStart, bodyEnd);
      } else if (tag >>> 3 == 2) {
        in.expectType(tag, Input.LEN, lookup + " entry value (2)", p);
        t.once(!valueSeen, "a value", p);
        valueSeen = true;
        start = in.bodyStart;
        end = bodyEnd;
      }
      p = bodyEnd;
    }
    in.bodyStart = start;
    in.bodyEnd = end;
    return id;
  }

  void checkNamespaceAllowed(int at) throws JellyParseException {
    if (layout() == Layout.DRAFT) {
      throw in.error(at, "rows of the 1.0.0 draft", "a namespace declaration");
    }
    if (stream.version() < 2) {
      t.tolerate(at, "no namespace declarations in version 1", "a namespace declaration");
    }
  }

  private void namespace(int from, int to, int at) throws JellyParseException {
    checkNamespaceAllowed(at);
    String name = "";
    int start = -1;
    int end = -1;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int body = in.bodyStart;
      int bodyEnd = in.bodyEnd;
      if (tag >>> 3 == 1) {
        in.expectType(tag, Input.LEN, "namespace name (1)", p);
        t.checkUtf8(body, bodyEnd, "a namespace name");
        name = new String(in.data, body, bodyEnd - body, StandardCharsets.UTF_8);
      } else if (tag >>> 3 == 2) {
        in.expectType(tag, Input.LEN, "namespace value (2)", p);
        if (start >= 0) {
          throw in.error(p, "one value in a namespace declaration", "another");
        }
        start = body;
        end = bodyEnd;
      }
      p = bodyEnd;
    }
    if (start < 0) {
      throw in.error(at, "a namespace declaration with a value", "one without");
    }
    String iri = terms.value(iri(start, end, true));
    NamespaceDeclaration declared = new NamespaceDeclaration(name, iri);
    if (!namespaces.contains(declared) && namespaces.size() < MAX_NAMESPACES) {
      namespaces.add(declared);
    }
  }

  /** Declarations remembered; a file that repeats them for every frame must not fill the memory. */
  private static final int MAX_NAMESPACES = 10_000;

  // ---- frames and chunks ----------------------------------------------------------------------

  /** Returns the bytes that {@link #carry} will write at most. */
  long carriedBytes() {
    long sum = t.iris.carriedBytes();
    for (int id : new int[] {lastS, lastP, lastO, lastG}) {
      sum += id > 0 ? terms.valueLength(id) : 0;
    }
    return sum;
  }

  /** The last terms, kept while the table forgets them. */
  private final int[] last = new int[4];

  private final int[] lastOffset = new int[4];

  private final int[] lastLength = new int[4];
  private final byte[] lastKind = new byte[4];
  private final byte[][] lastLang = new byte[4][];
  private final byte[][] lastDatatypeIri = new byte[4][];

  /** Makes good what was put off until somebody needs it. */
  void settle() throws JellyParseException {
    // Nothing is put off by default.
  }

  /** Copies what later rows may refer to into the next chunk; returns where it ends there. */
  int carry(byte[] to, int at) {
    last[0] = lastS;
    last[1] = lastP;
    last[2] = lastO;
    last[3] = lastG;
    for (int i = 0; i < 4; i++) {
      if (last[i] > 0) {
        terms.valueOffset(last[i]);
      }
    }
    byte[] from = terms.data();
    int end = t.iris.carry(from, to, at);
    for (int i = 0; i < 4; i++) {
      int id = last[i];
      if (id > 0) {
        lastOffset[i] = end;
        lastLength[i] = terms.valueLength(id);
        lastKind[i] = terms.kind(id);
        int lang = terms.langId(id);
        int datatype = terms.datatypeId(id);
        lastLang[i] = lang == 0 ? null : terms.symbols().bytes(lang);
        lastDatatypeIri[i] = datatype == 0 ? null : terms.symbols().bytes(datatype);
        System.arraycopy(from, terms.valueOffset(id), to, end, lastLength[i]);
        end += lastLength[i];
      }
    }
    return end;
  }

  /** Gives the carried terms new ids, after the table was reset. */
  void restore() {
    t.endChunk();
    for (int i = 0; i < 4; i++) {
      if (last[i] > 0) {
        last[i] =
            lastKind[i] == TermKind.LITERAL
                ? terms.addLiteral(
                    lastOffset[i], lastLength[i], symbol(lastLang[i]), symbol(lastDatatypeIri[i]))
                : terms.add(lastKind[i], lastOffset[i], lastLength[i]);
      }
    }
    lastS = last[0];
    lastP = last[1];
    lastO = last[2];
    lastG = last[3];
  }

  /** Returns the last term of a position. */
  final int lastTerm(int position) {
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

  private int symbol(byte[] text) {
    return text == null ? 0 : terms.symbols().intern(text, 0, text.length);
  }
}
