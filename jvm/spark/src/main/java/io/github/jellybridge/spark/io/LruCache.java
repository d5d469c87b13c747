package io.github.jellybridge.spark.io;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of so many entries at most: what was used longest ago makes room for what is new. */
public class LruCache<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  /** An empty map that keeps so many entries. */
  public LruCache(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
