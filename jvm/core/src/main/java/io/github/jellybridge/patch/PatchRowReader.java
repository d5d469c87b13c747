package io.github.jellybridge.patch;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.decode.V1RowReader;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/**
 * Processes the rows of patches in order (Jelly-Patch, "Patch rows"): statements as in Jelly-RDF
 * 1.x, and around them headers, namespaces, transactions and punctuation marks.
 */
public final class PatchRowReader extends V1RowReader {
  // Row kinds as tags: field number * 8 + 2. OPTIONS is the one that Jelly-RDF has.
  public static final int ADD = 0x12;
  public static final int DELETE = 0x1a;
  static final int NAMESPACE_ADD = 0x22;
  static final int NAMESPACE_DELETE = 0x2a;
  static final int START = 0x32;
  static final int COMMIT = 0x3a;
  static final int ABORT = 0x42;
  public static final int NAME_ENTRY = 0x5a;
  public static final int PREFIX_ENTRY = 0x62;
  static final int DATATYPE_ENTRY = 0x6a;
  static final int HEADER = 0x72;
  static final int PUNCTUATION = 0x7a;

  /** The graph fields of a quad, and those of a namespace, start here. */
  private static final int QUAD_GRAPH = 13;

  private static final int NAMESPACE_GRAPH = 3;

  private final PatchOptions patchOptions;
  private final PatchOptionsReader optionsReader;
  private final boolean triples;

  /** Whether a patch has something that a punctuation mark has to end. */
  private boolean inPatch;

  private boolean inTransaction;
  private long patch;
  private long ignoredGraphs;

  // The row read last, if it is a namespace or a header.
  private int name;
  private int value;

  PatchRowReader(
      WireReader in, TermTable terms, PatchOptions patchOptions, JellyReadOptions options) {
    super(in, terms, patchOptions.streamOptions(), options, true);
    this.patchOptions = patchOptions;
    this.optionsReader = new PatchOptionsReader(in, options);
    this.triples = patchOptions.statementType() == PatchStatementType.TRIPLES;
    // Frames before the options row are patches, too.
    this.patch = patchOptions.streamType() == PatchStreamType.FRAME ? in.frame : 0;
  }

  /** Returns the number of patches that have ended. */
  long patches() {
    return patch;
  }

  /** Returns how many graphs were set in a stream of triples, and ignored. */
  long ignoredGraphs() {
    return ignoredGraphs;
  }

  @Override
  protected boolean framesHaveMetadata() {
    return false;
  }

  @Override
  public void row(int kind, int from, int to, int at) throws JellyParseException {
    switch (kind) {
      case ADD, DELETE -> {
        if (triples) {
          ignoreGraph(from, to);
          triple(from, to);
        } else {
          quad(from, to);
        }
      }
      case NAME_ENTRY -> super.row(NAME, from, to, at);
      case PREFIX_ENTRY -> super.row(PREFIX, from, to, at);
      case DATATYPE_ENTRY -> super.row(DATATYPE, from, to, at);
      case NAMESPACE_ADD, NAMESPACE_DELETE -> namespace(kind, from, to, at);
      case START, COMMIT, ABORT -> {
        skipFields(from, to);
        transaction(kind, at);
      }
      case HEADER -> header(from, to, at);
      case PUNCTUATION -> {
        skipFields(from, to);
        punctuation(at);
      }
      case OPTIONS -> repeatedPatchOptions(from, to, at);
      default -> throw unknownKind(kind, at);
    }
  }

  /** "If it is set, the consumer SHOULD ignore the graph term." */
  private void ignoreGraph(int from, int to) throws JellyParseException {
    for (int p = from; p < to; p = in.bodyEnd) {
      int field = in.field(p, to) >>> 3;
      if (field >= QUAD_GRAPH && field < QUAD_GRAPH + 4) {
        ignoredGraphs++;
      }
    }
  }

