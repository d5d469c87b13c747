package io.github.jellybridge.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/** What the RDF/Borsh benchmark does with a data set in Spark. */
final class BorshTasks {
  private static final String BORSH = "rdf-borsh";

  private final SparkSession spark;
  private final DataSet dataset;
  private final Path folder;

  /**
   * Takes a data set.
   *
   * @param folder the RDF/Borsh files of the data set; others are made beside it
   */
  BorshTasks(SparkSession spark, DataSet dataset, Path folder) {
    this.spark = spark;
    this.dataset = dataset;
    this.folder = folder;
  }

  private Dataset<Row> load(String format, String... paths) {
    return spark.read().format(format).option("blankNodes", "preserve").load(paths);
  }

  private String beside(String name) {
    return folder + "-" + name;
  }

  /** The table of the files. */
  Dataset<Row> borsh() {
    return load(BORSH, folder.toString());
  }

  /** The same rows in the same order in one Parquet file, made by Spark with its defaults. */
  Dataset<Row> parquet() {
    String copy = beside("parquet");
    borsh().coalesce(1).write().mode("overwrite").parquet(copy);
    Dataset<Row> parquet = spark.read().parquet(copy);
    Map<String, String> content = new HashMap<>();
    Harness.check(content, "content", "jelly-bridge", SparkTasks.digest(borsh()));
    Harness.check(content, "content", "parquet", SparkTasks.digest(parquet));
    return parquet;
  }

  /**
   * Writes the Jelly files as RDF/Borsh and that as Jelly, with the defaults, and checks that the
   * statements are the same; a file of RDF/Borsh is a set, so they are compared as sets.
   *
   * @return what was compared
   */
  String roundTrip() throws IOException {
    String packed = beside("packed");
    String again = beside("again");
    Dataset<Row> jelly = load("jelly", dataset.paths());
    jelly.write().format(BORSH).mode("overwrite").save(packed);
    load(BORSH, packed).write().format("jelly").mode("overwrite").save(again);
    Map<String, String> content = new HashMap<>();
    String digest = SparkTasks.digest(jelly.distinct());
    Harness.check(content, "set", "jelly", digest);
    Harness.check(content, "set", "rdf-borsh", SparkTasks.digest(load(BORSH, packed).distinct()));
    Harness.check(
        content, "set", "jelly again", SparkTasks.digest(load("jelly", again).distinct()));
    String text = digest + " statements in " + size(packed)[0] + " files";
    delete(packed, again);
    return text;
  }

  /**
   * Writes the rows in the order of the data set and in none, with and without {@code clusterBy}.
   *
   * @return the number of files and their bytes by what was done
   */
  Map<String, long[]> clustered() throws IOException {
    Dataset<Row> rows = load("jelly", dataset.paths()).coalesce(1);
    // Shuffled by what has nothing to do with subjects.
    Dataset<Row> shuffled =
        rows.repartition(4, functions.xxhash64(functions.col("s"), functions.col("o")))
            .sortWithinPartitions(functions.xxhash64(functions.col("o"), functions.col("s")));
    Map<String, long[]> files = new LinkedHashMap<>();
    String target = beside("clustered");
    for (String columns : List.of("", "s", "p,s", "o")) {
      for (Dataset<Row> source : List.of(rows, shuffled)) {
        source
            .write()
            .format(BORSH)
            .option("compressionLevel", 1)
            .option("clusterBy", columns)
            .mode("overwrite")
            .save(target);
        String by = columns.isEmpty() ? "as they come" : "by " + columns;
        files.put((source == rows ? "in order, " : "shuffled, ") + by, size(target));
      }
    }
    delete(target);
    return files;
  }

  /** The number of files in a folder, and their bytes. */
  private static long[] size(String folder) throws IOException {
    long[] size = new long[2];
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".rdfb")).toList()) {
        size[0]++;
        size[1] += Files.size(file);
      }
    }
    return size;
  }

  private static void delete(String... folders) throws IOException {
    for (String folder : folders) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
