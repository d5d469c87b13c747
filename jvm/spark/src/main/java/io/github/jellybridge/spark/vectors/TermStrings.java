package io.github.jellybridge.spark.vectors;

import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.schema.TermField;
import java.util.Arrays;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * One field of all terms as Spark strings. Each string is created when it is first requested, and
 * kept until the term table forgets its ids.
 *
 * <p>The strings of {@code value} point into the term table, so nothing is copied.
 */
final class TermStrings {
  /**
   * Represents null in {@link #table()}; recognised by identity, to distinguish it from a string
   * that was not created yet.
   */
  static final UTF8String ABSENT = UTF8String.fromString("");

  private static final UTF8String[] KINDS = {
    ABSENT, kind(TermKind.IRI), kind(TermKind.BNODE), kind(TermKind.LITERAL), kind(TermKind.TRIPLE)
  };

  private final TermField field;
  private TermTable terms;
  private long epoch;
  private UTF8String[] strings = new UTF8String[1024];
  private int used;
  private UTF8String[] symbols = new UTF8String[16];
  private SymbolTable symbolTable;
  private long symbolEpoch;

  TermStrings(TermField field) {
    this.field = field;
  }

  private static UTF8String kind(byte kind) {
    return UTF8String.fromString(TermKind.label(kind));
  }

  /** Prepares for the ids of the next batch; call before requesting its first row. */
  void sync(TermTable current) {
    if (current != terms || current.epoch() != epoch) {
      Arrays.fill(strings, 0, used, null);
      terms = current;
      epoch = current.epoch();
    }
    used = current.size();
    if (used > strings.length) {
      strings = Arrays.copyOf(strings, Math.max(used, strings.length * 2));
    }
    if (field == TermField.LANG || field == TermField.DATATYPE) {
      syncSymbols();
    }
  }

  private void syncSymbols() {
    SymbolTable table = terms.symbols();
    // The next file has its own table, whose epochs count from 0 again.
    if (table != symbolTable || table.epoch() != symbolEpoch) {
      Arrays.fill(symbols, null);
      symbolTable = table;
      symbolEpoch = table.epoch();
    }
    if (table.size() > symbols.length) {
      symbols = Arrays.copyOf(symbols, Math.max(table.size(), symbols.length * 2));
    }
  }

  /** The strings by term id: null if not created yet. Only {@link #sync} replaces the array. */
  UTF8String[] table() {
    return strings;
  }

  /** Creates the string of a term, stores it in the table and returns it. */
  UTF8String make(int id) {
    UTF8String made =
        switch (field) {
          case KIND -> KINDS[id == TermTable.NO_TERM ? 0 : terms.kind(id)];
          case VALUE -> value(id);
          case LANG -> symbol(id == TermTable.NO_TERM ? 0 : terms.langId(id));
          case DATATYPE -> symbol(id == TermTable.NO_TERM ? 0 : terms.datatypeId(id));
          case NTRIPLES -> ntriples(id);
        };
    strings[id] = made;
    return made;
  }

  private UTF8String value(int id) {
    if (id == TermTable.NO_TERM) {
      return ABSENT;
    }
    int offset = terms.valueOffset(id);
    return UTF8String.fromBytes(terms.data(), offset, terms.valueLength(id));
  }

  private UTF8String symbol(int symbolId) {
    if (symbolId == 0) {
      return ABSENT;
    }
    UTF8String symbol = symbols[symbolId];
    if (symbol == null) {
      symbol = UTF8String.fromBytes(terms.symbols().bytes(symbolId));
      symbols[symbolId] = symbol;
    }
    return symbol;
  }

  private UTF8String ntriples(int id) {
    return id == TermTable.NO_TERM ? ABSENT : UTF8String.fromBytes(NTriples.term(terms, id));
  }
}
