package io.github.jellybridge.bench.harness;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** How much of the heap of this process was in use. */
public final class LiveHeap {
  private final AtomicLong peak = new AtomicLong();

  /** Starts to watch garbage collections. */
  public LiveHeap() {
    Set<String> heapPools = new HashSet<>();
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        heapPools.add(pool.getName());
      }
    }
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector)
          .addNotificationListener(
              (notification, handback) -> {
                if (notification.getUserData() instanceof CompositeData data) {
                  long used =
                      GarbageCollectionNotificationInfo.from(data)
                          .getGcInfo()
                          .getMemoryUsageAfterGc()
                          .entrySet()
                          .stream()
                          .filter(pool -> heapPools.contains(pool.getKey()))
                          .mapToLong(pool -> pool.getValue().getUsed())
                          .sum();
                  peak.accumulateAndGet(used, Math::max);
                }
              },
              null,
              null);
    }
  }

  /**
   * Adds the limit, the peak and the peak after garbage collections to a row.
   *
   * @param prefix start of the names of the values
   */
  public Result addTo(Result row, String prefix) {
    long inUse = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        inUse += pool.getPeakUsage().getUsed();
      }
    }
    return row.with(prefix + "heap_limit_mib", Runtime.getRuntime().maxMemory() >> 20)
        .with(prefix + "heap_peak_mib", inUse >> 20)
        .with(prefix + "heap_after_gc_peak_mib", peak.get() >> 20);
  }
}