  @Override
  protected boolean operation(StatementBatch into, int n, int kind) {
    if (kind == 0 || kind == OPTIONS || kind >= NAME_ENTRY && kind != HEADER) {
      return false;
    }
    inPatch = true;
    into.op[n] = kind == HEADER ? PatchOp.HEADER : (byte) ((kind >>> 3) - 1);
    into.patch[n] = patch;
    into.name[n] = 0;
    into.value[n] = 0;
    if (kind <= DELETE) {
      return true;
    }
    boolean namespace = kind == NAMESPACE_ADD || kind == NAMESPACE_DELETE;
    if (namespace || kind == HEADER) {
      into.name[n] = name;
      into.value[n] = value;
    }
    put(into.s, n, TermTable.NO_TERM);
    put(into.p, n, TermTable.NO_TERM);
    put(into.o, n, TermTable.NO_TERM);
    put(into.g, n, namespace ? lastG : TermTable.NO_TERM);
    return true;
  }

  @Override
  protected void operations(StatementBatch into, int from, int to) {
    inPatch |= to > from;
    Arrays.fill(into.patch, from, to, patch);
    Arrays.fill(into.name, from, to, TermTable.NO_TERM);
    Arrays.fill(into.value, from, to, TermTable.NO_TERM);
  }

  private static void put(int[] column, int at, int term) {
    if (column != null) {
      column[at] = term;
    }
  }

  // ---- transactions and patches --------------------------------------------------------------

  private void transaction(int kind, int at) throws JellyParseException {
    if (kind == START) {
      if (inTransaction) {
        throw in.error(
            at, "the end of a transaction before the next one", "a transaction in a transaction");
      }
      inTransaction = true;
      return;
    }
    if (!inTransaction) {
      String what = kind == COMMIT ? "a commit" : "an abort";
      throw in.error(at, "the start of a transaction before " + what, what + " outside of any");
    }
    inTransaction = false;
  }

  private void punctuation(int at) throws JellyParseException {
    if (patchOptions.streamType() != PatchStreamType.PUNCTUATED) {
      throw in.error(
          at,
          "rows of a stream of patch stream type " + patchOptions.streamType(),
          "a punctuation mark");
    }
    if (inTransaction) {
      throw in.error(
          at, "the end of the transaction before the end of the patch", "a punctuation mark");
    }
    inPatch = false;
    patch++;
  }

  @Override
  protected void endFrame() throws JellyParseException {
    if (patchOptions.streamType() == PatchStreamType.FRAME) {
      if (inTransaction) {
        throw in.error(
            in.pos, "the end of the transaction in its frame, the patch", "the end of the frame");
      }
      patch++;
    }
  }

  @Override
  protected void checkEnd() throws JellyParseException {
    if (inTransaction) {
      throw in.error(in.pos, "the end of the transaction", "the end of the file");
    }
    if (patchOptions.streamType() == PatchStreamType.FLAT) {
      patch = 1;
    } else if (patchOptions.streamType() == PatchStreamType.PUNCTUATED && inPatch) {
      t.tolerate(in.pos, "a punctuation mark at the end of the patch", "the end of the file");
      inPatch = false;
      patch++;
    }
  }

  // ---- namespaces and headers ----------------------------------------------------------------

