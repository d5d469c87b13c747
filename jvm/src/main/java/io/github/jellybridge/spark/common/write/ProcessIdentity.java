package io.github.jellybridge.spark.common.write;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names a process so that another one can tell whether it still runs. That is possible where both
 * see the same processes: under the same boot of the same Linux, in the same PID namespace.
 *
 * @param place stands for the boot and the PID namespace, in hexadecimal digits; empty where they
 *     are not known
 * @param pid the number of the process
 * @param start when it started, in milliseconds since the epoch; numbers are used again
 */
record ProcessIdentity(String place, long pid, long start) {
  private static final Pattern SUFFIX =
      Pattern.compile("\\.([0-9a-f]*)\\.(\\d{1,18})\\.(\\d{1,18})$");
  private static final String HERE = findPlace();
  private static final ProcessIdentity SELF = of(ProcessHandle.current());

  /** What is known of another process. */
  enum Life {
    RUNS,
    GONE,
    UNKNOWN
  }

  /** What the names of staging folders of this process end with. */
  String suffix() {
    return "." + place + "." + pid + "." + start;
  }

  /** The process whose {@link #suffix} a name ends with; empty if it has none. */
  static Optional<ProcessIdentity> inName(String name) {
    Matcher matcher = SUFFIX.matcher(name);
    return matcher.find()
        ? Optional.of(
            new ProcessIdentity(
                matcher.group(1),
                Long.parseLong(matcher.group(2)),
                Long.parseLong(matcher.group(3))))
        : Optional.empty();
  }

  /** This process. */
  static ProcessIdentity self() {
    return SELF;
  }

  private static ProcessIdentity of(ProcessHandle process) {
    return new ProcessIdentity(HERE, process.pid(), start(process));
  }

  /** Whether the process still runs, as far as that can be told from here. */
  Life life() {
    if (equals(SELF)) {
      return Life.RUNS;
    }
    if (place.isEmpty() || !place.equals(HERE)) {
      return Life.UNKNOWN;
    }
    return ProcessHandle.of(pid).filter(p -> p.isAlive() && start(p) == start).isPresent()
        ? Life.RUNS
        : Life.GONE;
  }

  private static long start(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  private static String findPlace() {
    try {
      String place =
          Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).trim()
              + " "
              + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
      byte[] bytes = place.getBytes(StandardCharsets.UTF_8);
      return UUID.nameUUIDFromBytes(bytes).toString().replace("-", "");
    } catch (IOException | RuntimeException e) {
      return ""; // no Linux, or /proc is not readable
    }
  }
}
