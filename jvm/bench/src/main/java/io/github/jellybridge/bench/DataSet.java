package io.github.jellybridge.bench;

import io.github.jellybridge.bench.contender.TermBatches;
import io.github.jellybridge.bench.harness.BenchArguments;
import io.github.jellybridge.jelly.PhysicalType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Jelly files that are measured together.
 *
 * @param name name in tables
 * @param files Jelly files
 * @param statements statements in all files
 */
record DataSet(String name, List<Path> files, long statements) {
  /** Rounds on fewer statements measure the clock, and the fixed cost of a query. */
  private static final long LEAST_STATEMENTS = 2_000_000;

  /** The files as Spark takes them. */
  String[] paths() {
    return files.stream().map(file -> file.toAbsolutePath().toString()).toArray(String[]::new);
  }

  /** Whether a file declares statements in named graphs; schema.org's releases are such files. */
  boolean hasGraphs() throws IOException {
    for (Path file : files) {
      if (TermBatches.options(List.of(file)).physicalType() != PhysicalType.TRIPLES) {
        return true;
      }
    }
    return false;
  }

  /** How many times a small data set is read in a round. */
  int passes(BenchArguments arguments) {
    return passes(Math.min(LEAST_STATEMENTS, arguments.statements), statements);
  }

  /** How many times a number of statements is done in a round. */
  static int passes(long statements) {
    return passes(LEAST_STATEMENTS, statements);
  }

  private static int passes(long least, long statements) {
    return (int) Math.max(1, least / Math.max(1, statements));
  }
}
