package io.github.jellybridge.borsh;

import io.github.jellybridge.borsh.BorshParseException.Section;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.ScopedLabels;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the terms block ("Terms Dictionary Section") into a term table. Each term gets the id by
 * which the quads refer to it.
 */
final class TermsBlock {
  private static final byte[] XSD_STRING = NTriples.XSD_STRING.getBytes(StandardCharsets.US_ASCII);

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Minimum size of an entry in bytes: a type, and the length of an empty text. */
  private static final int LEAST_ENTRY = 5;

  /** Overwrites the lengths: four spaces. */
  private static final int SEPARATOR = 0x20202020;

  /** Number of bytes after which texts are checked, while they are still in the caches. */
  private static final int STRETCH = 1 << 14;

  /** Size of a cache line in bytes. */
  private static final int LINE = 64;

  // Names of texts in errors.
  private static final String IRI = "an IRI";
  private static final String LABEL = "a blank node label";
  private static final String LITERAL = "a literal";
  private static final String LANGUAGE = "a language tag";
  private static final String DATATYPE = "a datatype IRI";

  /** The name of a term by its type. */
  private static final String[] WHAT = {null, IRI, LABEL, LITERAL, LITERAL, LITERAL};

  private final String file;
  private final byte[] block;
  private final int end;
  private final TermTable terms;
  private final ScopedLabels labels;
  private final RecentSymbols languages;
  private final RecentSymbols datatypes;
  // The texts before this position have been checked.
  private int checked;
  // The bytes before this position have been brought into the caches.
  private int touched;
  // Its value is unused; it keeps the compiler from removing the reads.
  private int bits;
  private boolean zeros;

  /**
   * Creates a reader of a block.
   *
   * @param file for errors
   * @param block starts with the block, and becomes the data of the table; the lengths in it are
   *     overwritten
   * @param length length of the block in bytes; the bytes after it in the array may be overwritten
   * @param terms the table to add the terms to
   * @param scope of blank nodes; null to keep their labels
   */
  TermsBlock(String file, byte[] block, int length, TermTable terms, String scope) {
    this.file = file;
    this.block = block;
    this.end = length;
    this.terms = terms;
    this.labels = new ScopedLabels(scope);
    this.languages = new RecentSymbols(block);
    this.datatypes = new RecentSymbols(block);
  }

  /**
   * Reads all terms.
   *
   * @return the position after the last term
   */
  int read() throws BorshParseException {
    terms.reset(block, end);
    terms.symbols().clear();
    if (end < BorshConstants.INT) {
      throw error(0, "a number of terms (4 bytes)", end + " bytes");
    }
    long count = Integer.toUnsignedLong(FileBytes.intAt(block, 0));
    if (count > BorshConstants.MAX_TERMS) {
      throw error(0, "at most " + BorshConstants.MAX_TERMS + " terms", "" + count);
    }
    // No more terms than the bytes can hold.
    terms.ensureCapacity((int) Math.min(count, end / LEAST_ENTRY) + 1);
    int at = BorshConstants.INT;
    checked = at;
    for (int i = 0; i < count; i++) {
      if (touched - at < STRETCH >> 1) {
        touch();
      }
      if (end - at < LEAST_ENTRY) {
        throw error(at, "term " + (i + 1) + " of " + count, "the end of the block");
      }
      at = term(at);
      if (at - checked > STRETCH) {
        checkTexts(at);
      }
    }
    checkTexts(at);
    return at;
  }

  /** Returns whether a text is empty or contains a zero byte. */
  boolean hasZeros() {
    return zeros;
  }

  /**
   * Brings the next stretch into the caches, all of its lines at once. Without this, the processor
   * would wait for each entry, whose start is known only after reading the one before.
   */
  private void touch() {
    int i = touched;
    int stop = Math.min(end, i + STRETCH);
    int any = 0;
    for (; i < stop; i += LINE) {
      any |= block[i];
    }
    bits |= any;
    touched = stop < end ? i : Integer.MAX_VALUE;
  }

