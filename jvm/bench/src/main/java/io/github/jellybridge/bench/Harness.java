package io.github.jellybridge.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Times contenders round by round, one after the other in each round, and compares their answers.
 */
final class Harness {
  private final int warmups;
  private final int rounds;
  private final Pause pause;

  Harness(int warmups, int rounds) {
    this(warmups, rounds, System::gc);
  }

  /**
   * Times with something else than a garbage collection of this process between the runs.
   *
   * @param pause what happens before each run, not timed
   */
  Harness(int warmups, int rounds, Pause pause) {
    this.warmups = warmups;
    this.rounds = rounds;
    this.pause = pause;
  }

  /** What happens between two runs. */
  @FunctionalInterface
  interface Pause {
    void pass() throws Exception;
  }

  /** Work that is timed; returns its answer as text. */
  @FunctionalInterface
  interface Work {
    String run() throws Exception;
  }

  /**
   * One contender at one task.
   *
   * @param contender its name
   * @param statements statements that one run reads
   * @param scope contenders with the same scope read the same statements and must answer alike
   * @param work what is timed
   */
  record Entry(String contender, long statements, String scope, Work work) {}

  /** Runs a task untimed to learn the answer that a scope must give. */
  static void check(Map<String, String> answers, String scope, String who, String answer) {
    String expected = answers.putIfAbsent(scope, answer);
    if (expected != null && !expected.equals(answer)) {
      throw new IllegalStateException(
          who
              + " disagrees on "
              + scope
              + ":\n  it says   "
              + cut(answer)
              + "\n  others say "
              + cut(expected));
    }
  }

  /**
   * Measures all entries of one task on one data set.
   *
   * @param known answers by scope that are known already; further ones are added
   */
  List<Row> measure(String dataset, String task, List<Entry> entries, Map<String, String> known)
      throws Exception {
    Map<String, double[]> times = new LinkedHashMap<>();
    entries.forEach(entry -> times.put(entry.contender(), new double[rounds]));
    for (int round = -warmups; round < rounds; round++) {
      for (int i = 0; i < entries.size(); i++) {
        // Another contender goes first in every round, so that nobody always follows the same one.
        Entry entry = entries.get((i + Math.floorMod(round, entries.size())) % entries.size());
        pause.pass();
        long start = System.nanoTime();
        String answer = entry.work().run();
        double seconds = (System.nanoTime() - start) / 1e9;
        check(known, entry.scope(), dataset + "/" + task + ": " + entry.contender(), answer);
        if (round >= 0) {
          times.get(entry.contender())[round] = seconds;
        }
      }
    }
    List<Row> rows = new ArrayList<>();
    for (Entry entry : entries) {
      double[] seconds = times.get(entry.contender());
      rows.add(
          new Row(dataset, task, entry.contender(), median(seconds), seconds, entry.statements()));
    }
    return rows;
  }

  /** The measurement of a contender, if there is one. */
  static Optional<Row> find(List<Row> rows, String dataset, String task, String contender) {
    return rows.stream()
        .filter(
            row ->
                row.dataset().equals(dataset)
                    && row.task().equals(task)
                    && row.contender().equals(contender))
        .findFirst();
  }

  /** The middle of some numbers; between the two middle ones of an even count. */
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The geometric mean; NaN for no numbers. */
  static double geometricMean(List<Double> values) {
    return Math.exp(values.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
  }

  private static String cut(String answer) {
    return answer.length() <= 300 ? answer : answer.substring(0, 300) + "...";
  }

  /** One line of the result file, see design §6. */
  record Row(
      String dataset,
      String task,
      String contender,
      double medianSeconds,
      double[] seconds,
      long statements) {
    /** Million statements a second. */
    double rate() {
      return statements / medianSeconds / 1e6;
    }
  }
}
