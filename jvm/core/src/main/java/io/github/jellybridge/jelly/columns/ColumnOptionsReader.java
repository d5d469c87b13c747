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
  public static final int VERSION = ColumnOptions.VERSION;

  // Fields of both drafts.
  private static final int GENERALIZED_STATEMENTS = 3;
  private static final int RDF_STAR = 4;
  private static final int MAX_NAMES = 9;
  private static final int MAX_PREFIXES = 10;
  private static final int MAX_DATATYPES = 11;
  private static final int LOGICAL_TYPE = 14;
  private static final int VERSION_TAG = 15;

  /** The statement kind of draft B. */
  private static final int STATEMENT_TYPE = 5;

  // Fields of draft A; the numbers of the last two are higher by one in draft B.
  private static final int PHYSICAL_TYPE = 2;
  private static final int STREAM_TYPE = 5;
  private static final int RDF_VERSION = 6;

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
    long[] values = new long[VERSION_TAG + 1];
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
      } else if (isNumber(number)) {
        in.expectType(tag, WireReader.VARINT, "stream option field " + number, p);
        values[number] = in.varint(body, end);
      }
      p = end;
    }
    OptionChecks checks = new OptionChecks(in, limits, from);
    checks.version(values[VERSION_TAG] & 0xffffffffL, VERSION, "Jelly-RDF 1.2");
    if (values[VERSION_TAG] != VERSION) {
      throw in.error(from, "version tag 3, that of the first options", "" + values[VERSION_TAG]);
    }
    unset(from, values[GENERALIZED_STATEMENTS], "generalized_statements (3)");
    unset(from, values[RDF_STAR], "rdf_star (4)");
    unset(from, values[LOGICAL_TYPE], "logical_type (14)");
    boolean isA = values[PHYSICAL_TYPE] != 0;
    int shift = isA ? 0 : 1;
    if (isA && values[RDF_VERSION + 1] != 0) {
      throw in.error(
          from, "one statement kind: physical_type (2) or statement_type (5)", "options of both");
    }
    PhysicalType kind = statementKind(checks, values[isA ? PHYSICAL_TYPE : STATEMENT_TYPE]);
    long names = values[MAX_NAMES] & 0xffffffffL;
    long prefixes = values[MAX_PREFIXES] & 0xffffffffL;
    long datatypes = values[MAX_DATATYPES] & 0xffffffffL;
    checks.tables(names, prefixes, datatypes);
    if (names < ColumnOptions.MIN_NAME_TABLE) {
      tolerate(
          from,
          "a name table of at least " + ColumnOptions.MIN_NAME_TABLE + " entries",
          "" + names);
    }
    ColumnOptions columns =
        new ColumnOptions(
            isA ? Variant.A : Variant.B,
            constant(checks, StreamType.values(), values[STREAM_TYPE + shift], "a stream type"),
            constant(checks, RdfVersion.values(), values[RDF_VERSION + shift], "an RDF version"));
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

  /** Returns whether a field of either draft has this number and is not text. */
  private static boolean isNumber(int number) {
    return number <= RDF_VERSION + 1
        || number >= MAX_NAMES && number <= MAX_DATATYPES
        || number == LOGICAL_TYPE
        || number == VERSION_TAG;
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
