package io.github.jellybridge.spark.common;

import java.util.HashMap;
import java.util.Map;

/** Picks the hosts that hold most bytes of some files. */
final class PreferredHosts {
  /** No preference. */
  static final String[] NONE = {};

  private static final int MAX_HOSTS = 3;

  private final Map<String, Long> bytes = new HashMap<>();

  /** Counts bytes that each of the hosts holds; "localhost" says nothing and is left out. */
  void add(String[] hosts, long length) {
    for (String host : hosts) {
      if (!"localhost".equals(host)) {
        bytes.merge(host, length, Long::sum);
      }
    }
  }

  /** Up to three hosts, the one with most bytes first. */
  String[] best() {
    return bytes.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MAX_HOSTS)
        .map(Map.Entry::getKey)
        .toArray(String[]::new);
  }
}
