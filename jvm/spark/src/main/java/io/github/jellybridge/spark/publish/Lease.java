package io.github.jellybridge.spark.publish;

import io.github.jellybridge.files.PublishJournal;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows that a job is alive: a small file in its staging folder, written before the first task
 * starts, renewed while the job runs, and deleted first when it ends.
 *
 * <p>A job is dead when its lease is more than ten minutes older than a lease written now. Both
 * times come from the file system, so the clocks of two drivers need not agree.
 */
public final class Lease {
  /** The system property that shortens the lease in tests, in milliseconds. */
  public static final String MILLIS_PROPERTY = "jellybridge.leaseMillis";

  public static final long MILLIS = Long.getLong(MILLIS_PROPERTY, TimeUnit.MINUTES.toMillis(10));

  /** Several renewals may fail before a lease expires. */
  private static final long RENEWAL_MILLIS = MILLIS / 20;

  private static final byte[] TEXT =
      "A job writes here and renews this file until it ends.\n".getBytes(StandardCharsets.UTF_8);

  private static final Logger LOG = LoggerFactory.getLogger(Lease.class);

  private final FileSystem fs;
  private final Path staging;
  private boolean ended;

  private Lease(FileSystem fs, Path staging) {
    this.fs = fs;
    this.staging = staging;
  }

  /** Takes the lease of a new staging folder, and creates the folder. */
  static Lease take(FileSystem fs, Path staging) throws IOException {
    Lease lease = new Lease(fs, staging);
    lease.write();
    // A thread for each lease: a store that does not answer must not delay the other leases.
    Thread renewals = new Thread(lease::renewUntilEnd, "jelly-bridge-lease");
    renewals.setDaemon(true);
    renewals.start();
    return lease;
  }

  private synchronized void renewUntilEnd() {
    try {
      while (!ended) {
        wait(RENEWAL_MILLIS);
        if (!ended) {
          renew();
        }
      }
    } catch (InterruptedException e) {
      LOG.warn("The lease of the job in {} is no longer renewed", staging);
    }
  }

  private void renew() {
    try {
      write();
    } catch (IOException | RuntimeException | FSError e) {
      // A later renewal may succeed; Hadoop even reports a full disk as an error.
      LOG.warn("The lease of the job in {} was not renewed: {}", staging, e.toString());
    }
  }

  private void write() throws IOException {
    try (OutputStream out = fs.create(file(staging), true)) {
      out.write(TEXT);
    }
  }

  private static Path file(Path staging) {
    return new Path(staging, PublishJournal.LEASE);
  }

  /**
   * Stops the renewals. Waits for a renewal in progress, which would create a deleted folder again.
   */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** Deletes the file. */
  void delete() throws IOException {
    delete(fs, staging);
  }

  /** Deletes the file of a staging folder. */
  static void delete(FileSystem fs, Path staging) throws IOException {
    fs.delete(file(staging), false);
  }

  /** Tells whether the job of a staging folder has a lease, expired or not. */
  static boolean isHeld(FileSystem fs, Path staging) throws IOException {
    return fs.exists(file(staging));
  }

  /** Tells whether the lease of another job has expired. */
  boolean hasOutlived(Path other) throws IOException {
    return writtenAt(staging) - writtenAt(other) > MILLIS;
  }

  private long writtenAt(Path folder) throws IOException {
    try {
      return fs.getFileStatus(file(folder)).getModificationTime();
    } catch (FileNotFoundException e) {
      // The lease is being written now, or a task created a file after the end of its job.
      return fs.getFileStatus(folder).getModificationTime();
    }
  }
}
