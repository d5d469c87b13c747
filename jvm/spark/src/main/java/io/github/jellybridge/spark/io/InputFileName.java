package io.github.jellybridge.spark.io;

import io.github.jellybridge.spark.scan.FileSlice;
import java.util.regex.Pattern;
import org.apache.spark.rdd.InputFileBlockHolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells Spark's {@code input_file_name()}, {@code input_file_block_start()} and {@code
 * input_file_block_length()} what the thread of a task reads: they would be empty without a word.
 *
 * <p>The connector API has nothing for that, so this calls a class of Spark's own (decision 17).
 * Where a Spark lacks it, the functions stay empty.
 */
public final class InputFileName {
  private static final Logger LOG = LoggerFactory.getLogger(InputFileName.class);

  /** A URI such as {@code file:/x}, which is {@code file:///x} in what these functions give. */
  private static final Pattern NO_HOST = Pattern.compile("^([^/:]+:)(?=/[^/])");

  private static volatile boolean known = true;

  private InputFileName() {}

  /** Says which part of a file the rows from here on are of. */
  public static void set(FileSlice slice) {
    String name = NO_HOST.matcher(slice.file().uri()).replaceFirst("$1//");
    run(() -> InputFileBlockHolder.set(name, slice.start(), slice.length()));
  }

  /** Says that no rows follow. */
  public static void unset() {
    run(InputFileBlockHolder::unset);
  }

  private static void run(Runnable call) {
    if (!known) {
      return;
    }
    try {
      call.run();
    } catch (LinkageError e) {
      known = false;
      LOG.info("input_file_name() stays empty: this Spark has no InputFileBlockHolder", e);
    }
  }
}
