package io.github.jellybridge.syntax;

import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Splits quoted triples into terms, and writes them in the form of RDF 1.2, {@code <<( s p o )>>}.
 *
 * <p>The terms of one triple, and of those in it, are in {@link #parts} until the next one.
 */
final class QuotedTriples {
  private final TermTable parts = new TermTable();
  private final NTriplesParser parser = new NTriplesParser(parts);

  /** Returns the table with the terms of the split triple. */
  TermTable parts() {
    return parts;
  }

  /** Returns the text of a quoted triple; forgets the one before. */
  byte[] open(TermTable terms, int id) {
    byte[] text = text(terms, id);
    parts.reset(new byte[text.length * 2], 0);
    parts.symbols().clear();
    return text;
  }

  /** Returns the text of a quoted triple in another. */
  byte[] inner(int id) {
    return text(parts, id);
  }

  private static byte[] text(TermTable terms, int id) {
    int from = terms.valueOffset(id);
    return Arrays.copyOfRange(terms.data(), from, from + terms.valueLength(id));
  }

  /**
   * Returns the ids of subject, predicate and object.
   *
   * @throws io.github.jellybridge.rdf.NTriplesParseException if it is no quoted triple
   */
  int[] apart(byte[] text) {
    int[] ids = new int[3];
    parser.quotedTriple(text, 0, text.length, ids);
    return ids;
  }

  /**
   * Appends a quoted triple.
   *
   * @return false if it holds another one where RDF 1.2 has none; the appended text is incomplete
   */
  boolean append(TermTable terms, int id, ByteBuilder out) {
    return append(open(terms, id), out);
  }

  private boolean append(byte[] text, ByteBuilder out) {
    int[] ids = apart(text);
    if (parts.kind(ids[0]) == TermKind.TRIPLE || parts.kind(ids[1]) == TermKind.TRIPLE) {
      return false;
    }
    out.append("<<( ".getBytes(StandardCharsets.US_ASCII));
    NTriples.append(parts, ids[0], out);
    out.append(' ');
    NTriples.append(parts, ids[1], out);
    out.append(' ');
    if (parts.kind(ids[2]) == TermKind.TRIPLE) {
      if (!append(inner(ids[2]), out)) {
        return false;
      }
    } else {
      NTriples.append(parts, ids[2], out);
    }
    out.append(" )>>".getBytes(StandardCharsets.US_ASCII));
    return true;
  }
}
