package io.github.jellybridge.spark.publish;

import java.util.UUID;

/**
 * Makes the ids of jobs: UUIDs of version 7 (RFC 9562, section 5.7), which start with the time.
 *
 * <p>So files are in the order of their jobs by name as well, also where the store keeps the times
 * of files in whole seconds, as S3 does: patches have to be applied in that order.
 */
public final class JobId {
  private static final long VERSION = 7L << 12;

  private static long last;

  private JobId() {}

  /** An id that no other job has, greater as a text than those that this process had before. */
  public static String next() {
    return of(after(System.currentTimeMillis()));
  }

  /** The time of an id; a later one when the clock has not moved on, or was set back. */
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
