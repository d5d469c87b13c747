package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.filter.TermPart;
import io.github.jellybridge.spark.filter.TermPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * Numbers the groups of an aggregation with keys, densely from 0.
 *
 * <p>Each term column has one key, whatever its number of parts. Keys of several columns are
 * combined in pairs.
 */
final class GroupKeys {
  private final ColumnKey[] columns;
  // By key of the aggregation: which column holds it, and which part of that column.
  private final int[] columnOf;
  private final int[] partOf;
  // Table i holds (group of columns 0 to i, key of column i + 1).
  private final PairTable[] joins;
  private int[] buffer = new int[0];

  GroupKeys(List<TermPath> paths) {
    columnOf = new int[paths.size()];
    partOf = new int[paths.size()];
    Map<Integer, List<TermPart>> byColumn = new LinkedHashMap<>();
    for (int i = 0; i < columnOf.length; i++) {
      TermPath path = paths.get(i);
      List<TermPart> parts = byColumn.computeIfAbsent(path.column(), column -> new ArrayList<>());
      columnOf[i] = List.copyOf(byColumn.keySet()).indexOf(path.column());
      partOf[i] = parts.size();
      parts.add(path.part());
    }
    columns =
        byColumn.entrySet().stream()
            .map(
                entry ->
                    new ColumnKey(
                        entry.getKey(),
                        entry.getValue().stream().map(FieldKey::of).toArray(FieldKey[]::new)))
            .toArray(ColumnKey[]::new);
    joins = new PairTable[Math.max(0, columns.length - 1)];
    Arrays.setAll(joins, i -> new PairTable());
  }

  /** Returns the only column that has keys, or null when there are several. */
  ColumnKey single() {
    return columns.length == 1 ? columns[0] : null;
  }

  int size() {
    return joins.length == 0 ? columns[0].size() : joins[joins.length - 1].size();
  }

  /**
   * Writes the group of each statement.
   *
   * @param terms dense term ids by column, s to g
   */
  void groups(int[][] terms, int count, TermTable table, int[] out) {
    columns[0].keys(terms[columns[0].column()], count, table, out);
    if (joins.length > 0 && buffer.length < count) {
      buffer = new int[count];
    }
    for (int join = 0; join < joins.length; join++) {
      ColumnKey next = columns[join + 1];
      next.keys(terms[next.column()], count, table, buffer);
      pair(joins[join], out, buffer, count);
    }
  }

  /** Replaces left keys by the groups of (left, right). */
  private static void pair(PairTable table, int[] left, int[] right, int count) {
    // Statements of one subject usually follow each other, so the previous pair is often repeated.
    int lastLeft = -1;
    int lastRight = -1;
    int last = -1;
    for (int i = 0; i < count; i++) {
      if (left[i] != lastLeft || right[i] != lastRight) {
        lastLeft = left[i];
        lastRight = right[i];
        last = table.intern(lastLeft, lastRight);
      }
      left[i] = last;
    }
  }

  /**
   * Returns the key columns of groups {@code from} to {@code to}, exclusive, in the order of the
   * keys.
   */
  ColumnVector[] vectors(StructType schema, int from, int to) {
    int[][] columnKeys = columnKeys(from, to);
    ColumnVector[] vectors = new ColumnVector[columnOf.length];
    for (int i = 0; i < vectors.length; i++) {
      ColumnKey column = columns[columnOf[i]];
      int[] keys = new int[to - from];
      for (int row = 0; row < keys.length; row++) {
        keys[row] = column.partKey(columnKeys[columnOf[i]][row], partOf[i]);
      }
      vectors[i] = KeyVectors.of(schema.fields()[i].dataType(), column.part(partOf[i]), keys);
    }
    return vectors;
  }

  private int[][] columnKeys(int from, int to) {
    int[][] keys = new int[columns.length][to - from];
    for (int row = 0; row < to - from; row++) {
      int rest = from + row;
      for (int join = joins.length - 1; join >= 0; join--) {
        keys[join + 1][row] = joins[join].right(rest);
        rest = joins[join].left(rest);
      }
      keys[0][row] = rest;
    }
    return keys;
  }

  long bytes() {
    long bytes = 0;
    for (ColumnKey column : columns) {
      bytes += column.bytes();
    }
    for (PairTable join : joins) {
      bytes += join.bytes();
    }
    return bytes;
  }

  void clear() {
    for (ColumnKey column : columns) {
      column.clear();
    }
    for (PairTable join : joins) {
      join.clear();
    }
  }
}
