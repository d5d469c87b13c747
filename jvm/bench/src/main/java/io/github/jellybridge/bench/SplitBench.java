package io.github.jellybridge.bench;

import io.github.jellybridge.bench.contender.Decoders;
import io.github.jellybridge.bench.contender.ReadTask;
import io.github.jellybridge.bench.generator.DataGenerator;
import io.github.jellybridge.bench.generator.IriHeavy;
import io.github.jellybridge.bench.harness.Race;
import io.github.jellybridge.bench.harness.Result;
import io.github.jellybridge.files.CompressedOutput;
import io.github.jellybridge.files.Compression;
import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.split.SplitIndexer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code ./scripts/bench split}: one large file in Spark, on one core and on two; and the cost of
 * the walk that makes an index, outside Spark.
 */
final class SplitBench {
  /** Rounds until an index made by the query takes no less time from round to round. */
  static final int WARMUPS = 5;

  private static final long LEAST_BYTES = 580_000_000;

  private SplitBench() {}

  /** {@code --datasets} chooses the generator, iri-heavy by default. */
  static void run(Bench bench) throws Exception {
    if (!bench.arguments.wantsContender(Bench.OURS)) {
      return;
    }
    List<DataSet> datasets = new ArrayList<>();
    if (bench.arguments.data.isEmpty()) {
      for (DataGenerator generator : bench.datasets.generators(new IriHeavy())) {
        long bytes = bench.arguments.bytes(LEAST_BYTES);
        datasets.add(bench.datasets.generated(generator, 0, bytes));
      }
    } else {
      datasets.addAll(bench.datasets.selected());
    }
    for (DataSet dataset : datasets) {
      measure(bench, dataset);
    }
  }

  private static void measure(Bench bench, DataSet dataset) throws Exception {
    Path folder = Files.createDirectories(bench.arguments.output.resolve("data/split"));
    Path file = copy(dataset.files().get(0), folder);
    Path marked = checkpointed(file, Compression.NONE);
    Path zstd = bench.arguments.wantsTask("zstd") ? checkpointed(file, Compression.ZSTD) : null;
    if (bench.arguments.wantsTask("walk")) {
      outside(bench, dataset, file);
    }
    try (SparkProcess one = new SparkProcess(1);
        SparkProcess two = new SparkProcess(2)) {
      for (ReadTask task : List.of(ReadTask.MATERIALISE, ReadTask.GROUP_PREDICATE)) {
        if (bench.arguments.wantsTask(task.label())) {
          inSpark(bench, dataset, file, marked, task, one, two);
        }
        if (zstd != null) {
          compressed(bench, dataset, zstd, task, one, two);
        }
      }
    }
  }

  /** Decoding to terms and walking, with reading ahead as in Spark. */
  private static void outside(Bench bench, DataSet dataset, Path file) throws Exception {
    long n = dataset.statements();
    List<Result> rows =
        bench
            .race(dataset, "walk")
            .add("decode", Bench.OURS, n, "decode", () -> "" + Decoders.bridge(List.of(file)))
            .add("walk", Bench.OURS, n, "walk", () -> walk(file))
            .run();
    bench.add(rows);
    bench.note(
        "%s: the walk takes %.1f %% of the time of decoding",
        dataset.name(), 100 * rows.get(1).seconds() / rows.get(0).seconds());
  }

  private static String walk(Path file) throws IOException {
    JellyReadOptions options = JellyReadOptions.builder().readAhead(true).build();
    long length = Files.size(file);
    SplitIndexer.Source source = new LocalFile(file, length);
    int threads = Runtime.getRuntime().availableProcessors();
    long distance = SplitIndexer.distance(length);
    return SplitIndexer.index(source, file.toString(), options, distance, threads).size()
        + " split points";
  }

  private record LocalFile(Path path, long length) implements SplitIndexer.Source {
    @Override
    public InputStream open() throws IOException {
      return Files.newInputStream(path);
    }
  }

  private static void inSpark(
      Bench bench,
      DataSet dataset,
      Path file,
      Path marked,
      ReadTask task,
      SparkProcess one,
      SparkProcess two)
      throws Exception {
    Bench.say(
        "%s: %s part(s) on one core, %s with checkpoints and %s with an index on two"
            .formatted(
                task.label(),
                one.run("parts", false, marked),
                two.run("parts", false, marked),
                two.run("parts", false, file)));
    long n = dataset.statements();
    String name = task.name();
    String checkpoints = "checkpoints-" + task.label();
    String built = "index-built-" + task.label();
    String cached = "index-cached-" + task.label();
    Race race = bench.race(dataset, task.label(), one, two);
    race.add(checkpoints + "/1", Bench.OURS, n, name, () -> one.run(name, false, marked));
    race.add(checkpoints + "/2", Bench.OURS, n, name, () -> two.run(name, false, marked));
    race.add(built + "/1", Bench.OURS, n, name, () -> one.run(name, false, file));
    race.add(built + "/2", Bench.OURS, n, name, () -> two.run(name, true, file));
    // The index that the run before has made, at the latest in the warm-up rounds.
    race.add(cached + "/2", Bench.OURS, n, name, () -> two.run(name, false, file));
    List<Result> rows = new ArrayList<>(race.run());
    // One core reads the file as it is, index or not.
    rows.add(4, rows.get(2).named(cached + "/1"));
    bench.add(rows);
  }

  private static void compressed(
      Bench bench, DataSet dataset, Path file, ReadTask task, SparkProcess one, SparkProcess two)
      throws Exception {
    Bench.say(
        "zstd: %,d bytes, %s part(s) on one core and %s on two"
            .formatted(
                Files.size(file), one.run("parts", false, file), two.run("parts", false, file)));
    long n = dataset.statements();
    String name = task.name();
    String label = "zstd-" + task.label();
    bench.add(
        bench
            .race(dataset, label, one, two)
            .add(label + "/1", Bench.OURS, n, name, () -> one.run(name, false, file))
            .add(label + "/2", Bench.OURS, n, name, () -> two.run(name, false, file))
            .run());
  }

  /** A copy of a file, whose modification time may be changed. */
  private static Path copy(Path file, Path folder) throws IOException {
    Path target = folder.resolve(file.getFileName());
    if (!Files.exists(target) || Files.size(target) != Files.size(file)) {
      Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    }
    return target;
  }

  /** The same statements in a file of our writer, with checkpoints at the default distance. */
  private static Path checkpointed(Path file, Compression compression) throws IOException {
    String name = "checkpoints-" + Files.size(file) + "-" + file.getFileName();
    Path target = file.resolveSibling(name + compression.extension());
    if (Files.exists(target)) {
      return target;
    }
    JellyReadOptions options = JellyReadOptions.builder().blankNodes(BlankNodes.PRESERVE).build();
    Path partial = target.resolveSibling(target.getFileName() + ".partial");
    try (JellyReader reader =
            JellyReader.open(Files.newInputStream(file), file.toString(), options);
        OutputStream out = CompressedOutput.of(compression).wrap(Files.newOutputStream(partial));
        JellyWriter writer =
            JellyWriter.open(
                out,
                JellyWriteOptions.builder()
                    .physicalType(reader.header().options().physicalType())
                    .rdfStar(true)
                    .generalized(true)
                    .build())) {
      while (reader.nextBatch(8192)) {
        writer.write(reader.batch(), reader.terms());
      }
    }
    return Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
  }
}
