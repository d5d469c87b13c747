package io.github.jellybridge.conformance;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.model.BlankNodeMap;
import io.github.jellybridge.model.RdfText;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Runs the official Jelly-RDF conformance cases of both directions through the Spark DataSource and
 * reports failures with their reasons; see scripts/conformance.
 *
 * <p>The exit status is 0 if all pass, 1 if any fails, 2 if there are no cases, 3 if the run itself
 * fails.
 */
public final class ConformanceRun {
  private final SparkSession spark;

  private ConformanceRun(SparkSession spark) {
    this.spark = spark;
  }

  /** Runs the cases under the folder that is the only argument. */
  public static void main(String[] args) {
    try {
      System.exit(run(Path.of(args[0])));
    } catch (IOException | RuntimeException e) {
      e.printStackTrace();
      System.exit(3);
    }
  }

  private static int run(Path root) throws IOException {
    List<Path> cases = cases(root);
    if (cases.isEmpty()) {
      System.err.println(
          "conformance: no {from_jelly,to_jelly}/CATEGORY/{pos,neg}_NNN under " + root);
      return 2;
    }
    SparkSession spark =
        SparkSession.builder()
            .master("local[1]")
            .appName("conformance")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "1")
            .getOrCreate();
    // Cases that must fail would otherwise print their stack traces.
    spark.sparkContext().setLogLevel("OFF");
    ConformanceRun run = new ConformanceRun(spark);
    int failed = 0;
    for (Path folder : cases) {
      String reason = run.reasonToFail(folder);
      if (reason != null) {
        failed++;
        Path category = folder.getParent();
        String name =
            category.getParent().getFileName()
                + "/"
                + category.getFileName()
                + "/"
                + folder.getFileName();
        System.out.println("FAILED " + name + ": " + reason);
      }
    }
    System.out.printf("%d passed, %d failed%n", cases.size() - failed, failed);
    System.out.flush();
    spark.stop();
    return failed == 0 ? 0 : 1;
  }

  /** The cases of both directions, or of one direction if the folder is that of one. */
  private static List<Path> cases(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    Path given = folder.toAbsolutePath().normalize();
    for (String direction : List.of("from_jelly", "to_jelly")) {
      Path root = given.endsWith(direction) ? given : given.resolve(direction);
      if (Files.isDirectory(root)) {
        String mark = direction.equals("to_jelly") ? "stream_options.jelly" : "in.jelly";
        try (Stream<Path> paths = Files.find(root, 3, (p, a) -> p.endsWith(mark))) {
          found.addAll(paths.map(Path::getParent).sorted().toList());
        }
      }
    }
    return found;
  }

  /** Returns null if the case passes; otherwise the reason of the failure. */
  private String reasonToFail(Path folder) {
    try {
      boolean negative = folder.getFileName().toString().startsWith("neg_");
      if (folder.getParent().getParent().endsWith("to_jelly")) {
        ConformanceEncoder writing = new ConformanceEncoder(spark, folder);
        return negative ? writing.reasonOfNegative() : reasonOfWriting(writing, folder);
      }
      return negative ? reasonOfNegative(folder) : reasonOfPositive(folder);
    } catch (Exception e) {
      return "failed: " + rootMessage(e);
    }
  }

  private String reasonOfWriting(ConformanceEncoder writing, Path folder) throws IOException {
    Path written = writing.write();
    try {
      Path expected = folder.resolve("out.jelly");
      String options = writing.reasonOfOptions(written);
      if (options != null) {
        return options;
      }
      String reason = reasonToDiffer(read(expected), read(written));
      long frames = frames(expected);
      long framesFound = frames(written);
      if (reason == null && frames != framesFound) {
        reason = "expected " + frames + " frames, found " + framesFound;
      }
      return reason;
    } finally {
      writing.delete();
    }
  }

  private String reasonOfNegative(Path folder) {
    int rows;
    try {
      rows = read(file(folder)).size();
    } catch (Exception e) {
      return null;
    }
    return "expected an error, read " + rows + " statements";
  }

  private String reasonOfPositive(Path folder) throws IOException {
    List<Statement> expected = new ArrayList<>();
    long frames = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path out :
          files.filter(p -> p.getFileName().toString().startsWith("out_")).sorted().toList()) {
        expected.addAll(RdfText.statements(Files.readString(out), frames++));
      }
    }
    String reason = reasonToDiffer(expected, read(file(folder)));
    if (reason != null) {
      return reason;
    }
    // Frames without statements give no rows in Spark, so the reader below it counts frames.
    long framesFound = frames(file(folder));
    return frames == framesFound ? null : "expected " + frames + " frames, found " + framesFound;
  }

  /** Compares statements in order; returns null if they are the same, otherwise the difference. */
  private static String reasonToDiffer(List<Statement> expected, List<Statement> found) {
    BlankNodeMap blankNodes = new BlankNodeMap();
    for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
      Statement x = expected.get(i);
      Statement y = found.get(i);
      if (x.frame() != y.frame() || !blankNodes.same(x, y)) {
        return "statement " + i + ": expected " + x + ", found " + y;
      }
    }
    return expected.size() == found.size()
        ? null
        : "expected " + expected.size() + " statements, found " + found.size();
  }

  private List<Statement> read(Path file) {
    Dataset<Row> rows =
        spark
            .read()
            .format("jelly")
            .option("blankNodes", "preserve")
            .load(file.toAbsolutePath().normalize().toString())
            .select(
                functions.col("_metadata.statement").as("statement"),
                functions.col("_metadata.frame").as("frame"),
                functions.col("s"),
                functions.col("p"),
                functions.col("o"),
                functions.col("g"))
            .orderBy("statement");
    List<Statement> found = new ArrayList<>();
    for (Row row : rows.collectAsList()) {
      if (row.getLong(0) != found.size()) {
        throw new IllegalStateException(
            "statement number " + row.getLong(0) + " where " + found.size() + " comes next");
      }
      found.add(
          new Statement(row.getLong(1), term(row, 2), term(row, 3), term(row, 4), term(row, 5)));
    }
    return found;
  }

  private static Term term(Row row, int column) {
    if (row.isNullAt(column)) {
      return null;
    }
    Row term = row.getStruct(column);
    String value = term.getAs("value");
    String kind = term.getAs("kind");
    return switch (kind) {
      case "iri" -> new Term.Iri(value);
      case "bnode" -> new Term.Bnode(value);
      case "literal" -> new Term.Literal(value, term.getAs("lang"), term.getAs("datatype"));
      case "triple" -> RdfText.term(value);
      default -> throw new IllegalStateException("kind " + kind);
    };
  }

  private static long frames(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        JellyReader reader = JellyReader.open(in, file.toString(), JellyReadOptions.defaults())) {
      long frames = 0;
      while (reader.nextFrame()) {
        frames++;
      }
      return frames;
    }
  }

  private static Path file(Path folder) {
    return folder.resolve("in.jelly").toAbsolutePath().normalize();
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage()).lines().findFirst().orElse(root.toString());
  }
}
