package io.github.jellybridge.borsh;

import io.github.jellybridge.borsh.BorshParseException.Section;
import io.github.jellybridge.rdf.ScopedLabels;
import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the terms block ("Terms Dictionary Section") into a term table, in which every term gets
 * the id that quads know it by.
 */
final class TermsBlock {
  private static final byte[] XSD_STRING =
      BorshFormat.XSD_STRING.getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LANG_STRING =
      BorshFormat.LANG_STRING.getBytes(StandardCharsets.US_ASCII);

  /** A type, and the length of an empty text. */
  private static final int LEAST_ENTRY = 5;

  private final String file;
  private final byte[] block;
  private final int end;
  private final TermTable terms;
  private final ScopedLabels labels;
  private int at;
  // The text that was read last.
  private int from;
  private int to;

  /**
   * Takes a block.
   *
   * @param file for errors
   * @param block starts with the block, and becomes the data of the table
   * @param length bytes of the block; those behind it in the array may be overwritten
   * @param terms gets the terms
   * @param scope of blank nodes; null to keep their labels
   */
  TermsBlock(String file, byte[] block, int length, TermTable terms, String scope) {
    this.file = file;
    this.block = block;
    this.end = length;
    this.terms = terms;
    this.labels = new ScopedLabels(scope);
  }

  /**
   * Reads all terms.
   *
   * @return where they end
   */
  int read() throws BorshParseException {
    terms.reset(block, block.length);
    terms.symbols().clear();
    if (end < BorshFormat.INT) {
      throw error(0, "a number of terms (4 bytes)", end + " bytes");
    }
    long count = Integer.toUnsignedLong(FileBytes.intAt(block, 0));
    if (count > BorshFormat.MAX_TERMS) {
      throw error(0, "at most " + BorshFormat.MAX_TERMS + " terms", "" + count);
    }
    at = BorshFormat.INT;
    for (int i = 0; i < count; i++) {
      if (end - at < LEAST_ENTRY) {
        throw error(at, "term " + (i + 1) + " of " + count, "the end of the block");
      }
      term(block[at++]);
    }
    return at;
  }

  private void term(byte type) throws BorshParseException {
    switch (type) {
      case BorshFormat.IRI -> {
        text("an IRI");
        terms.add(TermKind.IRI, from, to - from);
      }
      case BorshFormat.BLANK_NODE -> {
        text("a blank node label");
        labels.add(terms, from, to);
      }
      case BorshFormat.PLAIN_LITERAL -> {
        text("a literal");
        terms.addLiteral(from, to - from, 0, 0);
      }
      case BorshFormat.TYPED_LITERAL -> {
        text("a literal");
        int value = from;
        int length = to - from;
        text("a datatype IRI");
        terms.addLiteral(value, length, 0, datatype());
      }
      case BorshFormat.LANGUAGE_LITERAL -> {
        text("a literal");
        int value = from;
        int length = to - from;
        text("a language tag");
        terms.addLiteral(value, length, language(), 0);
      }
      default -> throw error(at - 1, "a term type of 1 to 5", "" + (type & 0xff));
    }
  }

  private void text(String what) throws BorshParseException {
    if (end - at < BorshFormat.INT) {
      throw error(at, "the length of " + what, "the end of the block");
    }
    long length = Integer.toUnsignedLong(FileBytes.intAt(block, at));
    from = at + BorshFormat.INT;
    if (length > end - from) {
      throw error(at, what + " of at most " + (end - from) + " bytes", "the length " + length);
    }
    to = from + (int) length;
    at = to;
    int invalid = Utf8.firstInvalid(block, from, to);
    if (invalid >= 0) {
      throw error(invalid, what + " in UTF-8", hex(block[invalid]));
    }
  }

  private int language() throws BorshParseException {
    if (from == to) {
      throw error(from, "a language tag", "an empty text");
    }
    for (int i = from; i < to; i++) {
      if (block[i] < 0) {
        throw error(i, "a language tag in ASCII", hex(block[i]));
      }
    }
    return terms.symbols().intern(block, from, to);
  }

  private int datatype() throws BorshParseException {
    SymbolTable symbols = terms.symbols();
    // One term, one form: what the datatype implies is not kept.
    boolean implied = is(XSD_STRING) || is(LANG_STRING);
    return implied ? 0 : symbols.intern(block, from, to);
  }

  private boolean is(byte[] iri) {
    return Arrays.equals(block, from, to, iri, 0, iri.length);
  }

  private static String hex(byte b) {
    return String.format("the byte 0x%02x", b & 0xff);
  }

  private BorshParseException error(int index, String expected, String found) {
    return new BorshParseException(file, Section.TERMS, index, expected, found);
  }
}
