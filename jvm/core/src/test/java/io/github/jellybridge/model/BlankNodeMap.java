package io.github.jellybridge.model;

import java.util.HashMap;
import java.util.Map;

/**
 * Compares statements except for the names of blank nodes, with one mapping for all comparisons.
 */
public final class BlankNodeMap {
  private final Map<String, String> there = new HashMap<>();
  private final Map<String, String> back = new HashMap<>();

  /** Whether two statements are the same. Remembers which blank nodes correspond in them. */
  public boolean same(Statement x, Statement y) {
    return same(x.s(), y.s()) && same(x.p(), y.p()) && same(x.o(), y.o()) && same(x.g(), y.g());
  }

  private boolean same(Term x, Term y) {
    if (x instanceof Term.Bnode a && y instanceof Term.Bnode b) {
      there.putIfAbsent(a.label(), b.label());
      back.putIfAbsent(b.label(), a.label());
      return there.get(a.label()).equals(b.label()) && back.get(b.label()).equals(a.label());
    }
    if (x instanceof Term.Quoted a && y instanceof Term.Quoted b) {
      return same(a.s(), b.s()) && same(a.p(), b.p()) && same(a.o(), b.o());
    }
    return x == null ? y == null : x.equals(y);
  }
}
