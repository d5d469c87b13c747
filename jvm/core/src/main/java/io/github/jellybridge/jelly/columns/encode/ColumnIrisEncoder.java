package io.github.jellybridge.jelly.columns.encode;

import io.github.jellybridge.jelly.wire.FrameBuffer;

/** The IRIs of a column: their name and prefix ids, in the shortest form. */
final class ColumnIrisEncoder {
  private static final int NAME_IDS = 3;
  private static final int PREFIX_IDS = 4;

  private final FieldBuffer names = new FieldBuffer();

  /** One id for each IRI; 0 for that of the IRI before. */
  private final FieldBuffer prefixes = new FieldBuffer();

  private int lastName;
  private int lastPrefix;

  /** The prefix of the first IRI, and whether a later one has another. */
  private int firstPrefix;

  private boolean severalPrefixes;

  void clear() {
    names.clear();
    prefixes.clear();
    lastName = 0;
    lastPrefix = 0;
    severalPrefixes = false;
  }

  /** Returns whether the last IRI has these ids. */
  boolean isLast(int name, int prefix) {
    return name == lastName && prefix == lastPrefix;
  }

  void add(int name, int prefix) {
    if (names.end == 0) {
      firstPrefix = prefix;
    } else if (prefix != lastPrefix) {
      severalPrefixes = true;
    }
    names.varint(name == lastName + 1 ? 0 : name);
    prefixes.varint(prefix == lastPrefix ? 0 : prefix);
    lastName = name;
    lastPrefix = prefix;
  }

  /** Ends the column: a prefix that all IRIs share is stored once. */
  void finish() {
    if (!severalPrefixes) {
      prefixes.clear();
      if (names.end > 0 && firstPrefix != 0) {
        prefixes.varint(firstPrefix);
      }
    }
  }

  /** Returns the number of bytes so far. */
  long length() {
    return (long) names.end + prefixes.end;
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
