package io.github.jellybridge.wire;

import com.google.protobuf.UnknownFieldSet;
import io.github.jellybridge.model.PatchRow;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.proto.patch.RdfPatchFrame;
import io.github.jellybridge.proto.patch.RdfPatchHeader;
import io.github.jellybridge.proto.patch.RdfPatchNamespace;
import io.github.jellybridge.proto.patch.RdfPatchOptions;
import io.github.jellybridge.proto.patch.RdfPatchRow;
import io.github.jellybridge.proto.rdf.RdfIri;
import io.github.jellybridge.proto.rdf.RdfLiteral;
import io.github.jellybridge.proto.rdf.RdfQuad;
import io.github.jellybridge.proto.rdf.RdfTriple;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A strict Jelly-Patch decoder over protobuf's generated classes, with which random and fuzz tests
 * compare.
 */
public final class ReferencePatchDecoder {
  private static final int TRIPLES = 1;

  private final List<PatchRow> rows = new ArrayList<>();
  private final Map<Integer, String> names = new HashMap<>();
  private final Map<Integer, String> prefixes = new HashMap<>();
  private final Map<Integer, String> datatypes = new HashMap<>();
  private final Term[] last = new Term[4];
  private final boolean[] known = new boolean[4];
  private RdfPatchOptions options;
  private int lastNameEntry;
  private int lastPrefixEntry;
  private int lastDatatypeEntry;
  private int lastName;
  private int lastPrefix;
  private boolean inTransaction;
  private boolean inPatch;
  private long patch;
  private boolean started;

  private ReferencePatchDecoder() {}

  /** Decodes a delimited file; throws IOException if it is malformed. */
  public static List<PatchRow> decode(byte[] file) throws IOException {
    ReferencePatchDecoder decoder = new ReferencePatchDecoder();
    for (byte[] frame : ReferenceFormat.split(file)) {
      decoder.frame(RdfPatchFrame.parseFrom(frame));
    }
    check(decoder.started, "the first row is the options row");
    check(!decoder.inTransaction, "transactions end");
    check(decoder.options.getStreamTypeValue() != WirePatch.PUNCTUATED || !decoder.inPatch, "mark");
    return decoder.rows;
  }

  private static void check(boolean ok, String rule) throws IOException {
    if (!ok) {
      throw new IOException(rule);
    }
  }

  private void frame(RdfPatchFrame frame) throws IOException {
    for (RdfPatchRow row : frame.getRowsList()) {
      check(started || row.hasOptions(), "the first row is the options row");
      row(row);
    }
    if (options == null || options.getStreamTypeValue() == WirePatch.FRAME) {
      check(!inTransaction, "transactions end in their frame");
      patch++;
    }
  }

  private void row(RdfPatchRow row) throws IOException {
    switch (row.getRowCase()) {
      case OPTIONS -> options(row.getOptions());
      case NAME ->
          lastNameEntry =
              entry(
                  names,
                  options.getMaxNameTableSize(),
                  row.getName().getId(),
                  lastNameEntry,
                  row.getName().getValue());
      case PREFIX ->
          lastPrefixEntry =
              entry(
                  prefixes,
                  options.getMaxPrefixTableSize(),
                  row.getPrefix().getId(),
                  lastPrefixEntry,
                  row.getPrefix().getValue());
      case DATATYPE ->
          lastDatatypeEntry =
              entry(
                  datatypes,
                  options.getMaxDatatypeTableSize(),
                  row.getDatatype().getId(),
                  lastDatatypeEntry,
                  row.getDatatype().getValue());
      case STATEMENT_ADD -> statement("A", row.getStatementAdd());
      case STATEMENT_DELETE -> statement("D", row.getStatementDelete());
      case NAMESPACE_ADD -> namespace("PA", row.getNamespaceAdd());
      case NAMESPACE_DELETE -> namespace("PD", row.getNamespaceDelete());
      case HEADER -> header(row.getHeader());
      case TRANSACTION_START -> {
        check(!inTransaction, "no nested transaction");
        inTransaction = true;
        emit(PatchRow.of(patch, "TX"));
      }
      case TRANSACTION_COMMIT, TRANSACTION_ABORT -> {
        check(inTransaction, "no dangling end of a transaction");
        inTransaction = false;
        emit(PatchRow.of(patch, row.hasTransactionCommit() ? "TC" : "TA"));
      }
      case PUNCTUATION -> {
        check(options.getStreamTypeValue() == WirePatch.PUNCTUATED, "marks where they belong");
        check(!inTransaction, "transactions end in their patch");
        patch++;
        inPatch = false;
      }
      default -> throw new IOException("a row has a kind");
    }
  }

