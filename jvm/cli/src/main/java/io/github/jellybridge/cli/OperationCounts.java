package io.github.jellybridge.cli;

import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.StatementBatch;
import java.util.LinkedHashMap;
import java.util.Map;

/** How many operations of each kind there are. */
final class OperationCounts {
  private final long[] counts = new long[PatchOp.HEADER + 1];

  void add(byte op) {
    counts[op]++;
  }

  void add(StatementBatch batch) {
    for (int i = 0; i < batch.size(); i++) {
      counts[batch.op[i]]++;
    }
  }

  /** Returns the counts of the kinds that there are, by their labels. */
  Map<String, Long> byLabel() {
    Map<String, Long> found = new LinkedHashMap<>();
    for (byte op = PatchOp.ADD; op <= PatchOp.HEADER; op++) {
      if (counts[op] > 0) {
        found.put(PatchOp.label(op), counts[op]);
      }
    }
    return found;
  }
}
