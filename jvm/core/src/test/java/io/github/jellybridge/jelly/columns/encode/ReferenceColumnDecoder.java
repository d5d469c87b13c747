package io.github.jellybridge.jelly.columns.encode;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.proto.columns.RdfColumn;
import io.github.jellybridge.proto.columns.RdfColumnBatch;
import io.github.jellybridge.proto.columns.RdfIri;
import io.github.jellybridge.proto.columns.RdfLiteral;
import io.github.jellybridge.proto.columns.RdfLookupEntryPacked;
import io.github.jellybridge.proto.columns.RdfNamespaceDeclaration;
import io.github.jellybridge.proto.columns.RdfStreamFrame;
import io.github.jellybridge.proto.columns.RdfStreamOptionsA;
import io.github.jellybridge.proto.columns.RdfStreamOptionsB;
import io.github.jellybridge.proto.columns.RdfTripleTerm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decodes the column layout with protoc's classes, which have nothing in common with the code under
 * test. Slow and simple: every column becomes a list of terms.
 */
final class ReferenceColumnDecoder {
  private static final String[] DIRECTIONS = {"", "--ltr", "--rtl"};

  final List<Statement> statements = new ArrayList<>();

  /** The message of each statement; -1 in a flat stream. */
  final List<Long> messages = new ArrayList<>();

  final Map<String, String> namespaces = new HashMap<>();
  final List<RdfStreamFrame> frames = new ArrayList<>();

  /** The offset of each frame in a delimited file. */
  final List<Integer> offsets = new ArrayList<>();

  private final Lookup names = new Lookup();
  private final Lookup prefixes = new Lookup();
  private final Lookup datatypes = new Lookup();
  private boolean isA;
  private boolean quads;
  private boolean hasMessages;
  private long message;
  private boolean messageHasRows;

  /** Decodes a file. */
  static ReferenceColumnDecoder decode(byte[] file, boolean delimited) throws IOException {
    ReferenceColumnDecoder decoder = new ReferenceColumnDecoder();
    if (!delimited) {
      decoder.add(RdfStreamFrame.parseFrom(file), 0);
      return decoder;
    }
    CodedInputStream in = CodedInputStream.newInstance(file);
    while (!in.isAtEnd()) {
      int offset = in.getTotalBytesRead();
      decoder.add(RdfStreamFrame.parseFrom(in.readByteArray()), offset);
    }
    return decoder;
  }

  /** The entries of a lookup. */
  private static final class Lookup {
    private final Map<Integer, String> values = new HashMap<>();
    private int last;
    private int size;

    void restart(int entries) {
      values.clear();
      last = 0;
      size = entries;
    }

    void apply(List<RdfLookupEntryPacked> entries) {
      for (RdfLookupEntryPacked entry : entries) {
        int id = entry.getId() == 0 ? last + 1 : entry.getId();
        assertTrue("an entry without values", entry.getValuesCount() > 0);
        for (String value : entry.getValuesList()) {
          assertTrue("id " + id + " of " + size, id <= size);
          values.put(id, value);
          last = id++;
        }
      }
    }

    String get(int id) {
      assertTrue("undefined id " + id, values.containsKey(id));
      return values.get(id);
    }
  }

  private void add(RdfStreamFrame frame, int offset) throws InvalidProtocolBufferException {
    if (frame.getRowsCount() > 0) {
      assertEquals("rows", 1, frame.getRowsCount());
      options(frame.getRows(0).getOptions());
    } else {
      assertFalse("no options in the first frame", frames.isEmpty());
    }
    batch(frame.getColumns(), frames.size());
    frames.add(frame);
    offsets.add(offset);
  }

  private void options(ByteString bytes) throws InvalidProtocolBufferException {
    RdfStreamOptionsA a = RdfStreamOptionsA.parseFrom(bytes);
    RdfStreamOptionsB b = RdfStreamOptionsB.parseFrom(bytes);
    assertEquals(3, a.getVersion());
    assertFalse(a.getGeneralizedStatements() || a.getRdfStar() || a.getLogicalType() != 0);
    assertTrue(a.getMaxNameTableSize() >= 128);
    isA = a.getPhysicalTypeValue() != 0;
    int kind = isA ? a.getPhysicalTypeValue() : b.getStatementTypeValue();
    assertTrue("statement kind " + kind, kind == 1 || kind == 2);
    quads = kind == 2;
    hasMessages = (isA ? a.getStreamTypeValue() : b.getStreamTypeValue()) == 1;
    names.restart(a.getMaxNameTableSize());
    prefixes.restart(a.getMaxPrefixTableSize());
    datatypes.restart(a.getMaxDatatypeTableSize());
    if (messageHasRows) {
      endMessage();
    }
  }

