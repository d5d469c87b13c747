package io.github.jellybridge.spark.options;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;

/**
 * The options of a stream of files, under the names of Spark's own file sources; ignored by batch
 * reads.
 *
 * @param maxFiles largest number of files in a trigger
 * @param maxBytes bytes after which a trigger takes no more files; the first file is always taken
 * @param latestFirst whether the newest files are read first instead of the oldest
 * @param maxFileAge files that are older than the newest by more than this, in milliseconds, are
 *     skipped from the second trigger on; {@link #NO_LIMIT} skips none
 */
public record FileStreamOptions(int maxFiles, long maxBytes, boolean latestFirst, long maxFileAge) {
  /** The value of {@code maxBytes} and {@code maxFileAge} when there is no limit. */
  public static final long NO_LIMIT = Long.MAX_VALUE;

  /** Declarations of these options. */
  public static final List<OptionSpec> SPECS =
      List.of(
          OptionSpec.integer(
                  "maxFilesPerTrigger",
                  Integer.MAX_VALUE,
                  1,
                  Integer.MAX_VALUE,
                  "Most files of one trigger.")
              .withDefaultText("no limit"),
          OptionSpec.bytes(
                  "maxBytesPerTrigger",
                  NO_LIMIT,
                  1,
                  NO_LIMIT,
                  "Size at which a trigger stops taking more files. A trigger takes at least one"
                      + " file, and both limits may be set.")
              .withDefaultText("no limit"),
          OptionSpec.bool(
              "latestFirst", false, "Whether the newest files come first instead of the oldest."),
          OptionSpec.duration(
                  "maxFileAge",
                  NO_LIMIT,
                  "From the second trigger on, skips files that are older than the newest file by"
                      + " more than this. Ignored when `latestFirst` is combined with a limit.")
              .withDefaultText("no limit"));

  /** Reads the options of a stream. */
  public static FileStreamOptions of(SourceOptions options) {
    return new FileStreamOptions(
        options.integer("maxFilesPerTrigger"),
        options.bytes("maxBytesPerTrigger"),
        options.bool("latestFirst"),
        options.millis("maxFileAge"));
  }

  /** Tells whether a trigger takes only a part of the available files. */
  boolean limitsTriggers() {
    return maxFiles != Integer.MAX_VALUE || maxBytes != NO_LIMIT;
  }

  /**
   * Returns the age at which files are skipped. As in Spark, there is no such age if the newest
   * files are read first and triggers are limited: files that wait for a later trigger would grow
   * too old.
   */
  public long effectiveMaxFileAge() {
    return latestFirst && limitsTriggers() ? NO_LIMIT : maxFileAge;
  }

  /** Returns the limit of a trigger. */
  public ReadLimit readLimit() {
    List<ReadLimit> limits = new ArrayList<>();
    if (maxFiles != Integer.MAX_VALUE) {
      limits.add(ReadLimit.maxFiles(maxFiles));
    }
    if (maxBytes != NO_LIMIT) {
      limits.add(ReadLimit.maxBytes(maxBytes));
    }
    return switch (limits.size()) {
      case 0 -> ReadLimit.allAvailable();
      case 1 -> limits.get(0);
      default -> ReadLimit.compositeLimit(limits.toArray(ReadLimit[]::new));
    };
  }
}
