package io.github.jellybridge.bench;

import io.github.jellybridge.bench.harness.Race;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.SparkSession;

/**
 * The statements of the skip benchmark: a catalogue with ten statements a subject on average and 60
 * predicates, in files of both formats. Spark computes each statement from its number alone.
 */
final class SkipData {
  /** One statement in a hundred has this predicate. */
  static final String RARE_PREDICATE = "http://example.org/property/isbn";

  /** Files are written again if the queries below have changed. */
  private static final int VERSION = 1;

  private static final String COMPRESSION = "zstd";

  private static final long STATEMENTS_PER_FILE = 4_000_000;

  /** Random numbers of each statement. */
  private static final String NUMBERS =
      """
      SELECT pmod(xxhash64(id, 1), %1$d) AS subject,
        cast(%1$d * pow(pmod(xxhash64(id, 2), 1000000) / 1e6D, 3) AS bigint) AS target,
        pmod(xxhash64(id, 3), 100) AS draw,
        cast(58 * pow(pmod(xxhash64(id, 4), 1000000) / 1e6D, 2) AS int) AS property,
        pmod(xxhash64(id, 5), 1000000007) AS random
      FROM range(0, %2$d, 1, %3$d)
      """;

  /** A tenth are types, a hundredth has the rare predicate, and 58 predicates share the rest. */
  private static final String TERMS =
      """
      SELECT concat('http://example.org/', elt(1 + pmod(subject, 6), %1$s), '/', subject) AS s,
        CASE WHEN draw < 10 THEN 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
          WHEN draw = 10 THEN '%2$s'
          ELSE concat('http://example.org/property/P', property) END AS p,
        CASE WHEN draw < 10 THEN 'class' WHEN draw = 10 THEN 'isbn'
          ELSE elt(1 + pmod(property, 6), 'link', 'label', 'integer', 'link', 'date', 'label') END
          AS range,
        concat('http://example.org/', elt(1 + pmod(target, 6), %1$s), '/', target) AS link,
        concat_ws(' ', elt(1 + pmod(random, 32), %3$s), elt(1 + pmod(random div 32, 32), %3$s),
          elt(1 + pmod(random div 1024, 32), %3$s), pmod(random, 1000)) AS label,
        random, property
      FROM (%4$s)
      """;

  private static final String STATEMENTS =
      """
      SELECT named_struct('kind', 'iri', 'value', s, 'lang', null, 'datatype', null) AS s,
        named_struct('kind', 'iri', 'value', p, 'lang', null, 'datatype', null) AS p,
        named_struct('kind', CASE WHEN range IN ('class', 'link') THEN 'iri' ELSE 'literal' END,
          'value', CASE range WHEN 'link' THEN link WHEN 'label' THEN label
            WHEN 'class' THEN concat('http://example.org/class/C', pmod(random, 40))
            WHEN 'isbn' THEN concat('978-', random)
            WHEN 'date' THEN cast(date_add(DATE '1970-01-01', cast(pmod(random, 20000) AS int)) AS string)
            ELSE cast(pmod(random, 10000) AS string) END,
          'lang', CASE WHEN range = 'label' AND pmod(property, 2) = 1
            THEN elt(1 + pmod(random, 3), 'en', 'de', 'fr') END,
          'datatype', CASE WHEN range IN ('date', 'integer')
            THEN concat('http://www.w3.org/2001/XMLSchema#', range) END) AS o
      FROM (%s)
      """;

  private static final String CLASSES =
      "'person', 'place', 'work', 'event', 'organisation', 'product'";

  private static final String WORDS =
      """
      'north', 'river', 'stone', 'house', 'light', 'garden', 'winter', 'bridge', 'letter', 'old',
      'great', 'music', 'market', 'field', 'silver', 'school', 'history', 'harbour', 'road', 'sea',
      'forest', 'island', 'paper', 'golden', 'city', 'small', 'church', 'castle', 'valley', 'mill',
      'summer', 'tower'\
      """;

