package io.github.jellybridge.python;

import io.github.jellybridge.patch.PatchHandler;
import io.github.jellybridge.rdf.PatchOp;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts the operations of patches. */
final class PatchCounter implements PatchHandler {
  private final long[] counts = new long[PatchOp.HEADER + 1];
  private long patches;

  /** Returns how many operations there were of each kind that there was. */
  Map<String, Long> operations() {
    Map<String, Long> found = new LinkedHashMap<>();
    for (byte op = PatchOp.ADD; op <= PatchOp.HEADER; op++) {
      if (counts[op] > 0) {
        found.put(PatchOp.label(op), counts[op]);
      }
    }
    return found;
  }

  long patches() {
    return patches;
  }

  @Override
  public void add(int s, int p, int o, int g) {
    counts[PatchOp.ADD]++;
  }

  @Override
  public void delete(int s, int p, int o, int g) {
    counts[PatchOp.DELETE]++;
  }

  @Override
  public void addNamespace(String name, int iri, int g) {
    counts[PatchOp.ADD_NAMESPACE]++;
  }

  @Override
  public void deleteNamespace(String name, int iri, int g) {
    counts[PatchOp.DELETE_NAMESPACE]++;
  }

  @Override
  public void startTransaction() {
    counts[PatchOp.START]++;
  }

  @Override
  public void commit() {
    counts[PatchOp.COMMIT]++;
  }

  @Override
  public void abort() {
    counts[PatchOp.ABORT]++;
  }

  @Override
  public void header(String name, int value) {
    counts[PatchOp.HEADER]++;
  }

  @Override
  public void endPatch() {
    patches++;
  }
}