  private void emit(PatchRow row) {
    inPatch = true;
    rows.add(row);
  }

  private void options(RdfPatchOptions found) throws IOException {
    RdfPatchOptions o =
        found.toBuilder().setUnknownFields(UnknownFieldSet.getDefaultInstance()).build();
    check(options == null || options.equals(o), "repeated options are identical");
    check(o.getVersion() == 1, "version 1");
    check(o.getStatementTypeValue() == 1 || o.getStatementTypeValue() == 2, "a statement type");
    check(o.getStreamTypeValue() >= 1 && o.getStreamTypeValue() <= 3, "a stream type");
    check(o.getMaxNameTableSize() >= 8 && o.getMaxNameTableSize() <= 65_536, "names");
    check(o.getMaxPrefixTableSize() >= 0 && o.getMaxPrefixTableSize() <= 16_384, "prefixes");
    check(o.getMaxDatatypeTableSize() >= 0 && o.getMaxDatatypeTableSize() <= 4_096, "datatypes");
    if (!started && o.getStreamTypeValue() != WirePatch.FRAME) {
      patch = 0;
    }
    options = o;
    started = true;
  }

  private static int entry(Map<Integer, String> lookup, int size, int id, int before, String value)
      throws IOException {
    int actual = id == 0 ? before + 1 : id;
    check(actual >= 1 && actual <= size, "entries within the declared size");
    lookup.put(actual, value);
    return actual;
  }

  private void statement(String op, RdfQuad quad) throws IOException {
    switch (quad.getSubjectCase()) {
      case S_IRI -> set(0, iri(quad.getSIri()));
      case S_BNODE -> set(0, new Term.Bnode(quad.getSBnode()));
      case S_LITERAL -> {
        check(options.getGeneralizedStatements(), "literals are objects");
        set(0, literal(quad.getSLiteral()));
      }
      case S_TRIPLE_TERM -> set(0, quoted(quad.getSTripleTerm(), 1));
      default -> check(known[0], "something to repeat");
    }
    switch (quad.getPredicateCase()) {
      case P_IRI -> set(1, iri(quad.getPIri()));
      case P_BNODE -> set(1, generalized(new Term.Bnode(quad.getPBnode())));
      case P_LITERAL -> set(1, generalized(literal(quad.getPLiteral())));
      case P_TRIPLE_TERM -> set(1, generalized(quoted(quad.getPTripleTerm(), 1)));
      default -> check(known[1], "something to repeat");
    }
    switch (quad.getObjectCase()) {
      case O_IRI -> set(2, iri(quad.getOIri()));
      case O_BNODE -> set(2, new Term.Bnode(quad.getOBnode()));
      case O_LITERAL -> set(2, literal(quad.getOLiteral()));
      case O_TRIPLE_TERM -> set(2, quoted(quad.getOTripleTerm(), 1));
      default -> check(known[2], "something to repeat");
    }
    if (options.getStatementTypeValue() != TRIPLES) {
      switch (quad.getGraphCase()) {
        case G_IRI -> set(3, iri(quad.getGIri()));
        case G_BNODE -> set(3, new Term.Bnode(quad.getGBnode()));
        case G_LITERAL -> set(3, generalized(literal(quad.getGLiteral())));
        case G_DEFAULT_GRAPH -> set(3, null);
        default -> check(known[3], "something to repeat");
      }
    }
    emit(PatchRow.of(patch, op, last[0], last[1], last[2], last[3]));
  }

