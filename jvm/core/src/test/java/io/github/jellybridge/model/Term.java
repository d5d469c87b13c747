package io.github.jellybridge.model;

/**
 * An expected RDF term, compared by value and independent of the code under test.
 *
 * <p>The default graph of a statement is a null term.
 */
public sealed interface Term {
  /** The datatype of plain literals. */
  String XSD_STRING = "http://www.w3.org/2001/XMLSchema#string";

  /** An IRI. */
  record Iri(String value) implements Term {
    @Override
    public String toString() {
      return "<" + value + ">";
    }
  }

  /** A blank node. */
  record Bnode(String label) implements Term {
    @Override
    public String toString() {
      return "_:" + label;
    }
  }

  /** A literal; lang and datatype are null if absent, and an xsd:string datatype becomes null. */
  record Literal(String lex, String lang, String datatype) implements Term {
    public Literal {
      if (XSD_STRING.equals(datatype)) {
        datatype = null;
      }
    }

    @Override
    public String toString() {
      String tail = lang != null ? "@" + lang : datatype != null ? "^^<" + datatype + ">" : "";
      return "\"" + lex + "\"" + tail;
    }
  }

  /** A quoted triple (RDF-star). */
  record Quoted(Term s, Term p, Term o) implements Term {
    @Override
    public String toString() {
      return "<<( " + s + " " + p + " " + o + " )>>";
    }
  }

  /** Makes an IRI. */
  static Term iri(String value) {
    return new Iri(value);
  }

  /** Makes a blank node. */
  static Term bnode(String label) {
    return new Bnode(label);
  }

  /** Makes a plain literal. */
  static Term text(String lex) {
    return new Literal(lex, null, null);
  }

  /** Makes a language-tagged string. */
  static Term lang(String lex, String tag) {
    return new Literal(lex, tag, null);
  }

  /** Makes a literal with a datatype. */
  static Term typed(String lex, String datatype) {
    return new Literal(lex, null, datatype);
  }

  /** Makes a quoted triple. */
  static Term quoted(Term s, Term p, Term o) {
    return new Quoted(s, p, o);
  }
}
