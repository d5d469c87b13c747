package io.github.jellybridge.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The command line that all benchmarks share.
 *
 * @param data Jelly files to measure instead of the generated data sets
 * @param rounds measured rounds
 * @param warmups rounds before them that are dropped
 * @param statements least number of statements in a generated data set
 * @param bytes least size of the largest file of the memory and split benchmarks; 0 for theirs
 * @param tasks names of the tasks to run; empty for all
 * @param datasets names of the data sets to run; empty for all
 * @param contenders names of the contenders to run; empty for all
 * @param output folder for results and cached data
 * @param root folder of the project
 * @param python interpreter that has pyjelly
 */
record BenchArguments(
    List<Path> data,
    int rounds,
    int warmups,
    long statements,
    long bytes,
    Set<String> tasks,
    Set<String> datasets,
    Set<String> contenders,
    Path output,
    Path root,
    String python) {
  private static final String USAGE =
      "usage: bench NAME [--data FILE...] [--rounds N] [--warmups N] [--statements N]"
          + " [--bytes N] [--tasks A,B] [--datasets A,B] [--contenders A,B]";

  /** Reads the command line; ends the process with status 2 when it is wrong. */
  static BenchArguments parse(String[] args) {
    return parse(args, 3);
  }

  /**
   * Reads the command line; ends the process with status 2 when it is wrong.
   *
   * @param usualWarmups rounds that are dropped unless the user says how many
   */
  static BenchArguments parse(String[] args, int usualWarmups) {
    int warmups = usualWarmups;
    List<Path> data = new ArrayList<>();
    Set<String> tasks = new HashSet<>();
    Set<String> datasets = new HashSet<>();
    Set<String> contenders = new HashSet<>();
    int rounds = 5;
    long statements = 3_000_000;
    long bytes = 0;
    Path root = Path.of(System.getProperty("bench.root", "."));
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--data" -> {
          while (i + 1 < args.length && !args[i + 1].startsWith("--")) {
            data.add(readable(args[++i]));
          }
        }
        case "--rounds" -> rounds = (int) number(args, ++i, 1);
        case "--warmups" -> warmups = (int) number(args, ++i, 0);
        case "--statements" -> statements = number(args, ++i, 1);
        case "--bytes" -> bytes = number(args, ++i, 1000);
        case "--tasks" -> tasks.addAll(List.of(value(args, ++i).split(",")));
        case "--datasets" -> datasets.addAll(List.of(value(args, ++i).split(",")));
        case "--contenders" -> contenders.addAll(List.of(value(args, ++i).split(",")));
        default -> throw usage("unknown argument: " + args[i]);
      }
    }
    return new BenchArguments(
        data,
        rounds,
        warmups,
        statements,
        bytes,
        tasks,
        datasets,
        contenders,
        root.resolve("build/bench"),
        root,
        System.getProperty("bench.python", "python3"));
  }

  /** The least size of the largest file, or that of the benchmark if none was given. */
  long bytes(long ifNotGiven) {
    return bytes > 0 ? bytes : ifNotGiven;
  }

  /** Whether a task was asked for. */
  boolean wantsTask(String task) {
    return tasks.isEmpty() || tasks.contains(task);
  }

  /** Whether a contender was asked for. */
  boolean wantsContender(String contender) {
    return contenders.isEmpty() || contenders.contains(contender);
  }

  /**
   * Tells whether a contender can read a data set, by trying. Files of the user may use what only
   * some contenders know; those are left out with a message. Our own data sets all must read.
   */
  boolean canRead(String contender, String dataset, Harness.Work attempt) throws Exception {
    try {
      attempt.run();
      return true;
    } catch (Exception e) {
      if (data.isEmpty()) {
        throw e;
      }
      System.err.println("bench: " + contender + " left out on " + dataset + ": " + e.getMessage());
      return false;
    }
  }

  private static Path readable(String name) {
    Path path = Path.of(name);
    if (!Files.isReadable(path) || Files.isDirectory(path)) {
      throw usage("cannot read file: " + name);
    }
    return path;
  }

  private static long number(String[] args, int i, long least) {
    try {
      long value = Long.parseLong(value(args, i));
      if (value >= least) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the one message for every bad number.
    }
    throw usage(args[i - 1] + " needs a whole number of at least " + least);
  }

  private static String value(String[] args, int i) {
    if (i >= args.length) {
      throw usage(args[i - 1] + " needs a value");
    }
    return args[i];
  }

  private static RuntimeException usage(String problem) {
    System.err.println("bench: " + problem);
    System.err.println(USAGE);
    System.exit(2);
    return new IllegalArgumentException(problem);
  }
}
