package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.wire.WireReader;

/** The rules that the options of statements and those of patches share. */
public final class OptionChecks {
  /** The official conformance suite has smaller name tables refused. */
  public static final int MIN_NAME_TABLE = 8;

  /** Versions above it are for use without a standard. */
  private static final int LAST_STANDARD_VERSION = 10_000;

  private final WireReader in;
  private final JellyReadOptions limits;

  /** Where the options are in the chunk. */
  private final int at;

  public OptionChecks(WireReader in, JellyReadOptions limits, int at) {
    this.in = in;
    this.limits = limits;
    this.at = at;
  }

  /**
   * Checks a version tag.
   *
   * @param last the highest one we know
   * @param name what that is called
   */
  public void version(long version, int last, String name) throws JellyParseException {
    if (version == 0) {
      throw in.error(at, "a version tag of at least 1", "0");
    }
    if (version > last) {
      String found = Long.toString(version);
      throw in.error(
          at,
          "a version tag up to " + last + " (" + name + ")",
          version > LAST_STANDARD_VERSION ? found + ", a non-standard version" : found);
    }
  }

  /** Checks the declared sizes of the lookups against the limits of the reader. */
  public void tables(long names, long prefixes, long datatypes) throws JellyParseException {
    table("name", names, limits.maxNameTable(), "maxNameTable");
    table("prefix", prefixes, limits.maxPrefixTable(), "maxPrefixTable");
    table("datatype", datatypes, limits.maxDatatypeTable(), "maxDatatypeTable");
  }

  private void table(String name, long size, int limit, String option) throws JellyParseException {
    if (size > limit) {
      throw in.error(
          at,
          "a " + name + " table of at most " + limit + " entries (option " + option + ")",
          "" + size);
    }
  }

  /** Checks that the name lookup is as large as it has to be. */
  public void leastNames(long names) throws JellyParseException {
    if (names < MIN_NAME_TABLE) {
      throw in.error(at, "a name table of at least " + MIN_NAME_TABLE + " entries", "" + names);
    }
  }

  /** Returns an error at a type that is none of those there are. */
  public JellyParseException unknown(String types, long found) {
    return in.error(at, types, found == 0 ? "unspecified (0)" : Long.toUnsignedString(found));
  }
}
