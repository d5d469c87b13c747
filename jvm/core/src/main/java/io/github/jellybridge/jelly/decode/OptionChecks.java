package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.LogicalType;
import io.github.jellybridge.jelly.wire.WireReader;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.Objects;
import java.util.StringJoiner;

/** Checks shared by the options of statement streams and patch streams. */
public final class OptionChecks {
  /** Smallest name table; the official conformance suite requires that smaller ones be rejected. */
  public static final int MIN_NAME_TABLE = 8;

  /** Higher versions are reserved for non-standard use. */
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
   * @param last the highest supported version tag
   * @param name the name of that version
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

  /** Checks that the name lookup has the required size. */
  public void leastNames(long names) throws JellyParseException {
    if (names < MIN_NAME_TABLE) {
      throw in.error(at, "a name table of at least " + MIN_NAME_TABLE + " entries", "" + names);
    }
  }

  /**
   * Returns an error at options that are not those of before, with the options that differ, as the
   * specification names them.
   *
   * @param at where they are in the chunk
   */
  public static JellyParseException changed(WireReader in, int at, Record before, Record now) {
    StringJoiner expected = new StringJoiner(", ");
    StringJoiner found = new StringJoiner(", ");
    for (RecordComponent option : before.getClass().getRecordComponents()) {
      String name = option.getName().replaceAll("[A-Z]", "_$0").toLowerCase(Locale.ROOT);
      Object old = value(option, before);
      if (!Objects.equals(old, value(option, now))) {
        expected.add(name + " " + old);
        found.add(name + " " + value(option, now));
      }
    }
    return in.error(
        at,
        "the stream options of the first options row, as joined files must share them: " + expected,
        found.toString());
  }

  private static Object value(RecordComponent option, Record options) {
    try {
      Object value = option.getAccessor().invoke(options);
      return value instanceof String text
          ? "'" + text + "'"
          : option.getName().equals("logicalType") ? new LogicalType((int) value).name() : value;
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns an error at a type that is none of those there are. */
  public JellyParseException unknown(String types, long found) {
    return in.error(at, types, found == 0 ? "unspecified (0)" : Long.toUnsignedString(found));
  }
}
