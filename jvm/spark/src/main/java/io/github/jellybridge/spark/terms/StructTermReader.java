package io.github.jellybridge.spark.terms;

import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads terms that are structs of kind, value, language and datatype. */
final class StructTermReader extends TermReader {
  private static final UTF8String IRI = UTF8String.fromString("iri");
  private static final UTF8String BNODE = UTF8String.fromString("bnode");
  private static final UTF8String LITERAL = UTF8String.fromString("literal");
  private static final UTF8String TRIPLE = UTF8String.fromString("triple");
  private static final UTF8String XSD_STRING = UTF8String.fromString(NTriples.XSD_STRING);
  private static final UTF8String LANG_STRING = UTF8String.fromString(NTriples.RDF_LANG_STRING);

  private final int kindField;
  private final int valueField;
  private final int langField;
  private final int datatypeField;
  private int last;

  StructTermReader(TermColumn column, TermTable terms) {
    super(column, terms);
    kindField = column.fields()[0];
    valueField = column.fields()[1];
    langField = column.fields()[2];
    datatypeField = column.fields()[3];
  }

  @Override
  public int read(InternalRow row) {
    if (row.isNullAt(column.ordinal())) {
      return TermTable.NO_TERM;
    }
    InternalRow term = row.getStruct(column.ordinal(), column.width());
    if (term.isNullAt(kindField)) {
      throw wrong("a kind (iri, bnode, literal or triple)", "null");
    }
    if (term.isNullAt(valueField)) {
      throw wrong("a value", "null");
    }
    UTF8String kind = term.getUTF8String(kindField);
    UTF8String value = term.getUTF8String(valueField);
    byte[] data = array(value);
    int from = offset(value);
    int length = value.numBytes();
    if (kind.equals(LITERAL)) {
      return literal(term, data, from, length);
    }
    byte code;
    if (kind.equals(IRI)) {
      code = TermKind.IRI;
    } else if (kind.equals(BNODE)) {
      code = TermKind.BNODE;
    } else if (kind.equals(TRIPLE)) {
      code = TermKind.TRIPLE;
    } else {
      throw wrong("a kind (iri, bnode, literal or triple)", "'" + kind + "'");
    }
    if (langField >= 0 && !term.isNullAt(langField)
        || datatypeField >= 0 && !term.isNullAt(datatypeField)) {
      throw wrong("no language and no datatype, as its kind is " + kind, "one");
    }
    if (last != 0 && terms.kind(last) == code && terms.valueLength(last) == length) {
      int at = terms.valueOffset(last);
      if (Arrays.equals(terms.data(), at, at + length, data, from, from + length)) {
        return last;
      }
    }
    last = terms.addCopy(code, data, from, length);
    return last;
  }

  private int literal(InternalRow term, byte[] data, int from, int length) {
    UTF8String lang =
        langField < 0 || term.isNullAt(langField) ? null : term.getUTF8String(langField);
    UTF8String datatype =
        datatypeField < 0 || term.isNullAt(datatypeField)
            ? null
            : term.getUTF8String(datatypeField);
    if (lang != null && datatype != null && !datatype.equals(LANG_STRING)) {
      throw wrong("a literal with a language or a datatype", "both, " + lang + ", " + datatype);
    }
    int langId = 0;
    int datatypeId = 0;
    if (lang != null) {
      if (lang.numBytes() == 0) {
        throw wrong("a language tag, or null for none", "an empty text");
      }
      langId = symbol(lang);
    } else if (datatype != null && !datatype.equals(XSD_STRING)) {
      datatypeId = symbol(datatype);
    }
    return terms.addLiteralCopy(data, from, length, langId, datatypeId);
  }

  private int symbol(UTF8String text) {
    int from = offset(text);
    return terms.symbols().intern(array(text), from, from + text.numBytes());
  }

  @Override
  public void forget() {
    last = 0;
  }
}
