package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.TermTable;
import java.io.Serializable;
import java.util.List;

/**
 * A compiled predicate: an immutable tree that can be sent to executors.
 *
 * <p>The tree itself keeps no state: caches and scratch space belong to its evaluators ({@link
 * TermFilterCache}, {@link RowFilterNode}).
 */
public interface FilterNode extends Serializable {
  /** The columns that the result depends on, as bits of {@link TermPath#mask}. */
  int columns();

  /**
   * The cost of a test: 0 reads no bytes, 1 reads symbols, 2 reads lengths first, 3 reads values.
   */
  int cost();

  /**
   * Returns the result for one statement.
   *
   * @param ids the term ids by {@link TermPath#column}; only those in {@link #columns()} are read
   */
  byte test(TermTable terms, int[] ids, Scratch scratch);

  /**
   * Returns the results that are possible in a part of a file, as bits {@code 1 << value} of {@link
   * TruthValue}. Call it by {@link PartFacts#outcomes}.
   */
  default int outcomes(PartFacts part) {
    return PartFacts.ANY;
  }

  /** Reusable slices, so that no test allocates. */
  final class Scratch {
    final TermBytes left = new TermBytes();
    final TermBytes right = new TermBytes();
  }

  /** A constant result. */
  record Constant(byte value) implements FilterNode {
    @Override
    public int columns() {
      return 0;
    }

    @Override
    public int cost() {
      return 0;
    }

    @Override
    public byte test(TermTable terms, int[] ids, Scratch scratch) {
      return value;
    }

    @Override
    public int outcomes(PartFacts part) {
      return 1 << value;
    }
  }

  /** AND or OR of two or more nodes. */
  record Junction(boolean isAnd, List<FilterNode> children) implements FilterNode {
    public Junction {
      children = List.copyOf(children);
    }

    @Override
    public int columns() {
      return children.stream().mapToInt(FilterNode::columns).reduce(0, (a, b) -> a | b);
    }

    @Override
    public int cost() {
      return children.stream().mapToInt(FilterNode::cost).max().orElse(0);
    }

    @Override
    public byte test(TermTable terms, int[] ids, Scratch scratch) {
      byte stop = isAnd ? TruthValue.FALSE : TruthValue.TRUE;
      byte value = TruthValue.not(stop);
      for (FilterNode child : children) {
        byte next = child.test(terms, ids, scratch);
        if (next == stop) {
          return stop;
        }
        if (next == TruthValue.NULL) {
          value = next;
        }
      }
      return value;
    }

    @Override
    public int outcomes(PartFacts part) {
      int all = 1 << (isAnd ? TruthValue.TRUE : TruthValue.FALSE);
      for (FilterNode child : children) {
        int next = part.outcomes(child);
        int both = 0;
        for (byte a = TruthValue.TRUE; a <= TruthValue.FALSE; a++) {
          for (byte b = TruthValue.TRUE; b <= TruthValue.FALSE; b++) {
            if ((all & 1 << a) != 0 && (next & 1 << b) != 0) {
              both |= 1 << (isAnd ? Math.max(a, b) : Math.min(a, b));
            }
          }
        }
        all = both;
      }
      return all;
    }
  }

  /** NOT. */
  record Not(FilterNode child) implements FilterNode {
    @Override
    public int columns() {
      return child.columns();
    }

    @Override
    public int cost() {
      return child.cost();
    }

    @Override
    public byte test(TermTable terms, int[] ids, Scratch scratch) {
      return TruthValue.not(child.test(terms, ids, scratch));
    }

    @Override
    public int outcomes(PartFacts part) {
      int inner = part.outcomes(child);
      int outer = 0;
      for (byte value = TruthValue.TRUE; value <= TruthValue.FALSE; value++) {
        outer |= (inner & 1 << value) == 0 ? 0 : 1 << TruthValue.not(value);
      }
      return outer;
    }
  }
}
