package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.files.MockFileSystem;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.testing.Cases;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests queries of broken or missing files. */
public class JellyFaultsTest {
  private static final int COUNT = 400;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path good;
  private Path cut;

  @Before
  public void write() throws IOException {
    Path root = folder.getRoot().toPath();
    good = JellySamples.writeTriples(root.resolve("good.jelly"), JellySamples.numbered(COUNT), 32);
    byte[] bytes = Files.readAllBytes(good);
    cut = Files.write(root.resolve("cut.jelly"), Arrays.copyOf(bytes, bytes.length - 100));
  }

  private static Throwable root(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null && !(cause instanceof JellyParseException)) {
      cause = cause.getCause();
    }
    return cause;
  }

  @Test
  public void failfastNamesFileFrameAndByte() {
    Cases.each(
        List.of("true", "false"),
        pushdown -> {
          Dataset<Row> frame = SparkJelly.read(List.of(good, cut), "pushdown", pushdown);
          for (Dataset<Row> query : List.of(frame, frame.selectExpr("count(*)"))) {
            Exception thrown = assertThrows(Exception.class, query::collectAsList);
            Throwable cause = root(thrown);
            assertTrue(cause.toString(), cause instanceof JellyParseException);
            assertTrue(thrown.getMessage(), thrown.getMessage().contains("cut.jelly: frame "));
            assertTrue(thrown.getMessage(), thrown.getMessage().contains(", byte "));
          }
        });
  }

  @Test
  public void dropmalformedKeepsTheFramesBeforeTheBrokenOne() {
    Cases.each(
        List.of("true", "false"),
        pushdown -> {
          Dataset<Row> frame =
              SparkJelly.read(List.of(cut, good), "mode", "DROPMALFORMED", "pushdown", pushdown);
          List<Row> rows = frame.select("o.value", "_metadata.file_name").collectAsList();
          List<Row> fromCut =
              rows.stream().filter(r -> r.getString(1).equals("cut.jelly")).toList();
          assertEquals(COUNT, rows.size() - fromCut.size());
          assertTrue(fromCut.size() > COUNT / 2 && fromCut.size() < COUNT);
          for (int i = 0; i < fromCut.size(); i++) {
            assertEquals(Integer.toString(i), fromCut.get(i).getString(0));
          }
          assertEquals("a count sees the same rows", rows.size(), frame.count());
          assertEquals(rows.size(), frame.selectExpr("1").collectAsList().size());
        });
  }

  @Test
  public void malformedFilesAreCounted() {
    Map<String, Long> metrics =
        SparkJelly.metrics(SparkJelly.read(List.of(cut, good), "mode", "dropmalformed"));
    assertEquals(Long.valueOf(1), metrics.get("jellyMalformedFiles"));
    assertEquals(Long.valueOf(2), metrics.get("jellyFiles"));
  }

  @Test
  public void filesThatAreNotJellyAreCorrupt() throws IOException {
    Path text = Files.writeString(good.resolveSibling("z.jelly"), "<a> <b> <c> .\n");
    Dataset<Row> failing = SparkJelly.read(List.of(good, text));
    assertThrows(Exception.class, failing::collectAsList);
    assertEquals(
        COUNT,
        SparkJelly.read(List.of(good, text), "ignoreCorruptFiles", "true").collectAsList().size());
  }

  @Test
  public void aCutGzipFileIsMalformed() throws IOException {
    Path zipped = good.resolveSibling("z.jelly.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      Files.copy(good, out);
    }
    assertEquals(COUNT, SparkJelly.read(zipped).collectAsList().size());
    byte[] bytes = Files.readAllBytes(zipped);
    Files.write(zipped, Arrays.copyOf(bytes, bytes.length / 2));
    Exception thrown = assertThrows(Exception.class, () -> SparkJelly.read(zipped).collectAsList());
    assertTrue(thrown.getMessage(), thrown.getMessage().contains("z.jelly.gz"));
    int kept = SparkJelly.read(zipped, "mode", "DROPMALFORMED").collectAsList().size();
    assertTrue("kept " + kept, kept < COUNT);
  }

  @Test
  public void allFramesBeforeACutAreKeptInEveryMode() throws IOException {
    byte[] bytes = Files.readAllBytes(good);
    Path plain = good.resolveSibling("plain.jelly");
    Path zipped = good.resolveSibling("zipped.jelly.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      out.write(bytes);
    }
    byte[] gzip = Files.readAllBytes(zipped);
    Cases.each(
        new int[] {1, 8, 9, 40, gzip.length / 2},
        missing -> {
          Files.write(zipped, Arrays.copyOf(gzip, gzip.length - missing));
          // The JDK decompresses the same file, and the result is read as an uncompressed file.
          byte[] text = new byte[bytes.length];
          int length = 0;
          try (InputStream in = new GZIPInputStream(Files.newInputStream(zipped), 1)) {
            for (int b = in.read(); b >= 0; b = in.read()) {
              text[length++] = (byte) b;
            }
          } catch (EOFException e) {
            assertTrue(length > 0);
          }
          Files.write(plain, Arrays.copyOf(text, length));
          long expected = SparkJelly.read(plain, "mode", "DROPMALFORMED").collectAsList().size();
          assertTrue(expected > 0 && (expected == COUNT) == (length == bytes.length));
          for (String option : List.of("mode=DROPMALFORMED", "ignoreCorruptFiles=true")) {
            for (String ahead : List.of("true", "false")) {
              String[] set = option.split("=");
              Dataset<Row> kept = SparkJelly.read(zipped, set[0], set[1], "readAhead", ahead);
              String what = missing + " bytes missing, " + option + ", readAhead=" + ahead;
              assertEquals(what, expected, kept.collectAsList().size());
              assertEquals(what, expected, kept.count());
              assertEquals(what, expected, kept.selectExpr("count(s.value)").first().get(0));
              assertEquals(
                  what,
                  expected,
                  kept.groupBy("p.value").count().selectExpr("sum(count)").first().get(0));
            }
          }
        });
  }

  @Test
  public void aFileThatVanishesAfterPlanning() throws IOException {
    Dataset<Row> strict = SparkJelly.read(List.of(good, cut), "mode", "DROPMALFORMED");
    Dataset<Row> lenient = SparkJelly.read(List.of(good, cut), "ignoreMissingFiles", "true");
    Files.delete(cut);
    Exception thrown = assertThrows(Exception.class, strict::collectAsList);
    assertTrue(thrown.getMessage(), thrown.getMessage().contains("cut.jelly"));
    assertTrue(thrown.getMessage(), thrown.getMessage().contains("ignoreMissingFiles=true"));
    assertEquals(COUNT, lenient.collectAsList().size());
    assertEquals(COUNT, lenient.count());
  }

  @Test
  public void aFileThatMayNotBeReadIsNotTakenForOneThatIsGoneOrCorrupt() throws IOException {
    Path denied = Files.copy(good, good.resolveSibling("denied.jelly"));
    Cases.each(
        List.of("ignoreMissingFiles", "ignoreCorruptFiles", "mode"),
        option -> {
          String value = option.equals("mode") ? "DROPMALFORMED" : "true";
          Dataset<Row> frame =
              SparkJelly.read(
                  List.of("mock://" + good, "mock://" + denied),
                  "fs.mock.impl",
                  MockFileSystem.class.getName(),
                  option,
                  value);
          Exception thrown = assertThrows(Exception.class, frame::collectAsList);
          assertTrue(
              thrown.getMessage(), thrown.getMessage().contains("Cannot read mock:" + denied));
          assertTrue(thrown.getMessage(), thrown.getMessage().contains("(Permission denied)"));
        });
  }

  @Test
  public void aFileOfADiskThatFailsIsNamedAndLeftOutOnlyWhenCorruptFilesAre() throws IOException {
    Path failing = Files.copy(good, good.resolveSibling("failing.jelly"));
    for (String option :
        List.of("mode=FAILFAST", "mode=DROPMALFORMED", "ignoreCorruptFiles=true")) {
      Dataset<Row> frame =
          SparkJelly.read(
              List.of("mock://" + good, "mock://" + failing),
              "fs.mock.impl",
              MockFileSystem.class.getName(),
              option.split("=")[0],
              option.split("=")[1]);
      if (option.startsWith("ignore")) {
        assertEquals(COUNT, frame.collectAsList().size());
        continue;
      }
      Exception thrown = assertThrows(Exception.class, frame::collectAsList);
      assertTrue(thrown.getMessage(), thrown.getMessage().contains("Cannot read mock:" + failing));
    }
  }

  @Test
  public void settingsOfTheSessionAreDefaults() {
    SparkJelly.spark().conf().set("spark.sql.files.ignoreCorruptFiles", "true");
    try {
      assertTrue(SparkJelly.read(cut).collectAsList().size() > 0);
      Dataset<Row> strict = SparkJelly.read(cut, "ignoreCorruptFiles", "false");
      assertThrows(Exception.class, strict::collectAsList);
    } finally {
      SparkJelly.spark().conf().unset("spark.sql.files.ignoreCorruptFiles");
    }
  }

  @Test
  public void unknownOptionsAreRefusedWithTheValidOnes() {
    IllegalArgumentException thrown =
        assertThrows(
            IllegalArgumentException.class, () -> SparkJelly.read(good, "blankNode", "file"));
    assertTrue(thrown.getMessage(), thrown.getMessage().contains("did you mean 'blankNodes'"));
    assertTrue(thrown.getMessage(), thrown.getMessage().contains("termFormat"));
  }

  @Test
  public void valuesThatAreNotAllowedAreRefused() {
    for (List<String> pair :
        List.of(
            List.of("mode", "PERMISSIVE"),
            List.of("termFormat", "turtle"),
            List.of("blankNodes", "none"),
            List.of("batchSize", "0"),
            List.of("maxNesting", "-1"),
            List.of("strict", "maybe"))) {
      IllegalArgumentException thrown =
          assertThrows(
              IllegalArgumentException.class,
              () -> SparkJelly.read(good, pair.get(0), pair.get(1)));
      assertTrue(thrown.getMessage(), thrown.getMessage().contains("'" + pair.get(0) + "'"));
    }
  }

  @Test
  public void limitsAreOptions() {
    Dataset<Row> frame = SparkJelly.read(good, "maxFrameBytes", "50");
    Exception thrown = assertThrows(Exception.class, frame::collectAsList);
    assertTrue(root(thrown).toString(), root(thrown) instanceof JellyParseException);
    assertFalse(SparkJelly.read(good, "MAXFRAMEBYTES", "1m").isEmpty());
  }

  @Test
  public void aSchemaOfTheUserIsRefused() {
    // load() cannot refuse it: a stream may be written to a table whose files do not exist yet.
    Exception error =
        assertThrows(
            Exception.class,
            () ->
                SparkJelly.spark()
                    .read()
                    .format("jelly")
                    .schema("s STRING")
                    .load(good.toString())
                    .count());
    assertTrue(error.toString(), error.toString().contains("leave out the schema"));
  }
}
