package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.split.StreamState;
import io.github.jellybridge.jelly.wire.WireReader;

/**
 * The lookup entries of a batch (Jelly-RDF 1.2 draft, "RdfLookupEntryPacked"). The values of an
 * entry take consecutive ids.
 */
final class PackedEntries {
  private static final String[] LOOKUPS = {"name", "prefix", "datatype"};

  // Their fields in errors.
  private static final String[] IDS = {
    "name entry id (1)", "prefix entry id (1)", "datatype entry id (1)"
  };
  private static final String[] VALUES = {
    "name entry values (2)", "prefix entry values (2)", "datatype entry values (2)"
  };

  private final WireReader in;
  private final TermDecoder t;
  private final Slices[] slices = {new Slices(), new Slices(), new Slices()};

  /** The values of a message. */
  private final Slices values = new Slices();

  /** The last id of each lookup since the options. */
  private final int[] last = new int[LOOKUPS.length];

  PackedEntries(TermDecoder t) {
    this.in = t.in;
    this.t = t;
  }

  /** Starts empty lookups. */
  void restart() {
    last[0] = 0;
    last[1] = 0;
    last[2] = 0;
  }

  /** Continues after entries of earlier frames. */
  void resume(StreamState state) {
    last[0] = state.lastNameEntry();
    last[1] = state.lastPrefixEntry();
    last[2] = state.lastDatatypeEntry();
  }

  /** Returns the id of the last entry of a lookup. */
  int last(int lookup) {
    return last[lookup];
  }

  /** Forgets the entries of the last batch. */
  void clear() {
    for (Slices list : slices) {
      list.clear();
    }
  }

  /** Adds the message at [from, to); lookup 0 is names, 1 prefixes, 2 datatypes. */
  void add(int lookup, int from, int to) {
    slices[lookup].add(from, to);
  }

  /** Defines all added entries. */
  void apply() throws JellyParseException {
    for (int lookup = 0; lookup < LOOKUPS.length; lookup++) {
      for (int i = 0; i < slices[lookup].size; i++) {
        define(lookup, slices[lookup].start(i), slices[lookup].end(i));
      }
    }
  }

  private void define(int lookup, int from, int to) throws JellyParseException {
    int id = 0;
    int start = from;
    values.clear();
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int end = in.bodyEnd;
      if (tag >>> 3 == 1) {
        in.expectType(tag, WireReader.VARINT, IDS[lookup], p);
        id = (int) in.varint(in.bodyStart, end);
      } else if (tag >>> 3 == 2) {
        in.expectType(tag, WireReader.LEN, VALUES[lookup], p);
        start = values.size == 0 ? p : start;
        values.add(in.bodyStart, end);
        end = values.addAll(in.data, tag, end, to);
      }
      p = end;
    }
    values.checkUtf8(in, "a lookup entry");
    int first = id == 0 ? last[lookup] + 1 : id;
    defineAll(lookup, first, start);
    if (values.size > 0) {
      last[lookup] = first + values.size - 1;
    }
  }

  /** Defines the collected values with consecutive ids; their fields start at {@code start}. */
  private void defineAll(int lookup, int first, int start) throws JellyParseException {
    if (lookup == 0 && t.iris.defineNames(first, values.size, values.starts, values.ends)) {
      return;
    }
    int at = start;
    for (int i = 0; i < values.size; i++) {
      define(lookup, first + i, values.start(i), values.end(i), at);
      at = values.end(i);
    }
  }

  private void define(int lookup, int id, int from, int to, int at) throws JellyParseException {
    switch (lookup) {
      case 0 -> t.iris.defineName(id, from, to - from, at);
      case 1 -> t.iris.definePrefix(id, from, to - from, at);
      default -> {
        t.iris.checkEntryId(LOOKUPS[lookup], id, t.datatypes.size(), at);
        t.datatypes.define(id, in.data, from, to);
      }
    }
  }
}
