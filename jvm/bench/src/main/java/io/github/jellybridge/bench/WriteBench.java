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
import java.util.List;
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

  /** The contenders in Spark: formats, with the options that are not the defaults. */
  private enum Format {
    JELLY(Bench.OURS, "jelly", null),
    JELLY_GZIP(Bench.OURS + " gzip", "jelly", "gzip"),
    JELLY_ZSTD(Bench.OURS + " zstd", "jelly", "zstd"),
    PARQUET("parquet", "parquet", null);

    final String contender;
    final String format;
    final String compression;

    Format(String contender, String format, String compression) {
      this.contender = contender;
      this.format = format;
      this.compression = compression;
    }

    void save(Dataset<Row> rows, Path path) {
      var writer = rows.write().format(format).mode("overwrite");
      (compression == null ? writer : writer.option("compression", compression))
          .save(path.toString());
    }
  }

  static void run(Bench bench) throws Exception {
    for (DataSet dataset : bench.datasets.selected()) {
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
    for (DataSet dataset : bench.datasets.selected()) {
      if (bench.arguments.wantsTask("write")) {
        bench.add(write(bench, dataset));
      }
      if (bench.arguments.wantsTask("size")) {
        bench.add(sizes(bench, dataset));
      }
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
      for (Format format : List.of(Format.JELLY, Format.PARQUET)) {
        if (bench.arguments.wantsContender(format.contender)) {
          Path path = folder(bench).resolve(format.contender);
          format.save(rows, path);
          Dataset<Row> back =
              format == Format.JELLY
                  ? SparkTasks.load(spark, format.format, path.toString())
                  : spark.read().format(format.format).load(path.toString());
          race.expect("content", format.contender, SparkTasks.digest(back));
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
  private static void checkStored(SparkSession spark, DataSet dataset) {
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
    for (Format format : Format.values()) {
      Path path = folder(bench).resolve("all");
      format.save(rows, path);
      long bytes = SparkTasks.size(path)[0];
      sizes.add(Result.size(dataset.name(), format.contender, bytes));
    }
    SparkTasks.delete(folder(bench));
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
}
