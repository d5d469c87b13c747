package io.github.jellybridge.bench;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.jena.graph.Node;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** What the benchmarks rest on: the generated data, the comparison of answers, the medians. */
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
  public void dataSetsAreWhatTheirNamesSay() throws IOException {
    assertTrue(share(new IriHeavy(), Node::isURI) > 0.8);
    assertTrue(share(new TextHeavy(), Node::isLiteral) > 0.6);
    assertTrue(distinctPerStatement(new ManyNames()) > 3 * distinctPerStatement(new TextHeavy()));
    assertTrue(distinctPerStatement(new ManyNames()) > 0.7);
  }

  @Test
  public void allDecodersReadTheSameStatements() throws IOException {
    for (DataGenerator generator : DataGenerator.all()) {
      List<Path> files = List.of(generate(generator, 20_000));
      ContentCheck.Digest expected = ContentCheck.jellyJena(files);
      assertEquals(expected.hash(), ContentCheck.bridge(files));
      assertEquals(expected.utf8Lengths(), Decoders.bridge(files).toString());
      assertEquals(Decoders.jellyJena(files).toString(), Decoders.jellyCore(files).toString());
    }
  }

  @Test
  public void aPrefixOfAFileEndsBetweenFrames() throws IOException {
    Path whole = generate(new IriHeavy(), 20_000);
    Path part = folder.getRoot().toPath().resolve("part.jelly");
    long limit = Files.size(whole) / 3;
    FramePrefix.copy(whole, part, limit);
    assertTrue(Files.size(part) <= limit);
    assertTrue(Files.size(part) > limit / 2);
    List<String> first = statements(part);
    assertEquals(statements(whole).subList(0, first.size()), first);
  }

  @Test
  public void contendersThatDisagreeStopTheRun() {
    Map<String, String> answers = new HashMap<>();
    Harness.check(answers, "all", "a", "1");
    Harness.check(answers, "all", "b", "1");
    assertThrows(IllegalStateException.class, () -> Harness.check(answers, "all", "c", "2"));
  }

  @Test
  public void warmUpRoundsAreDroppedAndTheMedianIsKept() throws Exception {
    int[] runs = new int[1];
    Harness.Entry entry =
        new Harness.Entry("x", 10, "all", () -> Integer.toString(Math.min(runs[0]++, 0)));
    List<Harness.Row> rows =
        new Harness(2, 3).measure("data", "task", List.of(entry), new HashMap<>());
    assertEquals(5, runs[0]);
    assertEquals(3, rows.get(0).seconds().length);
    assertEquals(2.0, Harness.median(new double[] {9, 1, 2}), 0);
    assertEquals(1.5, Harness.median(new double[] {2, 1}), 0);
    assertEquals(4.0, Harness.geometricMean(List.of(2.0, 8.0)), 1e-9);
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
      void statement(Node s, Node p, Node o, Node g) {
        statements.accept(s, p, o);
      }
    };
  }
}
