package io.github.jellybridge.spark.filter;

import io.github.jellybridge.jelly.statistics.BloomFilter;
import io.github.jellybridge.jelly.statistics.ColumnStatistics;
import io.github.jellybridge.jelly.statistics.PartStatistics;
import io.github.jellybridge.jelly.statistics.TermCount;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Which results a predicate can have in a part of a file, by the statistics of the part. A set of
 * results is a set of bits {@code 1 << value} of {@link TruthValue}.
 */
public final class PartFacts {
  /** All results. */
  static final int ANY = 1 << TruthValue.TRUE | 1 << TruthValue.NULL | 1 << TruthValue.FALSE;

  /** All results but TRUE. */
  static final int NOT_TRUE = ANY & ~(1 << TruthValue.TRUE);

  private final List<ColumnStatistics> columns;
  private final IntFunction<BloomFilter> blooms;

  /**
   * Creates the facts of a part.
   *
   * @param blooms gives the Bloom filter of a column that has one, or null if it cannot be read;
   *     called only if the answer depends on it
   */
  public PartFacts(PartStatistics part, IntFunction<BloomFilter> blooms) {
    this.columns = part.columns();
    this.blooms = blooms;
  }

  /** Returns the results that are possible. */
  int outcomes(FilterNode node) {
    if (Integer.bitCount(node.columns()) == 1) {
      int column = Integer.numberOfTrailingZeros(node.columns());
      if (column < columns.size() && columns.get(column).terms() != null) {
        return listed(node, column);
      }
    }
    return node.outcomes(this);
  }

  /** Returns the results for all terms of a column, which are listed. */
  private int listed(FilterNode node, int column) {
    Samples samples = new Samples(node, column);
    for (TermCount term : columns.get(column).terms()) {
      samples.add(term.kind(), term.value(), 0, 0);
    }
    return samples.outcomes;
  }

  /**
   * Returns the results of a node that depends on nothing but the kind of a term, or whether there
   * is one.
   */
  int byKind(FilterNode node, int column) {
    Samples samples = new Samples(node, column);
    for (byte kind = TermKind.NONE; kind <= TermKind.TRIPLE; kind++) {
      if (columns.get(column).has(kind)) {
        samples.add(kind, new byte[0], 0, 0);
      }
    }
    return samples.outcomes;
  }

  /**
   * Returns the results of a node that depends on nothing but the language of a term, or on nothing
   * but its datatype.
   */
  int bySymbol(FilterNode node, int column, TermPart part) {
    boolean isLanguage = part == TermPart.LANG;
    ColumnStatistics facts = columns.get(column);
    List<byte[]> symbols = isLanguage ? facts.languages() : facts.datatypes();
    if (symbols == null) {
      return ANY;
    }
    Samples samples = new Samples(node, column);
    samples.add(TermKind.LITERAL, new byte[0], 0, 0);
    for (byte[] text : symbols) {
      int symbol = samples.terms.symbols().intern(text, 0, text.length);
      samples.add(TermKind.LITERAL, new byte[0], isLanguage ? symbol : 0, isLanguage ? 0 : symbol);
    }
    return samples.outcomes;
  }

  /** Evaluates a predicate on terms that stand for those of a part. */
  private static final class Samples {
    private final FilterNode node;
    private final int column;
    private final TermTable terms = new TermTable();
    private final int[] ids = new int[TermPath.ALL_COLUMNS];
    private final FilterNode.Scratch scratch = new FilterNode.Scratch();
    private int outcomes;

    Samples(FilterNode node, int column) {
      this.node = node;
      this.column = column;
      terms.reset(new byte[0], 0);
    }

    void add(byte kind, byte[] value, int language, int datatype) {
      ids[column] =
          switch (kind) {
            case TermKind.NONE -> TermTable.NO_TERM;
            case TermKind.LITERAL ->
                terms.addLiteralCopy(value, 0, value.length, language, datatype);
            default -> terms.addCopy(kind, value, 0, value.length);
          };
      outcomes |= 1 << node.test(terms, ids, scratch);
    }
  }

  // ---- values ----------------------------------------------------------------------------------

