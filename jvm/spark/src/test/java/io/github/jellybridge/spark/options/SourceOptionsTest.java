package io.github.jellybridge.spark.options;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.io.SerializableHadoopConf;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.spark.listing.Serialized;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.Test;

/**
 * Tests that options are parsed once, by name without case, and that errors in them are explained.
 */
public class SourceOptionsTest {
  private static final OptionRegistry REGISTRY =
      OptionRegistry.forFiles(
          "jelly",
          OptionSpec.bool("strict", true, "Whether it is strict."),
          OptionSpec.choice("termFormat", "struct", List.of("struct", "ntriples"), "The form."),
          OptionSpec.bytes("maxFrameBytes", 1 << 20, 1024, 1L << 31, "Largest frame."),
          OptionSpec.integer("maxNesting", 64, 0, 1024, "Deepest nesting."),
          OptionSpec.columns("frameColumns", "Columns of a frame."));

  private static SourceOptions parse(Map<String, String> options) {
    return REGISTRY.parse(new CaseInsensitiveStringMap(options));
  }

  private static void refused(Map<String, String> options, String expected) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> parse(options)).getMessage();
    assertTrue(message + " should contain " + expected, message.contains(expected));
  }

  @Test
  public void valuesHaveTheirTypes() {
    SourceOptions options =
        parse(
            Map.of(
                "STRICT",
                "False",
                "termformat",
                "NTriples",
                "maxFrameBytes",
                "16m",
                "maxNesting",
                "3"));
    assertFalse(options.bool("strict"));
    assertEquals("ntriples", options.string("termFormat"));
    assertEquals(16L << 20, options.bytes("maxFrameBytes"));
    assertEquals(3, options.integer("maxNesting"));
    assertTrue(options.isSet("Strict"));
    assertFalse(options.isSet("mode"));
  }

  @Test
  public void defaultsHoldWhenNothingIsSet() {
    SourceOptions options = parse(Map.of());
    assertTrue(options.bool("strict"));
    assertEquals("struct", options.string("termFormat"));
    assertEquals(1L << 20, options.bytes("maxFrameBytes"));
    assertNull(options.string("pathGlobFilter"));
    assertTrue(options.boolOr("ignoreCorruptFiles", true));
  }

  @Test
  public void wrongValuesNameTheOptionTheTextAndTheExpectedValue() {
    refused(Map.of("strict", "yes"), "Option 'strict' must be true or false, but is 'yes'.");
    refused(Map.of("termFormat", "turtle"), "one of struct, ntriples, but is 'turtle'");
    refused(Map.of("maxFrameBytes", "12x"), "a size in bytes such as 16m or 1048576");
    refused(Map.of("maxFrameBytes", "1k1"), "maxFrameBytes");
    refused(Map.of("maxFrameBytes", "1000"), "a value from 1024 to 2147483648, but is '1000'");
    refused(Map.of("maxFrameBytes", "9999999999g"), "maxFrameBytes");
    refused(Map.of("maxNesting", "-1"), "a value from 0 to 1024");
    refused(Map.of("maxNesting", "many"), "a whole number");
    refused(Map.of("recursiveFileLookup", "maybe"), "recursiveFileLookup");
  }

  @Test
  public void unknownOptionsAreRefusedWithTheNearestAndAllValidNames() {
    refused(
        Map.of("termFromat", "struct"),
        "'termFromat' of data source 'jelly'; did you mean 'termFormat'?");
    refused(Map.of("maxframebites", "1"), "did you mean 'maxFrameBytes'?");
    refused(Map.of("header", "true"), "Unknown option 'header'");
    refused(
        Map.of("header", "true", "inferSchema", "true"), "Unknown options 'header', 'inferSchema'");
    refused(
        Map.of("zzz", "1"),
        "Valid options: basePath, frameColumns, ignoreCorruptFiles, ignoreMissingFiles,"
            + " latestFirst, maxBytesPerTrigger, maxDecompressedBytes, maxFileAge,"
            + " maxFilesPerTrigger, maxFrameBytes, maxNesting, maxWindowBytes, mergeSchema, mode,"
            + " modifiedAfter, modifiedBefore, pathGlobFilter, recursiveFileLookup, strict,"
            + " termFormat, timeZone");
  }

  @Test
  public void columnsAreSeparatedByCommas() {
    assertEquals(List.of(), parse(Map.of()).columns("frameColumns"));
    assertEquals(
        List.of("a", "b c"), parse(Map.of("frameColumns", " a,, b c ,")).columns("frameColumns"));
  }

  @Test
  public void rangesAndDefaultsAreInWords() {
    List<OptionSpec> specs = REGISTRY.own();
    assertEquals(
        List.of("strict", "termFormat", "maxFrameBytes", "maxNesting", "frameColumns"),
        specs.stream().map(OptionSpec::name).toList());
    assertEquals(
        Arrays.asList("boolean", "choice", "size", "integer", "column names, separated by commas"),
        specs.stream().map(OptionSpec::type).toList());
    assertEquals(
        Arrays.asList(null, null, "1 KiB to 2 GiB", "0 to 1024", null),
        specs.stream().map(OptionSpec::range).toList());
    assertEquals(
        Arrays.asList("`true`", "`struct`", "1 MiB", "64", null),
        specs.stream().map(OptionSpec::defaultText).toList());
    assertEquals(List.of("struct", "ntriples"), specs.get(1).choices());
    OptionSpec size = OptionSpec.bytes("x", 1, 0, Long.MAX_VALUE, "A size.");
    assertEquals("1 byte", size.defaultText());
    assertEquals("at least 0", size.range());
    assertEquals("3000 bytes", OptionSpec.bytes("x", 3000, 1, 4000, "A size.").defaultText());
    assertEquals("no limit", size.withDefaultText("no limit").defaultText());
  }

  @Test
  public void lengthsOfTimeAreWrittenAsSparkWritesThem() {
    Map<String, Long> millis =
        Map.of("7d", 604_800_000L, "12h", 43_200_000L, "5 min", 300_000L, "2m", 120_000L);
    millis.forEach((text, value) -> assertEquals((long) value, parse(text).millis("maxFileAge")));
    Map.of("30s", 30_000L, "250ms", 250L, "9", 9L, "5000us", 5L)
        .forEach((text, value) -> assertEquals((long) value, parse(text).millis("maxFileAge")));
    for (String wrong : new String[] {"", "-1d", "1w", "d", "1.5h"}) {
      refused(
          Map.of("maxFileAge", wrong), "must be a length of time such as 7d, 12h or 30min, but is");
    }
  }

  private static SourceOptions parse(String maxFileAge) {
    return parse(Map.of("maxFileAge", maxFileAge));
  }

  @Test
  public void keysOfSparkAndHadoopPass() {
    parse(
        Map.of(
            "path", "/x",
            "paths", "[]",
            "__globPaths__", "true",
            "fs.s3a.endpoint", "h",
            "spark.x", "y",
            "provider", "jelly",
            "owner", "me",
            "mergeSchema", "true"));
  }

  @Test
  public void anOptionCannotBeDeclaredTwice() {
    assertThrows(
        IllegalArgumentException.class,
        () -> OptionRegistry.forFiles("x", OptionSpec.bool("MODE", true, "A flag.")));
    assertThrows(IllegalStateException.class, () -> parse(Map.of()).bool("nothing"));
  }

  @Test
  public void modeIsFailfastOrDropmalformed() {
    SessionSettings session = SessionSettings.of(LocalSpark.get());
    assertEquals(ReadMode.FAILFAST, FileOptions.of(parse(Map.of()), session).mode());
    assertEquals(
        ReadMode.DROPMALFORMED,
        FileOptions.of(parse(Map.of("mode", "dropMalformed")), session).mode());
    for (String mode : List.of("PERMISSIVE", "lenient")) {
      String message =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> FileOptions.of(parse(Map.of("mode", mode)), session))
              .getMessage();
      assertTrue(message, message.contains("FAILFAST or DROPMALFORMED"));
    }
  }

  @Test
  public void sessionSettingsAreTheDefaultOfFileOptions() {
    SparkSession spark = LocalSpark.get();
    spark.conf().set("spark.sql.files.ignoreCorruptFiles", "true");
    spark.conf().set("spark.sql.files.ignoreMissingFiles", "true");
    try {
      SessionSettings session = SessionSettings.of(spark);
      FileOptions options = FileOptions.of(parse(Map.of("ignoreMissingFiles", "false")), session);
      assertTrue(options.ignoreCorruptFiles());
      assertFalse(options.ignoreMissingFiles());
    } finally {
      spark.conf().unset("spark.sql.files.ignoreCorruptFiles");
      spark.conf().unset("spark.sql.files.ignoreMissingFiles");
    }
  }

  @Test
  public void pathsThenPath() {
    Map<String, String> options = Map.of("paths", "[\"/a\",\"/b \\\"q\\\"\"]", "path", "/c");
    assertEquals(
        List.of("/a", "/b \"q\"", "/c"), FileOptions.paths(new CaseInsensitiveStringMap(options)));
    assertThrows(
        IllegalArgumentException.class,
        () -> FileOptions.paths(new CaseInsensitiveStringMap(Map.of("paths", "/a"))));
  }

  @Test
  public void hadoopSettingsOfSessionAndTableAreLayered() {
    SparkSession spark = LocalSpark.get();
    spark.conf().set("fs.test.a", "session");
    spark.conf().set("fs.test.B", "session");
    spark.conf().set("spark.hadoop.fs.test.c", "prefixed");
    try {
      SessionSettings session = SessionSettings.of(spark);
      Configuration conf =
          session.hadoopConf(
              new CaseInsensitiveStringMap(Map.of("fs.test.B", "table", "path", "/x")));
      assertEquals("session", conf.get("fs.test.a"));
      assertEquals("table", conf.get("fs.test.B"));
      assertEquals("prefixed", conf.get("fs.test.c"));
      assertNull(conf.get("path"));
      assertEquals("session", session.hadoopConf().get("fs.test.B"));
    } finally {
      spark.conf().unset("fs.test.a");
      spark.conf().unset("fs.test.B");
      spark.conf().unset("spark.hadoop.fs.test.c");
    }
  }

  @Test
  public void hadoopConfSurvivesSerialization() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("fs.test.a", "x");
    SerializableHadoopConf copy = Serialized.copy(new SerializableHadoopConf(conf));
    assertSame("tasks of one JVM share it", conf, copy.get());
    SerializableHadoopConf.forgetAll();
    SerializableHadoopConf elsewhere = Serialized.copy(copy);
    assertEquals("x", elsewhere.get().get("fs.test.a"));
    assertNotSame(conf, elsewhere.get());
  }
}
