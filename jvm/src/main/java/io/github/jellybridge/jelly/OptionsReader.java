package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.Utf8;
import java.nio.charset.StandardCharsets;

/** Reads and checks the stream options row (Jelly-RDF 1.1 and 1.0.0 draft, "Stream options"). */
final class OptionsReader {
  /** The highest version tag we know: 1.1.x. */
  static final int MAX_VERSION = 2;

  /**
   * The official conformance suite has name tables below 8 refused; the draft allows 0, no lookup.
   */
  static final int MIN_NAME_TABLE = 8;

  private final Input in;
  private final JellyReadOptions limits;
  private final Layout layout;

  OptionsReader(Input in, JellyReadOptions limits, Layout layout) {
    this.in = in;
    this.limits = limits;
    this.layout = layout;
  }

  /** Reads the message at [from, to). */
  StreamOptions read(int from, int to) throws JellyParseException {
    String streamName = "";
    long type = 0;
    boolean generalized = false;
    boolean field4 = false;
    boolean field5 = false;
    long names = 0;
    long prefixes = 0;
    long datatypes = 0;
    long logical = 0;
    long version = 0;
    int p = from;
    while (p < to) {
      int at = p;
      int tag = in.field(p, to);
      int body = in.bodyStart;
      p = in.bodyEnd;
      int number = tag >>> 3;
      if (number == 1) {
        in.expectType(tag, Input.LEN, "stream_name (1)", at);
        int bad = Utf8.firstInvalid(in.data, body, p);
        if (bad >= 0) {
          throw in.error(bad, "valid UTF-8 in the stream name", "a malformed sequence");
        }
        streamName = new String(in.data, body, p - body, StandardCharsets.UTF_8);
        continue;
      }
      boolean known =
          number >= 2 && number <= 4
              || number == 5 && layout == Layout.DRAFT
              || number >= 9 && number <= 11
              || number == 14
              || number == 15;
      if (!known) {
        continue;
      }
      in.expectType(tag, Input.VARINT, "stream option field " + number, at);
      long value = in.varint(body, p);
      switch (number) {
        case 2 -> type = value;
        case 3 -> generalized = value != 0;
        case 4 -> field4 = value != 0;
        case 5 -> field5 = value != 0;
        case 9 -> names = value & 0xffffffffL;
        case 10 -> prefixes = value & 0xffffffffL;
        case 11 -> datatypes = value & 0xffffffffL;
        case 14 -> logical = value;
        default -> version = value & 0xffffffffL;
      }
    }
    PhysicalType physical = PhysicalType.of(type);
    checkVersion(version, from);
    if (physical == null) {
      String found = type == 0 ? "unspecified (0)" : Long.toString(type);
      throw in.error(from, "physical type 1 (TRIPLES), 2 (QUADS) or 3 (GRAPHS)", found);
    }
    checkTable("name", names, limits.maxNameTable(), "maxNameTable", from);
    checkTable("prefix", prefixes, limits.maxPrefixTable(), "maxPrefixTable", from);
    checkTable("datatype", datatypes, limits.maxDatatypeTable(), "maxDatatypeTable", from);
    if (layout == Layout.V1 && names < MIN_NAME_TABLE) {
      throw in.error(from, "a name table of at least " + MIN_NAME_TABLE + " entries", "" + names);
    }
    boolean draft = layout == Layout.DRAFT;
    return new StreamOptions(
        streamName,
        physical,
        generalized,
        draft ? field5 : field4,
        !draft || field4,
        (int) names,
        (int) prefixes,
        (int) datatypes,
        (int) logical,
        (int) version);
  }

  private void checkVersion(long version, int at) throws JellyParseException {
    if (version == 0) {
      throw in.error(at, "a version tag of at least 1", "0");
    }
    if (version > MAX_VERSION) {
      String found =
          version > 10_000 ? version + ", a non-standard version" : Long.toString(version);
      throw in.error(at, "a version tag up to " + MAX_VERSION + " (Jelly-RDF 1.1)", found);
    }
  }

  private void checkTable(String name, long size, int limit, String option, int at)
      throws JellyParseException {
    if (size > limit) {
      throw in.error(
          at,
          "a " + name + " table of at most " + limit + " entries (option " + option + ")",
          "" + size);
    }
  }
}
