package io.github.jellybridge.spark.jelly;

import static io.github.jellybridge.spark.scan.JellySamples.iri;
import static io.github.jellybridge.spark.scan.JellySamples.text;
import static io.github.jellybridge.spark.scan.JellySamples.triple;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.scan.JellySamples;
import io.github.jellybridge.spark.scan.SparkJelly;
import io.github.jellybridge.spark.schema.StatementSchema;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.schema.TermFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.streaming.DataStreamReader;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.StructType;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that streams of Jelly files in Spark give the rows of batch reads, each once. */
public class JellyStreamTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  private final Map<Long, List<String>> batches = new TreeMap<>();

  private Path in(String name) {
    Path file = temporary.getRoot().toPath().resolve("in").resolve(name);
    try {
      Files.createDirectories(file.getParent());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  /** Writes a file of one triple that contains the file's name. */
  private void write(String name) {
    Path draft = temporary.getRoot().toPath().resolve("draft");
    JellySamples.writeTriples(draft, List.of(triple(iri("s"), iri("p"), text(name))), 10);
    try {
      Files.move(draft, in(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Dataset<Row> stream(String... options) {
    DataStreamReader reader = SparkJelly.spark().readStream().format("jelly");
    for (int i = 0; i < options.length; i += 2) {
      reader.option(options[i], options[i + 1]);
    }
    return reader.load(in("x").getParent().toString());
  }

  /** Runs a query until all available files are read, and records the rows of each batch. */
  private void run(Dataset<Row> frame) throws Exception {
    run(frame, id -> {});
  }

  private void run(Dataset<Row> frame, Consumer<Long> before) throws Exception {
    VoidFunction2<Dataset<Row>, Long> body =
        (batch, id) -> {
          before.accept(id);
          batches.put(id, batch.collectAsList().stream().map(Row::toString).toList());
        };
    StreamingQuery query =
        frame
            .writeStream()
            .foreachBatch(body)
            .option("checkpointLocation", temporary.getRoot() + "/checkpoint")
            .trigger(Trigger.AvailableNow())
            .start();
    try {
      query.awaitTermination(120_000);
    } finally {
      query.stop();
    }
  }

  private List<String> rows() {
    List<String> rows = new ArrayList<>();
    batches.values().forEach(rows::addAll);
    return rows;
  }

  @Test
  public void rowsAreThoseOfJellyJvm() throws Exception {
    Path file = JellySamples.writeTriples(in("a.jelly"), JellySamples.everyKind(), 3);
    run(stream("blankNodes", "preserve"));
    assertEquals(
        JellySamples.readWithJellyJvm(file).stream().map(JellySamples::describe).toList(), rows());
  }

  @Test
  public void hiddenMetadataOfFilesAndStatements() throws Exception {
    JellySamples.writeTriples(in("a.jelly"), JellySamples.numbered(5), 2);
    String[] columns = {"_metadata.file_name", "_metadata.statement", "_metadata.frame", "o.value"};
    Dataset<Row> batch = SparkJelly.read(in("a.jelly"));
    run(stream().selectExpr(columns).where("statement > 1"));
    assertEquals(SparkJelly.rows(batch.selectExpr(columns).where("statement > 1")), rows());
    assertEquals(3, rows().size());
  }

  @Test
  public void termsMayBeTexts() throws Exception {
    write("a");
    run(stream("termFormat", "ntriples").select("s", "o", "g"));
    assertEquals(List.of("[<http://example.org/s>,\"a\",null]"), rows());
  }

  @Test
  public void partitionFoldersAreColumns() throws Exception {
    write("day=1/a");
    write("day=2/b");
    run(stream().where("day = 2").select("o.value", "day"));
    assertEquals(List.of("[day=2/b,2]"), rows());
  }

  @Test
  public void partitionColumnsHaveTheTypesThatTheUserGives() throws Exception {
    write("day=01/a");
    StructType schema =
        StatementSchema.table(
            TableKind.STATEMENTS, TermFormat.STRUCT, StructType.fromDDL("day STRING"));
    Dataset<Row> days =
        SparkJelly.spark()
            .readStream()
            .format("jelly")
            .schema(schema)
            .load(in("x").getParent().toString())
            .select("day");
    run(days);
    assertEquals(List.of("[01]"), rows());
    write("day=02/b");
    run(days);
    assertEquals(List.of("[02]"), batches.get(1L));
  }

  @Test
  public void emptyFolderWaitsForFiles() throws Exception {
    in("x");
    run(stream().select("o.value"));
    assertEquals(List.of(), rows());
    write("a");
    run(stream().select("o.value"));
    assertEquals(List.of("[a]"), rows());
  }

  @Test
  public void aSchemaNamesThePartitionColumnsOfAFolderWithoutFiles() throws Exception {
    String folder = in("x").getParent().toString();
    StructType schema =
        StatementSchema.table(
            TableKind.STATEMENTS, TermFormat.STRUCT, StructType.fromDDL("day STRING, n INT"));
    assertEquals(0, SparkJelly.spark().read().format("jelly").schema(schema).load(folder).count());
    Dataset<Row> stream =
        SparkJelly.spark()
            .readStream()
            .format("jelly")
            .schema(schema)
            .load(folder)
            .select("o.value", "day", "n");
    run(stream);
    assertEquals(List.of(), rows());
    write("day=01/n=1/a");
    run(stream);
    assertEquals(List.of("[day=01/n=1/a,01,1]"), rows());
  }

  @Test
  public void restartGoesOnWhereTheLastRunEnded() throws Exception {
    for (String name : List.of("a", "b", "c")) {
      write(name);
    }
    run(stream("maxFilesPerTrigger", "2").select("o.value"));
    assertEquals(3, rows().size());
    assertEquals(2, batches.size());
    write("d");
    run(stream("maxFilesPerTrigger", "2").select("o.value"));
    assertEquals(List.of("[d]"), batches.get(2L));
    assertEquals(4, rows().size());
  }

  @Test
  public void failedBatchHasTheSameFilesAfterTheRestart() throws Exception {
    for (String name : List.of("a", "b", "c")) {
      write(name);
    }
    Dataset<Row> values = stream("maxFilesPerTrigger", "1").select("o.value");
    assertThrows(
        StreamingQueryException.class,
        () ->
            run(
                values,
                id -> {
                  if (id == 1) {
                    throw new IllegalStateException("dies in batch 1");
                  }
                }));
    write("0");
    run(stream("maxFilesPerTrigger", "1").select("o.value"));
    assertEquals(4, batches.size());
    List<String> sorted = new ArrayList<>(rows());
    sorted.sort(null);
    assertEquals(List.of("[0]", "[a]", "[b]", "[c]"), sorted);
  }

  @Test
  public void fileThatVanishesBeforeItIsReadIsAnErrorUnlessIgnored() throws Exception {
    write("a");
    write("b");
    Consumer<Long> deleteA = id -> in("a").toFile().delete();
    Exception error =
        assertThrows(StreamingQueryException.class, () -> run(stream().select("o.value"), deleteA));
    assertTrue(error.getMessage(), error.getMessage().contains("ignoreMissingFiles=true"));
    run(stream("ignoreMissingFiles", "true").select("o.value"));
    assertEquals(List.of("[b]"), rows());
  }

  @Test
  public void malformedFileFailsOrIsDropped() throws Exception {
    write("a");
    Files.write(in("broken"), new byte[] {5, 1, 2});
    assertThrows(StreamingQueryException.class, () -> run(stream().select("o.value")));
    run(stream("mode", "DROPMALFORMED").select("o.value"));
    assertEquals(List.of("[a]"), rows());
  }

  @Test
  public void aFileRepairedInPlaceIsReadInPartsAfterARestart() throws Exception {
    Path file = JellySamples.writeTriples(in("a"), JellySamples.numbered(60_000), 500);
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 1));
    RuntimeConfig conf = SparkJelly.spark().conf();
    conf.set("spark.sql.files.maxPartitionBytes", Integer.toString(whole.length / 4));
    try {
      Dataset<Row> values = stream("split", "index").select("o.value");
      assertThrows(StreamingQueryException.class, () -> run(values));
      Files.write(file, whole);
      SplitPoints.forget(); // as in a new driver
      run(values);
    } finally {
      conf.unset("spark.sql.files.maxPartitionBytes");
    }
    assertEquals(JellySamples.readWithJellyJvm(file).size(), rows().size());
  }

  @Test
  public void aggregatesOverTriggers() throws Exception {
    write("a");
    write("b");
    List<Row> last = new ArrayList<>();
    VoidFunction2<Dataset<Row>, Long> body =
        (batch, id) -> {
          last.clear();
          last.addAll(batch.collectAsList());
        };
    StreamingQuery query =
        stream("maxFilesPerTrigger", "1")
            .groupBy("p.value")
            .count()
            .writeStream()
            .outputMode("complete")
            .foreachBatch(body)
            .trigger(Trigger.AvailableNow())
            .start();
    query.awaitTermination(120_000);
    assertEquals("[[http://example.org/p,2]]", last.toString());
  }

  @Test
  public void wrongOptionsAreRefusedWhenTheStreamIsDefined() {
    write("a");
    for (String[] wrong :
        List.of(
            new String[] {"maxFilesPerTrigger", "0"},
            new String[] {"maxBytesPerTrigger", "-1"},
            new String[] {"latestFirst", "maybe"},
            new String[] {"maxFileAge", "old"},
            new String[] {"cleanSource", "delete"})) {
      Exception error = assertThrows(IllegalArgumentException.class, () -> stream(wrong));
      assertTrue(error.getMessage(), error.getMessage().contains("'" + wrong[0] + "'"));
    }
  }
}
