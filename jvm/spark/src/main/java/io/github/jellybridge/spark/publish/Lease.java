package io.github.jellybridge.spark.publish;

import io.github.jellybridge.files.PublishJournal;
import io.github.jellybridge.spark.io.LruCache;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sign of life of a job in its staging folder: a small file that is written again every {@value
 * #HEARTBEAT_SECONDS} seconds. The driver's process is named in the name of the folder, which is
 * there before the first file and after the last.
 *
 * <p>A job is dead when its process is known to be gone, or when this JVM ran it and has ended it.
 * Where the process cannot be seen, it is dead when its lease is {@value #TIMEOUT_MINUTES} minutes
 * older than a lease written now; both times are the file system's, so clocks need not agree.
 */
final class Lease {
  static final int HEARTBEAT_SECONDS = 30;
  static final int TIMEOUT_MINUTES = 10;

  private static final int REMEMBERED = 1000;

  private static final Logger LOG = LoggerFactory.getLogger(Lease.class);

  /**
   * The names of the staging folders of the jobs of this JVM that have not ended. No two are the
   * same, while there may be several paths to one folder.
   */
  private static final Set<String> LIVE = ConcurrentHashMap.newKeySet();

  /** Those that have, the last ones: a task that did not hear of it may make the folder again. */
  private static final Set<String> ENDED =
      Collections.newSetFromMap(Collections.synchronizedMap(new LruCache<>(REMEMBERED)));

  private static final ScheduledExecutorService BEATS =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "jelly-bridge-lease");
            thread.setDaemon(true);
            return thread;
          });

  private final FileSystem fs;
  private final Path staging;
  private ScheduledFuture<?> beat;

  private Lease(FileSystem fs, Path staging) {
    this.fs = fs;
    this.staging = staging;
  }

  /** Takes out the lease of a new staging folder, which is made by that. */
  static Lease take(FileSystem fs, Path staging) throws IOException {
    Lease lease = new Lease(fs, staging);
    LIVE.add(staging.getName());
    try {
      lease.write();
    } catch (IOException | RuntimeException | FSError e) {
      lease.forget();
      throw e;
    }
    lease.beat =
        BEATS.scheduleWithFixedDelay(
            lease::renew, HEARTBEAT_SECONDS, HEARTBEAT_SECONDS, TimeUnit.SECONDS);
    return lease;
  }

  /** Ends the lease; the folder is then nobody's. */
  void end() {
    beat.cancel(false);
    forget();
  }

  private void forget() {
    ENDED.add(staging.getName());
    LIVE.remove(staging.getName());
  }

  /** Removes the file. */
  void remove() throws IOException {
    fs.delete(new Path(staging, PublishJournal.LEASE), false);
  }

  private void renew() {
    try {
      if (LIVE.contains(staging.getName())) {
        write();
      }
    } catch (IOException | RuntimeException | FSError e) {
      // An error, as that of a full disk is to Hadoop, would be the last sign for good.
      LOG.warn("The sign of life of the job in {} was not renewed: {}", staging, e.toString());
    }
  }

  private void write() throws IOException {
    try (OutputStream out = fs.create(new Path(staging, PublishJournal.LEASE), true)) {
      out.write(ProcessIdentity.self().toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Whether there is a lease, as there is from before the first task of a job to its end. */
  static boolean isHeld(FileSystem fs, Path staging) throws IOException {
    return fs.exists(new Path(staging, PublishJournal.LEASE));
  }

  /**
   * Whether the job of a staging folder is dead.
   *
   * @param now a time of the file system that is not in the future, in milliseconds
   */
  static boolean isDead(FileSystem fs, Path staging, long now) throws IOException {
    if (LIVE.contains(staging.getName())) {
      return false;
    }
    if (ENDED.contains(staging.getName())) {
      return true;
    }
    ProcessIdentity owner = ProcessIdentity.inName(staging.getName()).orElse(null);
    return switch (owner == null ? ProcessIdentity.Life.UNKNOWN : owner.life()) {
      case GONE -> true;
      // In a process of several class loaders, as a server of Spark Connect is whose clients send
      // the jar, each knows but its own jobs.
      case RUNS -> owner.equals(ProcessIdentity.self()) && isOld(lastSign(fs, staging), now);
      case UNKNOWN -> isOld(lastSign(fs, staging), now);
    };
  }

  private static boolean isOld(long time, long now) {
    return now - time > TimeUnit.MINUTES.toMillis(TIMEOUT_MINUTES);
  }

  /** The file system's time of the last sign of life. */
  long lastSign() throws IOException {
    return lastSign(fs, staging);
  }

  private static long lastSign(FileSystem fs, Path staging) throws IOException {
    try {
      return fs.getFileStatus(new Path(staging, PublishJournal.LEASE)).getModificationTime();
    } catch (FileNotFoundException e) {
      // A lease that is just being written, or what is left of a folder that was being deleted.
      return fs.getFileStatus(staging).getModificationTime();
    }
  }
}
