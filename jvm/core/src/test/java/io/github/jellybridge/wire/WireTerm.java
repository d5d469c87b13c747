package io.github.jellybridge.wire;

/**
 * A term of a fixture as encoded in a stream, before any lookup; both Jelly layouts have these.
 *
 * <p>The layout decides how it is encoded.
 */
public sealed interface WireTerm {
  /** The default graph node. */
  WireTerm DEFAULT_GRAPH = new DefaultGraph();

  /** A repeated term: unset in 1.x, an RdfRepeat in the draft. */
  WireTerm REPEAT = new Repeat();

  /** A missing term: unset in 1.x as well, but a missing field in the draft. */
  WireTerm MISSING = new Missing();

  /** An IRI of two lookup ids. */
  record Iri(int prefixId, int nameId) implements WireTerm {}

  /** A blank node. */
  record Bnode(String label) implements WireTerm {}

  /** A literal with at most one of a language tag and a datatype id (null: none). */
  record Literal(String lex, String lang, Integer datatypeId) implements WireTerm {}

  /** A quoted triple. */
  record Quoted(WireTerm s, WireTerm p, WireTerm o) implements WireTerm {}

  /** See {@link #DEFAULT_GRAPH}. */
  record DefaultGraph() implements WireTerm {}

  /** See {@link #REPEAT}. */
  record Repeat() implements WireTerm {}

  /** See {@link #MISSING}. */
  record Missing() implements WireTerm {}

  /** Makes an IRI. */
  static Iri iri(int prefixId, int nameId) {
    return new Iri(prefixId, nameId);
  }

  /** Makes a blank node. */
  static WireTerm bnode(String label) {
    return new Bnode(label);
  }

  /** Makes a plain literal. */
  static WireTerm text(String lex) {
    return new Literal(lex, null, null);
  }

  /** Makes a language-tagged string. */
  static WireTerm lang(String lex, String tag) {
    return new Literal(lex, tag, null);
  }

  /** Makes a literal with a datatype. */
  static WireTerm typed(String lex, int datatypeId) {
    return new Literal(lex, null, datatypeId);
  }

  /** Makes a quoted triple. */
  static WireTerm quoted(WireTerm s, WireTerm p, WireTerm o) {
    return new Quoted(s, p, o);
  }
}
