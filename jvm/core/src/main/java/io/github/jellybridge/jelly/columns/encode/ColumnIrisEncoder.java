package io.github.jellybridge.jelly.columns.encode;

import io.github.jellybridge.jelly.wire.FrameBuffer;

/** The IRIs of a column: their name and prefix ids, in the shortest form. */
final class ColumnIrisEncoder {
  private static final int NAME_IDS = 3;
  private static final int PREFIX_IDS = 4;

  /** The maximum number of IRIs that are added after one call of {@link #ensure}. */
  private static final int MAX_STEP = ColumnFrameEncoder.MAX_STEP;

  private final FieldBuffer names = new FieldBuffer();

  /** Nothing while all IRIs have one prefix; else an id for each, 0 for that of the IRI before. */
  private final FieldBuffer prefixes = new FieldBuffer();

  private int count;

  private int lastName;
  private int lastPrefix;

  /** The prefix of the first IRI, and whether a later one has another. */
  private int firstPrefix;

  private boolean severalPrefixes;

  void clear() {
    names.clear();
    prefixes.clear();
    count = 0;
    lastName = 0;
    lastPrefix = 0;
    firstPrefix = 0;
    severalPrefixes = false;
  }

  /** Returns whether the last IRI has these ids. */
  boolean isLast(int name, int prefix) {
    return name == lastName && prefix == lastPrefix;
  }

  /** Makes room for more IRIs. */
  void ensure(int more) {
    names.ensure(5L * more);
    prefixes.ensure(5L * more);
  }

  /** Adds an IRI, for which the caller has made room. */
  void add(int name, int prefix) {
    names.varintInRoom(name == lastName + 1 ? 0 : name);
    lastName = name;
    if (severalPrefixes) {
      prefixes.varintInRoom(prefix == lastPrefix ? 0 : prefix);
      lastPrefix = prefix;
    } else if (prefix != lastPrefix) {
      newPrefix(prefix);
    }
    count++;
  }

  /** Adds the first prefix, or the first one that differs from it. */
  private void newPrefix(int prefix) {
    if (count == 0) {
      firstPrefix = prefix;
    } else {
      prefixes.varint(firstPrefix);
      prefixes.fill(0, count - 1);
      prefixes.varint(prefix);
      prefixes.ensure(5L * MAX_STEP);
      severalPrefixes = true;
    }
    lastPrefix = prefix;
  }

  /** Ends the column: a prefix that all IRIs share is stored once. */
  void finish() {
    if (!severalPrefixes && count > 0 && firstPrefix != 0) {
      prefixes.varint(firstPrefix);
    }
  }

  /** Returns the number of bytes so far. */
  long length() {
    return (long) names.end + Math.max(prefixes.end, count);
  }

  /** Returns the length of the fields after {@link #finish}. */
  long fieldsLength() {
    return (long) names.fieldLength() + prefixes.fieldLength();
  }

  void write(FrameBuffer out) {
    names.writeField(out, NAME_IDS);
    prefixes.writeField(out, PREFIX_IDS);
  }
}
