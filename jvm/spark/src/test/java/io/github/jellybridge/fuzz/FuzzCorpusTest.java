package io.github.jellybridge.fuzz;

import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.Checkout;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.Test;

/**
 * Runs each fuzz target on its corpus, which {@code scripts/fuzz} has found: inputs that reach
 * different code, and those that once failed.
 */
public class FuzzCorpusTest {
  private static final Path FOLDER = Checkout.root().resolve("tests/fuzz");

  @Test
  public void eachInputOfACorpusIsReadRightOrRefused() throws Exception {
    Cases.each(Files.readAllLines(FOLDER.resolve("targets")), FuzzCorpusTest::check);
  }

  private static void check(String line) throws Exception {
    String[] target = line.split(" +");
    Method run = Class.forName(target[1]).getMethod("fuzzerTestOneInput", byte[].class);
    List<Path> inputs = files(FOLDER.resolve(target[0]));
    assertTrue("inputs", inputs.size() > 5);
    Cases.each(
        inputs,
        input -> {
          try {
            run.invoke(null, (Object) Files.readAllBytes(input));
          } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause().toString(), e.getCause());
          }
        });
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
