package io.github.jellybridge.spark.options;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The options of one table or scan, parsed and checked once by an {@link OptionRegistry}. */
public final class SourceOptions {
  private final String format;
  private final Map<String, OptionSpec> specs;
  private final Map<String, Object> values;
  private final CaseInsensitiveStringMap raw;

  SourceOptions(
      String format,
      Map<String, OptionSpec> specs,
      Map<String, Object> values,
      CaseInsensitiveStringMap raw) {
    this.format = format;
    this.specs = specs;
    this.values = values;
    this.raw = raw;
  }

  /** Short name of the format whose options these are. */
  public String format() {
    return format;
  }

  /** The texts as the user gave them, including Hadoop options. */
  public CaseInsensitiveStringMap raw() {
    return raw;
  }

  /** Tells whether the user set the option. */
  public boolean isSet(String name) {
    return values.containsKey(OptionRegistry.key(name));
  }

  /** The value of a boolean option. */
  public boolean bool(String name) {
    return (Boolean) value(name);
  }

  /** The value of a boolean option if set, else the given default, a setting of the session. */
  public boolean boolOr(String name, boolean sessionDefault) {
    return isSet(name) ? bool(name) : sessionDefault;
  }

  /** The value of a whole-number option. */
  public int integer(String name) {
    return (Integer) value(name);
  }

  /**
   * The value of a whole-number option if set, else the given default, a setting of the session.
   */
  public long integerOr(String name, long sessionDefault) {
    return isSet(name) ? integer(name) : sessionDefault;
  }

  /** The value of a size option, in bytes. */
  public long bytes(String name) {
    return (Long) value(name);
  }

  /** The value of a duration option, in milliseconds. */
  public long millis(String name) {
    return (Long) value(name);
  }

  /** The value of a text or choice option; null if it is not set and has no default. */
  public String string(String name) {
    return (String) value(name);
  }

  /** The value of an option with names of columns; empty if it is not set. */
  public List<String> columns(String name) {
    return parsed(name);
  }

  /** The value of an option with a parser of its own, cast to the type that the parser returns. */
  @SuppressWarnings("unchecked")
  public <T> T parsed(String name) {
    return (T) value(name);
  }

  /** The value of a choice option as the enum constant of the same name. */
  public <E extends Enum<E>> E choice(String name, Class<E> type) {
    return Enum.valueOf(type, string(name).toUpperCase(Locale.ROOT));
  }

  private Object value(String name) {
    String key = OptionRegistry.key(name);
    OptionSpec spec = specs.get(key);
    if (spec == null) {
      throw new IllegalStateException("option '" + name + "' is not declared for " + format);
    }
    Object value = values.get(key);
    return value != null ? value : spec.defaultValue();
  }
}
