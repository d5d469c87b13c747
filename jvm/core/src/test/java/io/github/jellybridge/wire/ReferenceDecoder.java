package io.github.jellybridge.wire;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A strict Jelly-RDF decoder over protobuf's generated classes. It is simple and slow, and follows
 * the order of the specification to be easy to check. Random and fuzz tests compare with it.
 */
public final class ReferenceDecoder {
  /** Thrown when a file breaks a rule of the specification. */
  public static final class Refused extends IOException {
    private static final long serialVersionUID = 1L;

    Refused(String rule) {
      super(rule);
    }
  }

  private static final int MAX_NESTING = 64;
  private static final int MAX_NAMES = 65_536;
  private static final int MAX_PREFIXES = 16_384;
  private static final int MAX_DATATYPES = 4_096;

  private final Wire layout;
  private final List<Statement> statements = new ArrayList<>();
  private final Map<Integer, String> names = new HashMap<>();
  private final Map<Integer, String> prefixes = new HashMap<>();
  private final Map<Integer, String> datatypes = new HashMap<>();
  private final Map<Integer, Term> last = new HashMap<>();
  private WireRow.Options options;
  private long frame;
  private int lastNameEntry;
  private int lastPrefixEntry;
  private int lastDatatypeEntry;
  private int lastName;
  private int lastPrefix;
  private boolean inGraph;
  private Term graph;

  private ReferenceDecoder(Wire layout) {
    this.layout = layout;
  }

  /**
   * Decodes a file.
   *
   * @param delimited whether each frame follows its length; otherwise the file is one bare frame
   * @throws IOException if the file is malformed: {@link Refused} or protobuf's own exception
   */
  public static List<Statement> decode(byte[] file, boolean delimited) throws IOException {
    List<byte[]> frames = delimited ? ReferenceFormat.split(file) : List.of(file);
    ReferenceDecoder decoder = new ReferenceDecoder(ReferenceFormat.layout(frames));
    for (byte[] frame : frames) {
      for (WireRow row : ReferenceFormat.rows(decoder.layout, frame)) {
        decoder.row(row);
      }
      decoder.frame++;
    }
    check(decoder.options != null, "the first row is the options row");
    check(!decoder.inGraph, "a graph ends before the stream");
    return decoder.statements;
  }

  private static void check(boolean ok, String rule) throws Refused {
    if (!ok) {
      throw new Refused(rule);
    }
  }

  private void row(WireRow row) throws Refused {
    check(row != null, "a row has a kind");
    check(options != null || row instanceof WireRow.Options, "the first row is the options row");
    if (row instanceof WireRow.Options r) {
      options(r);
    } else if (row instanceof WireRow.Name r) {
      lastNameEntry = entry(names, options.names(), r.id(), lastNameEntry, r.value());
    } else if (row instanceof WireRow.Prefix r) {
      lastPrefixEntry = entry(prefixes, options.prefixes(), r.id(), lastPrefixEntry, r.value());
    } else if (row instanceof WireRow.Datatype r) {
      lastDatatypeEntry =
          entry(datatypes, options.datatypes(), r.id(), lastDatatypeEntry, r.value());
    } else if (row instanceof WireRow.Triple r) {
      check(options.physicalType() != WireRow.QUADS, "no triples in a quads stream");
      check(options.physicalType() != WireRow.GRAPHS || inGraph, "triples are inside graphs");
      statement(r.s(), r.p(), r.o(), graph);
    } else if (row instanceof WireRow.Quad r) {
      check(options.physicalType() == WireRow.QUADS, "quads in quads streams only");
      Term s = position(0, r.s());
      Term p = position(1, r.p());
      Term o = position(2, r.o());
      statements.add(new Statement(frame, s, p, o, position(3, r.g())));
    } else if (row instanceof WireRow.GraphStart r) {
      check(options.physicalType() == WireRow.GRAPHS, "graphs in graphs streams only");
      check(!inGraph, "no graph inside a graph");
      check(!(r.g() instanceof WireTerm.Repeat), "the graph of a graph start is given");
      graph = position(3, r.g());
      inGraph = true;
    } else if (row instanceof WireRow.GraphEnd) {
      check(inGraph, "a graph end ends a graph");
      inGraph = false;
      graph = null;
    } else if (row instanceof WireRow.Namespace r) {
      check(options.version() >= 2, "namespaces since version 2");
      check(r.value() != null, "a namespace has a value");
      iri(r.value());
    }
  }

  private void statement(WireTerm ws, WireTerm wp, WireTerm wo, Term g) throws Refused {
    Term s = position(0, ws);
    Term p = position(1, wp);
    statements.add(new Statement(frame, s, p, position(2, wo), g));
  }