  private void endMessage() {
    message++;
    messageHasRows = false;
  }

  private void batch(RdfColumnBatch batch, int frame) {
    names.apply(batch.getNamesList());
    prefixes.apply(batch.getPrefixesList());
    datatypes.apply(batch.getDatatypesList());
    Iris state = new Iris();
    for (RdfNamespaceDeclaration declared : batch.getNamespacesList()) {
      namespaces.put(declared.getName(), state.read(declared.getValue()));
    }
    int rows = batch.getRowCount();
    List<Term> s = column(batch.getSubjects(), rows);
    List<Term> p = column(batch.getPredicates(), rows);
    List<Term> o = column(batch.getObjects(), rows);
    List<Term> g = column(batch.getGraphs(), rows);
    assertTrue("graphs of triples", quads || !batch.hasGraphs());
    List<Integer> lengths = isA ? batch.getMessageLengthsAList() : batch.getMessageLengthsBList();
    assertTrue("messages of a flat stream", hasMessages || lengths.isEmpty());
    int length = 0;
    int boundary = 0;
    for (int row = 0; row <= rows; row++) {
      while (length < lengths.size() && boundary + lengths.get(length) == row) {
        boundary = row;
        length++;
        endMessage();
      }
      if (row < rows) {
        assertTrue("subject", s.get(row) instanceof Term.Iri || s.get(row) instanceof Term.Bnode);
        assertTrue("predicate", p.get(row) instanceof Term.Iri);
        assertTrue("object", o.get(row) != null);
        assertTrue(
            "graph",
            g.get(row) == null
                || g.get(row) instanceof Term.Iri
                || g.get(row) instanceof Term.Bnode);
        statements.add(new Statement(frame, s.get(row), p.get(row), o.get(row), g.get(row)));
        messages.add(hasMessages ? message : -1);
        messageHasRows = hasMessages;
      }
    }
    assertEquals("message lengths within the batch", lengths.size(), length);
  }

  // ---- columns ---------------------------------------------------------------------------------

  private List<Term> column(RdfColumn column, int rows) {
    List<Term> values = values(column);
    List<Term> cells = new ArrayList<>();
    int at = 0;
    List<Integer> layouts = column.getLayoutsList();
    for (int i = 0; i < layouts.size(); i++) {
      int token = layouts.get(i);
      for (int skip = token >>> 5; skip > 0; skip--) {
        cells.add(values.get(at++));
      }
      int length = token & 15;
      if (length == 15) {
        length += layouts.get(++i);
      }
      boolean unbound = (token >>> 4 & 1) == 1;
      Term value = unbound ? null : values.get(at++);
      for (length += unbound ? 1 : 2; length > 0; length--) {
        cells.add(value);
      }
    }
    cells.addAll(values.subList(at, values.size()));
    assertTrue(cells.size() + " cells in " + rows + " rows", cells.size() <= rows);
    while (cells.size() < rows) {
      cells.add(null);
    }
    return cells;
  }

  /** The values of the runs of a column. */
  private List<Term> values(RdfColumn column) {
    List<List<Term>> lists =
        List.of(iris(column), literals(column), bnodes(column), tripleTerms(column));
    int count = lists.stream().mapToInt(List::size).sum();
    if (column.getKinds().isEmpty()) {
      List<List<Term>> used = lists.stream().filter(list -> !list.isEmpty()).toList();
      assertTrue("kinds of a mixed column", used.size() <= 1);
      return used.isEmpty() ? List.of() : used.get(0);
    }
    assertEquals("bytes of kinds", (count + 3) / 4, column.getKinds().size());
    int[] next = new int[4];
    List<Term> values = new ArrayList<>();
    for (int i = 0; i < 4 * column.getKinds().size(); i++) {
      int kind = column.getKinds().byteAt(i / 4) >>> i % 4 * 2 & 3;
      if (i >= count) {
        assertEquals("unused bits", 0, kind);
      } else {
        values.add(lists.get(kind).get(next[kind]++));
      }
    }
    return values;
  }

