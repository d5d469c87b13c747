package io.github.jellybridge.spark.common;

import org.apache.spark.sql.SparkSession;

/** One small local session for all tests of a JVM, with its clock in UTC. */
public final class LocalSpark {
  private static SparkSession session;

  private LocalSpark() {}

  /** The session, started at the first call. */
  public static synchronized SparkSession get() {
    if (session == null) {
      session =
          SparkSession.builder()
              .master("local[1]")
              .appName("jelly-bridge tests")
              .config("spark.ui.enabled", "false")
              .config("spark.driver.host", "127.0.0.1")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.sql.shuffle.partitions", "1")
              .config("spark.sql.session.timeZone", "UTC")
              .getOrCreate();
      session.sparkContext().setLogLevel("ERROR");
    }
    // A stopped or cleared active session of another test must not leak into this one.
    SparkSession.setActiveSession(session);
    return session;
  }
}
