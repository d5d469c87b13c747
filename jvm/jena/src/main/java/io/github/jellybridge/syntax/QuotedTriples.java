package io.github.jellybridge.syntax;

import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Splits triple terms into terms, and writes them: in the form of RDF 1.2, {@code <<( s p o )>>},
 * or of RDF-star, {@code << s p o >>}.
 *
 * <p>The terms of one triple, and of those in it, are in {@link #parts} until the next one.
 */
final class QuotedTriples {
  private final TermTable parts = new TermTable();
  private final NTriplesParser parser = new NTriplesParser(parts);
  private final boolean star;
  private final boolean lowerCase;
  private final byte[] opening;
  private final byte[] closing;

  /**
   * Creates a writer.
   *
   * @param star whether to write the form of RDF-star, which has triples as subjects
   * @param lowerCase whether to write language tags in lower case
   */
  QuotedTriples(boolean star, boolean lowerCase) {
    this.star = star;
    this.lowerCase = lowerCase;
    this.opening = (star ? "<< " : "<<( ").getBytes(StandardCharsets.US_ASCII);
    this.closing = (star ? " >>" : " )>>").getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the table with the terms of the split triple. */
  TermTable parts() {
    return parts;
  }

  /** Returns the text of a triple term; forgets the one before. */
  byte[] open(TermTable terms, int id) {
    byte[] text = text(terms, id);
    parts.reset(new byte[text.length * 2], 0);
    parts.symbols().clear();
    return text;
  }

  /** Returns the text of a triple term in another. */
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
   * @throws io.github.jellybridge.rdf.NTriplesParseException if it is no triple term
   */
  int[] apart(byte[] text) {
    int[] ids = new int[3];
    parser.quotedTriple(text, 0, text.length, ids);
    return ids;
  }

  /**
   * Appends a term.
   *
   * @return false for a triple term that holds another one where RDF 1.2 has none; the appended
   *     text is incomplete
   */
  boolean append(TermTable terms, int id, ByteBuilder out) {
    if (terms.kind(id) == TermKind.TRIPLE) {
      return appendTriple(open(terms, id), out);
    }
    plain(terms, id, out);
    return true;
  }

  private boolean appendTriple(byte[] text, ByteBuilder out) {
    int[] ids = apart(text);
    if (!star && (parts.kind(ids[0]) == TermKind.TRIPLE || parts.kind(ids[1]) == TermKind.TRIPLE)) {
      return false;
    }
    out.append(opening);
    for (int i = 0; i < ids.length; i++) {
      if (i > 0) {
        out.append(' ');
      }
      if (parts.kind(ids[i]) != TermKind.TRIPLE) {
        plain(parts, ids[i], out);
      } else if (!appendTriple(inner(ids[i]), out)) {
        return false;
      }
    }
    out.append(closing);
    return true;
  }

  private void plain(TermTable terms, int id, ByteBuilder out) {
    int from = out.length();
    NTriples.append(terms, id, out);
    if (lowerCase && terms.langId(id) != 0) {
      int tag = out.length() - terms.symbols().bytes(terms.langId(id)).length;
      byte[] text = out.array();
      for (int i = Math.max(from, tag); i < out.length(); i++) {
        text[i] = (byte) (text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 'a' - 'A' : text[i]);
      }
    }
  }
}
