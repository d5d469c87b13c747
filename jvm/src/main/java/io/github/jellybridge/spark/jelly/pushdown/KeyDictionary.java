/** Gives dense ids to byte strings that outlive the term table: the values of group keys. */
package io.github.jellybridge.spark.jelly.pushdown;

import java.util.Arrays;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Open addressing over one growing byte array. Each entry carries a tag that is part of its
 * identity, such as the kind of a term; null is an entry as any other. Ids count from 0 in the
 * order in which entries are first seen.
 */
final class KeyDictionary {
  private static final int START = 64;
  private static final int START_BYTES = 4096;

  private byte[] bytes = new byte[START_BYTES];
  private int[] ends = new int[START];
  private int[] tags = new int[START];
  private int[] hashes = new int[START];
  private int[] slots = new int[2 * START];
  private int size;
  private int nullId = -1;

  int size() {
    return size;
  }

  /** The id of null. */
  int internNull() {
    if (nullId < 0) {
      nullId = add(bytes, 0, 0, 0, 0);
    }
    return nullId;
  }

  /** The id of a text with a tag. */
  int intern(TermBytes text, int tag) {
    int hash = Hashing.bytes(text.bytes, text.offset, text.length) + tag * 0x9E3779B9;
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0) {
      int id = slots[slot] - 1;
      if (hashes[id] == hash && tags[id] == tag && same(id, text)) {
        return id;
      }
      slot = (slot + 1) & mask;
    }
    int id = add(text.bytes, text.offset, text.length, tag, hash);
    slots[slot] = id + 1;
    if (size * 2 > slots.length) {
      rehash();
    }
    return id;
  }

  private boolean same(int id, TermBytes text) {
    int start = start(id);
    int length = ends[id] - start;
    return length == text.length
        && Arrays.equals(
            bytes, start, start + length, text.bytes, text.offset, text.offset + length);
  }

  private int add(byte[] source, int offset, int length, int tag, int hash) {
    int id = size;
    if (id == ends.length) {
      ends = Arrays.copyOf(ends, id * 2);
      tags = Arrays.copyOf(tags, id * 2);
      hashes = Arrays.copyOf(hashes, id * 2);
    }
    int start = start(id);
    int end = Math.addExact(start, length);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.max(end, Math.min(bytes.length * 2L, 1 << 30)));
    }
    System.arraycopy(source, offset, bytes, start, length);
    ends[id] = end;
    tags[id] = tag;
    hashes[id] = hash;
    size = id + 1;
    return id;
  }

  private int start(int id) {
    return id == 0 ? 0 : ends[id - 1];
  }

  int tag(int id) {
    return tags[id];
  }

  boolean isNull(int id) {
    return id == nullId;
  }

  /** The text of an entry that is not null; a view that lasts until {@link #clear()}. */
  UTF8String text(int id) {
    int start = start(id);
    return UTF8String.fromBytes(bytes, start, ends[id] - start);
  }

  /** Bytes in use. */
  long bytes() {
    return start(size) + 3L * Integer.BYTES * size + (long) Integer.BYTES * slots.length;
  }

  /** Forgets all entries. */
  void clear() {
    int before = size;
    size = 0;
    nullId = -1;
    slots = Hashing.emptied(slots, before);
  }

  private void rehash() {
    int[] bigger = new int[slots.length * 2];
    int mask = bigger.length - 1;
    for (int id = 0; id < size; id++) {
      if (id == nullId) {
        continue;
      }
      int slot = hashes[id] & mask;
      while (bigger[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      bigger[slot] = id + 1;
    }
    slots = bigger;
  }
}
