package io.github.jellybridge.patch;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.decode.BatchDecoder;
import io.github.jellybridge.jelly.decode.DecoderState;
import io.github.jellybridge.jelly.decode.EntryDecoder;
import io.github.jellybridge.jelly.decode.FastRowDecoder;
import io.github.jellybridge.jelly.decode.OptionChecks;
import io.github.jellybridge.jelly.decode.RetainedTerms;
import io.github.jellybridge.jelly.decode.RowDecoder;
import io.github.jellybridge.jelly.decode.StrictRowDecoder;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.decode.V1StatementDecoder;
import io.github.jellybridge.jelly.decode.V1TermDecoder;
import io.github.jellybridge.jelly.wire.PatchRowKind;
import io.github.jellybridge.jelly.wire.RowHeader;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/**
 * Decodes the rows of patches in order (Jelly-Patch, "Patch rows"): statements as in Jelly-RDF 1.x,
 * interleaved with headers, namespaces, transactions and punctuation marks.
 */
final class PatchRowDecoder implements RowDecoder, StrictRowDecoder {
  /** Number of the first graph field in a quad. */
  private static final int QUAD_GRAPH = 13;

  private static final int NAMESPACE_GRAPH = 3;

  private final DecoderState state = new DecoderState();
  private final WireReader in;
  private final TermDecoder t;
  private final V1TermDecoder terms;
  private final V1StatementDecoder statements;
  private final EntryDecoder entries;
  private final RowHeader header;
  private final BatchDecoder batches;
  private final RetainedTerms retained;
  private final PatchOptions patchOptions;
  private final PatchOptionsReader optionsReader;
  private final boolean triples;

  /** Whether the current patch has operations, so that a punctuation mark has to end it. */
  private boolean inPatch;

  private boolean inTransaction;
  private long patch;
  private long ignoredGraphs;

  // The name and value of the last row, if it is a namespace or a header.
  private int name;
  private int value;

  PatchRowDecoder(
      WireReader in, TermTable table, PatchOptions patchOptions, JellyReadOptions options) {
    this.in = in;
    this.patchOptions = patchOptions;
    this.optionsReader = new PatchOptionsReader(in, options);
    this.triples = patchOptions.statementType() == PatchStatementType.TRIPLES;
    // Frames before the options row also count as patches.
    this.patch = patchOptions.streamType() == PatchStreamType.FRAME ? in.frame : 0;
    t = new TermDecoder(in, table, patchOptions.streamOptions(), options);
    terms = new V1TermDecoder(t, state);
    statements = new V1StatementDecoder(t, state, terms);
    entries = new EntryDecoder(t, state, Layout.V1);
    header = new RowHeader(in, options.maxFrameBytes(), PatchRowKind::of, false);
    FastRowDecoder.Kinds kinds =
        new FastRowDecoder.Kinds(
            PatchRowKind.ADD,
            ~(PatchRowKind.ADD ^ PatchRowKind.DELETE),
            PatchRowKind.NAME,
            PatchRowKind.PREFIX);
    batches = new BatchDecoder(t, state, terms, header, kinds, this);
    retained = new RetainedTerms(t, state);
  }

  /** Returns the number of patches that have ended. */
  long patches() {
    return patch;
  }

  /** Returns how many graph names in a stream of triples were ignored. */
  long ignoredGraphs() {
    return ignoredGraphs;
  }

  @Override
  public void decode(StatementBatch into, int end, boolean whole, int max)
      throws JellyParseException {
    batches.decode(into, end, whole, max);
  }

  @Override
  public TermDecoder terms() {
    return t;
  }

  @Override
  public RetainedTerms retained() {
    return retained;
  }

  @Override
  public void maxRowBytes(long bytes) {
    header.maxRowBytes = bytes;
  }

  // ---- rows ----------------------------------------------------------------------------------

  @Override
  public int decode(int at, int end, boolean whole) throws JellyParseException {
    int kind = header.read(at, end, whole);
    if (kind >= 0) {
      int next = in.next;
      if (kind > 0) {
        row(kind, in.bodyStart, in.bodyEnd, at);
      }
      in.pos = next;
    }
    return kind;
  }

  @Override
  public boolean statementAllowed() {
    return true;
  }