  private final Bench bench;
  private final SparkSession spark;
  private final long statements;
  private final Path folder;

  SkipData(Bench bench, SparkSession spark, long statements) {
    this.bench = bench;
    this.spark = spark;
    this.statements = statements;
    String name = "data/skip/g" + VERSION + "-" + statements;
    this.folder = bench.arguments.output.resolve(name).toAbsolutePath();
  }

  /** The number of files that this many statements are written to. */
  static int files(long statements) {
    return (int) Math.max(2, statements / STATEMENTS_PER_FILE);
  }

  /** The name of the statements sorted by these columns, or as they come. */
  DataSet dataset(String clusterBy) {
    String name = clusterBy.isEmpty() ? "unclustered" : "by " + clusterBy;
    return new DataSet(name, List.of(), statements);
  }

  /** A subject of about ten statements, from the middle of the files sorted by subject. */
  String subject() {
    return "http://example.org/person/" + subjects() / 2;
  }

  private long subjects() {
    return Math.max(12, statements / 120 * 12);
  }

  /** The table of a folder. */
  Dataset<Row> load(String format, Path files) {
    return spark.read().format(format).load(files.toString());
  }

  /** The folder of Jelly files with the option {@code clusterBy}; the first call writes them. */
  Path jelly(String clusterBy) {
    Path rows = rows(clusterBy);
    if (!bench.arguments.columns) {
      return rows;
    }
    Path target = Path.of(rows.toString().replace(".jelly", "-1.2.jelly"));
    if (isMissing(target)) {
      copy(rows, target, "jelly", Map.of("protocolVersion", "1.2"));
    }
    return target;
  }

  /** The files of version 1.1. */
  private Path rows(String clusterBy) {
    Path target = folder.resolve("by-" + clusterBy.replace(',', '-') + ".jelly");
    if (isMissing(target)) {
      Dataset<Row> rows = clusterBy.isEmpty() ? generated() : load("jelly", rows(""));
      rows.write()
          .format("jelly")
          .option("compression", COMPRESSION)
          .option("clusterBy", clusterBy)
          .mode("overwrite")
          .save(target.toString());
    }
    return target;
  }

  /** The folder of Parquet files with the same rows in the same order. */
  Path parquet(String clusterBy) {
    Path rows = rows(clusterBy);
    Path target = Path.of(rows.toString().replace(".jelly", ".parquet"));
    if (isMissing(target)) {
      copy(rows, target, "parquet", Map.of("parquet.bloom.filter.enabled#s.value", "true"));
      Race race = bench.race(dataset(clusterBy), "content");
      race.expect("content", "unclustered", SparkTasks.digest(load("jelly", rows(""))));
      race.expect("content", Bench.OURS, SparkTasks.digest(load("jelly", rows)));
      race.expect("content", "parquet", SparkTasks.digest(load("parquet", target)));
    }
    return target;
  }

  /** Writes a file of another kind for each file. */
  private void copy(Path files, Path target, String format, Map<String, String> options) {
    RuntimeConfig session = spark.conf();
    List<String> wholeFiles =
        List.of("spark.sql.files.maxPartitionBytes", "spark.sql.files.openCostInBytes");
    wholeFiles.forEach(name -> session.set(name, "1t"));
    load("jelly", files)
        .write()
        .format(format)
        .option("compression", COMPRESSION)
        .options(options)
        .mode("overwrite")
        .save(target.toString());
    wholeFiles.forEach(session::unset);
  }

  private static boolean isMissing(Path target) {
    boolean missing = !Files.exists(target.resolve("_SUCCESS"));
    if (missing) {
      Bench.say("writing " + target);
    }
    return missing;
  }

  private Dataset<Row> generated() {
    String numbers = NUMBERS.formatted(subjects(), statements, files(statements));
    String terms = TERMS.formatted(CLASSES, RARE_PREDICATE, WORDS, numbers);
    return spark.sql(STATEMENTS.formatted(terms));
  }
}
