package io.github.jellybridge.bench;

import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import java.io.OutputStream;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.riot.system.StreamRDFWriter;
import org.apache.jena.sparql.core.Quad;

/** Receivers of what RIOT parses. */
final class StatementSinks {
  private StatementSinks() {}

  /** Takes every statement as four nodes; the graph of the default graph is null. */
  abstract static class Quads extends StreamRDFBase {
    abstract void statement(Node s, Node p, Node o, Node g);

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
  static final class Counter extends Quads {
    long statements;

    @Override
    void statement(Node s, Node p, Node o, Node g) {
      statements++;
    }
  }

  /** Thrown to stop a parser early; carries nothing. */
  static final class Full extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Full() {
      super("enough statements", null, false, false);
    }
  }

  /**
   * Copies up to a number of statements to a Jelly file and a text file, then throws {@link Full}.
   */
  static final class Tee extends StreamRDFBase implements AutoCloseable {
    long statements;
    private final OutputStream jellyOut;
    private final StreamRDF text;
    private final long limit;
    private StreamRDF jelly;

    Tee(OutputStream jellyOut, OutputStream textOut, long limit) {
      this.jellyOut = jellyOut;
      this.text = StreamRDFWriter.getWriterStream(textOut, Lang.NQUADS);
      this.limit = limit;
      text.start();
    }

    @Override
    public void triple(Triple triple) {
      next(PhysicalStreamType.TRIPLES);
      jelly.triple(triple);
      text.triple(triple);
    }

    @Override
    public void quad(Quad quad) {
      next(PhysicalStreamType.QUADS);
      jelly.quad(quad);
      text.quad(quad);
    }

    private void next(PhysicalStreamType type) {
      if (statements == limit) {
        throw new Full();
      }
      statements++;
      if (jelly == null) {
        jelly = EncodedFiles.writer(JellyOptions.BIG_ALL_FEATURES, type, jellyOut);
      }
    }

    @Override
    public void close() {
      text.finish();
      if (jelly != null) {
        jelly.finish();
      }
    }
  }
}