  private List<Term> iris(RdfColumn column) {
    int count = column.getNameIdsCount();
    int prefixCount = column.getPrefixIdsCount();
    assertTrue("prefix ids", prefixCount <= 1 || prefixCount == count);
    List<Term> iris = new ArrayList<>();
    int name = 0;
    int prefix = 0;
    for (int i = 0; i < count; i++) {
      int id = column.getNameIds(i);
      name = id == 0 ? name + 1 : id;
      int prefixId = prefixCount == 0 ? 0 : column.getPrefixIds(prefixCount == 1 ? 0 : i);
      prefix = prefixId == 0 ? prefix : prefixId;
      iris.add(iri(prefix, name));
    }
    return iris;
  }

  private Term iri(int prefix, int name) {
    return Term.iri((prefix == 0 ? "" : prefixes.get(prefix)) + names.get(name));
  }

  private List<Term> literals(RdfColumn column) {
    int count = column.getLexValuesCount();
    int kinds = column.getLiteralKindsCount();
    assertTrue("literal kinds", kinds <= 1 || kinds == count);
    int tags = column.getLangtagDirectionsCount();
    assertTrue("directions", tags == 0 || tags == column.getLangtagsCount());
    List<Term> literals = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int kind = kinds == 0 ? 0 : column.getLiteralKinds(kinds == 1 ? 0 : i);
      String lex = column.getLexValues(i);
      if (kind == 0) {
        literals.add(Term.text(lex));
      } else if (kind % 2 == 1) {
        literals.add(Term.typed(lex, datatypes.get((kind + 1) / 2)));
      } else {
        int tag = kind / 2 - 1;
        int direction = tags == 0 ? 0 : column.getLangtagDirections(tag);
        literals.add(Term.lang(lex, column.getLangtags(tag) + DIRECTIONS[direction]));
      }
    }
    return literals;
  }

  private static List<Term> bnodes(RdfColumn column) {
    return column.getBnodesList().stream().map(Term::bnode).toList();
  }

  // ---- messages with relative ids --------------------------------------------------------------

  /** The ids that the next IRI is relative to. */
  private final class Iris {
    private int prefix;
    private int name;

    String read(RdfIri iri) {
      prefix = iri.getPrefixId() == 0 ? prefix : iri.getPrefixId();
      name = iri.getNameId() == 0 ? name + 1 : iri.getNameId();
      return ((Term.Iri) iri(prefix, name)).value();
    }
  }

  private List<Term> tripleTerms(RdfColumn column) {
    Iris state = new Iris();
    return column.getTripleTermsList().stream().map(term -> tripleTerm(term, state)).toList();
  }

  private Term tripleTerm(RdfTripleTerm term, Iris state) {
    Term s = term.hasSIri() ? Term.iri(state.read(term.getSIri())) : Term.bnode(term.getSBnode());
    assertTrue("the subject of a triple term", term.hasSIri() || term.hasSBnode());
    assertTrue("the predicate of a triple term", term.hasPIri());
    Term p = Term.iri(state.read(term.getPIri()));
    Term o =
        switch (term.getObjectCase()) {
          case O_IRI -> Term.iri(state.read(term.getOIri()));
          case O_BNODE -> Term.bnode(term.getOBnode());
          case O_LITERAL -> literal(term.getOLiteral());
          case O_TRIPLE_TERM -> tripleTerm(term.getOTripleTerm(), state);
          default -> throw new AssertionError("a triple term without an object");
        };
    return Term.quoted(s, p, o);
  }

  private Term literal(RdfLiteral literal) {
    return switch (literal.getLiteralKindCase()) {
      case LANGTAG ->
          Term.lang(literal.getLex(), literal.getLangtag() + DIRECTIONS[literal.getDirection()]);
      case DATATYPE -> Term.typed(literal.getLex(), datatypes.get(literal.getDatatype()));
      default -> Term.text(literal.getLex());
    };
  }
}
