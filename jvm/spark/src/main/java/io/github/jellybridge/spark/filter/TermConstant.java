package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.TermTable;
import java.io.Serializable;
import java.util.Arrays;

/**
 * A whole term written in a query: the constant side of a comparison with a struct column.
 *
 * <p>Holds the four fields of a term as UTF-8. Each is nullable, because a query can write structs
 * that equal no term. Inside a struct, SQL treats nulls as equal to each other and less than all
 * other values.
 */
record TermConstant(byte[] kind, byte[] value, byte[] lang, byte[] datatype)
    implements Serializable {

  /** Tells whether a term that is not null has exactly these fields. */
  boolean isTerm(TermTable terms, int id, TermBytes scratch) {
    byte[] label = TermBytes.label(terms.kind(id));
    return Arrays.equals(label, kind)
        && value != null
        && terms.valueLength(id) == value.length
        && sameSymbol(terms, terms.langId(id), lang)
        && sameSymbol(terms, terms.datatypeId(id), datatype)
        && scratch.load(terms, id, TermPart.VALUE)
        && scratch.equalTo(value);
  }

  private static boolean sameSymbol(TermTable terms, int symbol, byte[] wanted) {
    return symbol == 0
        ? wanted == null
        : wanted != null && Arrays.equals(terms.symbols().bytes(symbol), wanted);
  }

  /** Compares a term that is not null with this constant, field after field. */
  int compare(TermTable terms, int id, TermBytes scratch) {
    int order = compareField(terms, id, TermPart.KIND, kind, scratch);
    if (order == 0) {
      order = compareField(terms, id, TermPart.VALUE, value, scratch);
    }
    if (order == 0) {
      order = compareField(terms, id, TermPart.LANG, lang, scratch);
    }
    return order == 0 ? compareField(terms, id, TermPart.DATATYPE, datatype, scratch) : order;
  }

  private static int compareField(
      TermTable terms, int id, TermPart part, byte[] constant, TermBytes scratch) {
    if (!scratch.load(terms, id, part)) {
      return constant == null ? 0 : -1;
    }
    return constant == null ? 1 : scratch.compareTo(constant);
  }

  /** Compares two terms that are not null, field after field. */
  static int compare(TermTable terms, int left, int right, TermBytes a, TermBytes b) {
    if (left == right) {
      return 0;
    }
    for (TermPart part : FIELDS) {
      boolean hasLeft = a.load(terms, left, part);
      boolean hasRight = b.load(terms, right, part);
      int order = hasLeft && hasRight ? a.compareTo(b) : Boolean.compare(hasLeft, hasRight);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static final TermPart[] FIELDS = {
    TermPart.KIND, TermPart.VALUE, TermPart.LANG, TermPart.DATATYPE
  };
}
