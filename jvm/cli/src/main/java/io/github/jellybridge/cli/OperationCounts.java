package io.github.jellybridge.cli;

import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.StatementBatch;
import java.util.LinkedHashMap;
import java.util.Map;

/** The number of operations of each kind. */
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

  /** Returns the counts above 0, by the labels of their kinds. */
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
