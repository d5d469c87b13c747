package io.github.jellybridge.syntax;

import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;

/** Writes quoted triples as RDF 1.2 has them, {@code <<( s p o )>>}. */
final class QuotedTriples {
  private final TermTable parts = new TermTable();
  private final NTriplesParser parser = new NTriplesParser(parts);

  /**
   * Appends a quoted triple.
   *
   * @return false if it holds another one where RDF 1.2 has none; what was appended is of no use
   */
  boolean append(TermTable terms, int id, ByteBuilder out) {
    int from = terms.valueOffset(id);
    int length = terms.valueLength(id);
    parts.reset(new byte[length * 2], 0);
    parts.symbols().clear();
    return append(terms.data(), from, from + length, out);
  }

  private boolean append(byte[] text, int from, int to, ByteBuilder out) {
    int[] ids = new int[3];
    parser.quotedTriple(text, from, to, ids);
    if (parts.kind(ids[0]) == TermKind.TRIPLE || parts.kind(ids[1]) == TermKind.TRIPLE) {
      return false;
    }
    out.append("<<( ".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    NTriples.append(parts, ids[0], out);
    out.append(' ');
    NTriples.append(parts, ids[1], out);
    out.append(' ');
    if (parts.kind(ids[2]) == TermKind.TRIPLE) {
      int offset = parts.valueOffset(ids[2]);
      byte[] inner =
          java.util.Arrays.copyOfRange(parts.data(), offset, offset + parts.valueLength(ids[2]));
      if (!append(inner, 0, inner.length, out)) {
        return false;
      }
    } else {
      NTriples.append(parts, ids[2], out);
    }
    out.append(" )>>".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    return true;
  }
}
