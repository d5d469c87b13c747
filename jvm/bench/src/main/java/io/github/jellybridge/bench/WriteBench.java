package io.github.jellybridge.bench;

import io.github.jellybridge.bench.contender.CountingOutput;
import io.github.jellybridge.bench.contender.EncodedFiles;
import io.github.jellybridge.bench.contender.Encoders;
import io.github.jellybridge.bench.contender.StatementSinks;
import io.github.jellybridge.bench.contender.TermBatches;
import io.github.jellybridge.bench.harness.Race;
import io.github.jellybridge.bench.harness.Result;
import io.github.jellybridge.jelly.StreamOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.system.StreamRDFWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.RDDInfo;
import org.apache.spark.storage.StorageLevel;

/**
 * {@code ./scripts/bench write}: how fast terms in memory become the bytes of a file outside Spark
 * ({@code encode}), how fast a DataFrame becomes files ({@code write}), and how many bytes ({@code
 * size}).
 */
final class WriteBench {
  /** More statements than that do not fit in memory beside the rest. */
  static final int SLICE = 1_000_000;

  private WriteBench() {}

  /** A contender in Spark: a format, with the options that are not the defaults. */
  private record Format(String contender, String format, Map<String, String> options) {
    void save(Dataset<Row> rows, Path path) {
      rows.write().format(format).options(options).mode("overwrite").save(path.toString());
    }

    Dataset<Row> load(SparkSession spark, Path path) {
      return format.equals("jelly")
          ? SparkTasks.load(spark, format, path.toString())
          : spark.read().format(format).load(path.toString());
    }
  }

