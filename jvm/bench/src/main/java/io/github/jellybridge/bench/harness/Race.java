package io.github.jellybridge.bench.harness;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Times contenders in rounds, each once in every round, and compares their answers. */
public final class Race {
  private final BenchArguments arguments;
  private final String dataset;
  private final String task;
  private final Pause pause;
  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, String> answers = new HashMap<>();

  /** Times one task on one data set, with a garbage collection of this process before each run. */
  public Race(BenchArguments arguments, String dataset, String task) {
    this(arguments, dataset, task, System::gc);
  }

  /**
   * Times with something else before each run.
   *
   * @param pause not timed
   */
  public Race(BenchArguments arguments, String dataset, String task, Pause pause) {
    this.arguments = arguments;
    this.dataset = dataset;
    this.task = task;
    this.pause = pause;
  }

  /** Work that is timed; returns its answer as text. */
  @FunctionalInterface
  public interface Work {
    String run() throws Exception;
  }

  /** What happens between two runs. */
  @FunctionalInterface
  public interface Pause {
    void run() throws Exception;
  }

  private record Entry(String task, String contender, long statements, String scope, Work work) {}

  /** Lets a contender take part if the command line asks for it. */
  public Race add(String contender, long statements, String scope, Work work) {
    return add(task, contender, statements, scope, work);
  }

  /**
   * As above, with a row of a task of its own.
   *
   * @param statements statements that one run reads
   * @param scope contenders with the same scope read the same statements and must answer alike
   */
  public Race add(String ownTask, String contender, long statements, String scope, Work work) {
    if (arguments.wantsContender(contender)) {
      entries.add(new Entry(ownTask, contender, statements, scope, work));
    }
    return this;
  }

  /** Compares an answer with the one that is known for a scope, or makes it the known one. */
  public Race expect(String scope, String contender, String answer) {
    String expected = answers.putIfAbsent(scope, answer);
    if (expected != null && !expected.equals(answer)) {
      throw new IllegalStateException(
          "%s/%s: %s disagrees on %s:\n  it says   %s\n  others say %s"
              .formatted(dataset, task, contender, scope, cut(answer), cut(expected)));
    }
    return this;
  }

  private static String cut(String answer) {
    return answer.length() <= 300 ? answer : answer.substring(0, 300) + "...";
  }

  /** Runs all rounds; gives a row of each contender. */
  public List<Result> run() throws Exception {
    double[][] seconds = new double[entries.size()][arguments.rounds];
    for (int round = -arguments.warmups; round < arguments.rounds; round++) {
      for (int i = 0; i < entries.size(); i++) {
        // Another contender goes first in every round, so that none always follows the same one.
        int turn = (i + Math.floorMod(round, entries.size())) % entries.size();
        Entry entry = entries.get(turn);
        pause.run();
        long start = System.nanoTime();
        String answer = entry.work().run();
        long micros = (System.nanoTime() - start) / 1000;
        expect(entry.scope(), entry.contender(), answer);
        if (round >= 0) {
          seconds[turn][round] = micros / 1e6;
        }
      }
    }
    List<Result> rows = new ArrayList<>();
    for (Entry entry : entries) {
      double[] its = seconds[rows.size()];
      rows.add(Result.timed(dataset, entry.task(), entry.contender(), its, entry.statements()));
    }
    return rows;
  }
}
