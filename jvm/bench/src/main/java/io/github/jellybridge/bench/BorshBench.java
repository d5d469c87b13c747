package io.github.jellybridge.bench;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.xxhash64;

import io.github.jellybridge.bench.contender.ReadTask;
import io.github.jellybridge.bench.contender.TermBatches;
import io.github.jellybridge.bench.harness.Race;
import io.github.jellybridge.bench.harness.Result;
import io.github.jellybridge.borsh.BorshWriteOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * {@code ./scripts/bench borsh}: RDF/Borsh outside Spark next to nothing but LZ4 on the same blocks
 * ({@code decode}, {@code encode/LEVEL}), in Spark next to the same table in Parquet ({@code read},
 * {@code count}), and how many bytes ({@code size}). Task {@code round-trip} checks that Jelly is
 * the same after a detour, {@code cluster} counts the files that {@code clusterBy} makes.
 */
final class BorshBench {
  private static final int BEST = BorshWriteOptions.DEFAULT_LEVEL;
  private static final String BORSH = "rdf-borsh";

  private final Bench bench;
  private final DataSet dataset;

  /** The RDF/Borsh files of the data set; other folders are made beside it. */
  private final Path folder;

  private BorshBench(Bench bench, DataSet dataset) {
    this.bench = bench;
    this.dataset = dataset;
    this.folder =
        bench.arguments.output.resolve("data/borsh").resolve(dataset.name()).toAbsolutePath();
  }

  static void run(Bench bench) throws Exception {
    bench.spark();
    for (DataSet dataset : bench.datasets.selected()) {
      new BorshBench(bench, dataset).run();
    }
  }

  private void run() throws Exception {
    List<Result> sizes = new ArrayList<>();
    // Every step starts without the objects of the one before it.
    long statements = encode(sizes);
    if (bench.arguments.wantsTask("decode")) {
      decode(statements);
    }
    if (bench.arguments.wantsTask("read")) {
      inSpark("read", ReadTask.MATERIALISE);
    }
    if (bench.arguments.wantsTask("count")) {
      inSpark("count", ReadTask.COUNT);
    }
    if (bench.arguments.wantsTask("round-trip")) {
      roundTrip();
    }
    if (bench.arguments.wantsTask("cluster")) {
      cluster();
    }
    if (bench.arguments.wantsTask("size")) {
      sizes.addAll(WriteBench.sizes(bench, dataset));
      bench.add(sizes);
    }
  }

  /** Makes the files; returns the number of statements given to them. */
  private long encode(List<Result> sizes) throws Exception {
    List<TermBatches> chunks = TermBatches.of(dataset.files(), bench.arguments.statements);
    long statements = TermBatches.statements(chunks);
    BorshFiles best = BorshFiles.of(chunks, BEST);
    best.save(folder);
    long fast = BorshFiles.of(chunks, 0).bytes();
    sizes.add(Result.size(dataset.name(), BORSH, best.bytes()));
    sizes.add(Result.size(dataset.name(), BORSH + " level 0", fast));
    sizes.add(Result.size(dataset.name(), BORSH + " files", best.count()));
    for (int level : new int[] {0, BEST}) {
      String task = "encode/" + level;
      if (bench.arguments.wantsTask(task)) {
        List<byte[]> blocks = best.blocks();
        int passes = level == BEST ? 1 : DataSet.passes(statements);
        Race race = bench.race(dataset, task);
        add(race, Bench.OURS, statements, passes, () -> BorshFiles.encoded(chunks, level));
        add(race, "lz4", statements, passes, () -> BorshFiles.compressed(blocks, level));
        bench.add(race.run());
      }
    }
    return statements;
  }