  private static Format jelly(String suffix, String... options) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      map.put(options[i], options[i + 1]);
    }
    return new Format(Bench.OURS + suffix, "jelly", map);
  }

  private static final List<Format> FORMATS =
      List.of(jelly(""), new Format("parquet", "parquet", Map.of()));

  private static final List<Format> COMPRESSED =
      List.of(jelly(" gzip", "compression", "gzip"), jelly(" zstd", "compression", "zstd"));

  /** Our formats if {@code --layout 1.2} compares the versions of the protocol. */
  private static final List<Format> VERSIONS =
      List.of(jelly("", "protocolVersion", "1.2"), jelly("-1.1"));

  private static final List<Format> COMPRESSED_VERSIONS =
      List.of(
          jelly(" zstd", "protocolVersion", "1.2", "compression", "zstd"),
          jelly("-1.1 zstd", "compression", "zstd"));

  static void run(Bench bench) throws Exception {
    if (!bench.arguments.columns) {
      for (DataSet dataset : bench.datasets.selected()) {
        outsideSpark(bench, dataset);
      }
    }
    for (DataSet dataset : bench.datasets.selected()) {
      if (bench.arguments.wantsTask("write")) {
        bench.add(write(bench, dataset));
      }
      if (bench.arguments.wantsTask("size")) {
        bench.add(bench.arguments.columns ? orders(bench, dataset) : sizes(bench, dataset));
      }
    }
  }

  private static void outsideSpark(Bench bench, DataSet dataset) throws Exception {
    if (bench.arguments.wantsTask("encode")) {
      bench.add(encode(bench, dataset));
    }
    if (bench.arguments.wantsTask("size")) {
      // With the lookup sizes of the input; the DataSource has its own defaults.
      long[] bytes = Encoders.sizes(dataset.files());
      bench.add(
          List.of(
              Result.size(dataset.name(), Bench.OURS + " writer", bytes[0]),
              Result.size(dataset.name(), "jelly-jena", bytes[1])));
    }
  }

  // ---- Outside Spark -------------------------------------------------------------------------

  private static List<Result> encode(Bench bench, DataSet dataset) throws Exception {
    StreamOptions stream = TermBatches.options(dataset.files());
    List<TermBatches> chunks =
        TermBatches.of(dataset.files(), Math.min(SLICE, bench.arguments.statements));
    List<Object> statements = Encoders.jenaStatements(chunks, stream);
    CountingOutput.Writing ours = out -> Encoders.bridge(chunks, stream, out);
    CountingOutput.Writing jena = out -> Encoders.jellyJena(statements, stream, out);
    Race race = bench.race(dataset, "encode");
    // Both must write the same statements to jelly-jena, term by term.
    race.expect("content", "jelly-jena", content(bench, jena));
    race.expect("content", Bench.OURS, content(bench, ours));
    long n = statements.size();
    race.add(Bench.OURS, n, Bench.OURS, () -> CountingOutput.count(ours) + " bytes");
    race.add("jelly-jena", n, "jelly-jena", () -> CountingOutput.count(jena) + " bytes");
    return race.run();
  }

  private static String content(Bench bench, CountingOutput.Writing writing) throws IOException {
    Path file = Files.createTempFile(bench.arguments.output, "encode", ".jelly");
    try (OutputStream out = Files.newOutputStream(file)) {
      writing.to(out);
      return ContentCheck.jellyJena(List.of(file)).toString();
    } finally {
      Files.delete(file);
    }
  }

  // ---- In Spark ------------------------------------------------------------------------------

  private static Path folder(Bench bench) {
    return bench.arguments.output.resolve("data/write").toAbsolutePath();
  }

  /** Measures writing the first rows of a data set, which are in memory, as files. */
  private static List<Result> write(Bench bench, DataSet dataset) throws Exception {
    SparkSession spark = bench.spark();
    // One partition, so one file of each format.
    Dataset<Row> rows =
        SparkTasks.load(spark, "jelly", dataset.paths())
            .limit((int) Math.min(SLICE, bench.arguments.statements))
            .coalesce(1)
            .persist(StorageLevel.MEMORY_ONLY());
    try {
      long statements = rows.count();
      checkStored(spark, dataset);
      Race race = bench.race(dataset, "write");
      race.expect("content", "input", SparkTasks.digest(rows));
      for (Format format : bench.arguments.columns ? VERSIONS : FORMATS) {
        if (bench.arguments.wantsContender(format.contender)) {
          Path path = folder(bench).resolve(format.contender);
          format.save(rows, path);
          race.expect("content", format.contender, SparkTasks.digest(format.load(spark, path)));
          race.add(
              format.contender,
              statements,
              "written",
              () -> {
                format.save(rows, path);
                return "written";
              });
        }
      }
      return race.run();
    } finally {
      rows.unpersist(true);
      SparkTasks.delete(folder(bench));
    }
  }

  /** Rows that are not in memory would be read from the source again, in each round. */
  static void checkStored(SparkSession spark, DataSet dataset) {
    for (RDDInfo info : spark.sparkContext().getRDDStorageInfo()) {
      if (info.numCachedPartitions() != info.numPartitions()) {
        throw new IllegalStateException(
            dataset.name() + " does not fit in memory; take fewer --statements");
      }
    }
  }

  /** Writes a whole data set in each format, and as text; gives the bytes of the files. */
  static List<Result> sizes(Bench bench, DataSet dataset) throws IOException {
    List<Result> sizes = new ArrayList<>();
    Dataset<Row> rows = SparkTasks.load(bench.spark(), "jelly", dataset.paths()).coalesce(1);
    addSizes(bench, dataset, rows, "", FORMATS, sizes);
    addSizes(bench, dataset, rows, "", COMPRESSED, sizes);
    CountingOutput plain = new CountingOutput();
    CountingOutput zipped = new CountingOutput();
    try (OutputStream zip = new GZIPOutputStream(zipped, 1 << 16)) {
      StatementSinks.Tee text =
          new StatementSinks.Tee(
              Long.MAX_VALUE,
              StreamRDFWriter.getWriterStream(plain, Lang.NQUADS),
              StreamRDFWriter.getWriterStream(zip, Lang.NQUADS));
      dataset.files().forEach(file -> EncodedFiles.parse(file, text));
      text.finishAll();
    }
    sizes.add(Result.size(dataset.name(), "n-triples", plain.bytes));
    sizes.add(Result.size(dataset.name(), "n-triples gzip", zipped.bytes));
    return sizes;
  }

  /** Writes a whole data set in each version, in its order and sorted; gives the bytes. */
  private static List<Result> orders(Bench bench, DataSet dataset) throws IOException {
    List<Result> sizes = new ArrayList<>();
    Dataset<Row> rows = SparkTasks.load(bench.spark(), "jelly", dataset.paths()).coalesce(1);
    for (String order : List.of("", "s", "p")) {
      Dataset<Row> ordered = order.isEmpty() ? rows : rows.sortWithinPartitions(order);
      String suffix = order.isEmpty() ? "" : " by " + order;
      addSizes(bench, dataset, ordered, suffix, VERSIONS, sizes);
      addSizes(bench, dataset, ordered, suffix, COMPRESSED_VERSIONS, sizes);
    }
    return sizes;
  }

  private static void addSizes(
      Bench bench,
      DataSet dataset,
      Dataset<Row> rows,
      String suffix,
      List<Format> formats,
      List<Result> sizes)
      throws IOException {
    for (Format format : formats) {
      Path path = folder(bench).resolve("all");
      format.save(rows, path);
      long bytes = SparkTasks.size(path)[0];
      sizes.add(Result.size(dataset.name(), format.contender + suffix, bytes));
    }
    SparkTasks.delete(folder(bench));
  }
}
