package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.text.IriReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.RiotException;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.sparql.core.Quad;

/** Adds the statements that a parser of RIOT pushes to a batch; passes the turn when it is full. */
final class RiotSink extends StreamRDFBase {
  /** Most prefixes remembered; a file may declare any number. */
  private static final int MAX_NAMESPACES = 10_000;

  /**
   * Characters of IRIs for each byte of a file. Bases and prefixes make IRIs longer than their
   * text; long ones would make of a small file more than any task can hold or do.
   */
  private static final int MAX_EXPANSION = 1_000;

  /** Characters of IRIs that any file may have. */
  private static final long FREE_CHARACTERS = 1L << 26;

  private final TermTable terms;
  private final LongSupplier bytesRead;
  private final StatementBatch batch;
  private final PullParser parser;
  private final boolean names;
  private final NodeIdCache ids;
  private final Map<String, String> namespaces = new LinkedHashMap<>();
  private Node lastSubject;
  private int lastSubjectId;
  private int wanted;
  private int size;

  // Characters of IRIs so far, and how many there may be without another look at the bytes read.
  private long characters;
  private long allowed = FREE_CHARACTERS;

  /**
   * Makes a sink.
   *
   * @param bytesRead counts the bytes of the file
   * @param names whether every named graph has its own name; if not, as in Jena's binary syntaxes,
   *     Jena's name of the default graph is the default graph
   */
  RiotSink(
      TermTable terms,
      StatementBatch batch,
      PullParser parser,
      LongSupplier bytesRead,
      boolean names) {
    this.terms = terms;
    this.bytesRead = bytesRead;
    this.ids = new NodeIdCache(terms);
    this.batch = batch;
    this.parser = parser;
    this.names = names;
  }

  /** Starts a batch; the table was emptied before. */
  void startBatch(int statements) {
    wanted = statements;
    size = 0;
    ids.forget();
  }

  Map<String, String> namespaces() {
    return namespaces;
  }

  @Override
  public void triple(Triple triple) {
    add(triple.getSubject(), triple.getPredicate(), triple.getObject(), null);
  }

  @Override
  public void quad(Quad quad) {
    Node g = quad.getGraph();
    add(quad.getSubject(), quad.getPredicate(), quad.getObject(), isUnnamed(g) ? null : g);
  }

  /** Tells the default graph from a graph with the name that Jena gives the default graph. */
  @SuppressWarnings("ReferenceEquality") // the name in a text is another, equal node
  private boolean isUnnamed(Node g) {
    boolean own = g == Quad.defaultGraphNodeGenerated || g == Quad.defaultGraphIRI;
    return g == null || (names ? own : Quad.isDefaultGraph(g));
  }

  /** Adds a statement; no graph is null. */
  void add(Node s, Node p, Node o, Node g) {
    if (size == wanted || size > 0 && terms.isLarge()) {
      // Only before one more statement, so that the last batch is known to be the last.
      parser.pass();
    }
    count(s, p, o);
    int i = size;
    batch.ensureCapacity(i + 1);
    if (batch.s != null) {
      batch.s[i] = subject(s);
    }
    if (batch.p != null) {
      batch.p[i] = ids.id(p);
    }
    if (batch.o != null) {
      batch.o[i] = ids.id(o);
    }
    if (batch.g != null) {
      batch.g[i] = g == null ? TermTable.NO_TERM : ids.id(g);
    }
    size = i + 1;
    batch.size(size);
  }

  private void count(Node s, Node p, Node o) {
    characters += length(s) + length(p) + length(o);
    if (characters > allowed) {
      allowed = FREE_CHARACTERS + bytesRead.getAsLong() * MAX_EXPANSION;
      if (characters > allowed) {
        throw new RiotException(
            "IRIs of more than "
                + MAX_EXPANSION
                + " times the size of the file: its base or one of its prefixes is too long");
      }
    }
  }

  private static long length(Node node) {
    if (node.isTripleTerm()) {
      Triple triple = node.getTriple();
      return length(triple.getSubject())
          + length(triple.getPredicate())
          + length(triple.getObject());
    }
    return node.isURI() ? node.getURI().length() : 0;
  }

  /** Parsers have one node for the subject of statements that share it. */
  @SuppressWarnings("ReferenceEquality") // only saves a lookup
  private int subject(Node s) {
    if (s != lastSubject || size == 0) {
      lastSubject = s;
      lastSubjectId = ids.id(s);
    }
    return lastSubjectId;
  }

  /** {@inheritDoc} Relative ones, which RDF/XML may have, mean nothing in another document. */
  @Override
  public void prefix(String prefix, String iri) {
    boolean room = namespaces.size() < MAX_NAMESPACES || namespaces.containsKey(prefix);
    if (room && IriReference.isAbsolute(iri)) {
      namespaces.put(prefix, iri);
    }
  }
}
