package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.BlankNodeMap;
import io.github.jellybridge.model.RdfText;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.Assume;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/**
 * The official Jelly-RDF conformance cases from the folder beside the project, read without Spark.
 * scripts/conformance runs them through Spark.
 */
@RunWith(Parameterized.class)
public class ConformanceTest {
  private static final Path CASES =
      Checkout.root().resolveSibling("shared").resolve("conformance/from_jelly");

  /** The folder of one case; null if the cases are not available. */
  @Parameterized.Parameter public Path folder;

  /** All cases. */
  @Parameterized.Parameters(name = "{0}")
  public static List<Path> cases() throws IOException {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(CASES)) {
      try (Stream<Path> paths = Files.walk(CASES)) {
        paths.filter(p -> p.endsWith("in.jelly")).map(Path::getParent).sorted().forEach(found::add);
      }
    }
    if (found.isEmpty()) {
      found.add(null);
    }
    return found;
  }

  @Test
  public void theCaseReadsAsExpected() throws IOException {
    if (folder == null) {
      System.out.println("ConformanceTest SKIPPED: no cases in " + CASES);
    }
    Assume.assumeTrue("conformance cases beside the project", folder != null);
    byte[] file = Files.readAllBytes(folder.resolve("in.jelly"));
    if (folder.getFileName().toString().startsWith("neg_")) {
      Reading.refused(file);
      return;
    }
    List<Statement> expected = new ArrayList<>();
    long frames = 0;
    for (Path out : outputs()) {
      expected.addAll(RdfText.statements(Files.readString(out), frames++));
    }
    List<Statement> found = Reading.read(file);
    assertEquals("frames", frames, Reading.frames(file));
    assertEquals("statements", expected.size(), found.size());
    BlankNodeMap blankNodes = new BlankNodeMap();
    for (int i = 0; i < found.size(); i++) {
      String message =
          "statement " + i + ": expected " + expected.get(i) + ", found " + found.get(i);
      assertEquals(message, expected.get(i).frame(), found.get(i).frame());
      assertTrue(message, blankNodes.same(expected.get(i), found.get(i)));
    }
  }

  private List<Path> outputs() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(p -> p.getFileName().toString().startsWith("out_")).sorted().toList();
    }
  }
}
