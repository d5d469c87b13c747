package io.github.jellybridge.spark.options;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.jellybridge.files.DecompressionLimits;
import io.github.jellybridge.spark.listing.FileIndex;
import io.github.jellybridge.spark.listing.SparkTimes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options that all our file sources share with Spark's own, under Spark's names.
 *
 * @param paths files, folders or globs to read, in the order given; never null
 * @param globPaths whether wildcards in {@code paths} are expanded
 * @param recursiveFileLookup whether files in sub-folders are also read; partition folders are then
 *     not columns
 * @param pathGlobFilter glob that file names must match, or null
 * @param modifiedBefore keep files modified before this time (µs since the epoch), if present
 * @param modifiedAfter keep files modified after this time (µs since the epoch), if present
 * @param basePath folder where partition folders start, or null
 * @param mode the reaction to malformed input
 * @param ignoreCorruptFiles whether files that cannot be read are skipped
 * @param ignoreMissingFiles whether files that vanish between listing and reading are skipped
 * @param decompression limits of a compressed file
 */
public record FileOptions(
    List<String> paths,
    boolean globPaths,
    boolean recursiveFileLookup,
    String pathGlobFilter,
    OptionalLong modifiedBefore,
    OptionalLong modifiedAfter,
    String basePath,
    ReadMode mode,
    boolean ignoreCorruptFiles,
    boolean ignoreMissingFiles,
    DecompressionLimits decompression) {
  /** Spark's option that says with {@code false} that paths are no globs. */
  public static final String GLOB_PATHS = "__globPaths__";

  /** Declarations of the shared options; {@link OptionRegistry#forFiles} adds them to a format. */
  public static final List<OptionSpec> SPECS =
      List.of(
          OptionSpec.choice(
              "mode",
              ReadMode.FAILFAST,
              List.of("FAILFAST", "DROPMALFORMED"),
              "Reaction to malformed input. `FAILFAST` fails the query; `DROPMALFORMED` drops the"
                  + " malformed part, logs it and counts it in a metric.",
              FileOptions::mode),
          OptionSpec.bool(
              "recursiveFileLookup",
              false,
              "Whether files in sub-folders are read as well. Partition folders are then ordinary"
                  + " folders and give no columns."),
          OptionSpec.text("pathGlobFilter", "glob", "Glob that the names of files must match."),
          OptionSpec.text(
              "modifiedBefore",
              "timestamp",
              "Reads only files modified before this time, such as `2026-11-21T08:00:00`."),
          OptionSpec.text(
              "modifiedAfter", "timestamp", "Reads only files modified after this time."),
          OptionSpec.text(
                  "timeZone",
                  "time zone",
                  "Time zone of `modifiedBefore` and `modifiedAfter` if they name none.")
              .withDefaultText("the session's `spark.sql.session.timeZone`"),
          OptionSpec.text(
              "basePath",
              "path",
              "Folder below which folders named `key=value` are partition columns."),
          OptionSpec.bool(
                  "ignoreCorruptFiles",
                  null,
                  "Whether the rest of a file that cannot be read is skipped.")
              .withDefaultText("the session's `spark.sql.files.ignoreCorruptFiles`"),
          OptionSpec.bool(
                  "ignoreMissingFiles",
                  null,
                  "Whether files that disappear between planning and reading are skipped.")
              .withDefaultText("the session's `spark.sql.files.ignoreMissingFiles`"),
          OptionSpec.bytes(
              "maxDecompressedBytes",
              DecompressionLimits.DEFAULT.maxBytes(),
              1,
              Long.MAX_VALUE,
              "Largest decompressed size accepted of one compressed file."),
          OptionSpec.bytes(
              "maxWindowBytes",
              DecompressionLimits.DEFAULT.maxWindowBytes(),
              DecompressionLimits.LEAST_WINDOW,
              DecompressionLimits.LARGEST_WINDOW,
              "Largest window accepted of a `.zst` file, and dictionary of an `.xz` file. A task"
                  + " has it in memory."),
          OptionSpec.bool(
              "mergeSchema",
              false,
              "Accepted because generic code sets it for all sources, and ignored: the columns"
                  + " never depend on the content of files."));

  /**
   * Reads the shared options of a table.
   *
   * @throws IllegalArgumentException for values that are not allowed
   */
  public static FileOptions of(SourceOptions options, SessionSettings session) {
    return new FileOptions(
        paths(options.raw()),
        !"false".equalsIgnoreCase(options.raw().getOrDefault(GLOB_PATHS, "true")),
        options.bool("recursiveFileLookup"),
        options.string("pathGlobFilter"),
        time(options, "modifiedBefore", session),
        time(options, "modifiedAfter", session),
        options.string("basePath"),
        options.parsed("mode"),
        options.boolOr("ignoreCorruptFiles", session.ignoreCorruptFiles()),
        options.boolOr("ignoreMissingFiles", session.ignoreMissingFiles()),
        new DecompressionLimits(
            options.bytes("maxDecompressedBytes"), options.bytes("maxWindowBytes")));
  }

  /** Returns {@code paths} (a JSON array, from {@code load(a, b)}) followed by {@code path}. */
  static List<String> paths(CaseInsensitiveStringMap options) {
    List<String> paths = new ArrayList<>();
    String json = options.get("paths");
    if (json != null) {
      try {
        paths.addAll(List.of(new ObjectMapper().readValue(json, String[].class)));
      } catch (IOException e) {
        throw new IllegalArgumentException(
            "Option 'paths' must be a JSON array of strings, but is '" + json + "'.", e);
      }
    }
    if (options.get("path") != null) {
      paths.add(options.get("path"));
    }
    return List.copyOf(paths);
  }

  /**
   * Tells whether a path is a partition folder of the table at {@code basePath}, so that written
   * rows may belong into other folders of the table.
   */
  public static boolean isPartition(String path, String basePath) {
    if (basePath == null) {
      return false;
    }
    String base = new Path(basePath).toUri().getPath();
    Path folder = new Path(path);
    while (folder != null && !folder.toUri().getPath().equals(base)) {
      if (folder.getName().indexOf('=') > 0) {
        return true;
      }
      folder = folder.getParent();
    }
    return false;
  }

  /**
   * Tells whether the options may select other files than all files in the folders of the paths.
   */
  public boolean choose() {
    return pathGlobFilter != null
        || paths.stream().anyMatch(path -> isPartition(path, basePath))
        || modifiedBefore.isPresent()
        || modifiedAfter.isPresent()
        || globPaths && paths.stream().anyMatch(FileIndex::isGlob);
  }

  private static ReadMode mode(String text) {
    return switch (text.trim().toUpperCase(Locale.ROOT)) {
      case "FAILFAST" -> ReadMode.FAILFAST;
      case "DROPMALFORMED" -> ReadMode.DROPMALFORMED;
      case "PERMISSIVE" ->
          throw new IllegalArgumentException(
              "Option 'mode' must be FAILFAST or DROPMALFORMED; PERMISSIVE is not possible,"
                  + " because a malformed frame has no rows that could hold nulls.");
      default ->
          throw new IllegalArgumentException(
              "Option 'mode' must be FAILFAST or DROPMALFORMED, but is '" + text + "'.");
    };
  }

  private static OptionalLong time(SourceOptions options, String name, SessionSettings session) {
    String text = options.string(name);
    if (text == null) {
      return OptionalLong.empty();
    }
    String zone = options.string("timeZone");
    OptionalLong micros =
        SparkTimes.timestamp(text, zone == null ? session.timeZone() : SparkTimes.zone(zone));
    if (micros.isEmpty()) {
      throw new IllegalArgumentException(
          "Option '"
              + name
              + "' must be a time such as 2026-11-21T08:00:00, but is '"
              + text
              + "'.");
    }
    return micros;
  }
}