  /** Returns whether a term of a column may have this value. */
  boolean mayHaveValue(int column, byte[] value) {
    return mayHaveText(column, value)
        || mayBeLabel(column, value)
        || has(column, TermKind.TRIPLE) && isTripleStart(value);
  }

  /** Returns whether a term of a column may have a value that starts with these bytes. */
  boolean mayStartWith(int column, byte[] prefix) {
    return columns.get(column).mayStartWith(prefix)
        || mayBeLabel(column, prefix)
        || has(column, TermKind.TRIPLE) && (prefix.length < 2 || isTripleStart(prefix));
  }

  /** Returns whether a comparison of values by order may be true. */
  boolean mayCompare(int column, Comparison comparison, byte[] value) {
    if (has(column, TermKind.BNODE) || has(column, TermKind.TRIPLE)) {
      return true;
    }
    return switch (comparison) {
      case LT, LE -> columns.get(column).mayBeAtMost(value);
      case GT, GE -> columns.get(column).mayReach(value);
      default -> true;
    };
  }

  /** Returns whether a term may have these fields. */
  boolean mayHaveTerm(int column, TermConstant term) {
    if (term.kind() == null || term.value() == null) {
      return false;
    }
    ColumnStatistics facts = columns.get(column);
    for (byte kind = TermKind.IRI; kind <= TermKind.TRIPLE; kind++) {
      if (Arrays.equals(TermBytes.label(kind), term.kind())) {
        boolean hasText = kind == TermKind.IRI || kind == TermKind.LITERAL;
        return facts.has(kind)
            && mayHaveSymbol(facts.languages(), term.lang())
            && mayHaveSymbol(facts.datatypes(), term.datatype())
            && (!hasText || mayHaveText(column, term.value()));
      }
    }
    return false;
  }

  private static boolean mayHaveSymbol(List<byte[]> all, byte[] wanted) {
    return wanted == null
        || all == null
        || all.stream().anyMatch(symbol -> Arrays.equals(symbol, wanted));
  }

  /** Returns whether a term may have this N-Triples text. */
  boolean mayHaveNTriples(int column, byte[] text) {
    int last = text.length - 1;
    if (last < 1) {
      return false;
    }
    return switch (text[0]) {
      case '"' -> has(column, TermKind.LITERAL);
      case '_' -> has(column, TermKind.BNODE);
      case '<' ->
          text[1] == '<'
              ? has(column, TermKind.TRIPLE)
              : has(column, TermKind.IRI)
                  && text[last] == '>'
                  && (contains(text, '\\')
                      || mayHaveText(column, Arrays.copyOfRange(text, 1, last)));
      default -> false;
    };
  }

  /** Returns whether the N-Triples text of a term may start with these bytes. */
  boolean mayStartWithNTriples(int column, byte[] prefix) {
    boolean isPartOfIri =
        prefix.length > 1
            && prefix[0] == '<'
            && prefix[1] != '<'
            && !contains(prefix, '\\')
            && !contains(prefix, '>');
    return !isPartOfIri
        || columns.get(column).mayStartWith(Arrays.copyOfRange(prefix, 1, prefix.length));
  }

  private boolean has(int column, byte kind) {
    return columns.get(column).has(kind);
  }

  /** Returns whether an IRI or literal may have this value. */
  private boolean mayHaveText(int column, byte[] value) {
    ColumnStatistics facts = columns.get(column);
    if (!facts.mayEqual(value)) {
      return false;
    }
    BloomFilter bloom = facts.bloom() == null ? null : blooms.apply(column);
    return bloom == null || bloom.mayContain(value);
  }

  /** Readers change labels, but add no colons to them. */
  private boolean mayBeLabel(int column, byte[] text) {
    int kinds = columns.get(column).kinds();
    return has(column, TermKind.BNODE)
        && ((kinds & ColumnStatistics.COLON_LABELS) != 0 || !contains(text, ':'));
  }

  private static boolean isTripleStart(byte[] text) {
    return text.length >= 2 && text[0] == '<' && text[1] == '<';
  }

  private static boolean contains(byte[] text, char wanted) {
    for (byte b : text) {
      if (b == wanted) {
        return true;
      }
    }
    return false;
  }
}