  private void options(WireRow.Options o) throws Refused {
    check(options == null || options.equals(o), "repeated options are identical");
    check(o.version() == 1 || o.version() == 2, "version 1 or 2");
    check(o.physicalType() >= 1 && o.physicalType() <= 3, "a physical type");
    check(layout == Wire.DRAFT || o.names() < 0 || o.names() >= 8, "eight names or more");
    check(o.names() >= 0 && o.names() <= MAX_NAMES, "the limit of names");
    check(o.prefixes() >= 0 && o.prefixes() <= MAX_PREFIXES, "the limit of prefixes");
    check(o.datatypes() >= 0 && o.datatypes() <= MAX_DATATYPES, "the limit of datatypes");
    if (o.logicalType() != 0) {
      int base = o.logicalType() % 10;
      boolean ofTriples = base == 1 || base == 3;
      boolean ofQuads = base == 2 || base == 4;
      check(ofTriples || ofQuads, "a base type");
      check(ofTriples == (o.physicalType() == WireRow.TRIPLES), "logical and physical type fit");
    }
    options = o;
  }

  private int entry(Map<Integer, String> lookup, int size, int id, int before, String value)
      throws Refused {
    check(id != 0 || layout == Wire.V1, "no entry 0 in the draft");
    int actual = id == 0 ? before + 1 : id;
    check(actual >= 1 && actual <= size, "entries within the declared size");
    lookup.put(actual, value);
    return actual;
  }

  private Term position(int position, WireTerm term) throws Refused {
    check(!(term instanceof WireTerm.Missing), "a term is given");
    if (term instanceof WireTerm.Repeat) {
      check(layout == Wire.V1 || options.useRepeat(), "use_repeat is declared");
      check(last.containsKey(position), "something to repeat");
      return last.get(position);
    }
    Term value = term(position, term, 0);
    last.put(position, value);
    return value;
  }

  private Term term(int position, WireTerm term, int depth) throws Refused {
    if (position == 1 && !(term instanceof WireTerm.Iri)) {
      check(options.generalized(), "predicates are IRIs");
    }
    if (position != 2 && position != 1 && term instanceof WireTerm.Literal) {
      check(options.generalized(), "literals are objects");
    }
    if (term instanceof WireTerm.Iri t) {
      return iri(t);
    } else if (term instanceof WireTerm.Bnode t) {
      return new Term.Bnode(t.label());
    } else if (term instanceof WireTerm.Literal t) {
      return literal(t);
    } else if (term instanceof WireTerm.Quoted t) {
      check(options.rdfStar(), "rdf_star is declared");
      check(depth < MAX_NESTING, "nesting");
      Term s = quotedTerm(0, t.s(), depth);
      Term p = quotedTerm(1, t.p(), depth);
      return new Term.Quoted(s, p, quotedTerm(2, t.o(), depth));
    }
    return null; // the default graph
  }

  private Term quotedTerm(int position, WireTerm term, int depth) throws Refused {
    check(!(term instanceof WireTerm.Repeat), "nothing repeats in quoted triples");
    check(!(term instanceof WireTerm.Missing), "a term is given");
    return term(position, term, depth + 1);
  }

  private Term iri(WireTerm.Iri t) throws Refused {
    int prefix = t.prefixId();
    int name = t.nameId();
    if (layout == Wire.DRAFT) {
      check(prefix != 0 || name != 0, "an IRI has a prefix or a name");
      check(prefix == 0 || prefixes.containsKey(prefix), "the prefix is defined");
      check(name == 0 || names.containsKey(name), "the name is defined");
      return new Term.Iri(prefixes.getOrDefault(prefix, "") + names.getOrDefault(name, ""));
    }
    lastPrefix = prefix == 0 ? lastPrefix : prefix;
    lastName = name == 0 ? lastName + 1 : name;
    check(lastPrefix == 0 || prefixes.containsKey(lastPrefix), "the prefix is defined");
    check(names.containsKey(lastName), "the name is defined");
    return new Term.Iri(prefixes.getOrDefault(lastPrefix, "") + names.get(lastName));
  }

  private Term literal(WireTerm.Literal t) throws Refused {
    if (t.datatypeId() == null) {
      // RDF has no empty tags: such a literal has none.
      return new Term.Literal(t.lex(), "".equals(t.lang()) ? null : t.lang(), null);
    }
    check(datatypes.containsKey(t.datatypeId()), "the datatype is defined");
    return new Term.Literal(t.lex(), null, datatypes.get(t.datatypeId()));
  }
}
