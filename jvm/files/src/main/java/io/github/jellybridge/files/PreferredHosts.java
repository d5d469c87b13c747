package io.github.jellybridge.files;

import java.util.HashMap;
import java.util.Map;

/** Selects the hosts that store the most bytes of some files. */
public final class PreferredHosts {
  /** No preference. */
  public static final String[] NONE = {};

  private static final int MAX_HOSTS = 3;

  private final Map<String, Long> bytes = new HashMap<>();

  /**
   * Adds bytes that each of the hosts stores. Ignores "localhost", which has no meaning elsewhere.
   */
  public void add(String[] hosts, long length) {
    for (String host : hosts) {
      if (!"localhost".equals(host)) {
        bytes.merge(host, length, Long::sum);
      }
    }
  }

  /** Returns up to three hosts, the one with the most bytes first. */
  public String[] best() {
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
