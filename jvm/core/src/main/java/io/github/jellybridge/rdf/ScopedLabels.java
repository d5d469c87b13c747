package io.github.jellybridge.rdf;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Prefixes labels of blank nodes with the mark of a scope ({@link BlankNodeScope}), as text or in a
 * term table, which holds the mark only once.
 */
public final class ScopedLabels {
  private final byte[] mark;
  private final String markText;
  private long epoch = -1;
  private int markAt;
  // Offsets of the marks for labels that already had a mark, by the old mark.
  private final Map<String, Integer> folded = new HashMap<>();

  /**
   * Creates labels of a scope.
   *
   * @param scope such as the name of a file; null to keep labels unchanged
   */
  public ScopedLabels(String scope) {
    this.mark = scope == null ? null : BlankNodeScope.mark(scope);
    this.markText = scope == null ? "" : text(mark);
  }

  /** Returns the label in this scope for a label in the file. */
  public String label(String written) {
    if (mark == null) {
      return written;
    }
    byte[] bytes = written.getBytes(StandardCharsets.UTF_8);
    if (BlankNodeScope.marked(bytes, 0, bytes.length)) {
      return text(BlankNodeScope.fold(mark, bytes, 0)) + written.substring(BlankNodeScope.LENGTH);
    }
    return markText + written;
  }

  private static String text(byte[] mark) {
    return new String(mark, StandardCharsets.US_ASCII);
  }

  /** Returns whether a label already has a mark and so gets a different one. */
  public boolean folds(byte[] label, int from, int to) {
    return mark != null && BlankNodeScope.marked(label, from, to);
  }

  /** Drops the offsets in a table that was truncated. */
  void forget() {
    epoch = -1;
  }

  /** Adds a blank node whose label is a slice of the table's data; returns its id. */
  public int add(TermTable terms, int from, int to) {
    if (mark == null) {
      return terms.add(TermKind.BNODE, from, to - from);
    }
    if (epoch != terms.epoch()) {
      epoch = terms.epoch();
      folded.clear();
      markAt = -1;
    }
    byte[] data = terms.data();
    if (BlankNodeScope.marked(data, from, to)) {
      String old = new String(data, from, BlankNodeScope.LENGTH, StandardCharsets.ISO_8859_1);
      Integer at = folded.get(old);
      if (at == null) {
        at = terms.addBytes(BlankNodeScope.fold(mark, data, from), 0, BlankNodeScope.LENGTH);
        folded.put(old, at);
      }
      int rest = from + BlankNodeScope.LENGTH;
      return terms.addPair(TermKind.BNODE, at, BlankNodeScope.LENGTH, rest, to - rest);
    }
    if (markAt < 0) {
      markAt = terms.addBytes(mark, 0, BlankNodeScope.LENGTH);
    }
    return terms.addPair(TermKind.BNODE, markAt, BlankNodeScope.LENGTH, from, to - from);
  }
}
