package io.github.jellybridge.bench;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Runs the benchmark of queries of a part of the data on a small data set. */
public class SkipBenchTest {
  private static final int STATEMENTS = 24_000;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private String root;

  @Before
  public void useFolder() {
    root = System.setProperty("bench.root", folder.getRoot().toString());
  }

  @After
  public void restoreFolder() {
    if (root == null) {
      System.clearProperty("bench.root");
    } else {
      System.setProperty("bench.root", root);
    }
  }

  @Test
  public void bothFormatsAreMeasuredOnTheSameFilesInEveryRun() throws Exception {
    JsonNode first = run("count");
    for (String order : List.of("by s", "by p,s", "unclustered")) {
      for (String contender : List.of("jelly-bridge", "parquet")) {
        assertEquals(STATEMENTS, row(first, order, "count", contender).get("statements").asInt());
        assertTrue(row(first, order, "size", contender).get("bytes").asLong() > 100_000);
      }
    }
    Set<String> files = files();
    JsonNode second = run("predicate");
    assertEquals(files, files());
    JsonNode all = row(second, "by s", "predicate", "jelly-bridge");
    JsonNode some = row(second, "by p,s", "predicate", "jelly-bridge");
    assertTrue(all + " " + some, all.get("bytes_read").asLong() > 0);
    assertTrue(some.has("parts_read") && some.has("parts_skipped"));
  }

  private JsonNode run(String task) throws Exception {
    Bench.main(
        new String[] {
          "skip",
          "--statements",
          "" + STATEMENTS,
          "--rounds",
          "1",
          "--warmups",
          "0",
          "--tasks",
          task
        });
    Path results = folder.getRoot().toPath().resolve("build/bench/skip.json");
    return new ObjectMapper().readTree(results.toFile()).get("rows");
  }

  private static JsonNode row(JsonNode rows, String dataset, String task, String contender) {
    for (JsonNode row : rows) {
      if (row.get("dataset").asText().equals(dataset)
          && row.get("task").asText().equals(task)
          && row.get("contender").asText().equals(contender)) {
        return row;
      }
    }
    throw new AssertionError(dataset + " " + task + " " + contender + " is not in " + rows);
  }

  /** The names of all files of data, which have a random part. */
  private Set<String> files() throws IOException {
    Set<String> names = new HashSet<>();
    try (Stream<Path> all = Files.walk(folder.getRoot().toPath().resolve("build/bench/data"))) {
      all.forEach(file -> names.add(file.toString()));
    }
    return names;
  }
}
