package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.encode.EntryEncoder;
import java.util.Arrays;

/** The entries of one lookup at some position of a file, built from the changes before it. */
public final class LookupState {
  private final int size;
  private byte[][] values = new byte[64][];
  private int last;

  /**
   * Creates an empty lookup.
   *
   * @param size the declared size
   */
  LookupState(int size) {
    this.size = size;
  }

  /** Returns the id of the last entry. */
  public int last() {
    return last;
  }

  /**
   * Applies changes.
   *
   * @return false if an entry has an id beyond the declared size
   */
  boolean apply(LookupChanges.Summary changes) {
    for (byte[] value : changes.counting()) {
      if (last >= size) {
        return false;
      }
      set(++last, value);
    }
    byte[][] changed = changes.values();
    for (int id = 1; id < changed.length; id++) {
      if (changed[id] != null) {
        set(id, changed[id]);
      }
    }
    last = changes.last() == 0 ? last : changes.last();
    return true;
  }

  private void set(int id, byte[] value) {
    if (id >= values.length) {
      values = Arrays.copyOf(values, (int) Math.min(size + 1L, id * 2L));
    }
    values[id] = value;
  }

  /** Writes all entries. */
  public void write(EntryEncoder out) {
    for (int id = 1; id < values.length; id++) {
      if (values[id] != null) {
        out.write(id, values[id], 0, values[id].length);
      }
    }
  }
}
