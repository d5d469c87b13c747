package io.github.jellybridge.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.riot.system.StreamRDFWriter;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.RDDInfo;
import org.apache.spark.storage.StorageLevel;

/**
 * The tasks of the write benchmark in Spark: the rows of one table that is in memory to Jelly files
 * and to Parquet files, and how large the files of a whole data set are.
 */
final class WriteTasks {
  /** More rows than that do not fit in memory beside the rest. */
  private static final int SLICE = 1_000_000;

  private final BenchArguments arguments;
  private final SparkSession spark;
  private final Path folder;

  WriteTasks(BenchArguments arguments, SparkSession spark) {
    this.arguments = arguments;
    this.spark = spark;
    this.folder = arguments.output().resolve("data/write").toAbsolutePath();
  }

  /** The contenders: formats of Spark, with the options that are not the defaults. */
  private enum Format {
    JELLY("jelly-bridge", "jelly", null),
    JELLY_GZIP("jelly-bridge gzip", "jelly", "gzip"),
    JELLY_ZSTD("jelly-bridge zstd", "jelly", "zstd"),
    PARQUET("parquet", "parquet", null);

    final String contender;
    final String format;
    final String compression;

    Format(String contender, String format, String compression) {
      this.contender = contender;
      this.format = format;
      this.compression = compression;
    }
  }

  /** Measures writing the first rows of a data set. */
  List<Harness.Row> write(DataSet dataset) throws Exception {
    // One partition, so one file of each format.
    Dataset<Row> rows =
        table(dataset.paths())
            .limit((int) Math.min(SLICE, arguments.statements()))
            .coalesce(1)
            .persist(StorageLevel.MEMORY_ONLY());
    try {
      long statements = rows.count();
      checkStored(dataset);
      Map<String, String> content = new HashMap<>();
      Harness.check(content, "content", dataset.name(), SparkTasks.digest(rows));
      List<Harness.Entry> entries = new ArrayList<>();
      for (Format format : List.of(Format.JELLY, Format.PARQUET)) {
        if (!arguments.wantsContender(format.contender)) {
          continue;
        }
        String path = path(dataset, format);
        save(rows, format, path);
        Dataset<Row> back =
            format == Format.JELLY ? table(path) : spark.read().format(format.format).load(path);
        Harness.check(content, "content", format.contender, SparkTasks.digest(back));
        entries.add(
            new Harness.Entry(
                format.contender,
                statements,
                format.contender,
                () -> {
                  save(rows, format, path);
                  return "written";
                }));
      }
      return new Harness(arguments.warmups(), arguments.rounds())
          .measure(dataset.name(), "write", entries, new HashMap<>());
    } finally {
      rows.unpersist(true);
      delete(folder);
    }
  }

  /** Rows that are not in memory would be read from the source again, in each round. */
  private void checkStored(DataSet dataset) {
    for (RDDInfo info : spark.sparkContext().getRDDStorageInfo()) {
      if (info.numCachedPartitions() != info.numPartitions()) {
        throw new IllegalStateException(
            dataset.name() + " does not fit in memory; take fewer --statements");
      }
    }
  }

  /** Writes a whole data set in each format; returns the bytes of the files by contender. */
  Map<String, Long> sizes(DataSet dataset) throws IOException {
    Map<String, Long> sizes = new LinkedHashMap<>();
    Dataset<Row> rows = table(dataset.paths()).coalesce(1);
    for (Format format : Format.values()) {
      String path = path(dataset, format);
      save(rows, format, path);
      sizes.put(format.contender, bytes(Path.of(path)));
    }
    delete(folder);
    CountingOutput plain = new CountingOutput();
    CountingOutput zipped = new CountingOutput();
    try (OutputStream zip = new GZIPOutputStream(zipped, 1 << 16)) {
      Text text = new Text(plain, zip);
      for (Path file : dataset.files()) {
        EncodedFiles.parse(file, text);
      }
      text.finishAll();
    }
    sizes.put("n-triples", plain.bytes);
    sizes.put("n-triples gzip", zipped.bytes);
    return sizes;
  }

  private Dataset<Row> table(String... paths) {
    return spark.read().format("jelly").option("blankNodes", "preserve").load(paths);
  }

  private String path(DataSet dataset, Format format) {
    return folder.resolve(dataset.name() + "-" + format.contender.replace(' ', '-')).toString();
  }

  private static void save(Dataset<Row> rows, Format format, String path) {
    var writer = rows.write().format(format.format).mode("overwrite");
    (format.compression == null ? writer : writer.option("compression", format.compression))
        .save(path);
  }

  private static long bytes(Path folder) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith("part-")).toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** Writes statements of several files as one N-Triples or N-Quads file, plain and compressed. */
  private static final class Text extends StreamRDFBase {
    private final List<StreamRDF> writers = new ArrayList<>();

    Text(OutputStream... outs) {
      for (OutputStream out : outs) {
        StreamRDF writer = StreamRDFWriter.getWriterStream(out, Lang.NQUADS);
        writer.start();
        writers.add(writer);
      }
    }

    @Override
    public void triple(Triple triple) {
      writers.forEach(writer -> writer.triple(triple));
    }

    @Override
    public void quad(Quad quad) {
      writers.forEach(writer -> writer.quad(quad));
    }

    void finishAll() {
      writers.forEach(StreamRDF::finish);
    }
  }
}
