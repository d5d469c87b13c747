package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Evaluates all pushed predicates of a scan as a chain; each predicate narrows the selection of a
 * batch.
 *
 * <p>A conjunction: first predicates on operations, then predicates on one column, evaluated once
 * per term, then those on several columns.
 */
final class ConjunctiveFilter implements StatementFilter {
  private static final int PREDICATE = 1;

  private final OpFilterCache ops;
  private final TermFilterCache[] single;
  private final RowFilterNode[] mixed;
  private byte[] buffer = new byte[0];

  ConjunctiveFilter(List<FilterNode> conjuncts) {
    List<TermFilterCache> terms = new ArrayList<>();
    List<RowFilterNode> rows = new ArrayList<>();
    OpFilterCache onOps = null;
    for (FilterNode node : RowFilterNode.parts(new FilterNode.Junction(true, conjuncts))) {
      if (OpFilterCache.suits(node)) {
        onOps = new OpFilterCache(node);
      } else if (Integer.bitCount(node.columns()) == 1) {
        terms.add(new TermFilterCache(node));
      } else {
        rows.add(RowFilterNode.of(node));
      }
    }
    // Predicates first: for statements that they reject, the objects may not have been read.
    terms.sort(Comparator.comparing(t -> t.column() != PREDICATE));
    ops = onOps;
    single = terms.toArray(TermFilterCache[]::new);
    mixed = rows.toArray(RowFilterNode[]::new);
  }

  @Override
  public int filter(StatementBatch batch, TermTable terms, int[] selection) {
    int count = batch.size();
    int next = 0;
    if (ops != null) {
      count = ops.select(batch, selection);
    } else if (single.length > 0) {
      count = single[0].select(TermPath.ids(batch, single[0].column()), count, terms, selection);
      next = 1;
    } else {
      for (int row = 0; row < count; row++) {
        selection[row] = row;
      }
    }
    for (int i = next; i < single.length && count > 0; i++) {
      int[] ids = TermPath.ids(batch, single[i].column());
      count = single[i].refine(ids, selection, count, terms);
    }
    for (int i = 0; i < mixed.length && count > 0; i++) {
      count = refine(mixed[i], batch, terms, selection, count);
    }
    return count;
  }

  @Override
  public PredicateFilter predicateFilter() {
    return single.length > 0 && single[0].column() == PREDICATE ? single[0]::accepts : null;
  }

  private int refine(
      RowFilterNode node, StatementBatch batch, TermTable terms, int[] selection, int count) {
    if (buffer.length < count) {
      buffer = new byte[count];
    }
    byte[] values = buffer;
    node.evaluate(batch, terms, selection, count, values);
    int selected = 0;
    for (int i = 0; i < count; i++) {
      selection[selected] = selection[i];
      selected += values[i] == TruthValue.TRUE ? 1 : 0;
    }
    return selected;
  }
}
