package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.columns.ColumnOptionsReader;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.Utf8;
import java.nio.charset.StandardCharsets;

/** Reads and checks the stream options row (Jelly-RDF 1.1 and 1.0.0 draft, "Stream options"). */
final class OptionsReader {
  /** The highest supported version tag: 1.2, which {@code ColumnOptionsReader} reads. */
  static final int MAX_VERSION = ColumnOptionsReader.VERSION;

  private static final int MAX_NAMES = 9;
  private static final int LOGICAL_TYPE = 14;

  private final WireReader in;
  private final JellyReadOptions limits;
  private final Layout layout;

  OptionsReader(WireReader in, JellyReadOptions limits, Layout layout) {
    this.in = in;
    this.limits = limits;
    this.layout = layout;
  }

  /**
   * Guesses the layout of a stream from its options alone. A name lookup below the minimum of 1.x,
   * without a logical type, means the draft, which has no logical types.
   */
  static Layout layout(WireReader in, int from, int to) throws JellyParseException {
    long names = 0;
    boolean logical = false;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int body = in.bodyStart;
      p = in.bodyEnd;
      if (tag == (MAX_NAMES << 3 | WireReader.VARINT)) {
        names = in.varint(body, p) & 0xffffffffL;
      } else if (tag == (LOGICAL_TYPE << 3 | WireReader.VARINT)) {
        logical = in.varint(body, p) != 0;
      }
    }
    return names < OptionChecks.MIN_NAME_TABLE && !logical ? Layout.DRAFT : Layout.V1;
  }

  /** Returns the version tag in the message at [from, to); 0 for a message without one. */
  static long version(WireReader in, int from, int to) throws JellyParseException {
    long version = 0;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int body = in.bodyStart;
      p = in.bodyEnd;
      if (tag == (15 << 3 | WireReader.VARINT)) {
        version = in.varint(body, p) & 0xffffffffL;
      }
    }
    return version;
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
        if ((tag & 7) == WireReader.VARINT) {
          // In Jelly-Patch this field is the statement type.
          throw in.error(at, "the stream options of Jelly-RDF", "those of Jelly-Patch (.jellyp)");
        }
        in.expectType(tag, WireReader.LEN, "stream_name (1)", at);
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
              || number >= MAX_NAMES && number <= 11
              || number == LOGICAL_TYPE
              || number == 15;
      if (!known) {
        continue;
      }
      in.expectType(tag, WireReader.VARINT, "stream option field " + number, at);
      long value = in.varint(body, p);
      switch (number) {
        case 2 -> type = value;
        case 3 -> generalized = value != 0;
        case 4 -> field4 = value != 0;
        case 5 -> field5 = value != 0;
        case MAX_NAMES -> names = value & 0xffffffffL;
        case 10 -> prefixes = value & 0xffffffffL;
        case 11 -> datatypes = value & 0xffffffffL;
        case LOGICAL_TYPE -> logical = value;
        default -> version = value & 0xffffffffL;
      }
    }
    OptionChecks checks = new OptionChecks(in, limits, from);
    checks.version(version, MAX_VERSION, "Jelly-RDF 1.2");
    PhysicalType physical = PhysicalType.of(type);
    if (physical == null) {
      throw checks.unknown("physical type 1 (TRIPLES), 2 (QUADS) or 3 (GRAPHS)", type);
    }
    checks.tables(names, prefixes, datatypes);
    if (layout == Layout.V1) {
      // The draft allows 0 for no lookup.
      checks.leastNames(names);
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
}
