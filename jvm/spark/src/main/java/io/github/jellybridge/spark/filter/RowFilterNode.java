package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Evaluates predicates on several columns, one batch at a time.
 *
 * <p>The executor's form of a {@link FilterNode}.
 */
abstract class RowFilterNode {
  /** Writes the results for the selected rows, in their order. */
  abstract void evaluate(
      StatementBatch batch, TermTable terms, int[] selection, int count, byte[] out);

  /** Returns the evaluator that suits the node; cached if the node depends on one column only. */
  static RowFilterNode of(FilterNode node) {
    if (node.columns() == 0) {
      return new EachRow(node);
    }
    if (OpFilterCache.suits(node)) {
      return new OneOp(new OpFilterCache(node));
    }
    if (Integer.bitCount(node.columns()) == 1) {
      return new OneColumn(new TermFilterCache(node));
    }
    if (node instanceof FilterNode.Junction junction) {
      return new Combined(
          junction.isAnd(), parts(junction).stream().map(RowFilterNode::of).toList());
    }
    if (node instanceof FilterNode.Not not) {
      return new Negated(of(not.child()));
    }
    return new EachRow(node);
  }

  /**
   * Returns the operands of a junction; those of one column are combined, and the cheapest come
   * first.
   */
  static List<FilterNode> parts(FilterNode.Junction junction) {
    List<FilterNode> flat = new ArrayList<>();
    flatten(junction, flat);
    Map<Integer, List<FilterNode>> byColumns = new LinkedHashMap<>();
    List<FilterNode> parts = new ArrayList<>();
    for (FilterNode node : flat) {
      if (Integer.bitCount(node.columns()) <= 1) {
        byColumns.computeIfAbsent(node.columns(), mask -> new ArrayList<>()).add(node);
      } else {
        parts.add(node);
      }
    }
    for (List<FilterNode> group : byColumns.values()) {
      group.sort((a, b) -> Integer.compare(a.cost(), b.cost()));
      parts.add(
          group.size() == 1 ? group.get(0) : new FilterNode.Junction(junction.isAnd(), group));
    }
    parts.sort((a, b) -> Integer.compare(effort(a), effort(b)));
    return parts;
  }

  /**
   * The order of evaluation: constants, then operations and columns with few distinct terms (p, g),
   * then those with many (s, o), then predicates whose results cannot be remembered per term.
   */
  private static int effort(FilterNode node) {
    int column =
        switch (node.columns()) {
          case 0, 1 << TermPath.OP -> 0;
          case 1 << TermPath.PREDICATE -> 1;
          case 1 << TermPath.GRAPH -> 2;
          case 1 << TermPath.SUBJECT -> 3;
          case 1 << TermPath.OBJECT -> 4;
          default -> 5;
        };
    return column + 2 * node.cost();
  }

  private static void flatten(FilterNode.Junction junction, List<FilterNode> into) {
    for (FilterNode child : junction.children()) {
      if (child instanceof FilterNode.Junction inner && inner.isAnd() == junction.isAnd()) {
        flatten(inner, into);
      } else {
        into.add(child);
      }
    }
  }

  private static final class OneOp extends RowFilterNode {
    private final OpFilterCache cache;

    OneOp(OpFilterCache cache) {
      this.cache = cache;
    }

    @Override
    void evaluate(StatementBatch batch, TermTable terms, int[] selection, int count, byte[] out) {
      cache.evaluate(batch, selection, count, out);
    }
  }

  private static final class OneColumn extends RowFilterNode {
    private final TermFilterCache cache;

    OneColumn(TermFilterCache cache) {
      this.cache = cache;
    }

    @Override
    void evaluate(StatementBatch batch, TermTable terms, int[] selection, int count, byte[] out) {
      cache.evaluate(TermPath.ids(batch, cache.column()), selection, count, terms, out);
    }
  }

  private static final class Combined extends RowFilterNode {
    private final boolean isAnd;
    private final List<RowFilterNode> children;
    private byte[] buffer = new byte[0];

    Combined(boolean isAnd, List<RowFilterNode> children) {
      this.isAnd = isAnd;
      this.children = children;
    }

    @Override
    void evaluate(StatementBatch batch, TermTable terms, int[] selection, int count, byte[] out) {
      children.get(0).evaluate(batch, terms, selection, count, out);
      if (buffer.length < count) {
        buffer = new byte[count];
      }
      byte[] next = buffer;
      for (int child = 1; child < children.size(); child++) {
        children.get(child).evaluate(batch, terms, selection, count, next);
        if (isAnd) {
          for (int i = 0; i < count; i++) {
            out[i] = (byte) Math.max(out[i], next[i]);
          }
        } else {
          for (int i = 0; i < count; i++) {
            out[i] = (byte) Math.min(out[i], next[i]);
          }
        }
      }
    }
  }

  private static final class Negated extends RowFilterNode {
    private final RowFilterNode child;

    Negated(RowFilterNode child) {
      this.child = child;
    }

    @Override
    void evaluate(StatementBatch batch, TermTable terms, int[] selection, int count, byte[] out) {
      child.evaluate(batch, terms, selection, count, out);
      for (int i = 0; i < count; i++) {
        out[i] = TruthValue.not(out[i]);
      }
    }
  }

  /** A constant, or a comparison of two columns, which a single term cannot decide. */
  private static final class EachRow extends RowFilterNode {
    private final FilterNode node;
    private final FilterNode.Scratch scratch = new FilterNode.Scratch();
    private final int[] ids = new int[TermPath.ALL_COLUMNS];

    EachRow(FilterNode node) {
      this.node = node;
    }

    @Override
    void evaluate(StatementBatch batch, TermTable terms, int[] selection, int count, byte[] out) {
      int columns = node.columns();
      for (int i = 0; i < count; i++) {
        int row = selection[i];
        for (int column = 0; column < TermPath.ALL_COLUMNS; column++) {
          if ((columns & 1 << column) != 0) {
            ids[column] = TermPath.ids(batch, column)[row];
          }
        }
        out[i] = node.test(terms, ids, scratch);
      }
    }
  }
}
