package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.sparql.core.Quad;

/** Puts what a parser of RIOT pushes into a batch, and passes the turn when it is full. */
final class RiotSink extends StreamRDFBase {
  /** Prefixes that are remembered; a file may declare any number. */
  private static final int MAX_NAMESPACES = 10_000;

  private final TermTable terms;
  private final StatementBatch batch;
  private final PullParser turns;
  private final boolean names;
  private final NodeIds ids;
  private final Map<String, String> namespaces = new LinkedHashMap<>();
  private BlankNodeLabels relabel;
  private Node lastSubject;
  private int lastSubjectId;
  private int wanted;
  private int size;

  /**
   * Takes what a parser pushes.
   *
   * @param names whether the syntax has names of its own for all graphs but the default one: text
   *     has, in Jena's binary syntaxes the default graph goes by a name of Jena's
   */
  RiotSink(TermTable terms, StatementBatch batch, PullParser turns, boolean names) {
    this.terms = terms;
    this.ids = new NodeIds(terms, label -> relabel == null ? label : relabel.written(label));
    this.batch = batch;
    this.turns = turns;
    this.names = names;
  }

  /** Says that labels are still as they are written, because the parser makes the nodes itself. */
  void relabel(BlankNodeLabels labels) {
    relabel = labels;
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

  /** Tells the default graph from one that a text names as Jena names the default graph. */
  @SuppressWarnings("ReferenceEquality") // what a text names is an equal node, and another one
  private boolean isUnnamed(Node g) {
    boolean own = g == Quad.defaultGraphNodeGenerated || g == Quad.defaultGraphIRI;
    return g == null || (names ? own : Quad.isDefaultGraph(g));
  }

  /** Adds a statement; no graph is null. */
  void add(Node s, Node p, Node o, Node g) {
    if (size == wanted || size > 0 && terms.isLarge()) {
      // Only when there is one more, so that the last batch is known to be the last.
      turns.pass();
    }
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

  /** Parsers have one node for the subject of statements that share it. */
  @SuppressWarnings("ReferenceEquality") // only spares a look for it
  private int subject(Node s) {
    if (s != lastSubject || size == 0) {
      lastSubject = s;
      lastSubjectId = ids.id(s);
    }
    return lastSubjectId;
  }

  @Override
  public void prefix(String prefix, String iri) {
    if (namespaces.size() < MAX_NAMESPACES || namespaces.containsKey(prefix)) {
      namespaces.put(prefix, iri);
    }
  }
}
