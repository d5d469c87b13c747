package io.github.jellybridge.jena;

import io.github.jellybridge.jena.text.ParseErrors;
import io.github.jellybridge.jena.text.Utf8Input;
import io.github.jellybridge.rdf.RdfParseException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.jena.graph.Node;
import org.apache.jena.rdfpatch.PatchException;
import org.apache.jena.rdfpatch.changes.RDFChangesBase;
import org.apache.jena.rdfpatch.text.RDFPatchReaderText;

/**
 * Checks text RDF Patch for Jena's reader, which misreads some input: malformed UTF-8 becomes other
 * characters, labels of blank nodes lose their first letter ({@code _:ab} is read as {@code b}), a
 * prefixed name becomes an IRI of its prefix alone ({@code ex:a} is read as {@code <ex>}), any term
 * ends a quoted triple and is dropped, and a text that ends within a row ends in an exception
 * without a message. Labels get a letter to lose.
 */
final class PatchTextInput extends InputStream {
  private static final boolean LABELS_LOSE_A_LETTER = labelsLoseALetter();

  /** The construct around the previous byte. */
  private enum Within {
    ROW,
    COMMENT,
    IRI,
    /** The quotes that a string starts with, or an empty string. */
    QUOTES,
    STRING,
    LONG_STRING
  }

  private final InputStream in;
  private final byte[] buffer = new byte[1 << 13];
  private int at;
  private int end;
  private Within within = Within.ROW;
  private boolean letter;
  private boolean escaped;
  private int quote;
  private int quotes;

  // The two bytes before in a row, and the last that is no white space.
  private int before;
  private int last;
  private int lastOfRow = '.';
  private int line = 1;

  /** How many quoted triples the row has begun and not ended. */
  private int open;

  PatchTextInput(InputStream in) {
    this.in = new Utf8Input(in, new ParseErrors("text RDF Patch", null));
  }

  private static boolean labelsLoseALetter() {
    boolean[] loses = {false};
    byte[] text = "A _:ab <x:p> <x:o> .".getBytes(StandardCharsets.US_ASCII);
    new RDFPatchReaderText(new ByteArrayInputStream(text))
        .apply(
            new RDFChangesBase() {
              @Override
              public void add(Node g, Node s, Node p, Node o) {
                loses[0] = s.getBlankNodeLabel().equals("b");
              }
            });
    return loses[0];
  }

  @Override
  public int read() throws IOException {
    if (letter) {
      letter = false;
      return 'B';
    }
    if (at == end && !fill()) {
      if (lastOfRow != '.' || within != Within.ROW && within != Within.COMMENT) {
        throw new PatchException("expected '.' at the end of a row, found the end of the text");
      }
      checkRow();
      return -1;
    }
    int b = buffer[at++] & 0xff;
    look(b);
    return b;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int n = 0;
    while (n < length && (n == 0 || letter || at < end)) {
      int b = read();
      if (b < 0) {
        return -1;
      }
      target[offset + n++] = (byte) b;
    }
    return n;
  }

  private boolean fill() throws IOException {
    at = 0;
    try {
      end = Math.max(0, in.read(buffer, 0, buffer.length));
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof RdfParseException wrong) {
        throw new PatchException(wrong.getMessage(), wrong);
      }
      throw e.getCause();
    }
    return end > 0;
  }

  private void look(int b) {
    if (b == '\n') {
      line++;
    }
    switch (within) {
      case ROW -> row(b);
      case COMMENT -> within = b == '\n' || b == '\r' ? Within.ROW : within;
      case IRI -> within = b == '>' || b == '<' || b == '\n' ? Within.ROW : within;
      case QUOTES -> quotes(b);
      case STRING, LONG_STRING -> string(b);
    }
  }

  private void row(int b) {
    // A prefixed name may have the same two characters within. A patch has none: its prefixes are
    // those of the dataset that it is applied to.
    boolean label = b == ':' && last == '_' && !isOfName(before);
    if (b == ':' && !label) {
      throw new PatchException(
          "line " + line + ": expected terms as in N-Triples, found a prefixed name");
    }
    letter = LABELS_LOSE_A_LETTER && label;
    if (b == '(') {
      open++;
    } else if (b == ')') {
      open--;
    } else if (last == '.' && (b <= ' ' || b == '#')) {
      checkRow();
    }
    before = last;
    last = b;
    if (b == '#') {
      within = Within.COMMENT;
    } else if (b > ' ') {
      lastOfRow = b;
    }
    if (b == '<') {
      within = Within.IRI;
    } else if (b == '"' || b == '\'') {
      within = Within.QUOTES;
      quote = b;
      quotes = 1;
    }
  }

  private void checkRow() {
    if (open != 0) {
      throw new PatchException(
          "line " + line + ": expected a )>> for each <<( in a row, found another number of them");
    }
  }

  /** Returns the position of the last byte that was read, in words. */
  String position() {
    return "line " + line;
  }

  private static boolean isOfName(int b) {
    return b >= 0x80 || Character.isLetterOrDigit(b) || b == '_' || b == '-' || b == '.';
  }

  private void quotes(int b) {
    if (b == quote) {
      quotes++;
      within = quotes == 3 ? Within.LONG_STRING : within;
      quotes %= 3;
    } else if (quotes == 2) {
      within = Within.ROW;
      row(b);
    } else {
      within = Within.STRING;
      string(b);
    }
  }

  private void string(int b) {
    if (escaped) {
      escaped = false;
      quotes = 0;
    } else if (b == '\\') {
      escaped = true;
    } else if (b != quote) {
      quotes = 0;
    } else if (within == Within.STRING || ++quotes == 3) {
      within = Within.ROW;
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
