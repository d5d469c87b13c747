package io.github.jellybridge.spark;

import io.github.jellybridge.jena.TermFields;
import java.io.Serializable;
import java.util.Objects;
import org.apache.jena.graph.Node;

/** An RDF term in a {@link Statement}, with the fields of the struct columns of a table. */
public final class Term implements Serializable {
  private static final long serialVersionUID = 1L;

  private String kind;
  private String value;
  private String lang;
  private String datatype;

  /** Creates an empty term, to be filled by setters. */
  public Term() {}

  /** Creates a term of its parts; language and datatype may be null. */
  public Term(String kind, String value, String lang, String datatype) {
    this.kind = kind;
    this.value = value;
    this.lang = lang;
    this.datatype = datatype;
  }

  /** Returns the term of an IRI. */
  public static Term iri(String iri) {
    return new Term("iri", iri, null, null);
  }

  /** Returns the term of a blank node. */
  public static Term bnode(String label) {
    return new Term("bnode", label, null, null);
  }

  /** Returns the term of a plain literal. */
  public static Term literal(String value) {
    return new Term("literal", value, null, null);
  }

  /**
   * Returns the term of a Jena node.
   *
   * @throws IllegalArgumentException for nodes that are not RDF terms, such as variables
   */
  public static Term of(Node node) {
    TermFields fields = TermFields.of(node);
    return new Term(fields.kind(), fields.value(), fields.lang(), fields.datatype());
  }

  /**
   * Returns the term as a Jena node.
   *
   * @throws IllegalArgumentException when the parts do not make a term, such as an unknown kind
   */
  public Node node() {
    return new TermFields(kind, value, lang, datatype).node();
  }

  /** {@code iri}, {@code bnode}, {@code literal} or {@code triple}. */
  public String kind() {
    return kind;
  }

  /** IRI, label, lexical form, or N-Triples text of a triple term. */
  public String value() {
    return value;
  }

  /** Language tag; null if the literal has none. */
  public String lang() {
    return lang;
  }

  /**
   * Datatype IRI; null for xsd:string, for literals with a language and for terms that are not
   * literals.
   */
  public String datatype() {
    return datatype;
  }

  /** Returns {@link #kind()}. */
  public String getKind() {
    return kind;
  }

  /** Sets {@link #kind()}. */
  public void setKind(String kind) {
    this.kind = kind;
  }

  /** Returns {@link #value()}. */
  public String getValue() {
    return value;
  }

  /** Sets {@link #value()}. */
  public void setValue(String value) {
    this.value = value;
  }

  /** Returns {@link #lang()}. */
  public String getLang() {
    return lang;
  }

  /** Sets {@link #lang()}. */
  public void setLang(String lang) {
    this.lang = lang;
  }

  /** Returns {@link #datatype()}. */
  public String getDatatype() {
    return datatype;
  }

  /** Sets {@link #datatype()}. */
  public void setDatatype(String datatype) {
    this.datatype = datatype;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Term term
        && Objects.equals(kind, term.kind)
        && Objects.equals(value, term.value)
        && Objects.equals(lang, term.lang)
        && Objects.equals(datatype, term.datatype);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, value, lang, datatype);
  }

  /** Returns the term as readable text. */
  @Override
  public String toString() {
    return kind
        + " "
        + value
        + (lang == null ? "" : "@" + lang)
        + (datatype == null ? "" : "^^" + datatype);
  }
}
