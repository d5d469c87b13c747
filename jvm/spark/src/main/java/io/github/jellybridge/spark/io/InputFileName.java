package io.github.jellybridge.spark.io;

import io.github.jellybridge.spark.scan.FileSlice;
import java.util.regex.Pattern;
import org.apache.spark.rdd.InputFileBlockHolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the file that Spark's {@code input_file_name()}, {@code input_file_block_start()} and {@code
 * input_file_block_length()} return in the thread of a task. Without it they would silently be
 * empty.
 *
 * <p>The connector API has no method for this, so this class calls one of Spark's internal classes
 * (decision 17). If a version of Spark lacks it, the functions stay empty.
 */
public final class InputFileName {
  private static final Logger LOG = LoggerFactory.getLogger(InputFileName.class);

  /** A URI such as {@code file:/x}, for which these functions return {@code file:///x}. */
  private static final Pattern NO_HOST = Pattern.compile("^([^/:]+:)(?=/[^/])");

  private static volatile boolean known = true;

  private InputFileName() {}

  /** Sets the part of a file that the following rows belong to. */
  public static void set(FileSlice slice) {
    String name = NO_HOST.matcher(slice.file().uri()).replaceFirst("$1//");
    run(() -> InputFileBlockHolder.set(name, slice.start(), slice.length()));
  }

  /** Clears the file when no rows follow. */
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
