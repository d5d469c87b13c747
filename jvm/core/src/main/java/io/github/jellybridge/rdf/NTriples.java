package io.github.jellybridge.rdf;

import io.github.jellybridge.rdf.text.IriCharacters;
import io.github.jellybridge.rdf.text.LabelCharacters;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * N-Triples text of terms, in UTF-8.
 *
 * <p>The text is that of canonical N-Triples (RDF 1.2 N-Triples §4), except that language tags keep
 * their case: control characters, {@code "} and {@code \} of literals are escaped, and characters
 * not allowed in an IRIREF are written as UCHAR escapes. A blank node whose label is not a
 * BLANK_NODE_LABEL is written as {@code jbx} and the label's bytes in hexadecimal. A triple term is
 * written as {@code <<( s p o )>>}.
 */
public final class NTriples {
  /** The datatype of literals without a datatype or a language tag. */
  public static final String XSD_STRING = "http://www.w3.org/2001/XMLSchema#string";

  /** The datatype of all literals with a language tag. */
  public static final String RDF_LANG_STRING =
      "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";

  /** The datatype of all literals with a language tag and a base direction. */
  public static final String RDF_DIR_LANG_STRING =
      "http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString";

  private static final byte[] LANG_STRING = RDF_LANG_STRING.getBytes(StandardCharsets.US_ASCII);
  private static final byte[] DIR_LANG_STRING =
      RDF_DIR_LANG_STRING.getBytes(StandardCharsets.US_ASCII);
  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

  /** Marks bytes of literals that are written as UCHAR escapes. */
  private static final byte BY_NUMBER = 'u';

  /** Marks bytes that may start U+FFFE or U+FFFF. */
  private static final byte THREE_BYTES = 3;

  /** The letter of the escape sequence for each byte of a literal; 0 for none. */
  private static final byte[] ESCAPES = escapes();

  private NTriples() {}

  private static byte[] escapes() {
    byte[] letters = new byte[256];
    Arrays.fill(letters, 0, ' ', BY_NUMBER);
    letters[0x7f] = BY_NUMBER;
    letters['\b'] = 'b';
    letters['\t'] = 't';
    letters['\n'] = 'n';
    letters['\f'] = 'f';
    letters['\r'] = 'r';
    letters['"'] = '"';
    letters['\\'] = '\\';
    letters[0xef] = THREE_BYTES;
    return letters;
  }

  /** Returns whether an IRI is the datatype of literals with a language tag. */
  public static boolean isLanguageType(byte[] b, int from, int to) {
    return Arrays.equals(b, from, to, LANG_STRING, 0, LANG_STRING.length)
        || Arrays.equals(b, from, to, DIR_LANG_STRING, 0, DIR_LANG_STRING.length);
  }

  /** Returns the text of a term; null for {@link TermTable#NO_TERM}. */
  public static byte[] term(TermTable terms, int id) {
    if (id == TermTable.NO_TERM) {
      return null;
    }
    ByteBuilder out = new ByteBuilder();
    append(terms, id, out);
    return out.toByteArray();
  }

  /**
   * Appends the text of a term.
   *
   * @throws IllegalArgumentException for {@link TermTable#NO_TERM}
   */
  public static void append(TermTable terms, int id, ByteBuilder out) {
    int offset = terms.valueOffset(id);
    int end = offset + terms.valueLength(id);
    byte[] data = terms.data();
    switch (terms.kind(id)) {
      case TermKind.IRI -> appendIri(data, offset, end, out);
      case TermKind.BNODE -> appendBlankNode(data, offset, end, out);
      case TermKind.LITERAL -> {
        appendString(data, offset, end, out);
        if (terms.langId(id) != 0) {
          out.append('@');
          out.append(terms.symbols().bytes(terms.langId(id)));
        } else if (terms.datatypeId(id) != 0) {
          byte[] datatype = terms.symbols().bytes(terms.datatypeId(id));
          out.append('^');
          out.append('^');
          appendIri(datatype, 0, datatype.length, out);
        }
      }
      case TermKind.TRIPLE -> out.append(data, offset, end - offset);
      default -> throw new IllegalArgumentException("no term has the id " + id);
    }
  }

  /** Appends {@code <<( s p o )>>}. */
  public static void appendTriple(TermTable terms, int s, int p, int o, ByteBuilder out) {
    out.append('<');
    out.append('<');
    out.append('(');
    out.append(' ');
    append(terms, s, out);
    out.append(' ');
    append(terms, p, out);
    out.append(' ');
    append(terms, o, out);
    out.append(' ');
    out.append(')');
    out.append('>');
    out.append('>');
  }

  /** Appends an IRI in angle brackets. */
  public static void appendIri(byte[] b, int from, int to, ByteBuilder out) {
    out.append('<');
    int start = from;
    for (int i = from; i < to; i++) {
      if (IriCharacters.forbidden(b[i])) {
        out.append(b, start, i - start);
        out.append('\\');
        appendNumber(b[i], out);
        start = i + 1;
      }
    }
    out.append(b, start, to - start);
    out.append('>');
  }

  /** Appends the lexical form of a literal in quotation marks. */
  public static void appendString(byte[] b, int from, int to, ByteBuilder out) {
    out.append('"');
    int start = from;
    for (int i = from; i < to; i++) {
      byte letter = ESCAPES[b[i] & 0xff];
      if (letter == 0 || letter == THREE_BYTES && !isNoncharacter(b, i, to)) {
        continue;
      }
      out.append(b, start, i - start);
      out.append('\\');
      if (letter == THREE_BYTES) {
        appendNumber(b[i + 2] == (byte) 0xbe ? 0xfffe : 0xffff, out);
        i += 2;
      } else if (letter == BY_NUMBER) {
        appendNumber(b[i], out);
      } else {
        out.append(letter);
      }
      start = i + 1;
    }
    out.append(b, start, to - start);
    out.append('"');
  }

  /** Returns whether the three bytes at a position are U+FFFE or U+FFFF, which no text may have. */
  private static boolean isNoncharacter(byte[] b, int i, int to) {
    return to - i > 2 && b[i + 1] == (byte) 0xbf && (b[i + 2] & 0xfe) == 0xbe;
  }

  private static void appendNumber(int character, ByteBuilder out) {
    out.append('u');
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.append(HEX[character >> shift & 15]);
    }
  }

  /** Appends a blank node, with {@code _:}. */
  public static void appendBlankNode(byte[] b, int from, int to, ByteBuilder out) {
    out.append('_');
    out.append(':');
    appendLabel(b, from, to, out);
  }

  /** Appends a blank node label, without {@code _:}, as written in the text. */
  public static void appendLabel(byte[] b, int from, int to, ByteBuilder out) {
    if (isLabel(b, from, to)) {
      out.append(b, from, to - from);
      return;
    }
    out.append('j');
    out.append('b');
    out.append('x');
    for (int i = from; i < to; i++) {
      out.append(HEX[(b[i] >> 4) & 15]);
      out.append(HEX[b[i] & 15]);
    }
  }

  /** Returns whether a label can be written unchanged. */
  private static boolean isLabel(byte[] b, int from, int to) {
    // A label that looks rewritten is rewritten as well, so that no two labels become equal.
    return !isRewritten(b, from, to) && LabelCharacters.isLabel(b, from, to);
  }

  private static boolean isRewritten(byte[] b, int from, int to) {
    return to - from >= 3 && b[from] == 'j' && b[from + 1] == 'b' && b[from + 2] == 'x';
  }

  /**
   * Returns the label that {@link #appendLabel} rewrote to this one; null if it was not rewritten.
   */
  public static byte[] labelBefore(byte[] b, int from, int to) {
    if (!isRewritten(b, from, to) || (to - from) % 2 == 0) {
      return null;
    }
    byte[] label = new byte[(to - from - 3) / 2];
    for (int i = 0; i < label.length; i++) {
      int high = hexDigit(b[from + 3 + 2 * i]);
      int low = hexDigit(b[from + 4 + 2 * i]);
      if (high < 0 || low < 0) {
        return null;
      }
      label[i] = (byte) (high << 4 | low);
    }
    boolean rewrites =
        Utf8.firstInvalid(label, 0, label.length) < 0 && !isLabel(label, 0, label.length);
    return rewrites ? label : null;
  }

  /** Returns the value of a digit in {@link #HEX}, or -1. */
  private static int hexDigit(byte x) {
    return x >= '0' && x <= '9' ? x - '0' : x >= 'A' && x <= 'F' ? x - 'A' + 10 : -1;
  }
}
