package io.github.jellybridge.bench;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import io.github.jellybridge.bench.contender.CountingOutput;
import io.github.jellybridge.bench.contender.Encoders;
import io.github.jellybridge.bench.contender.TermBatches;
import io.github.jellybridge.bench.harness.BenchArguments;
import io.github.jellybridge.bench.harness.Race;
import io.github.jellybridge.bench.harness.Result;
import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jena.RdfPatchText;
import io.github.jellybridge.patch.PatchReader;
import io.github.jellybridge.patch.PatchStatementType;
import io.github.jellybridge.patch.PatchStreamType;
import io.github.jellybridge.patch.PatchWriteOptions;
import io.github.jellybridge.patch.PatchWriter;
import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.PatchOperations;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * {@code ./scripts/bench patch}: patches outside Spark next to statements ({@code decode}, {@code
 * encode}), making and applying them in Spark next to the joins that do the least possible ({@code
 * diff}, {@code apply}), and the size of a patch next to its text. Task {@code scale} has to be
 * asked for: the same for ten times the data ({@link PatchScale}).
 */
final class PatchBench {
  private static final int BATCH = 4096;
  private static final JellyReadOptions READ =
      JellyReadOptions.builder().blankNodes(BlankNodes.PRESERVE).build();

  private final Bench bench;
  private final AtomicLong toDriver = new AtomicLong();

  private PatchBench(Bench bench) {
    this.bench = bench;
  }

  static void run(Bench bench) throws Exception {
    PatchBench patches = new PatchBench(bench);
    BenchArguments arguments = bench.arguments;
    List<DataSet> datasets = bench.datasets.selected();
    if (arguments.wantsTask("decode") || arguments.wantsTask("encode")) {
      for (DataSet dataset : datasets) {
        patches.codec(dataset);
      }
    }
    if (arguments.wantsTask("diff") || arguments.wantsTask("apply")) {
      SparkSession spark = bench.spark("local[2]", 16);
      spark.sparkContext().addSparkListener(patches.new Listener());
      for (DataSet dataset : datasets) {
        patches.inSpark(spark, dataset);
      }
    }
    if (arguments.tasks.contains("scale")) {
      PatchScale.run(bench);
    }
  }

  // ---- Outside Spark -------------------------------------------------------------------------

  /**
   * The same statements as a stream of Jelly-RDF and as additions of a stream of Jelly-Patch, each
   * with the lookup sizes of its writer's defaults.
   */
  private void codec(DataSet dataset) throws Exception {
    StreamOptions stream = TermBatches.options(dataset.files());
    List<TermBatches> chunks =
        TermBatches.of(dataset.files(), Math.min(WriteBench.SLICE, bench.arguments.statements));
    List<StatementBatch> additions = chunks.stream().map(PatchBench::additions).toList();
    CountingOutput.Writing rdf = out -> Encoders.bridge(chunks, stream, out);
    CountingOutput.Writing patch = out -> encode(chunks, additions, stream, out);
    long n = TermBatches.statements(chunks);
    byte[] statements = bytes(rdf);
    byte[] operations = bytes(patch);
    if (bench.arguments.wantsTask("decode")) {
      Race race = bench.race(dataset, "decode");
      race.add(
          Bench.OURS, n, "terms", () -> decode(PatchReader.open(in(operations), "bench", READ)));
      race.add(
          "jelly-rdf", n, "terms", () -> decode(JellyReader.open(in(statements), "bench", READ)));
      bench.add(race.run());
    }
    if (bench.arguments.wantsTask("encode")) {
      Race race = bench.race(dataset, "encode");
      race.add(Bench.OURS, n, "patch", () -> CountingOutput.count(patch) + " bytes");
      race.add("jelly-rdf", n, "rdf", () -> CountingOutput.count(rdf) + " bytes");
      bench.add(race.run());
    }
  }

