package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.rdf.ShortText;
import java.util.Arrays;

/**
 * A lookup of the writer (Jelly-RDF 1.1, "Prefix, name, and datatype lookup entries"). Maps UTF-8
 * text to ids from 1 to the declared size.
 *
 * <p>A full lookup replaces entries with the CLOCK algorithm: a hand cycles over the ids and takes
 * the first entry that was not used since its last visit. This takes ids in rising order, which
 * delta coding shortens, and marking a use costs one array store. Entries used by the current row
 * are never replaced.
 */
final class EncoderLookup {
  private final int size;

  // Eight ints per entry, half a cache line.
  private static final int SHIFT = 3;
  // When it was defined, on the clock of the writer.
  private static final int DEFINED = 0;
  // The row that used it last.
  private static final int USED = 1;
  // The value of USED when the hand last visited the entry.
  private static final int PASSED = 2;
  // Its text in the text array, and the room reserved there.
  private static final int OFFSET = 3;
  private static final int LENGTH = 4;
  private static final int ROOM = 5;
  private static final int HASH = 6;
  // The next entry of the same hash slot.
  private static final int NEXT = 7;

  private int[] entries = new int[16 << SHIFT];
  // Hash slots: the first entry of each. Four times as many as entries, so few are shared.
  private int[] first = new int[64];
  private byte[] text = new byte[1 << 10];
  private int textEnd;
  private int count;
  private int hand;

  EncoderLookup(int size) {
    this.size = size;
  }

  int size() {
    return size;
  }

  /** Returns whether an entry is unchanged since a time. Id 0 never changes. */
  boolean unchangedSince(int id, int time) {
    return entries[id << SHIFT] <= time;
  }

  /** Marks an entry as used by a row. */
  void use(int id, int row) {
    entries[(id << SHIFT) + USED] = row;
  }

  /** Removes all entries. */
  void clear() {
    Arrays.fill(first, 0);
    Arrays.fill(entries, 0);
    textEnd = 0;
    count = 0;
    hand = 0;
  }

  /** Resets the times of all entries. */
  void resetClock() {
    for (int at = 0; at < entries.length; at += 1 << SHIFT) {
      entries[at + DEFINED] = 0;
    }
  }

  /** Returns the id of a text, or 0 if it has no entry. */
  int find(byte[] b, int from, int count, int hashed) {
    int[] e = entries;
    int id = first[hashed & first.length - 1];
    while (id != 0) {
      int at = id << SHIFT;
      if (e[at + HASH] == hashed && e[at + LENGTH] == count) {
        int offset = e[at + OFFSET];
        if (Arrays.equals(text, offset, offset + count, b, from, from + count)) {
          return id;
        }
      }
      id = e[at + NEXT];
    }
    return 0;
  }

  /**
   * Defines an entry for a text that has none.
   *
   * @param row the number of the current row
   * @param now the time on the clock of the writer
   * @return the id, or 0 if the current row uses all entries
   */
  int define(byte[] b, int from, int length, int hashed, int row, int now) {
    int id;
    if (count < size) {
      id = ++count;
      if (id << SHIFT == entries.length) {
        int capacity = (int) Math.min(size + 1L, id * 2L);
        entries = Arrays.copyOf(entries, capacity << SHIFT);
      }
      if (count * 4 > first.length) {
        first = new int[first.length * 2];
        for (int i = 1; i < count; i++) {
          insert(i);
        }
      }
    } else {
      id = victim(row);
      if (id == 0) {
        return 0;
      }
      remove(id);
    }
    int[] e = entries;
    int at = id << SHIFT;
    if (length > e[at + ROOM]) {
      allot(at, length);
    }
    if (length > 0) {
      // An empty text may have no room, and copying writes more bytes than the text has.
      ShortText.copy(b, from, text, e[at + OFFSET], length);
    }
    e[at + LENGTH] = length;
    e[at + HASH] = hashed;
    e[at + DEFINED] = now;
    e[at + USED] = row;
    e[at + PASSED] = row;
    insert(id);
    return id;
  }

  private int victim(int row) {
    int[] e = entries;
    // Two rounds: in the first, all entries may have been used since the last visit.
    for (int looked = 2 * size; looked > 0; looked--) {
      hand = hand == size ? 1 : hand + 1;
      int at = hand << SHIFT;
      int used = e[at + USED];
      if (used == row) {
        continue;
      }
      if (used == e[at + PASSED]) {
        return hand;
      }
      e[at + PASSED] = used;
    }
    return 0;
  }

  private void insert(int id) {
    int at = id << SHIFT;
    int slot = entries[at + HASH] & first.length - 1;
    entries[at + NEXT] = first[slot];
    first[slot] = id;
  }

  private void remove(int id) {
    int[] e = entries;
    int slot = e[(id << SHIFT) + HASH] & first.length - 1;
    int next = e[(id << SHIFT) + NEXT];
    int before = first[slot];
    if (before == id) {
      first[slot] = next;
      return;
    }
    while (e[(before << SHIFT) + NEXT] != id) {
      before = e[(before << SHIFT) + NEXT];
    }
    e[(before << SHIFT) + NEXT] = next;
  }

  // ---- texts ---------------------------------------------------------------------------------

  /** Allots new room for the text of an entry; the old room is unused until texts are compacted. */
  private void allot(int at, int length) {
    entries[at + LENGTH] = 0;
    entries[at + ROOM] = 0;
    int room = padded(length);
    if (room > text.length - textEnd) {
      moveTexts(room);
    }
    entries[at + OFFSET] = textEnd;
    entries[at + ROOM] = room;
    textEnd += room;
  }

  /** Rounds up to whole units, as {@link ShortText#copy} writes more bytes than the text has. */
  private static int padded(int length) {
    return length + ShortText.UNIT - 1 & -ShortText.UNIT;
  }

  /** Compacts the texts, into a larger array if necessary. */
  private void moveTexts(int needed) {
    long live = needed;
    for (int id = 1; id <= count; id++) {
      live += padded(entries[(id << SHIFT) + LENGTH]);
    }
    if (live > Integer.MAX_VALUE - 16) {
      throw new OutOfMemoryError("the texts of one lookup need more than 2 GiB");
    }
    long capacity = Math.max(text.length, Math.min(2 * live, Integer.MAX_VALUE - 16));
    byte[] moved = new byte[(int) capacity];
    int end = 0;
    for (int id = 1; id <= count; id++) {
      int at = id << SHIFT;
      int length = entries[at + LENGTH];
      System.arraycopy(text, entries[at + OFFSET], moved, end, length);
      entries[at + OFFSET] = end;
      entries[at + ROOM] = padded(length);
      end += padded(length);
    }
    text = moved;
    textEnd = end;
  }
}
