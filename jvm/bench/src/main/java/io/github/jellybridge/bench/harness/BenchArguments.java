package io.github.jellybridge.bench.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The command line that all benchmarks share. */
public final class BenchArguments {
  private static final String USAGE =
      "usage: bench NAME [--data FILE...] [--rounds N] [--warmups N] [--statements N]"
          + " [--bytes N] [--tasks A,B] [--datasets A,B] [--contenders A,B] [--layout 1.1|1.2]";

  private static final long DEFAULT_STATEMENTS = 3_000_000;

  /** Jelly files to measure instead of the generated data sets. */
  public final List<Path> data = new ArrayList<>();

  /** Names of the tasks to run; empty for all. So are the next two. */
  public final Set<String> tasks = new HashSet<>();

  public final Set<String> datasets = new HashSet<>();
  final Set<String> contenders = new HashSet<>();

  /** Whether our contender reads the column layout (Jelly-RDF 1.2), where a benchmark has both. */
  public final boolean columns;

  /** Measured rounds, and the rounds before them that are dropped. */
  public final int rounds;

  public final int warmups;

  /** Least number of statements in a generated data set. */
  public final long statements;

  /** Folder of the project, and the folder for results and cached data. */
  public final Path root = Path.of(System.getProperty("bench.root", "."));

  public final Path output = root.resolve("build/bench");

  private final long givenStatements;
  private final long bytes;

  private BenchArguments(String[] args, int defaultWarmups) {
    int rounds = 5;
    int warmups = defaultWarmups;
    long statements = 0;
    long bytes = 0;
    boolean columns = false;
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
        case "--layout" -> columns = columns(value(args, ++i));
        default -> throw usage("unknown argument: " + args[i]);
      }
    }
    this.rounds = rounds;
    this.warmups = warmups;
    this.statements = statements > 0 ? statements : DEFAULT_STATEMENTS;
    this.givenStatements = statements;
    this.bytes = bytes;
    this.columns = columns;
  }

  /** Reads the command line; ends the process with status 2 when it is wrong. */
  public static BenchArguments parse(String[] args, int defaultWarmups) {
    return new BenchArguments(args, defaultWarmups);
  }

  /** The number of statements of a benchmark with a default of its own. */
  public long statements(long defaultStatements) {
    return givenStatements > 0 ? givenStatements : defaultStatements;
  }

  /** The least size of the largest file of the memory and split benchmarks. */
  public long bytes(long defaultBytes) {
    return bytes > 0 ? bytes : defaultBytes;
  }

  /** Whether a task was asked for. */
  public boolean wantsTask(String task) {
    return tasks.isEmpty() || tasks.contains(task);
  }

  /** Whether a contender was asked for. */
  public boolean wantsContender(String contender) {
    return contenders.isEmpty() || contenders.contains(contender);
  }

  private static Path readable(String name) {
    Path path = Path.of(name);
    if (!Files.isReadable(path) || Files.isDirectory(path)) {
      throw usage("cannot read file: " + name);
    }
    return path;
  }

  private static boolean columns(String layout) {
    if (!layout.equals("1.1") && !layout.equals("1.2")) {
      throw usage("--layout needs 1.1 or 1.2, not " + layout);
    }
    return layout.equals("1.2");
  }

  private static long number(String[] args, int i, long least) {
    String text = value(args, i);
    if (!text.matches("\\d{1,18}") || Long.parseLong(text) < least) {
      throw usage(args[i - 1] + " needs a whole number of at least " + least);
    }
    return Long.parseLong(text);
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
