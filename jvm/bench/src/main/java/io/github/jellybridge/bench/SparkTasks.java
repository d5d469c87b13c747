package io.github.jellybridge.bench;

import static org.apache.spark.sql.functions.asc;
import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.desc;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.xxhash64;

import io.github.jellybridge.bench.contender.PlainTasks;
import io.github.jellybridge.bench.contender.ReadTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.RelationalGroupedDataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The tasks of the read benchmark on a DataFrame of statements, whatever it is read from.
 *
 * <p>The timed part: building the query on the loaded DataFrame, planning it and running it, as a
 * user's {@code df.groupBy(...).count().show()} does. Nothing is cached between rounds.
 */
final class SparkTasks {
  private static final String TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

  private SparkTasks() {}

  /** The table of some files, with the labels of blank nodes that other contenders see. */
  static Dataset<Row> load(SparkSession spark, String format, String... paths) {
    return spark.read().format(format).option("blankNodes", "preserve").load(paths);
  }

  /** The bytes, and the number, of the files that tasks have written into a folder. */
  static long[] size(Path folder) throws IOException {
    long[] size = new long[2];
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith("part-")).toList()) {
        size[0] += Files.size(file);
        size[1]++;
      }
    }
    return size;
  }

  /** Replaces the files of a folder. */
  static void save(Dataset<Row> rows, String format, Path folder) {
    rows.write().format(format).mode("overwrite").save(folder.toString());
  }

  /** Deletes a folder if it exists. */
  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** Does a task and answers in the form that all contenders share. */
  static String run(ReadTask task, ReadTask.Predicates predicates, Dataset<Row> df) {
    return switch (task) {
      case COUNT -> Long.toString(df.count());
      case GROUP_PREDICATE -> {
        Map<String, Long> counts = new HashMap<>();
        for (Row row : df.groupBy("p.value").count().collectAsList()) {
          counts.put(row.getString(0), row.getLong(1));
        }
        yield PlainTasks.groups(counts);
      }
      case FILTER_GROUP_OBJECT ->
          top(df.where(hasPredicate(predicates.filter())).groupBy(col("o.value").as("value")));
      case DISTINCT_SUBJECTS -> Long.toString(df.select("s.value").distinct().count());
      case STRING_LENGTHS -> {
        Row row =
            df.agg(
                    sum(length(col("s.value"))),
                    sum(length(col("p.value"))),
                    sum(length(col("o.value"))))
                .first();
        yield row.get(0) + " " + row.get(1) + " " + row.get(2);
      }
      case MATERIALISE -> discard(df);
      case SELF_JOIN -> {
        Dataset<Row> left =
            df.where(hasPredicate(predicates.join())).select(col("o.value").as("key"));
        Dataset<Row> right =
            df.where(hasPredicate(predicates.filter()))
                .select(col("s.value").as("key"), col("o.value").as("value"));
        yield top(left.join(right, "key").groupBy("value"));
      }
      case FILTER_SCAN -> discard(df.where(hasPredicate(predicates.rare())));
    };
  }

  /** A digest of all fields of all statements in any order, to compare two sources of one table. */
  static String digest(Dataset<Row> df) {
    Row row =
        df.agg(bit_xor(xxhash64(col("s"), col("p"), col("o"), col("g"))), count(lit(1))).first();
    return row.get(0) + " over " + row.get(1);
  }

  /**
   * Picks the predicates for the tasks by fixed rules, so that any file can be measured.
   *
   * <p>The filter is {@code rdf:type} where there is one, else the most frequent predicate; the
   * rare one is the most frequent of those with at most a twentieth of the statements, else the
   * rarest; the join follows the predicate whose objects are most often subjects.
   */
  static ReadTask.Predicates predicates(Dataset<Row> df) {
    List<Row> counts =
        df.groupBy(col("p.value").as("p")).count().orderBy(desc("count"), asc("p")).collectAsList();
    long all = counts.stream().mapToLong(row -> row.getLong(1)).sum();
    String filter =
        counts.stream()
            .map(row -> row.getString(0))
            .filter(TYPE::equals)
            .findFirst()
            .orElse(counts.get(0).getString(0));
    String rare =
        counts.stream()
            .filter(row -> row.getLong(1) * 20 <= all)
            .findFirst()
            .orElse(counts.get(counts.size() - 1))
            .getString(0);
    Dataset<Row> subjects = df.select(col("s.value").as("key")).distinct();
    List<Row> links =
        df.where(col("o.kind").notEqual("literal").and(col("p.value").notEqual(filter)))
            .select(col("p.value").as("p"), col("o.value").as("key"))
            .join(subjects, "key")
            .groupBy("p")
            .count()
            .orderBy(desc("count"), asc("p"))
            .limit(1)
            .collectAsList();
    return new ReadTask.Predicates(
        filter, rare, links.isEmpty() ? filter : links.get(0).getString(0));
  }

  private static Column hasPredicate(String predicate) {
    return col("p.value").equalTo(predicate);
  }

  static String discard(Dataset<Row> df) {
    df.write().format("noop").mode("overwrite").save();
    return "discarded";
  }

  private static String top(RelationalGroupedDataset groups) {
    return groups
        .count()
        .orderBy(desc("count"), asc("value"))
        .limit(ReadTask.TOP)
        .collectAsList()
        .stream()
        .map(row -> row.getLong(1) + " " + row.getString(0))
        .collect(Collectors.joining("\n"));
  }
}
