package io.github.jellybridge.spark.functions.terms;

import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.terms.TermReader;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/** Parses N-Triples text of single terms. Not thread-safe. */
final class TermText {
  private static final UTF8String[] KINDS = {
    null, TermLayout.IRI, TermLayout.BNODE, TermLayout.LITERAL, TermLayout.TRIPLE
  };

  private final TermTable terms = new TermTable();
  private final NTriplesParser parser = new NTriplesParser(terms);

  /**
   * Parses a term.
   *
   * @return a term that shares memory with the text only
   * @throws io.github.jellybridge.rdf.NTriplesParseException if the text is not a term
   */
  InternalRow parse(UTF8String text) {
    forget();
    int from = TermReader.offset(text);
    int id = parser.term(TermReader.array(text), from, from + text.numBytes());
    return TermLayout.term(
        KINDS[terms.kind(id)],
        UTF8String.fromBytes(value(id)),
        symbol(terms.langId(id)),
        symbol(terms.datatypeId(id)));
  }

  private void forget() {
    terms.reset(terms.data(), 0);
    terms.symbols().clearIfLarge();
  }

  private byte[] value(int id) {
    int from = terms.valueOffset(id);
    return Arrays.copyOfRange(terms.data(), from, from + terms.valueLength(id));
  }

  private UTF8String symbol(int id) {
    return id == 0 ? null : UTF8String.fromBytes(terms.symbols().bytes(id));
  }

  /**
   * Replaces the blank nodes in a triple term by IRIs.
   *
   * @param text the triple term
   * @param iri returns the IRI for a label, both as bytes
   */
  byte[] replaceBlankNodes(UTF8String text, UnaryOperator<byte[]> iri) {
    forget();
    int from = TermReader.offset(text);
    ByteBuilder out = new ByteBuilder();
    replace(TermReader.array(text), from, from + text.numBytes(), iri, out);
    return out.toByteArray();
  }

  private void replace(byte[] text, int from, int to, UnaryOperator<byte[]> iri, ByteBuilder out) {
    int[] ids = new int[3];
    parser.quotedTriple(text, from, to, ids);
    out.append('<');
    out.append('<');
    out.append('(');
    for (int id : ids) {
      out.append(' ');
      switch (terms.kind(id)) {
        case TermKind.BNODE -> {
          byte[] other = iri.apply(value(id));
          NTriples.appendIri(other, 0, other.length, out);
        }
        case TermKind.TRIPLE -> {
          byte[] inner = value(id);
          replace(inner, 0, inner.length, iri, out);
        }
        default -> NTriples.append(terms, id, out);
      }
    }
    out.append(' ');
    out.append(')');
    out.append('>');
    out.append('>');
  }
}
