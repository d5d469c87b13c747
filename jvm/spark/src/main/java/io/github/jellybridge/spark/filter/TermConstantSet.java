package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.TermTable;
import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A fixed set of whole terms, to be searched for terms of a table.
 *
 * <p>Open addressing over the constants of an IN list, by their values; immutable.
 */
final class TermConstantSet implements Serializable {
  private static final long serialVersionUID = 1L;

  private final TermConstant[] slots;
  private final BitSet lengths = new BitSet();

  TermConstantSet(List<TermConstant> members) {
    slots = new TermConstant[Math.max(4, Integer.highestOneBit(members.size() * 2) * 2)];
    for (TermConstant member : members) {
      byte[] value = member.value();
      if (value != null) { // a struct without a value equals no term
        int slot = slot(value, 0, value.length);
        while (slots[slot] != null) {
          slot = next(slot);
        }
        slots[slot] = member;
        lengths.set(value.length);
      }
    }
  }

  /** Whether a term that is not null is a member. */
  boolean contains(TermTable terms, int id, TermBytes scratch) {
    if (!lengths.get(terms.valueLength(id))) {
      return false;
    }
    scratch.load(terms, id, TermPart.VALUE);
    int slot = slot(scratch.bytes, scratch.offset, scratch.length);
    while (slots[slot] != null && !slots[slot].isTerm(terms, id, scratch)) {
      slot = next(slot);
    }
    return slots[slot] != null;
  }

  /** Whether a condition holds for any member. */
  boolean anyMatch(Predicate<TermConstant> condition) {
    return Arrays.stream(slots).filter(Objects::nonNull).anyMatch(condition);
  }

  private int slot(byte[] bytes, int offset, int length) {
    return Hashing.bytes(bytes, offset, length) & slots.length - 1;
  }

  private int next(int slot) {
    return slot + 1 & slots.length - 1;
  }
}
