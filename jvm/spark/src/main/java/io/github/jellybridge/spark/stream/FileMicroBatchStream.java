package io.github.jellybridge.spark.stream;

import io.github.jellybridge.files.ParallelFileOperations;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.options.FileStreamOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.SupportsAdmissionControl;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * New files in some folders, trigger by trigger, each once.
 *
 * <p>A batch is written to the {@link FileLog} before Spark learns its offset. After a restart, an
 * offset that Spark has logged therefore stands for the same files. Files in the log whose offset
 * Spark has not logged come next.
 */
public final class FileMicroBatchStream
    implements MicroBatchStream, SupportsAdmissionControl, SupportsTriggerAvailableNow {
  private static final Logger LOG = LoggerFactory.getLogger(FileMicroBatchStream.class);

  /** Largest number of files kept from one listing for later triggers, as in Spark. */
  private static final int KEPT_FILES = 10_000;

  /** Up to this number, files are looked up one by one, however small the folder is. */
  private static final int LOOKED_FOR = 64;

  /** Number of files that a store lists in the time of looking up one file: one page. */
  private static final int PAGE = 1000;

  private final FileStreamListing listing;
  private final FileStreamOptions options;
  private final Function<List<FileEntry>, InputPartition[]> planner;
  private final PartitionReaderFactory readers;
  private final Comparator<FileEntry> order;
  private final FileLog log;
  private final SeenFiles seen;
  // Batches that Spark has not committed yet, in the form of the listing: the log does not keep
  // hosts.
  private final TreeMap<Long, List<FileEntry>> fresh = new TreeMap<>();
  // Files that an earlier trigger left or, with AvailableNow, all files found at the start.
  private List<FileEntry> waiting = List.of();
  private List<FileEntry> availableNow;
  // Number of files in the last listing, including those that are not new.
  private int listed;

  /**
   * Starts a stream, or continues the one whose log is in the checkpoint.
   *
   * @param listing finds the files
   * @param options the limits of a trigger
   * @param checkpoint the folder for the log
   * @param planner plans the tasks for the files of a batch
   * @param readers reads the tasks
   * @throws java.io.UncheckedIOException if the log cannot be read
   * @throws IllegalStateException if the log has a gap
   */
  public FileMicroBatchStream(
      FileStreamListing listing,
      FileStreamOptions options,
      String checkpoint,
      Function<List<FileEntry>, InputPartition[]> planner,
      PartitionReaderFactory readers) {
    this.listing = listing;
    this.options = options;
    this.planner = planner;
    this.readers = readers;
    Comparator<FileEntry> oldestFirst = Comparator.comparingLong(FileEntry::modificationTime);
    this.order =
        (options.latestFirst() ? oldestFirst.reversed() : oldestFirst)
            .thenComparing(FileEntry::path);
    this.log = new FileLog(new Path(checkpoint), listing.conf());
    this.seen = new SeenFiles(options.effectiveMaxFileAge());
    seen.addAll(log.restore());
  }

  @Override
  public Offset initialOffset() {
    return FileOffset.START;
  }

  @Override
  public Offset deserializeOffset(String json) {
    return FileOffset.parse(json);
  }

  @Override
  public ReadLimit getDefaultReadLimit() {
    return options.readLimit();
  }

  @Override
  public Offset latestOffset() {
    throw new UnsupportedOperationException("Spark asks for the latest offset within a limit");
  }

  /** Lets the query end with the files that exist now. */
  @Override
  public void prepareForTriggerAvailableNow() {
    List<FileEntry> found = list();
    availableNow = found == null ? List.of() : newFiles(found);
  }

  /**
   * Takes the files of the next batch.
   *
   * @return the offset after them; null before the first file
   */
  @Override
  public Offset latestOffset(Offset start, ReadLimit limit) {
    long done = ((FileOffset) start).batch();
    if (done > log.latest()) {
      // Fails with a message that names the missing batch.
      log.read(done - 1, done);
    }
    if (done < log.latest()) {
      // The query ended after the log was written and before Spark recorded the offset.
      return new FileOffset(done + 1);
    }
    FileSelection next = select(limit);
    if (!next.taken().isEmpty()) {
      long batch = log.latest() + 1;
      List<LoggedFile> files = new ArrayList<>();
      for (FileEntry file : next.taken()) {
        files.add(new LoggedFile(file.path(), file.length(), file.modificationTime(), batch));
      }
      seen.addAll(files);
      log.add(files, seen::all);
      fresh.put(batch, next.taken());
      LOG.info("Batch {} of {} has {} files", batch, listing, files.size());
    }
    return log.latest() < 0 ? null : new FileOffset(log.latest());
  }

  private FileSelection select(ReadLimit limit) {
    if (availableNow != null) {
      FileSelection next = ofEarlier(availableNow, limit);
      availableNow = next.left();
      return next;
    }
    FileSelection next = ofEarlier(waiting, limit);
    if (next.left().isEmpty()) {
      // Fewer files wait than the limit allows, so look for new ones.
      List<FileEntry> found = list();
      if (found != null) {
        next = FileSelection.of(newFiles(found), limit);
      }
    }
    List<FileEntry> left = options.latestFirst() ? List.of() : next.left();
    waiting = List.copyOf(left.subList(0, Math.min(left.size(), KEPT_FILES)));
    return next;
  }

  /** Selects files of an earlier listing up to the limit, without those that no longer exist. */
  private FileSelection ofEarlier(List<FileEntry> files, ReadLimit limit) {
    FileSelection next = FileSelection.of(files, limit);
    List<FileEntry> taken = next.taken();
    boolean few = taken.size() <= Math.max(LOOKED_FOR, listed / PAGE);
    if (few && !ParallelFileOperations.map(taken, listing::isThere).contains(false)) {
      return next;
    }
    List<FileEntry> found = list();
    if (found == null) {
      return new FileSelection(List.of(), files);
    }
    Set<String> paths = found.stream().map(FileEntry::path).collect(Collectors.toSet());
    return FileSelection.of(files.stream().filter(f -> paths.contains(f.path())).toList(), limit);
  }

  private List<FileEntry> list() {
    List<FileEntry> found = listing.list();
    if (found != null) {
      listed = found.size();
    }
    return found;
  }

  /**
   * Returns the files of a listing that the stream has not taken yet; forgets taken files that are
   * gone.
   */
  private List<FileEntry> newFiles(List<FileEntry> found) {
    seen.forgetGone(found, listing::isGone);
    return found.stream().filter(seen::isNew).sorted(order).toList();
  }

  @Override
  public InputPartition[] planInputPartitions(Offset start, Offset end) {
    List<FileEntry> files = new ArrayList<>();
    long last = ((FileOffset) end).batch();
    for (long batch = ((FileOffset) start).batch() + 1; batch <= last; batch++) {
      List<FileEntry> taken = fresh.get(batch);
      if (taken == null) {
        taken = listing.restore(log.read(batch - 1, batch));
      }
      files.addAll(taken);
    }
    return planner.apply(files);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return readers;
  }

  @Override
  public void commit(Offset end) {
    fresh.headMap(((FileOffset) end).batch(), true).clear();
  }

  @Override
  public void stop() {
    // No resources are held between triggers.
  }

  /** Returns the name of the source in the progress of the query. */
  @Override
  public String toString() {
    return "jelly-bridge files [" + listing + "]";
  }
}