  private void row(int kind, int from, int to, int at) throws JellyParseException {
    switch (kind) {
      case PatchRowKind.ADD, PatchRowKind.DELETE -> {
        if (triples) {
          ignoreGraph(from, to);
          statements.triple(from, to);
        } else {
          statements.quad(from, to);
        }
      }
      case PatchRowKind.NAME -> entries.name(from, to, at);
      case PatchRowKind.PREFIX -> entries.prefix(from, to, at);
      case PatchRowKind.DATATYPE -> entries.datatype(from, to, at);
      case PatchRowKind.NAMESPACE_ADD, PatchRowKind.NAMESPACE_DELETE ->
          namespace(kind, from, to, at);
      case PatchRowKind.START, PatchRowKind.COMMIT, PatchRowKind.ABORT -> {
        t.skipFields(from, to);
        transaction(kind, at);
      }
      case PatchRowKind.HEADER -> header(from, to, at);
      case PatchRowKind.PUNCTUATION -> {
        t.skipFields(from, to);
        punctuation(at);
      }
      case PatchRowKind.OPTIONS -> repeatedOptions(from, to, at);
      default -> throw RowHeader.unknownKind(in, kind, at);
    }
  }

  /** Counts graph terms. "If it is set, the consumer SHOULD ignore the graph term." */
  private void ignoreGraph(int from, int to) throws JellyParseException {
    for (int p = from; p < to; p = in.bodyEnd) {
      int field = in.field(p, to) >>> 3;
      if (field >= QUAD_GRAPH && field < QUAD_GRAPH + 4) {
        ignoredGraphs++;
      }
    }
  }

  @Override
  public void complete(StatementBatch into, int from, int to) {
    inPatch |= to > from;
    Arrays.fill(into.patch, from, to, patch);
    Arrays.fill(into.name, from, to, TermTable.NO_TERM);
    Arrays.fill(into.value, from, to, TermTable.NO_TERM);
  }

  @Override
  public void put(StatementBatch into, int kind) {
    boolean isHeader = kind == PatchRowKind.HEADER;
    if (kind == 0 || kind == PatchRowKind.OPTIONS || kind >= PatchRowKind.NAME && !isHeader) {
      return;
    }
    int at = into.size();
    boolean isNamespace =
        kind == PatchRowKind.NAMESPACE_ADD || kind == PatchRowKind.NAMESPACE_DELETE;
    into.op[at] = isHeader ? PatchOp.HEADER : PatchRowKind.operation(kind);
    into.add(0, 0, 0, isNamespace ? state.lastG : TermTable.NO_TERM);
    complete(into, at, at + 1);
    if (isNamespace || isHeader) {
      into.name[at] = name;
      into.value[at] = value;
    }
  }

  // ---- transactions and patches --------------------------------------------------------------

  private void transaction(int kind, int at) throws JellyParseException {
    if (kind == PatchRowKind.START) {
      if (inTransaction) {
        throw in.error(
            at, "the end of a transaction before the next one", "a transaction in a transaction");
      }
      inTransaction = true;
      return;
    }
    if (!inTransaction) {
      String what = kind == PatchRowKind.COMMIT ? "a commit" : "an abort";
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
  public void endFrame() throws JellyParseException {
    if (patchOptions.streamType() == PatchStreamType.FRAME) {
      if (inTransaction) {
        throw in.error(
            in.pos, "the end of the transaction in its frame, the patch", "the end of the frame");
      }
      patch++;
    }
  }

  @Override
  public void checkEnd() throws JellyParseException {
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
    if (iriFrom < 0 && kind == PatchRowKind.NAMESPACE_ADD) {
      throw in.error(at, "a value of the namespace that is added", "none");
    }
    name = t.simpleLiteral(nameFrom, nameTo, true);
    // "The IRI in the value field MUST be processed before the RDF term in the graph oneof."
    value = iriFrom < 0 ? TermTable.NO_TERM : terms.iri(iriFrom, iriTo, true);
    if (graph >= 0 && triples) {
      ignoredGraphs++;
    } else if (graph >= 0) {
      state.lastG = terms.termOf(V1TermDecoder.GRAPH_POSITION, graph, graphFrom, graphTo);
      state.seen |= JellyReadOptions.G;
    } else if (!triples && (state.seen & JellyReadOptions.G) == 0) {
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
          case 0 -> terms.iri(start, end, true);
          case 1 -> t.bnode(start, end, true);
          case 2 -> terms.literal(start, end, true);
          default -> terms.quoted(start, end, 1, true);
        };
  }

  private void repeatedOptions(int from, int to, int at) throws JellyParseException {
    PatchOptions again = optionsReader.read(from, to);
    if (!again.equals(patchOptions)) {
      throw OptionChecks.changed(in, at, patchOptions, again);
    }
  }
}