  private void namespace(int kind, int from, int to, int at) throws JellyParseException {
    int nameFrom = to;
    int nameTo = to;
    boolean named = false;
    int iriFrom = -1;
    int iriTo = 0;
    int graph = -1;
    int graphFrom = 0;
    int graphTo = 0;
    for (int p = from; p < to; p = in.bodyEnd) {
      int tag = in.field(p, to);
      int field = tag >>> 3;
      if (field > NAMESPACE_GRAPH + 3) {
        continue;
      }
      in.expectType(tag, WireReader.LEN, "namespace field " + field, p);
      if (field == 1) {
        t.once(!named, "a name", p);
        named = true;
        nameFrom = in.bodyStart;
        nameTo = in.bodyEnd;
      } else if (field == 2) {
        t.once(iriFrom < 0, "a value", p);
        iriFrom = in.bodyStart;
        iriTo = in.bodyEnd;
      } else {
        t.once(graph < 0, "a graph name", p);
        graph = field - NAMESPACE_GRAPH;
        graphFrom = in.bodyStart;
        graphTo = in.bodyEnd;
      }
    }
    if (iriFrom < 0 && kind == NAMESPACE_ADD) {
      throw in.error(at, "a value of the namespace that is added", "none");
    }
    name = t.simpleLiteral(nameFrom, nameTo, true);
    // "The IRI in the value field MUST be processed before the RDF term in the graph oneof."
    value = iriFrom < 0 ? TermTable.NO_TERM : iri(iriFrom, iriTo, true);
    if (graph >= 0 && triples) {
      ignoredGraphs++;
    } else if (graph >= 0) {
      boolean wanted = (columns & JellyReadOptions.G) != 0;
      lastG =
          graph == 0
              ? iri(graphFrom, graphTo, wanted)
              : graphTerm(graph, graphFrom, graphTo, wanted);
      seen |= SPOG & ~SPO;
    } else if (!triples && (seen & SPOG & ~SPO) == 0) {
      throw in.error(
          at, "a graph name in the first quad or namespace", "a repeated term with nothing before");
    }
  }

  private void header(int from, int to, int at) throws JellyParseException {
    int keyFrom = to;
    int keyTo = to;
    boolean keyed = false;
    int kind = -1;
    int start = 0;
    int end = 0;
    for (int p = from; p < to; p = in.bodyEnd) {
      int tag = in.field(p, to);
      int field = tag >>> 3;
      if (field > 5) {
        continue;
      }
      in.expectType(tag, WireReader.LEN, "header field " + field, p);
      if (field == 1) {
        t.once(!keyed, "a key", p);
        keyed = true;
        keyFrom = in.bodyStart;
        keyTo = in.bodyEnd;
      } else {
        t.once(kind < 0, "a value", p);
        kind = field - 2;
        start = in.bodyStart;
        end = in.bodyEnd;
      }
    }
    if (kind < 0) {
      throw in.error(at, "a value in a header, never a repeated one", "none");
    }
    name = t.simpleLiteral(keyFrom, keyTo, true);
    value =
        switch (kind) {
          case 0 -> iri(start, end, true);
          case 1 -> t.bnode(start, end, true);
          case 2 -> literal(start, end, true);
          default -> quoted(start, end, 1, true);
        };
  }

  // ---- less common parts ---------------------------------------------------------------------

  @Override
  protected int rowBody(int from, int to) throws JellyParseException {
    int kind = patchKindOf(in, from, to);
    if (kind == 0) {
      throw in.error(from, "a row of a known kind", "a row with none");
    }
    return kind;
  }

  /** Finds the one kind of a row, and leaves its body; returns 0 for a row of no known kind. */
  static int patchKindOf(WireReader in, int from, int to) throws JellyParseException {
    int kind = 0;
    int start = 0;
    int end = 0;
    for (int p = from; p < to; p = in.bodyEnd) {
      int tag = in.field(p, to);
      int number = tag >>> 3;
      if (number >= 1 && number <= 8 || number >= 11 && number <= 15) {
        in.expectType(tag, WireReader.LEN, "patch row field " + number, p);
        if (kind != 0) {
          throw in.error(p, "one kind in a row", "fields " + (kind >>> 3) + " and " + number);
        }
        kind = tag;
        start = in.bodyStart;
        end = in.bodyEnd;
      }
    }
    in.bodyStart = start;
    in.bodyEnd = end;
    return kind;
  }

  private void repeatedPatchOptions(int from, int to, int at) throws JellyParseException {
    PatchOptions again = optionsReader.read(from, to);
    if (!again.equals(patchOptions)) {
      throw in.error(at, "the same stream options as before: " + patchOptions, again.toString());
    }
  }
}