  private void namespace(String op, RdfPatchNamespace row) throws IOException {
    check(row.hasValue() || op.equals("PD"), "a namespace that is added has a value");
    Term value = row.hasValue() ? iri(row.getValue()) : null;
    if (options.getStatementTypeValue() != TRIPLES) {
      switch (row.getGraphCase()) {
        case G_IRI -> set(3, iri(row.getGIri()));
        case G_BNODE -> set(3, new Term.Bnode(row.getGBnode()));
        case G_LITERAL -> set(3, generalized(literal(row.getGLiteral())));
        case G_DEFAULT_GRAPH -> set(3, null);
        default -> check(known[3], "something to repeat");
      }
    }
    emit(PatchRow.of(patch, op, row.getName(), value, last[3]));
  }

  private void header(RdfPatchHeader row) throws IOException {
    Term value =
        switch (row.getValueCase()) {
          case H_IRI -> iri(row.getHIri());
          case H_BNODE -> new Term.Bnode(row.getHBnode());
          case H_LITERAL -> literal(row.getHLiteral());
          case H_TRIPLE_TERM -> quoted(row.getHTripleTerm(), 1);
          default -> throw new IOException("a header has a value");
        };
    emit(PatchRow.of(patch, "H", row.getKey(), value, null));
  }

  private void set(int position, Term term) {
    last[position] = term;
    known[position] = true;
  }

  private Term generalized(Term term) throws IOException {
    check(options.getGeneralizedStatements(), "generalized is declared");
    return term;
  }

  private Term quoted(RdfTriple triple, int depth) throws IOException {
    check(options.getRdfStar(), "rdf_star is declared");
    check(depth <= 64, "nesting");
    Term s =
        switch (triple.getSubjectCase()) {
          case S_IRI -> iri(triple.getSIri());
          case S_BNODE -> new Term.Bnode(triple.getSBnode());
          case S_LITERAL -> generalized(literal(triple.getSLiteral()));
          case S_TRIPLE_TERM -> quoted(triple.getSTripleTerm(), depth + 1);
          default -> throw new IOException("nothing repeats in quoted triples");
        };
    Term p =
        switch (triple.getPredicateCase()) {
          case P_IRI -> iri(triple.getPIri());
          case P_BNODE -> generalized(new Term.Bnode(triple.getPBnode()));
          case P_LITERAL -> generalized(literal(triple.getPLiteral()));
          case P_TRIPLE_TERM -> generalized(quoted(triple.getPTripleTerm(), depth + 1));
          default -> throw new IOException("nothing repeats in quoted triples");
        };
    return switch (triple.getObjectCase()) {
      case O_IRI -> new Term.Quoted(s, p, iri(triple.getOIri()));
      case O_BNODE -> new Term.Quoted(s, p, new Term.Bnode(triple.getOBnode()));
      case O_LITERAL -> new Term.Quoted(s, p, literal(triple.getOLiteral()));
      case O_TRIPLE_TERM -> new Term.Quoted(s, p, quoted(triple.getOTripleTerm(), depth + 1));
      default -> throw new IOException("nothing repeats in quoted triples");
    };
  }

  private Term iri(RdfIri iri) throws IOException {
    lastPrefix = iri.getPrefixId() == 0 ? lastPrefix : iri.getPrefixId();
    lastName = iri.getNameId() == 0 ? lastName + 1 : iri.getNameId();
    check(lastPrefix == 0 || prefixes.containsKey(lastPrefix), "the prefix is defined");
    check(names.containsKey(lastName), "the name is defined");
    return new Term.Iri(prefixes.getOrDefault(lastPrefix, "") + names.get(lastName));
  }

  private Term literal(RdfLiteral literal) throws IOException {
    return switch (literal.getLiteralKindCase()) {
      case LANGTAG -> {
        // RDF has no empty tags: such a literal has none.
        String tag = literal.getLangtag();
        yield new Term.Literal(literal.getLex(), tag.isEmpty() ? null : tag, null);
      }
      case DATATYPE -> {
        check(datatypes.containsKey(literal.getDatatype()), "the datatype is defined");
        yield new Term.Literal(literal.getLex(), null, datatypes.get(literal.getDatatype()));
      }
      default -> new Term.Literal(literal.getLex(), null, null);
    };
  }
}
