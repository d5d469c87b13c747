package io.github.jellybridge.spark.functions.terms;

import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.text.LanguageTags;
import io.github.jellybridge.spark.schema.TermField;
import io.github.jellybridge.spark.terms.TermColumn;
import io.github.jellybridge.spark.terms.TermReader;
import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The positions of the parts of a term in a struct.
 *
 * @param type the struct
 * @param kind position of the kind
 * @param value position of the value
 * @param lang position of the language tag; -1 for none
 * @param datatype position of the datatype; -1 for none
 */
public record TermLayout(StructType type, int kind, int value, int lang, int datatype)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The layout of the tables and of the terms that the functions return. */
  static final TermLayout STANDARD = new TermLayout(TermField.structType(), 0, 1, 2, 3);

  static final UTF8String IRI = text(TermKind.IRI);
  static final UTF8String BNODE = text(TermKind.BNODE);
  static final UTF8String LITERAL = text(TermKind.LITERAL);
  static final UTF8String TRIPLE = text(TermKind.TRIPLE);

  private static final UTF8String LANG_STRING = UTF8String.fromString(NTriples.RDF_LANG_STRING);

  private static UTF8String text(byte kind) {
    return UTF8String.fromString(TermKind.label(kind));
  }

  /**
   * Returns the layout of a struct.
   *
   * @throws IllegalArgumentException if the struct is not one of a term
   */
  static TermLayout of(StructType type) {
    int[] fields = TermColumn.of("term", 0, type, false).fields();
    return new TermLayout(type, fields[0], fields[1], fields[2], fields[3]);
  }

  UTF8String kind(InternalRow term) {
    return text(term, kind);
  }

  UTF8String value(InternalRow term) {
    return text(term, value);
  }

  UTF8String lang(InternalRow term) {
    return text(term, lang);
  }

  UTF8String datatype(InternalRow term) {
    return text(term, datatype);
  }

  /**
   * Tells whether the language and datatype of a term are allowed for its kind in N-Triples: a
   * literal has at most one of them, other terms have neither. {@code rdf:langString} may accompany
   * a language.
   */
  static boolean isWellFormed(UTF8String kind, UTF8String lang, UTF8String datatype) {
    if (!kind.equals(LITERAL)) {
      return lang == null && datatype == null;
    }
    return lang == null || isTag(lang) && (datatype == null || datatype.equals(LANG_STRING));
  }

  private static boolean isTag(UTF8String lang) {
    int from = TermReader.offset(lang);
    int to = from + lang.numBytes();
    return LanguageTags.end(TermReader.array(lang), from, to) == to;
  }

  /**
   * Creates the error for a struct that has no known kind, no value, or a part that its kind must
   * not have.
   */
  IllegalArgumentException wrong(String function, InternalRow term) {
    return new IllegalArgumentException(
        function
            + ": expected a term, of a kind (iri, bnode, literal or triple) and a value, if it is"
            + " a literal also a language tag or a datatype; found "
            + kind(term)
            + ", "
            + value(term)
            + ", "
            + lang(term)
            + ", "
            + datatype(term)
            + ".");
  }

  private static UTF8String text(InternalRow term, int field) {
    return field < 0 || term.isNullAt(field) ? null : term.getUTF8String(field);
  }

  /** Tells whether a term is of this kind. */
  boolean is(InternalRow term, UTF8String wanted) {
    return wanted.equals(kind(term));
  }

  /** Creates a term in {@link #STANDARD} layout. */
  static InternalRow term(UTF8String kind, UTF8String value, UTF8String lang, UTF8String datatype) {
    return new GenericInternalRow(new Object[] {kind, value, lang, datatype});
  }

  /** Converts a term to {@link #STANDARD} layout. */
  InternalRow standard(InternalRow term) {
    return type.length() == 4 && kind == 0 && value == 1 && lang == 2 && datatype == 3
        ? term
        : term(kind(term), value(term), lang(term), datatype(term));
  }
}