  /** Reads the entry at an index; returns its end. */
  private int term(int at) throws BorshParseException {
    int type = block[at];
    if (type < BorshConstants.IRI || type > BorshConstants.LANGUAGE_LITERAL) {
      throw error(at, "a term type of 1 to 5", "" + (type & 0xff));
    }
    int length = at + 1;
    int from = length + BorshConstants.INT;
    int to = text(length, WHAT[type]);
    if (type == BorshConstants.LANGUAGE_LITERAL) {
      int entryEnd = text(to, LANGUAGE);
      terms.addLiteral(from, to - from, language(to + BorshConstants.INT, entryEnd), 0);
      return entryEnd;
    }
    if (type == BorshConstants.TYPED_LITERAL) {
      int entryEnd = text(to, DATATYPE);
      terms.addLiteral(from, to - from, 0, datatype(to + BorshConstants.INT, entryEnd));
      return entryEnd;
    }
    if (type == BorshConstants.BLANK_NODE) {
      labels.add(terms, from, to);
    } else {
      terms.add(type == BorshConstants.IRI ? TermKind.IRI : TermKind.LITERAL, from, to - from);
    }
    return to;
  }

  /** Returns the end of the text whose length is at an index. */
  private int text(int at, String what) throws BorshParseException {
    if (end - at < BorshConstants.INT) {
      throw error(at, "the length of " + what, "the end of the block");
    }
    int length = (int) INTS.get(block, at);
    int from = at + BorshConstants.INT;
    if (length < 0 || length > end - from) {
      String found = "the length " + Integer.toUnsignedLong(length);
      throw error(at, what + " of at most " + (end - from) + " bytes", found);
    }
    zeros |= length == 0;
    INTS.set(block, at, SEPARATOR);
    return from + length;
  }

  /**
   * Checks all texts since the last call at once. The types and spaces between them are ASCII, so
   * together they are valid UTF-8 if and only if each text is.
   */
  private void checkTexts(int to) throws BorshParseException {
    int invalid = Utf8.firstInvalid(block, checked, to);
    if (invalid >= 0) {
      throw error(invalid, whatIsAt(invalid) + " in UTF-8", hex(block[invalid]));
    }
    zeros |= Utf8.hasZero(block, checked, to);
    checked = to;
  }

  /** Returns the name of the text that contains a byte of the block. */
  private String whatIsAt(int index) {
    int id = terms.size() - 1;
    while (terms.restOffset(id) > index) {
      id--;
    }
    if (index >= terms.restOffset(id) + terms.valueLength(id) - terms.firstLength(id)) {
      return DATATYPE;
    }
    return switch (terms.kind(id)) {
      case TermKind.IRI -> IRI;
      case TermKind.BNODE -> LABEL;
      default -> LITERAL;
    };
  }

  private int language(int from, int to) throws BorshParseException {
    if (from == to) {
      throw error(from, LANGUAGE, "an empty text");
    }
    int symbol = languages.find(from, to);
    if (symbol < 0) {
      for (int i = from; i < to; i++) {
        if (block[i] < 0) {
          throw error(i, LANGUAGE + " in ASCII", hex(block[i]));
        }
      }
      symbol = terms.symbols().intern(block, from, to);
      languages.put(from, to, symbol);
    }
    return symbol;
  }

  private int datatype(int from, int to) {
    int symbol = from == to ? RecentSymbols.UNKNOWN : datatypes.find(from, to);
    if (symbol < 0) {
      // The datatype xsd:string becomes a literal without a datatype, so that equal terms are
      // equal.
      boolean implied = Arrays.equals(block, from, to, XSD_STRING, 0, XSD_STRING.length);
      symbol = implied ? 0 : terms.symbols().intern(block, from, to);
      if (from < to) {
        datatypes.put(from, to, symbol);
      }
    }
    return symbol;
  }

  private static String hex(byte b) {
    return String.format("the byte 0x%02x", b & 0xff);
  }

  private BorshParseException error(int index, String expected, String found) {
    return new BorshParseException(file, Section.TERMS, index, expected, found);
  }
}
