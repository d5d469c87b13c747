package io.github.jellybridge.spark.io;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map with a limited number of entries: a new entry replaces the least recently used one. */
public class LruCache<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  /**
   * Creates an empty map.
   *
   * @param most largest number of entries
   */
  public LruCache(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
