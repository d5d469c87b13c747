package io.github.jellybridge.spark.jelly.pushdown;

import io.github.jellybridge.rdf.PredicateTest;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Evaluates all pushed predicates of a scan together: a chain in which each narrows the batch.
 *
 * <p>A conjunction: operations first, then one-column predicates, each once a term, then those of
 * several columns.
 */
final class ConjunctiveFilter implements StatementFilter {
  private static final int PREDICATE = 1;

  private final OpVerdicts ops;
  private final TermVerdicts[] single;
  private final RowNode[] mixed;
  private byte[] buffer = new byte[0];

  ConjunctiveFilter(List<FilterNode> conjuncts) {
    List<TermVerdicts> terms = new ArrayList<>();
    List<RowNode> rows = new ArrayList<>();
    OpVerdicts onOps = null;
    for (FilterNode node : RowNode.parts(new FilterNode.Junction(true, conjuncts))) {
      if (OpVerdicts.suits(node)) {
        onOps = new OpVerdicts(node);
      } else if (Integer.bitCount(node.columns()) == 1) {
        terms.add(new TermVerdicts(node));
      } else {
        rows.add(RowNode.of(node));
      }
    }
    // Predicates first: the objects of statements that they rule out may not have been read.
    terms.sort(Comparator.comparing(t -> t.column() != PREDICATE));
    ops = onOps;
    single = terms.toArray(TermVerdicts[]::new);
    mixed = rows.toArray(RowNode[]::new);
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
  public PredicateTest predicateTest() {
    return single.length > 0 && single[0].column() == PREDICATE ? single[0]::accepts : null;
  }

  private int refine(
      RowNode node, StatementBatch batch, TermTable terms, int[] selection, int count) {
    if (buffer.length < count) {
      buffer = new byte[count];
    }
    byte[] verdicts = buffer;
    node.verdicts(batch, terms, selection, count, verdicts);
    int selected = 0;
    for (int i = 0; i < count; i++) {
      selection[selected] = selection[i];
      selected += verdicts[i] == Verdict.TRUE ? 1 : 0;
    }
    return selected;
  }
}
