package io.github.jellybridge.spark.options;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of a format or function: parses a map of texts into {@link SourceOptions} and rejects
 * unknown names.
 *
 * <p>Ignores keys with a dot, which belong to Hadoop or Spark, and keys that Spark itself adds
 * (paths, table properties of its session catalog).
 */
public final class OptionRegistry {
  /** Keys that Spark adds for a reader, a temporary view or a catalog table. */
  private static final Set<String> INJECTED =
      Set.of(
          "path",
          "paths",
          "__globpaths__",
          TableCatalog.PROP_PROVIDER,
          TableCatalog.PROP_LOCATION,
          TableCatalog.PROP_OWNER,
          TableCatalog.PROP_COMMENT,
          TableCatalog.PROP_EXTERNAL,
          TableCatalog.PROP_IS_MANAGED_LOCATION,
          "collation",
          "table_type", // since Spark 4.1
          // From partitionBy and from streaming queries.
          "__partition_columns",
          "checkpointlocation",
          "queryname");

  /** The key that Spark adds for {@code clusterBy}. */
  private static final String CLUSTERING = "__clustering_columns";

  private final String format;
  private final String purpose;
  private final Map<String, OptionSpec> specs = new TreeMap<>();
  private final List<OptionSpec> own = new ArrayList<>();
  private boolean function;

  private OptionRegistry(String format, String purpose) {
    this.format = format;
    this.purpose = purpose;
  }

  /**
   * Declares the options of a format that reads files: those of {@link FileOptions}, of {@link
   * FileStreamOptions} and its own.
   *
   * @param format short name of the format, for messages
   */
  public static OptionRegistry forFiles(String format, OptionSpec... own) {
    OptionRegistry registry = new OptionRegistry(format, "");
    FileOptions.SPECS.forEach(registry::add);
    FileStreamOptions.SPECS.forEach(registry::add);
    return registry.with(List.of(own));
  }

  /** Declares the options of a format for writing, all of them its own. */
  public static OptionRegistry of(String format, OptionSpec... own) {
    return new OptionRegistry(format, " when it writes").with(List.of(own));
  }

  /**
   * Declares the options of an SQL function, all of them its own. Hadoop options are not accepted.
   *
   * @param function its name, for messages
   */
  public static OptionRegistry forFunction(String function, OptionSpec... own) {
    OptionRegistry registry = new OptionRegistry(function, "");
    registry.function = true;
    return registry.with(List.of(own));
  }

  /** Adds options that formats share; returns this registry. */
  public OptionRegistry with(List<OptionSpec> more) {
    more.forEach(this::add);
    own.addAll(more);
    return this;
  }

  private void add(OptionSpec spec) {
    if (specs.put(key(spec.name()), spec) != null) {
      throw new IllegalArgumentException("option declared twice: " + spec.name());
    }
  }

  /**
   * Parses all options at once, so that mistakes are found when the table is opened.
   *
   * @throws IllegalArgumentException for an unknown option (with the valid ones and the nearest
   *     name) or a value that its option does not allow
   */
  public SourceOptions parse(CaseInsensitiveStringMap options) {
    Map<String, Object> values = new HashMap<>();
    List<String> unknown = new ArrayList<>();
    for (Map.Entry<String, String> entry : options.asCaseSensitiveMap().entrySet()) {
      String key = key(entry.getKey());
      OptionSpec spec = specs.get(key);
      if (spec != null) {
        values.put(key, spec.parse(entry.getValue()));
      } else if (function || key.indexOf('.') < 0 && !INJECTED.contains(key)) {
        unknown.add(entry.getKey());
      }
    }
    if (!unknown.isEmpty()) {
      unknown.sort(null);
      throw new IllegalArgumentException(describeUnknown(unknown));
    }
    return new SourceOptions(format, specs, values, options);
  }

  private String describeUnknown(List<String> unknown) {
    if (unknown.contains(CLUSTERING)) {
      return "Data source '"
          + format
          + "' does not support the method clusterBy; "
          + (specs.containsKey(key("clusterBy"))
              ? "set the option clusterBy instead."
              : "repartition or sort the rows by these columns before they are written.");
    }
    StringBuilder message = new StringBuilder("Unknown option");
    message.append(unknown.size() == 1 ? " " : "s ");
    message.append(unknown.stream().map(n -> "'" + n + "'").collect(Collectors.joining(", ")));
    message.append(function ? " of function '" : " of data source '").append(format).append("'");
    message.append(purpose);
    String nearest = NearestName.of(unknown.get(0), names());
    if (nearest != null) {
      message.append("; did you mean '").append(nearest).append("'?");
    } else {
      message.append('.');
    }
    return message
        .append(" Valid options: ")
        .append(String.join(", ", names()))
        .append(function ? "." : " (and Hadoop options, whose names contain a dot).")
        .toString();
  }

  /** Returns the names of all declared options, in alphabetical order without regard to case. */
  public List<String> names() {
    return specs.values().stream().map(OptionSpec::name).toList();
  }

  /** Returns the options in the order of their declaration, without those of all file sources. */
  public List<OptionSpec> own() {
    return List.copyOf(own);
  }

  /** Tells whether an option of this name is declared. */
  public boolean knows(String name) {
    return specs.containsKey(key(name));
  }

  static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
