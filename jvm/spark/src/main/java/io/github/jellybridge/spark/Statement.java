package io.github.jellybridge.spark;

import io.github.jellybridge.jena.JenaTerms;
import java.io.Serializable;
import java.util.Objects;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Encoder;

/**
 * A statement as an object, for rows of a {@code Dataset<Statement>}; see {@link #encoder}. Don't
 * use Spark's encoder for beans: where columns are not null, it makes all terms of a row one
 * object.
 */
public final class Statement implements Serializable {
  private static final long serialVersionUID = 1L;

  private Term s;
  private Term p;
  private Term o;
  private Term g;

  /** Creates an empty statement, to be filled by setters. */
  public Statement() {}

  /** Creates a statement of its terms; {@code g} is null in the default graph. */
  public Statement(Term s, Term p, Term o, Term g) {
    this.s = s;
    this.p = p;
    this.o = o;
    this.g = g;
  }

  /** Returns the statement of a Jena quad. */
  public static Statement of(Quad quad) {
    Node graph = quad.getGraph();
    return new Statement(
        Term.of(quad.getSubject()),
        Term.of(quad.getPredicate()),
        Term.of(quad.getObject()),
        graph == null || Quad.isDefaultGraph(graph) ? null : Term.of(graph));
  }

  /**
   * Returns the statement as a Jena quad.
   *
   * @throws IllegalArgumentException when a term is missing or invalid, or the graph has the name
   *     that Jena uses for the default graph
   */
  public Quad quad() {
    if (s == null || p == null || o == null) {
      throw new IllegalArgumentException("no statement, it lacks a term: " + this);
    }
    return Quad.create(
        g == null ? Quad.defaultGraphNodeGenerated : JenaTerms.named(g.node()),
        s.node(),
        p.node(),
        o.node());
  }

  /**
   * Returns the encoder that tells Spark how to store statements: {@code
   * df.as(Statement.encoder())}.
   */
  public static Encoder<Statement> encoder() {
    return TermEncoders.statement();
  }

  /** The subject. */
  public Term s() {
    return s;
  }

  /** The predicate. */
  public Term p() {
    return p;
  }

  /** The object. */
  public Term o() {
    return o;
  }

  /** The graph name; null for the default graph. */
  public Term g() {
    return g;
  }

  /** Returns {@link #s()}. */
  public Term getS() {
    return s;
  }

  /** Sets {@link #s()}. */
  public void setS(Term s) {
    this.s = s;
  }

  /** Returns {@link #p()}. */
  public Term getP() {
    return p;
  }

  /** Sets {@link #p()}. */
  public void setP(Term p) {
    this.p = p;
  }

  /** Returns {@link #o()}. */
  public Term getO() {
    return o;
  }

  /** Sets {@link #o()}. */
  public void setO(Term o) {
    this.o = o;
  }

  /** Returns {@link #g()}. */
  public Term getG() {
    return g;
  }

  /** Sets {@link #g()}. */
  public void setG(Term g) {
    this.g = g;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Statement statement
        && Objects.equals(s, statement.s)
        && Objects.equals(p, statement.p)
        && Objects.equals(o, statement.o)
        && Objects.equals(g, statement.g);
  }

  @Override
  public int hashCode() {
    return Objects.hash(s, p, o, g);
  }

  /** Returns the statement as readable text. */
  @Override
  public String toString() {
    return s + " | " + p + " | " + o + (g == null ? "" : " | " + g);
  }
}
