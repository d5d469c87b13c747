package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.wire.WireReader;

/** Reads IRI messages, whose ids are relative to those of the message before. */
final class IriState {
  private final WireReader in;
  private final TermDecoder t;
  private int lastPrefix;
  private int lastName;

  IriState(TermDecoder t) {
    this.in = t.in;
    this.t = t;
  }

  /** Forgets the last IRI. */
  void reset() {
    lastPrefix = 0;
    lastName = 0;
  }

  /** Returns the term of the message at [from, to). */
  int read(int from, int to) throws JellyParseException {
    int prefix = 0;
    int name = 0;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int end = in.bodyEnd;
      if (tag >>> 3 <= 2) {
        in.expectType(tag, WireReader.VARINT, "IRI field " + (tag >>> 3), p);
        int value = (int) in.varint(in.bodyStart, end);
        prefix = tag >>> 3 == 1 ? value : prefix;
        name = tag >>> 3 == 2 ? value : name;
      }
      p = end;
    }
    lastPrefix = prefix == 0 ? lastPrefix : prefix;
    lastName = name == 0 ? lastName + 1 : name;
    return t.iris.term(lastPrefix, lastName, from);
  }
}
