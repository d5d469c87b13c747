package io.github.jellybridge.spark;

import io.github.jellybridge.jena.JenaTerms;
import java.io.Serializable;
import java.util.Objects;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Encoder;

/**
 * A statement as an object: the rows of a {@code Dataset<Statement>}, with {@link #encoder} for
 * Spark. Its encoder for beans takes the terms of a row for one object where columns are not null.
 */
public final class Statement implements Serializable {
  private static final long serialVersionUID = 1L;

  private Term s;
  private Term p;
  private Term o;
  private Term g;

  /** Makes a statement without content, to be filled by setters. */
  public Statement() {}

  /** Makes a statement of its terms; g is null in the default graph. */
  public Statement(Term s, Term p, Term o, Term g) {
    this.s = s;
    this.p = p;
    this.o = o;
    this.g = g;
  }

  /** The statement of a quad of Jena. */
  public static Statement of(Quad quad) {
    Node graph = quad.getGraph();
    return new Statement(
        Term.of(quad.getSubject()),
        Term.of(quad.getPredicate()),
        Term.of(quad.getObject()),
        graph == null || Quad.isDefaultGraph(graph) ? null : Term.of(graph));
  }

  /**
   * The quad of Jena.
   *
   * @throws IllegalArgumentException when one of the terms is none, or missing, or the graph has
   *     the name that Jena has for the default graph
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

  /** Says how Spark keeps statements: {@code df.as(Statement.encoder())}. */
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

  /** As {@link #s()}. */
  public Term getS() {
    return s;
  }

  /** Sets {@link #s()}. */
  public void setS(Term s) {
    this.s = s;
  }

  /** As {@link #p()}. */
  public Term getP() {
    return p;
  }

  /** Sets {@link #p()}. */
  public void setP(Term p) {
    this.p = p;
  }

  /** As {@link #o()}. */
  public Term getO() {
    return o;
  }

  /** Sets {@link #o()}. */
  public void setO(Term o) {
    this.o = o;
  }

  /** As {@link #g()}. */
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

  /** The statement as text, for people. */
  @Override
  public String toString() {
    return s + " | " + p + " | " + o + (g == null ? "" : " | " + g);
  }
}
