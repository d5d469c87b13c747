package io.github.jellybridge.jelly.columns.encode;

/** Writes IRI messages, whose ids are relative to those of the message before. */
final class IriStateEncoder {
  private int lastPrefix;
  private int lastName;

  /** Forgets the last IRI. */
  void reset() {
    lastPrefix = 0;
    lastName = 0;
  }

  /** Appends a field with an IRI. */
  void write(FieldBuffer out, int field, int prefix, int name) {
    out.ensure(16);
    out.data[out.end++] = (byte) (field << 3 | 2);
    int start = out.end++;
    if (prefix != lastPrefix) {
      out.number(1, prefix);
    }
    if (name != lastName + 1) {
      out.number(2, name);
    }
    out.data[start] = (byte) (out.end - start - 1);
    lastPrefix = prefix;
    lastName = name;
  }
}
