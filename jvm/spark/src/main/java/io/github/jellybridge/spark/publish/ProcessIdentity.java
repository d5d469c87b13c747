package io.github.jellybridge.spark.publish;

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
 * @param start when it started, as numbers are used again: in ticks since the boot, which no
 *     setting of the clock changes; where the place is not known, in milliseconds since the epoch
 */
record ProcessIdentity(String place, long pid, long start) {
  private static final Pattern SUFFIX =
      Pattern.compile("\\.([0-9a-f]*)\\.(\\d{1,18})\\.(\\d{1,18})$");
  private static final int STATE = 0;
  private static final int START = 19;
  private static final String HERE = findPlace();
  private static final ProcessIdentity SELF = current();

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

  private static ProcessIdentity current() {
    ProcessHandle process = ProcessHandle.current();
    return new ProcessIdentity(
        HERE,
        process.pid(),
        HERE.isEmpty()
            ? process.info().startInstant().map(Instant::toEpochMilli).orElse(0L)
            : start(process.pid()));
  }

  /** Whether the process still runs, as far as that can be told from here. */
  Life life() {
    if (equals(SELF)) {
      return Life.RUNS;
    }
    if (place.isEmpty() || !place.equals(HERE)) {
      return Life.UNKNOWN;
    }
    return start(pid) == start ? Life.RUNS : Life.GONE;
  }

  /** When a process of this place started; -1 if it does not run. See proc_pid_stat(5). */
  private static long start(long pid) {
    try {
      byte[] bytes = Files.readAllBytes(Path.of("/proc/" + pid + "/stat"));
      String stat = new String(bytes, StandardCharsets.ISO_8859_1);
      // From the third field on; the second, the name of the program, may hold anything.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      boolean ended = fields[STATE].equals("Z") || fields[STATE].equals("X");
      return ended ? -1 : Long.parseLong(fields[START]);
    } catch (IOException e) {
      return -1; // it is gone
    }
  }

  private static String findPlace() {
    if (!Files.isReadable(Path.of("/proc/1/stat"))) {
      return ""; // nor can processes of other users be seen
    }
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
