package io.github.jellybridge.patch;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.decode.OptionChecks;
import io.github.jellybridge.jelly.wire.WireReader;

/** Reads and checks the options row of patches (Jelly-Patch, "Patch stream options"). */
final class PatchOptionsReader {
  /** The highest supported version tag: 1.0.x. */
  static final int MAX_VERSION = 1;

  /** The field of the logical type in Jelly-RDF, which all known writers set. */
  private static final int LOGICAL_TYPE = 14;

  private final WireReader in;
  private final JellyReadOptions limits;

  PatchOptionsReader(WireReader in, JellyReadOptions limits) {
    this.in = in;
    this.limits = limits;
  }

  /** Reads the message at [from, to). */
  PatchOptions read(int from, int to) throws JellyParseException {
    long[] fields = new long[16];
    boolean logicalType = false;
    for (int p = from; p < to; p = in.bodyEnd) {
      int tag = in.field(p, to);
      int number = tag >>> 3;
      if (number == 1 && (tag & 7) == WireReader.LEN) {
        // In Jelly-RDF this field is the name of the stream.
        throw foreign(p);
      }
      logicalType |= number == LOGICAL_TYPE;
      if (number >= 1 && number <= 4 || number >= 9 && number <= 11 || number == 15) {
        in.expectType(tag, WireReader.VARINT, "patch option field " + number, p);
        int end = in.bodyEnd;
        fields[number] = in.varint(in.bodyStart, end);
        in.bodyEnd = end;
      }
    }
    if (fields[1] == 0 && logicalType) {
      throw foreign(from);
    }
    OptionChecks checks = new OptionChecks(in, limits, from);
    checks.version(fields[15] & 0xffffffffL, MAX_VERSION, "Jelly-Patch 1.0");
    PatchStatementType statementType = PatchStatementType.of(fields[1]);
    if (statementType == null) {
      throw checks.unknown("statement type 1 (TRIPLES) or 2 (QUADS)", fields[1]);
    }
    PatchStreamType streamType = PatchStreamType.of(fields[2]);
    if (streamType == null) {
      throw checks.unknown("patch stream type 1 (FRAME), 2 (FLAT) or 3 (PUNCTUATED)", fields[2]);
    }
    long names = fields[9] & 0xffffffffL;
    long prefixes = fields[10] & 0xffffffffL;
    long datatypes = fields[11] & 0xffffffffL;
    checks.tables(names, prefixes, datatypes);
    checks.leastNames(names);
    return new PatchOptions(
        statementType,
        streamType,
        fields[3] != 0,
        fields[4] != 0,
        (int) names,
        (int) prefixes,
        (int) datatypes,
        (int) fields[15]);
  }

  private JellyParseException foreign(int at) {
    return in.error(at, "the stream options of Jelly-Patch", "those of Jelly-RDF (.jelly)");
  }
}
