package io.github.jellybridge.bench;

import io.github.jellybridge.jelly.StreamOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * {@code ./scripts/bench write}: how fast terms in memory become the bytes of a file outside Spark
 * ({@code encode}), how fast a DataFrame becomes files ({@code write}), and how many bytes ({@code
 * size}).
 */
public final class WriteBench {
  private static final String ENCODE = "encode";
  private static final String WRITE = "write";
  private static final String SIZE = "size";

  /** Ours with the lookup sizes of the input; the DataSource has its own defaults. */
  static final String JELLY_WRITER = "jelly-bridge writer";

  /** As Jena's nodes, more than that does not fit beside the rest. */
  private static final long SLICE = 1_000_000;

  private final BenchArguments arguments;
  private final DataSets datasets;
  private final Map<String, Object> machine = Report.machine();
  private final List<Harness.Row> rows = new ArrayList<>();
  private final Map<String, Map<String, Long>> sizes = new LinkedHashMap<>();

  private WriteBench(BenchArguments arguments) {
    this.arguments = arguments;
    this.datasets = new DataSets(arguments);
  }

  /** Runs the benchmark; see {@link BenchArguments} for the arguments. */
  public static void main(String[] args) throws Exception {
    new WriteBench(BenchArguments.parse(args)).run();
  }

  private void run() throws Exception {
    List<DataSet> selected = datasets.selected();
    for (DataSet dataset : selected) {
      if (arguments.wantsTask(ENCODE)) {
        System.err.println("bench: encode on " + dataset.name());
        rows.addAll(encode(dataset));
        report();
      }
      if (arguments.wantsTask(SIZE)) {
        long[] bytes = Encoders.sizes(dataset.files());
        sizes(dataset).put(JELLY_WRITER, bytes[0]);
        sizes(dataset).put("jelly-jena", bytes[1]);
      }
    }
    if (arguments.wantsTask(WRITE) || arguments.wantsTask(SIZE)) {
      SparkSession spark = ReadBench.session();
      machine.put("spark", spark.version());
      try {
        inSpark(new WriteTasks(arguments, spark), selected);
      } finally {
        spark.stop();
      }
    }
    new WriteTable(rows, sizes).print(System.out);
    System.out.println("\nwritten to " + report());
  }

  /** Writes the results so far, so that a run cut short still leaves what it measured. */
  private Path report() throws IOException {
    List<String> lines = new ArrayList<>(rows.stream().map(Report::row).toList());
    sizes.forEach(
        (dataset, bytes) ->
            bytes.forEach((contender, size) -> lines.add(Report.size(dataset, contender, size))));
    return Report.write(arguments.output(), "write", machine, lines);
  }

  private void inSpark(WriteTasks tasks, List<DataSet> selected) throws Exception {
    for (DataSet dataset : selected) {
      System.err.println("bench: Spark on " + dataset.name());
      if (arguments.wantsTask(WRITE)) {
        rows.addAll(tasks.write(dataset));
      }
      if (arguments.wantsTask(SIZE)) {
        sizes(dataset).putAll(tasks.sizes(dataset));
      }
      report();
    }
  }

  private Map<String, Long> sizes(DataSet dataset) {
    return sizes.computeIfAbsent(dataset.name(), name -> new LinkedHashMap<>());
  }

  private List<Harness.Row> encode(DataSet dataset) throws Exception {
    StreamOptions stream = TermBatches.options(dataset.files());
    List<TermBatches> chunks =
        TermBatches.of(dataset.files(), Math.min(SLICE, arguments.statements()));
    List<Object> statements = Encoders.jenaStatements(chunks, stream);
    checkContent(dataset, chunks, statements, stream);
    List<Harness.Entry> entries = new ArrayList<>();
    add(
        entries,
        "jelly-bridge",
        statements.size(),
        () -> {
          CountingOutput out = new CountingOutput();
          Encoders.bridge(chunks, stream, out);
          return answer(out);
        });
    add(
        entries,
        "jelly-jena",
        statements.size(),
        () -> {
          CountingOutput out = new CountingOutput();
          Encoders.jellyJena(statements, stream, out);
          return answer(out);
        });
    return new Harness(arguments.warmups(), arguments.rounds())
        .measure(dataset.name(), ENCODE, entries, new HashMap<>());
  }

  /** Every round of a contender must give the same number of bytes. */
  private static String answer(CountingOutput out) {
    return out.bytes + " bytes";
  }

  private void add(
      List<Harness.Entry> entries, String contender, long statements, Harness.Work work) {
    if (arguments.wantsContender(contender)) {
      entries.add(new Harness.Entry(contender, statements, contender, work));
    }
  }

  /** What the two write must be the same statements to jelly-jena, term by term. */
  private void checkContent(
      DataSet dataset, List<TermBatches> chunks, List<Object> statements, StreamOptions stream)
      throws IOException {
    Path folder = arguments.output().resolve("data/write");
    Path ours = folder.resolve(dataset.name() + "-bridge.jelly");
    Path theirs = folder.resolve(dataset.name() + "-jena.jelly");
    try (EncodedFiles.Output out = new EncodedFiles.Output(ours)) {
      Encoders.bridge(chunks, stream, out);
      out.publish();
    }
    try (EncodedFiles.Output out = new EncodedFiles.Output(theirs)) {
      Encoders.jellyJena(statements, stream, out);
      out.publish();
    }
    Map<String, String> answers = new HashMap<>();
    for (Path file : List.of(theirs, ours)) {
      ContentCheck.Digest digest = ContentCheck.jellyJena(List.of(file));
      String answer = digest.hash() + ", " + digest.utf8Lengths();
      Harness.check(answers, "content", dataset.name() + ": " + file.getFileName(), answer);
      Files.delete(file);
    }
  }
}
