package io.github.jellybridge.spark.stream;

import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.listing.FileIndex;
import io.github.jellybridge.spark.listing.PartitionHints;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.SessionSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists the files of a stream repeatedly, with the partition columns that the table had when the
 * stream was defined.
 *
 * @param options paths and filters
 * @param session settings for partition columns
 * @param conf Hadoop's configuration
 * @param dataSchema columns of the data
 * @param partitionSchema the partition columns of the stream
 */
public record FileStreamListing(
    FileOptions options,
    SessionSettings session,
    Configuration conf,
    StructType dataSchema,
    StructType partitionSchema) {
  private static final Logger LOG = LoggerFactory.getLogger(FileStreamListing.class);

  /**
   * Returns the files that exist now.
   *
   * @return null if none of the paths exists, so that nothing is known about the files
   * @throws IllegalArgumentException if partition folders have other names
   * @throws java.io.UncheckedIOException if listing fails
   */
  List<FileEntry> list() {
    FileIndex index;
    try {
      index =
          FileIndex.list(
              options, session, conf, dataSchema, PartitionHints.ofUser(partitionSchema));
    } catch (Exception e) {
      // Java declares it as checked, but it is thrown undeclared: hence the wide catch.
      if (e instanceof AnalysisException missing
          && "PATH_NOT_FOUND".equals(missing.getCondition())) {
        LOG.warn("No new files, for now: {}", e.getMessage());
        return null;
      }
      throw e;
    }
    List<FileEntry> files = index.files();
    if (!files.isEmpty() && !sameColumns(index.partitionSchema())) {
      throw new IllegalArgumentException(
          "The stream was defined with the partition columns "
              + names(partitionSchema)
              + ", but now its folders have "
              + names(index.partitionSchema())
              + ", as in "
              + files.get(0).path()
              + ". Start the query again to take over new columns, or set the option"
              + " recursiveFileLookup=true to read without partition columns.");
    }
    return files;
  }

  /**
   * Tells whether a listed file still exists.
   *
   * @throws UncheckedIOException if the look-up fails
   */
  boolean isThere(FileEntry file) {
    try {
      Path path = file.hadoopPath();
      return path.getFileSystem(conf).exists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Tells whether a file that {@link #list} does not return is known to be gone. The query that
   * took it may have had other options or paths, which now exclude it.
   */
  boolean isGone(LoggedFile file) {
    try {
      Path path = new Path(file.path());
      return !path.getFileSystem(conf).exists(path);
    } catch (IOException e) {
      LOG.debug("Cannot look up whether {} still exists", file.path(), e);
      return false;
    }
  }

  private boolean sameColumns(StructType found) {
    if (found.length() != partitionSchema.length()) {
      return false;
    }
    for (int i = 0; i < found.length(); i++) {
      // Names that differ in case only are spelled as in the stream: the listing uses its spelling.
      if (!found.fields()[i].name().equals(partitionSchema.fields()[i].name())) {
        return false;
      }
    }
    return true;
  }

  private static String names(StructType schema) {
    return schema.isEmpty() ? "(none)" : "(" + String.join(", ", schema.fieldNames()) + ")";
  }

  /**
   * Returns the entries of files in the log, without those that the options exclude: the stream may
   * have been restarted with options that skip a file. Or it may have been restarted because a file
   * was changed or repaired in place. Sizes and times are therefore the current ones, if the file
   * exists.
   */
  List<FileEntry> restore(List<LoggedFile> files) {
    List<FileEntry> listed = list();
    Map<String, FileEntry> now = new HashMap<>();
    if (listed != null) {
      listed.forEach(file -> now.put(file.path(), file));
    }
    List<FileEntry> entries = new ArrayList<>();
    for (LoggedFile file : files) {
      FileEntry entry = now.get(file.path());
      entries.add(
          entry != null
              ? entry
              : FileIndex.restore(
                  file.path(), file.length(), file.modified(), partitionSchema, session));
    }
    BiPredicate<Path, Long> filter = FileIndex.filter(options);
    return entries.stream()
        .filter(file -> filter.test(file.hadoopPath(), file.modificationTime()))
        .toList();
  }

  @Override
  public String toString() {
    return String.join(", ", options.paths());
  }
}
