package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.ColumnOptions;
import io.github.jellybridge.jelly.ColumnOptions.RdfVersion;
import io.github.jellybridge.jelly.ColumnOptions.StreamType;
import io.github.jellybridge.jelly.ColumnOptions.Variant;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.decode.OptionChecks;
import io.github.jellybridge.jelly.wire.WireReader;
import java.nio.charset.StandardCharsets;

/** Reads and checks the stream options of version 3 (Jelly-RDF 1.2 draft, "Stream options"). */
public final class ColumnOptionsReader {
  /** The version tag of the column layout. */
  public static final int VERSION = 3;

  /** Smallest name table of this version. */
  private static final int MIN_NAME_TABLE = 128;

  private static final int LAST_FIELD = 15;

  private final WireReader in;
  private final JellyReadOptions limits;

  /** Violations accepted because the options allow it. */
  private long violations;

  public ColumnOptionsReader(WireReader in, JellyReadOptions limits) {
    this.in = in;
    this.limits = limits;
  }

  /** Returns how many violations of the last options were accepted. */
  long violations() {
    return violations;
  }

  /**
   * Reads the message at [from, to).
   *
   * @throws JellyParseException if the options are malformed, contradictory or above a limit
   */
  public StreamOptions read(int from, int to) throws JellyParseException {
    violations = 0;
    String streamName = "";
    long[] values = new long[LAST_FIELD + 1];
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int number = tag >>> 3;
      int body = in.bodyStart;
      int end = in.bodyEnd;
      if (number == 1) {
        in.expectType(tag, WireReader.LEN, "stream_name (1)", p);
        in.checkUtf8(body, end, "the stream name");
        streamName = new String(in.data, body, end - body, StandardCharsets.UTF_8);
      } else if (number <= 7 || number >= 9 && number <= 11 || number == 14 || number == 15) {
        in.expectType(tag, WireReader.VARINT, "stream option field " + number, p);
        values[number] = in.varint(body, end);
      }
      p = end;
    }
    OptionChecks checks = new OptionChecks(in, limits, from);
    checks.version(values[15] & 0xffffffffL, VERSION, "Jelly-RDF 1.2");
    if (values[15] != VERSION) {
      throw in.error(from, "version tag 3, that of the first options", "" + values[15]);
    }
    unset(from, values[3], "generalized_statements (3)");
    unset(from, values[4], "rdf_star (4)");
    unset(from, values[14], "logical_type (14)");
    boolean isA = values[2] != 0;
    if (isA && values[7] != 0) {
      throw in.error(
          from, "one statement kind: physical_type (2) or statement_type (5)", "options of both");
    }
    PhysicalType kind = statementKind(checks, isA ? values[2] : values[5]);
    long names = values[9] & 0xffffffffL;
    long prefixes = values[10] & 0xffffffffL;
    long datatypes = values[11] & 0xffffffffL;
    checks.tables(names, prefixes, datatypes);
    if (names < MIN_NAME_TABLE) {
      tolerate(from, "a name table of at least " + MIN_NAME_TABLE + " entries", "" + names);
    }
    ColumnOptions columns =
        new ColumnOptions(
            isA ? Variant.A : Variant.B,
            constant(checks, StreamType.values(), values[isA ? 5 : 6], "a stream type"),
            constant(checks, RdfVersion.values(), values[isA ? 6 : 7], "an RDF version"));
    return new StreamOptions(
        streamName,
        kind,
        false,
        columns.rdfVersion().hasTripleTerms(),
        true,
        (int) names,
        (int) prefixes,
        (int) datatypes,
        0,
        VERSION,
        columns);
  }

  private static PhysicalType statementKind(OptionChecks checks, long number)
      throws JellyParseException {
    PhysicalType kind = PhysicalType.of(number);
    if (kind == null || kind == PhysicalType.GRAPHS) {
      throw checks.unknown("statement kind 1 (TRIPLES) or 2 (QUADS)", number);
    }
    return kind;
  }

  private static <T> T constant(OptionChecks checks, T[] constants, long number, String what)
      throws JellyParseException {
    if (number < 0 || number >= constants.length) {
      throw checks.unknown(what + " from 0 to " + (constants.length - 1), number);
    }
    return constants[(int) number];
  }

  private void unset(int at, long value, String name) throws JellyParseException {
    if (value != 0) {
      tolerate(at, "no " + name + " in version 3", "" + value);
    }
  }

  private void tolerate(int at, String expected, String found) throws JellyParseException {
    if (limits.strict()) {
      throw in.error(at, expected, found);
    }
    violations++;
  }
}
