package io.github.jellybridge.spark.publish;

import java.util.UUID;

/**
 * Creates the ids of jobs: UUIDs of version 7 (RFC 9562, section 5.7), which start with the time.
 *
 * <p>Files sorted by name are therefore in the order of their jobs, even in stores such as S3 that
 * keep times of files in whole seconds. Patches have to be applied in that order.
 */
public final class JobId {
  private static final long VERSION = 7L << 12;

  private static long last;

  private JobId() {}

  /**
   * Returns an id that no other job has. As text, it is greater than all earlier ids of this
   * process.
   */
  public static String next() {
    return of(after(System.currentTimeMillis()));
  }

  /** Returns the time of an id; a later one if the clock has not advanced, or was set back. */
  private static synchronized long after(long now) {
    last = Math.max(now, last + 1);
    return last;
  }

  private static String of(long millis) {
    UUID random = UUID.randomUUID();
    long start = millis << 16 | VERSION | random.getMostSignificantBits() & 0xfff;
    return new UUID(start, random.getLeastSignificantBits()).toString();
  }
}
