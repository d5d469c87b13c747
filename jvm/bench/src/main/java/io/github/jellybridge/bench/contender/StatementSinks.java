package io.github.jellybridge.bench.contender;

import java.util.List;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.sparql.core.Quad;

/** Receivers of what RIOT parses. */
public final class StatementSinks {
  private StatementSinks() {}

  /** Takes every statement as four nodes; the graph of the default graph is null. */
  public abstract static class Quads extends StreamRDFBase {
    public abstract void statement(Node s, Node p, Node o, Node g);

    @Override
    public final void triple(Triple t) {
      statement(t.getSubject(), t.getPredicate(), t.getObject(), null);
    }

    @Override
    public final void quad(Quad q) {
      Node g = q.getGraph();
      boolean inDefault = g == null || Quad.isDefaultGraph(g);
      statement(q.getSubject(), q.getPredicate(), q.getObject(), inDefault ? null : g);
    }
  }

  /** Counts statements. */
  public static final class Counter extends Quads {
    public long statements;

    @Override
    public void statement(Node s, Node p, Node o, Node g) {
      statements++;
    }
  }

  /** Thrown to stop a parser early; carries nothing. */
  public static final class Full extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Full() {
      super("enough statements", null, false, false);
    }
  }

  /** Copies statements to several receivers; throws {@link Full} after a number of them. */
  public static final class Tee extends StreamRDFBase {
    public long statements;
    private final long limit;
    private final List<StreamRDF> receivers;

    public Tee(long limit, StreamRDF... receivers) {
      this.limit = limit;
      this.receivers = List.of(receivers);
      this.receivers.forEach(StreamRDF::start);
    }

    @Override
    public void triple(Triple triple) {
      count();
      receivers.forEach(receiver -> receiver.triple(triple));
    }

    @Override
    public void quad(Quad quad) {
      count();
      receivers.forEach(receiver -> receiver.quad(quad));
    }

    private void count() {
      if (statements == limit) {
        throw new Full();
      }
      statements++;
    }

    /** Finishes the receivers; the end of one file is not the end for them. */
    public void finishAll() {
      receivers.forEach(StreamRDF::finish);
    }
  }
}
