package io.github.jellybridge.spark.functions.terms;

import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.spark.terms.TermReader;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code rdf_ntriples(term)}: the canonical N-Triples text of a term. */
public record RdfNTriples(TermLayout layout) implements TermScalar<UTF8String> {
  private static final long serialVersionUID = 1L;

  static final String NAME = "rdf_ntriples";

  private static final UTF8String PLAIN = UTF8String.fromString(NTriples.XSD_STRING);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public DataType[] inputTypes() {
    return new DataType[] {layout.type()};
  }

  @Override
  public DataType resultType() {
    return DataTypes.StringType;
  }

  /**
   * Returns the text of a term. Generated code calls this method by its name.
   *
   * @return null for null
   * @throws IllegalArgumentException for structs that are not terms
   */
  public UTF8String invoke(InternalRow term) {
    if (term == null) {
      return null;
    }
    UTF8String kind = layout.kind(term);
    UTF8String value = layout.value(term);
    UTF8String lang = layout.lang(term);
    UTF8String datatype = layout.datatype(term);
    if (kind == null || value == null || !TermLayout.isWellFormed(kind, lang, datatype)) {
      throw layout.wrong(NAME, term);
    }
    byte[] data = TermReader.array(value);
    int from = TermReader.offset(value);
    int to = from + value.numBytes();
    ByteBuilder out = new ByteBuilder();
    if (kind.equals(TermLayout.IRI)) {
      NTriples.appendIri(data, from, to, out);
    } else if (kind.equals(TermLayout.LITERAL)) {
      NTriples.appendString(data, from, to, out);
      suffix(lang, datatype, out);
    } else if (kind.equals(TermLayout.BNODE)) {
      NTriples.appendBlankNode(data, from, to, out);
    } else if (kind.equals(TermLayout.TRIPLE)) {
      return value;
    } else {
      throw layout.wrong(NAME, term);
    }
    return UTF8String.fromBytes(out.array(), 0, out.length());
  }

  private static void suffix(UTF8String lang, UTF8String datatype, ByteBuilder out) {
    if (lang != null) {
      out.append('@');
      out.append(TermReader.array(lang), TermReader.offset(lang), lang.numBytes());
    } else if (datatype != null && !datatype.equals(PLAIN)) {
      out.append('^');
      out.append('^');
      int from = TermReader.offset(datatype);
      NTriples.appendIri(TermReader.array(datatype), from, from + datatype.numBytes(), out);
    }
  }

  /** Returns the name of the function in plans. */
  @Override
  public String toString() {
    return NAME;
  }
}