  private static byte[] bytes(CountingOutput.Writing writing) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    writing.to(out);
    return out.toByteArray();
  }

  private static InputStream in(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  private static StatementBatch additions(TermBatches chunk) {
    StatementBatch from = chunk.batch();
    StatementBatch to = StatementBatch.ofOperations(from.size(), false, false, false, false);
    to.s = from.s;
    to.p = from.p;
    to.o = from.o;
    to.g = from.g;
    Arrays.fill(to.op, PatchOp.ADD);
    to.size(from.size());
    return to;
  }

  private static void encode(
      List<TermBatches> chunks,
      List<StatementBatch> operations,
      StreamOptions stream,
      OutputStream out)
      throws IOException {
    PatchWriteOptions options =
        PatchWriteOptions.defaults()
            .with(
                stream.physicalType() == PhysicalType.TRIPLES
                    ? PatchStatementType.TRIPLES
                    : PatchStatementType.QUADS,
                PatchStreamType.FLAT)
            .with(stream.generalizedStatements(), stream.rdfStar());
    PatchWriter writer = PatchWriter.open(out, options);
    for (int i = 0; i < chunks.size(); i++) {
      StatementBatch batch = operations.get(i);
      for (int from = 0; from < batch.size(); from += BATCH) {
        writer.write(batch, chunks.get(i).terms(), from, Math.min(from + BATCH, batch.size()));
      }
    }
    writer.finish();
  }

  /** Reads all statements, every value of every term assembled as UTF-8. */
  private static String decode(StatementReader opened) throws IOException {
    try (StatementReader reader = opened) {
      long lengths = 0;
      long n = 0;
      while (reader.nextBatch(BATCH)) {
        TermTable terms = reader.terms();
        StatementBatch batch = reader.batch();
        for (int i = 0; i < batch.size(); i++) {
          lengths += terms.valueLength(batch.s[i]);
          lengths += terms.valueLength(batch.p[i]) + terms.valueLength(batch.o[i]);
          terms.valueOffset(batch.s[i]);
          terms.valueOffset(batch.p[i]);
          terms.valueOffset(batch.o[i]);
        }
        n += batch.size();
      }
      return n + " statements of " + lengths + " bytes";
    }
  }

  // ---- In Spark ------------------------------------------------------------------------------

  private void inSpark(SparkSession spark, DataSet dataset) throws Exception {
    Path folder = prepare(bench, spark, dataset);
    Dataset<Row> old = load(spark, folder, "old");
    Dataset<Row> changed = load(spark, folder, "new");
    if (bench.arguments.wantsTask("diff")) {
      Dataset<Row> ours = PatchOperations.diff(old, changed);
      Dataset<Row> join =
          old.join(changed, same(old, changed), "left_anti")
              .withColumn("op", lit("D"))
              .unionByName(
                  changed.join(old, same(changed, old), "left_anti").withColumn("op", lit("A")));
      Race race = bench.race(dataset, "diff");
      race.expect("diff", Bench.OURS, operations(ours.where("op IN ('A', 'D')")));
      race.expect("diff", "spark-join", operations(join));
      measure(race, dataset, ours, join);
    }
    if (bench.arguments.wantsTask("apply")) {
      Dataset<Row> patch = patch(spark, folder);
      Dataset<Row> ours = PatchOperations.applyPatch(old, patch);
      Dataset<Row> net = patch.where("op IN ('A', 'D')");
      Dataset<Row> join =
          old.join(net, same(old, net), "left_anti")
              .unionByName(patch.where("op = 'A'").select("s", "p", "o", "g"));
      Race race = bench.race(dataset, "apply");
      race.expect("apply", "new", SparkTasks.digest(changed));
      race.expect("apply", Bench.OURS, SparkTasks.digest(ours));
      race.expect("apply", "spark-join", SparkTasks.digest(join));
      measure(race, dataset, ours, join);
    }
    size(dataset, folder.resolve("diff"));
  }

  private void measure(Race race, DataSet dataset, Dataset<Row> ours, Dataset<Row> join)
      throws Exception {
    long n = dataset.statements();
    race.add(Bench.OURS, n, "discarded", () -> discard(Bench.OURS, ours));
    race.add("spark-join", n, "discarded", () -> discard("spark-join", join));
    bench.add(race.run());
  }

  /** Says also how much the tasks of a run send to the driver. */
  private String discard(String contender, Dataset<Row> rows) throws InterruptedException {
    toDriver.set(0);
    String answer = SparkTasks.discard(rows);
    Thread.sleep(100); // The listener may still be at it.
    Bench.say("  " + contender + " sent " + toDriver.get() + " bytes to the driver");
    return answer;
  }

  private final class Listener extends SparkListener {
    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      if (end.taskMetrics() != null) {
        toDriver.addAndGet(end.taskMetrics().resultSize());
      }
    }
  }

  /**
   * Makes the statements, each once, and those with 5 % of differences, if they do not exist yet,
   * and always the patch between them; returns the folder that has them.
   */
  static Path prepare(Bench bench, SparkSession spark, DataSet dataset) {
    String name = dataset.name() + "-" + dataset.statements();
    Path folder = bench.arguments.output.resolve("data/patch").resolve(name).toAbsolutePath();
    if (!Files.exists(folder.resolve("new/_SUCCESS"))) {
      Dataset<Row> all = SparkTasks.load(spark, "jelly", dataset.paths()).distinct();
      SparkTasks.save(all, "jelly", folder.resolve("old"));
      Dataset<Row> old = load(spark, folder, "old");
      // Whole subjects, as changes of real data come by subject.
      String choice = "pmod(xxhash64(s.value), 40)";
      Dataset<Row> added =
          old.where(choice + " = 1")
              .withColumn("p", col("p").withField("value", lit("http://example.org/changed")))
              .distinct();
      Dataset<Row> changed = old.where(choice + " <> 0").unionByName(added);
      SparkTasks.save(changed, "jelly", folder.resolve("new"));
    }
    Dataset<Row> diff =
        PatchOperations.diff(load(spark, folder, "old"), load(spark, folder, "new"));
    SparkTasks.save(diff, "jelly-patch", folder.resolve("diff"));
    return folder;
  }

  static Dataset<Row> load(SparkSession spark, Path folder, String name) {
    return SparkTasks.load(spark, "jelly", folder.resolve(name).toString());
  }

  static Dataset<Row> patch(SparkSession spark, Path folder) {
    return spark.read().format("jelly-patch").load(folder.resolve("diff").toString());
  }

  private static Column same(Dataset<Row> left, Dataset<Row> right) {
    return left.col("s")
        .equalTo(right.col("s"))
        .and(left.col("p").equalTo(right.col("p")))
        .and(left.col("o").equalTo(right.col("o")))
        .and(left.col("g").eqNullSafe(right.col("g")));
  }

  private static String operations(Dataset<Row> patch) {
    return patch
        .groupBy("op")
        .agg(count(lit(1)), sum(expr("pmod(xxhash64(s, p, o, g), 1000000007)")))
        .orderBy("op")
        .collectAsList()
        .toString();
  }

  private void size(DataSet dataset, Path folder) throws IOException {
    CountingOutput text = new CountingOutput();
    List<Path> files;
    try (Stream<Path> list = Files.list(folder)) {
      files = list.filter(f -> f.toString().endsWith(".jellyp")).sorted().toList();
    }
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file);
          PatchReader reader = PatchReader.open(in, file.toString(), PatchReader.defaults());
          RdfPatchText.Writer writer = RdfPatchText.writer(text)) {
        reader.read(writer);
      }
    }
    long ours = SparkTasks.size(folder)[0];
    bench.add(
        List.of(
            Result.size(dataset.name(), Bench.OURS, ours),
            Result.size(dataset.name(), "rdf-patch", text.bytes)));
    bench.note("%s: text is %.2f times the size", dataset.name(), (double) text.bytes / ours);
  }
}
