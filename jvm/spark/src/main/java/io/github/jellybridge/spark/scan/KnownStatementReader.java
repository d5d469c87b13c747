package io.github.jellybridge.spark.scan;

import io.github.jellybridge.jelly.statistics.TermCount;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermRuns;
import io.github.jellybridge.rdf.TermTable;
import java.util.List;

/** Returns statements of which one column is known, as runs. */
final class KnownStatementReader implements StatementReader {
  private final List<TermCount> counts;
  private final TermTable table = new TermTable();
  private final StatementBatch batch;
  private final TermRuns runs;

  /** The ids of the terms. */
  private final int[] ids;

  /** The term of the next statement. */
  private int term;

  /** The statements of that term that were returned. */
  private long taken;

  /** The statements that were not yet returned. */
  private long left;

  KnownStatementReader(KnownStatements known) {
    counts = known.terms();
    left = known.statements();
    batch = StatementBatch.ofColumns(known.column());
    runs = new TermRuns(known.column());
    ids = counts.stream().mapToInt(this::add).toArray();
  }

  private int add(TermCount term) {
    return term.kind() == TermKind.NONE
        ? TermTable.NO_TERM
        : table.addCopy(term.kind(), term.value(), 0, term.value().length);
  }

  @Override
  public boolean nextBatch(int maxStatements) {
    runs.terms.clear(0);
    batch.clear(0);
    batch.termRuns = runs;
    int size = 0;
    while (size < maxStatements && term < ids.length) {
      long rest = counts.get(term).count() - taken;
      int length = (int) Math.min(rest, maxStatements - size);
      runs.add(ids[term], length);
      size += length;
      taken += length;
      if (length == rest) {
        term++;
        taken = 0;
      }
    }
    batch.size(size);
    left -= size;
    return size > 0;
  }

  @Override
  public StatementBatch batch() {
    return batch;
  }

  @Override
  public TermTable terms() {
    return table;
  }

  @Override
  public long countStatements() {
    long count = left;
    left = 0;
    term = ids.length;
    return count;
  }

  @Override
  public long framesRead() {
    return 0;
  }

  @Override
  public long statementsRead() {
    return 0;
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  public void close() {
    // Holds no resources.
  }
}
