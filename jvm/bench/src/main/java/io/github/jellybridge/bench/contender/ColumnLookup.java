package io.github.jellybridge.bench.contender;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * A lookup of the column layout as a writer keeps it. New values take the ids in a circle, without
 * those that the batch needs.
 */
final class ColumnLookup {
  private final int field;
  private final int size;
  private final String[] values;
  private final Map<String, Integer> ids = new HashMap<>();
  private final Set<String> needed = new LinkedHashSet<>();
  private int next = 1;
  private int last;

  /**
   * Creates an empty lookup.
   *
   * @param field the field of its entries in RdfColumnBatch
   * @param size the largest id
   */
  ColumnLookup(int field, int size) {
    this.field = field;
    this.size = size;
    this.values = new String[size + 1];
  }

  /** Adds a value to those of the next batch. */
  void need(String value) {
    needed.add(value);
  }

  /** Returns whether the next batch may need more values. */
  boolean hasRoom(int more) {
    return needed.size() + more <= size;
  }

  /** Adds the missing values of the next batch as entries: one for each range of ids. */
  void define(ProtoBytes batch) {
    ProtoBytes entry = new ProtoBytes();
    for (String value : needed) {
      if (ids.containsKey(value)) {
        continue;
      }
      while (values[next] != null && needed.contains(values[next])) {
        next = next % size + 1;
      }
      ids.remove(values[next]);
      values[next] = value;
      ids.put(value, next);
      if (next != last + 1) {
        batch.message(field, entry);
        entry.reset();
        entry.number(1, next);
      }
      entry.text(2, value);
      last = next;
      next = next % size + 1;
    }
    batch.message(field, entry);
    needed.clear();
  }

  /** Returns the id of a value of the batch. */
  int id(String value) {
    return ids.get(value);
  }

  /** Empties the lookup, as restated options do. */
  void restart() {
    Arrays.fill(values, null);
    ids.clear();
    next = 1;
    last = 0;
  }
}