  private void decode(long statements) throws Exception {
    BorshFiles files = BorshFiles.load(folder);
    List<Integer> lengths = files.blocks().stream().map(block -> block.length).toList();
    int passes = DataSet.passes(statements);
    Race race = bench.race(dataset, "decode");
    add(race, Bench.OURS, statements, passes, files::decoded);
    add(race, "lz4", statements, passes, () -> files.decompressed(lengths));
    List<Result> rows = race.run();
    bench.add(rows);
    if (rows.size() == 2) {
      double rest = rows.get(0).seconds() - rows.get(1).seconds();
      bench.note(
          "%s: %.1f M quads/s once decompressed", dataset.name(), statements * passes / rest / 1e6);
    }
  }

  private static void add(
      Race race, String contender, long statements, int passes, Race.Work work) {
    race.add(
        contender,
        statements * passes,
        contender,
        () -> {
          for (int i = 1; i < passes; i++) {
            work.run();
          }
          return work.run();
        });
  }

  // ---- In Spark ------------------------------------------------------------------------------

  private Path beside(String name) {
    return Path.of(folder + "-" + name);
  }

  private Dataset<Row> load(String format, Path path) {
    return SparkTasks.load(bench.spark(), format, path.toString());
  }

  private Dataset<Row> jelly() {
    return SparkTasks.load(bench.spark(), "jelly", dataset.paths());
  }

  /** Compares with the same rows in the same order in one Parquet file. */
  private void inSpark(String task, ReadTask query) throws Exception {
    Dataset<Row> borsh = load(BORSH, folder);
    SparkTasks.save(borsh.coalesce(1), "parquet", beside("parquet"));
    Dataset<Row> parquet = bench.spark().read().parquet(beside("parquet").toString());
    long n = borsh.count();
    bench.add(
        bench
            .race(dataset, task)
            .expect("content", Bench.OURS, SparkTasks.digest(borsh))
            .expect("content", "parquet", SparkTasks.digest(parquet))
            .add(Bench.OURS, n, Bench.OURS, () -> SparkTasks.run(query, null, borsh))
            .add("parquet", n, "parquet", () -> SparkTasks.run(query, null, parquet))
            .run());
  }

  /**
   * Writes the Jelly files as RDF/Borsh and that as Jelly, with the defaults, and checks that the
   * statements are the same; a file of RDF/Borsh is a set, so they are compared as sets.
   */
  private void roundTrip() throws Exception {
    Path packed = beside("packed");
    Path again = beside("again");
    SparkTasks.save(jelly(), BORSH, packed);
    SparkTasks.save(load(BORSH, packed), "jelly", again);
    String digest = SparkTasks.digest(jelly().distinct());
    bench
        .race(dataset, "round-trip")
        .expect("set", "jelly", digest)
        .expect("set", BORSH, SparkTasks.digest(load(BORSH, packed).distinct()))
        .expect("set", "jelly again", SparkTasks.digest(load("jelly", again).distinct()));
    long files = SparkTasks.size(packed)[1];
    bench.note(
        "%s to RDF/Borsh and back, equal: %s statements in %d files",
        dataset.name(), digest, files);
    SparkTasks.delete(packed);
    SparkTasks.delete(again);
  }

  /**
   * Writes the rows in the order of the data set and in none, with and without {@code clusterBy}.
   */
  private void cluster() throws Exception {
    Dataset<Row> rows = jelly().coalesce(1);
    // Shuffled by hashes that have nothing to do with subjects.
    Dataset<Row> shuffled =
        rows.repartition(4, xxhash64(col("s"), col("o")))
            .sortWithinPartitions(xxhash64(col("o"), col("s")));
    Path target = beside("clustered");
    for (String columns : List.of("", "s", "p,s", "o")) {
      for (Dataset<Row> source : List.of(rows, shuffled)) {
        source
            .write()
            .format(BORSH)
            .option("compressionLevel", 1)
            .option("clusterBy", columns)
            .mode("overwrite")
            .save(target.toString());
        long[] size = SparkTasks.size(target);
        String order = source == rows ? "in order" : "shuffled";
        String by = columns.isEmpty() ? "as they come" : "by " + columns;
        bench.note(
            "%s, rows %s, %s: %d files, %,d bytes", dataset.name(), order, by, size[1], size[0]);
      }
    }
    SparkTasks.delete(target);
  }
}
