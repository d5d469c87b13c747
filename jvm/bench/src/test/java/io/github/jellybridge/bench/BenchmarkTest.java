package io.github.jellybridge.bench;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.bench.contender.Decoders;
import io.github.jellybridge.bench.contender.EncodedFiles;
import io.github.jellybridge.bench.contender.PlainColumnEncoder;
import io.github.jellybridge.bench.contender.StatementSinks;
import io.github.jellybridge.bench.generator.DataGenerator;
import io.github.jellybridge.bench.generator.IriHeavy;
import io.github.jellybridge.bench.generator.ManyNames;
import io.github.jellybridge.bench.generator.TextHeavy;
import io.github.jellybridge.bench.harness.BenchArguments;
import io.github.jellybridge.bench.harness.Race;
import io.github.jellybridge.bench.harness.Result;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.ProtocolVersion;
import io.github.jellybridge.proto.columns.RdfColumnBatch;
import io.github.jellybridge.proto.columns.RdfStreamFrame;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.jena.graph.Node;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests the parts of the benchmarks: generated data, comparison of answers, medians. */
public class BenchmarkTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void generatedFilesAreTheSameBytesEveryTime() throws IOException {
    for (DataGenerator generator : DataGenerator.all()) {
      byte[] first = Files.readAllBytes(generate(generator, 20_000));
      byte[] second = Files.readAllBytes(generate(generator, 20_000));
      assertArrayEquals(generator.name(), first, second);
    }
  }

  @Test
  public void aLongerDataSetStartsWithAShorterOne() throws IOException {
    for (DataGenerator generator : DataGenerator.all()) {
      List<String> shorter = statements(generate(generator, 2_000));
      List<String> longer = statements(generate(generator, 10_000));
      assertTrue(longer.size() >= 10_000);
      assertEquals(generator.name(), shorter, longer.subList(0, shorter.size()));
    }
  }

  @Test
  public void dataSetsMatchTheirNames() throws IOException {
    assertTrue(share(new IriHeavy(), Node::isURI) > 0.8);
    assertTrue(share(new TextHeavy(), Node::isLiteral) > 0.6);
    assertTrue(distinctPerStatement(new ManyNames()) > 3 * distinctPerStatement(new TextHeavy()));
    assertTrue(distinctPerStatement(new ManyNames()) > 0.7);
  }

  @Test
  public void allDecodersReadTheSameStatements() throws IOException {
    for (DataGenerator generator : DataGenerator.all()) {
      List<Path> files = List.of(generate(generator, 20_000));
      ContentCheck expected = ContentCheck.jellyJena(files);
      assertEquals(expected.toString(), ContentCheck.bridge(files).toString());
      assertEquals(expected.utf8Lengths(), Decoders.bridge(files).toString());
      assertEquals(Decoders.jellyJena(files).toString(), Decoders.jellyCore(files).toString());
    }
  }

  @Test
  public void filesInColumnsHaveTheSameStatements() throws IOException {
    for (DataGenerator generator : DataGenerator.all()) {
      Path file = generate(generator, 20_000);
      for (boolean quads : new boolean[] {false, true}) {
        Path columns = folder.newFile().toPath();
        PlainColumnEncoder.copy(file, quads, columns);
        ContentCheck found = ContentCheck.bridge(List.of(columns));
        assertEquals(ContentCheck.jellyJena(List.of(file)).toString(), found.toString());
      }
    }
  }

  @Test
  public void dataSetsAreTheSameAfterAConversionToVersion12AndBack() throws IOException {
    for (DataGenerator generator : DataGenerator.all()) {
      Path file = generate(generator, 100_000);
      Path columns = convert(file, ProtocolVersion.V1_2);
      Path rows = convert(columns, ProtocolVersion.V1);
      assertTrue(Files.size(columns) < 0.9 * Files.size(rows));
      assertEquals(generator.name(), statements(file), statements(rows));
    }
  }

  private Path convert(Path file, ProtocolVersion version) throws IOException {
    Path to = folder.newFile().toPath();
    JellyWriteOptions options = JellyWriteOptions.builder().protocolVersion(version).build();
    try (JellyReader reader = Decoders.openBridge(file);
        JellyWriter writer = JellyWriter.open(Files.newOutputStream(to), options)) {
      while (reader.nextBatch(4096)) {
        writer.write(reader.batch(), reader.terms());
      }
      writer.finish();
    }
    return to;
  }

  @Test
  public void filesInColumnsAreMessagesOfTheSchema() throws IOException {
    Path file = generate(new TextHeavy(), 300_000);
    Path columns = folder.newFile().toPath();
    PlainColumnEncoder.copy(file, false, columns);
    long rows = 0;
    int restated = 0;
    try (InputStream in = Files.newInputStream(columns)) {
      RdfStreamFrame frame;
      while ((frame = RdfStreamFrame.parseDelimitedFrom(in)) != null) {
        RdfColumnBatch batch = frame.getColumns();
        assertTrue(frame.getUnknownFields().asMap().isEmpty());
        assertTrue(batch.getUnknownFields().asMap().isEmpty());
        assertTrue(batch.getObjects().getUnknownFields().asMap().isEmpty());
        assertTrue(batch.getRowCount() > 0 && batch.getRowCount() <= 4096);
        rows += batch.getRowCount();
        restated += frame.getRowsCount();
      }
    }
    assertEquals(statements(file).size(), rows);
    assertTrue("options stated " + restated + " times", restated > 1);
  }

  @Test
  public void contendersThatDisagreeStopTheRun() {
    Race race = race(2, 3).expect("all", "a", "1").expect("all", "b", "1");
    race.add("c", 10, "all", () -> "2");
    assertThrows(IllegalStateException.class, () -> race.expect("all", "c", "2"));
    assertThrows(IllegalStateException.class, race::run);
  }

  @Test
  public void warmUpRoundsAreDroppedAndTheMedianIsKept() throws Exception {
    int[] runs = new int[1];
    List<Result> rows =
        race(2, 3).add("x", 10, "all", () -> Integer.toString(Math.min(runs[0]++, 0))).run();
    assertEquals(5, runs[0]);
    assertEquals(3, ((double[]) rows.get(0).values().get("rounds_s")).length);
    assertEquals(2.0, Result.median(new double[] {9, 1, 2}), 0);
    assertEquals(1.5, Result.median(new double[] {2, 1}), 0);
    assertEquals(4.0, Bench.geometricMean(List.of(2.0, 8.0)), 1e-9);
  }

  @Test
  public void contendersAlternateAtGoingFirst() throws Exception {
    List<String> runs = new ArrayList<>();
    race(1, 2)
        .add("x", 10, "all", () -> "" + runs.add("x"))
        .add("y", 10, "all", () -> "" + runs.add("y"))
        .run();
    assertEquals(List.of("y", "x", "x", "y", "y", "x"), runs);
  }

  @Test
  public void rowsAreObjectsOfTheResultFile() throws IOException {
    Result row = Result.timed("d", "t", "c", new double[] {0.5, 1.5, 0.25}, 10);
    String json =
        "{\"dataset\":\"d\",\"task\":\"t\",\"contender\":\"c\",\"median_s\":0.5,"
            + "\"rounds_s\":[0.5,1.5,0.25],\"statements\":10}";
    assertEquals(json, row.json());
    assertEquals(json, Result.parse(json).json());
    assertEquals(2e-5, row.rate(), 1e-12);
  }

  private static Race race(int warmups, int rounds) {
    String[] arguments = {"--warmups", "" + warmups, "--rounds", "" + rounds};
    return new Race(BenchArguments.parse(arguments, 0), "data", "task");
  }

  private Path generate(DataGenerator generator, long statements) throws IOException {
    Path file = folder.newFile().toPath();
    EncodedFiles.generate(generator, statements, 0, file);
    return file;
  }

  private static List<String> statements(Path file) {
    List<String> statements = new ArrayList<>();
    EncodedFiles.parse(file, sink((s, p, o) -> statements.add(s + " " + p + " " + o)));
    return statements;
  }

  private double share(DataGenerator generator, Predicate<Node> kind) throws IOException {
    long[] counts = new long[2];
    EncodedFiles.parse(
        generate(generator, 100_000), sink((s, p, o) -> counts[kind.test(o) ? 1 : 0]++));
    return counts[1] / (double) (counts[0] + counts[1]);
  }

  /** Distinct IRIs as subject or object for each statement. */
  private double distinctPerStatement(DataGenerator generator) throws IOException {
    Set<Node> names = new HashSet<>();
    long[] count = new long[1];
    EncodedFiles.parse(
        generate(generator, 100_000),
        sink(
            (s, p, o) -> {
              count[0]++;
              names.add(s);
              if (o.isURI()) {
                names.add(o);
              }
            }));
    return names.size() / (double) count[0];
  }

  private static StatementSinks.Quads sink(DataGenerator.Statements statements) {
    return new StatementSinks.Quads() {
      @Override
      public void statement(Node s, Node p, Node o, Node g) {
        statements.accept(s, p, o);
      }
    };
  }
}
