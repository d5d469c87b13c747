package io.github.jellybridge.jelly.columns.encode;

import io.github.jellybridge.jelly.ColumnOptions.RdfVersion;
import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.rdf.TermTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The literals of a column: lexical forms, kinds and language tags. */
final class ColumnLiteralsEncoder {
  private static final int LEX_VALUES = 5;
  private static final int LITERAL_KINDS = 6;
  private static final int LANGTAGS = 7;
  private static final int DIRECTIONS = 8;

  private final RdfVersion version;
  private final FieldBuffer texts = new FieldBuffer();
  private final FieldBuffer kinds = new FieldBuffer();
  private final FieldBuffer tags = new FieldBuffer();
  private final FieldBuffer directions = new FieldBuffer();
  private final List<byte[]> tagTexts = new ArrayList<>();
  private boolean directed;

  /** The numbers of the tags of a table, plus one, by symbol. */
  private int[] tagNumbers = new int[0];

  private SymbolTable symbols;
  private long epoch;

  /** The first and the last kind, and whether there are several. */
  private int firstKind;

  private int lastKind;
  private boolean severalKinds;

  /** The text of the last literal. */
  private int lastFrom;

  ColumnLiteralsEncoder(RdfVersion version) {
    this.version = version;
  }

  void clear() {
    texts.clear();
    kinds.clear();
    tags.clear();
    directions.clear();
    tagTexts.clear();
    Arrays.fill(tagNumbers, 0);
    directed = false;
    severalKinds = false;
  }

  /** Uses a table from now on. */
  void use(TermTable terms) {
    if (symbols != terms.symbols() || epoch != terms.symbols().epoch()) {
      symbols = terms.symbols();
      epoch = symbols.epoch();
      Arrays.fill(tagNumbers, 0);
    }
    if (symbols.size() > tagNumbers.length) {
      tagNumbers = Arrays.copyOf(tagNumbers, Math.max(symbols.size(), 2 * tagNumbers.length));
    }
  }

  /**
   * Adds a literal unless the last cell has the same one; returns whether it did.
   *
   * @param datatype the lookup id of its datatype, 0 for none
   * @param follows whether the last cell has the last literal
   */
  boolean add(TermTable terms, int id, int datatype, boolean follows, long statement)
      throws JellyWriteException {
    int lang = terms.langId(id);
    int kind;
    if (lang != 0) {
      kind = 2 * tagNumber(lang, statement);
    } else {
      kind = datatype == 0 ? 0 : 2 * datatype - 1;
    }
    int from = terms.valueOffset(id);
    int length = terms.valueLength(id);
    byte[] data = terms.data();
    if (follows
        && kind == lastKind
        && Arrays.equals(texts.data, lastFrom, texts.end, data, from, from + length)) {
      return false;
    }
    Texts.check(data, from, length, "lexical form", statement);
    texts.bytes(LEX_VALUES, data, from, length);
    lastFrom = texts.end - length;
    if (kinds.end == 0) {
      firstKind = kind;
    } else if (kind != lastKind) {
      severalKinds = true;
    }
    kinds.varint(kind);
    lastKind = kind;
    return true;
  }

  /** Returns the number of a tag in this column, starting with 1. */
  private int tagNumber(int symbol, long statement) throws JellyWriteException {
    int known = tagNumbers[symbol];
    if (known != 0) {
      return known;
    }
    byte[] text = symbols.bytes(symbol);
    int number = 0;
    while (number < tagTexts.size() && !Arrays.equals(tagTexts.get(number), text)) {
      number++;
    }
    if (number == tagTexts.size()) {
      DirectedTag tag = DirectedTag.of(text, version, statement);
      tagTexts.add(text);
      tags.bytes(LANGTAGS, text, 0, tag.length());
      directions.varint(tag.direction());
      directed |= tag.direction() != 0;
    }
    tagNumbers[symbol] = number + 1;
    return number + 1;
  }

  /** Ends the column: a kind that all literals share is stored once, or not at all if simple. */
  void finish() {
    if (!severalKinds) {
      boolean simple = kinds.end == 0 || firstKind == 0;
      kinds.clear();
      if (!simple) {
        kinds.varint(firstKind);
      }
    }
    if (!directed) {
      directions.clear();
    }
  }

  /** Returns the number of bytes so far. */
  long length() {
    return (long) texts.end + kinds.end + tags.end + directions.end;
  }

  /** Returns the length of the fields after {@link #finish}. */
  long fieldsLength() {
    return (long) texts.end + kinds.fieldLength() + tags.end + directions.fieldLength();
  }

  void write(FrameBuffer out) {
    texts.write(out);
    kinds.writeField(out, LITERAL_KINDS);
    tags.write(out);
    directions.writeField(out, DIRECTIONS);
  }
}
