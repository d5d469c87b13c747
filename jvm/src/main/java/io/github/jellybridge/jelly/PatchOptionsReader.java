package io.github.jellybridge.jelly;

/** Reads and checks the options row of patches (Jelly-Patch, "Patch stream options"). */
final class PatchOptionsReader {
  /** The highest version tag there is: 1.0.x. */
  static final int MAX_VERSION = 1;

  private final Input in;
  private final JellyReadOptions limits;

  PatchOptionsReader(Input in, JellyReadOptions limits) {
    this.in = in;
    this.limits = limits;
  }

  /** Reads the message at [from, to). */
  PatchOptions read(int from, int to) throws JellyParseException {
    long[] fields = new long[16];
    for (int p = from; p < to; p = in.bodyEnd) {
      int tag = in.field(p, to);
      int number = tag >>> 3;
      if (number >= 1 && number <= 4 || number >= 9 && number <= 11 || number == 15) {
        in.expectType(tag, Input.VARINT, "patch option field " + number, p);
        int end = in.bodyEnd;
        fields[number] = in.varint(in.bodyStart, end);
        in.bodyEnd = end;
      }
    }
    checkVersion(fields[15] & 0xffffffffL, from);
    PatchStatementType statementType = PatchStatementType.of(fields[1]);
    if (statementType == null) {
      throw in.error(from, "statement type 1 (TRIPLES) or 2 (QUADS)", found(fields[1]));
    }
    PatchStreamType streamType = PatchStreamType.of(fields[2]);
    if (streamType == null) {
      String expected = "patch stream type 1 (FRAME), 2 (FLAT) or 3 (PUNCTUATED)";
      throw in.error(from, expected, found(fields[2]));
    }
    long names = fields[9] & 0xffffffffL;
    checkTable("name", names, limits.maxNameTable(), "maxNameTable", from);
    if (names < OptionsReader.MIN_NAME_TABLE) {
      throw in.error(
          from,
          "a name table of at least " + OptionsReader.MIN_NAME_TABLE + " entries",
          "" + names);
    }
    long prefixes = fields[10] & 0xffffffffL;
    checkTable("prefix", prefixes, limits.maxPrefixTable(), "maxPrefixTable", from);
    long datatypes = fields[11] & 0xffffffffL;
    checkTable("datatype", datatypes, limits.maxDatatypeTable(), "maxDatatypeTable", from);
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

  private static String found(long type) {
    return type == 0 ? "unspecified (0)" : Long.toUnsignedString(type);
  }

  private void checkVersion(long version, int at) throws JellyParseException {
    if (version == 0) {
      throw in.error(at, "a version tag of at least 1", "0");
    }
    if (version > MAX_VERSION) {
      String found =
          version > 10_000 ? version + ", a non-standard version" : Long.toString(version);
      throw in.error(at, "a version tag up to " + MAX_VERSION + " (Jelly-Patch 1.0)", found);
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
