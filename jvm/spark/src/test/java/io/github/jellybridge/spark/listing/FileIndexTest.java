package io.github.jellybridge.spark.listing;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.options.TestFiles;
import io.github.jellybridge.testing.Cases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;
import org.junit.rules.TemporaryFolder;

/**
 * Tests the refusals of the file index, their messages, and intended differences from Spark's
 * index.
 */
public class FileIndexTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private SparkSession spark;
  private Path root;

  @Before
  public void start() {
    spark = LocalSpark.get();
    root = temporary.getRoot().toPath().toAbsolutePath();
  }

  private String at(String name) {
    return root.resolve(name).toString();
  }

  private static void refused(ThrowingRunnable action, String... parts) {
    String message = assertThrows(IllegalArgumentException.class, action).getMessage();
    for (String part : parts) {
      assertTrue(message + " should contain " + part, message.contains(part));
    }
  }

  private static List<String> names(FileIndex index) {
    return index.files().stream().map(FileEntry::name).toList();
  }

  @Test
  public void missingPathIsSparksError() {
    Cases.each(
        List.of(at("missing"), at("missing/*.x"), at("m*")),
        path -> {
          AnalysisException theirs =
              assertThrows(AnalysisException.class, () -> spark.read().text(path));
          AnalysisException ours =
              assertThrows(AnalysisException.class, () -> TestFiles.index(Map.of(), path));
          assertEquals("PATH_NOT_FOUND", ours.getCondition());
          assertEquals(theirs.getMessage(), ours.getMessage());
        });
  }

  @Test
  public void onePathMissingAmongSeveral() {
    TestFiles.write(root, "a");
    assertThrows(AnalysisException.class, () -> TestFiles.index(Map.of(), at("a"), at("missing")));
  }

  @Test
  public void noPathAndBlankPath() {
    refused(() -> TestFiles.index(Map.of()), "No path given");
    refused(() -> TestFiles.index(Map.of(), " "), "must not be empty");
  }

  @Test
  public void hiddenFileNamedByItselfIsRefused() {
    TestFiles.write(root, "_a.jelly", ".b.jelly");
    assertEquals(0, spark.read().text(at("_a.jelly")).count());
    refused(() -> TestFiles.index(Map.of(), at("_a.jelly")), "_a.jelly", "hidden");
    refused(() -> TestFiles.index(Map.of(), at(".b.jelly")), ".b.jelly", "hidden");
  }

  @Test
  public void filesBesidePartitionFoldersAreRefused() {
    TestFiles.write(root, "t/k=1/a.jelly", "t/b.jelly");
    assertEquals(1, spark.read().text(at("t")).count());
    refused(() -> TestFiles.index(Map.of(), at("t")), "b.jelly", "k", "pathGlobFilter");
    TestFiles.write(root, "u/k=1/a.jelly", "u/README.md", "u/_SUCCESS");
    assertEquals(
        List.of("a.jelly"), names(TestFiles.index(Map.of("pathGlobFilter", "*.jelly"), at("u"))));
  }

  @Test
  public void partitionsThatStartAtDifferentLevelsAreRefused() {
    TestFiles.write(root, "t/k=1/a", "t/x/k=2/a");
    refused(() -> TestFiles.index(Map.of(), at("t")), "start at different places", "basePath");
    TestFiles.write(root, "u/k=1/a", "u/docs/a");
    refused(() -> TestFiles.index(Map.of(), at("u")), "start at different places");
    TestFiles.write(root, "v/k=1/a", "w/k=1/a");
    refused(() -> TestFiles.index(Map.of(), at("v"), at("w")), "start at different places");
  }

  @Test
  public void differentPartitionColumnsAreRefused() {
    TestFiles.write(root, "t/a=1/b=1/f", "t/b=1/a=1/f");
    refused(() -> TestFiles.index(Map.of(), at("t")), "Conflicting partition columns", "a=1/b=1");
    TestFiles.write(root, "u/a=1/b=1/f", "u/a=1/f");
    refused(() -> TestFiles.index(Map.of(), at("u")), "Conflicting partition columns");
    TestFiles.write(root, "v/a=1/A=2/f");
    refused(() -> TestFiles.index(Map.of(), at("v")), "same column twice");
  }

  @Test
  public void emptyNamesAndValuesAreRefused() {
    TestFiles.write(root, "t/=1/f", "u/a=/f");
    refused(() -> TestFiles.index(Map.of(), at("t")), "empty column name");
    refused(() -> TestFiles.index(Map.of(), at("u")), "empty value", "__HIVE_DEFAULT_PARTITION__");
  }

  @Test
  public void partitionColumnsMustNotHideDataColumns() {
    TestFiles.write(root, "t/S=1/f");
    refused(() -> TestFiles.index(Map.of(), at("t")), "'S=…'", "data column 's'");
    assertEquals(
        List.of("f"), names(TestFiles.index(Map.of("recursiveFileLookup", "true"), at("t"))));
  }

  @Test
  public void basePathMustBeAFolderAboveEveryPath() {
    TestFiles.write(root, "table/k=1/f", "tab/k=1/f");
    refused(
        () -> TestFiles.index(Map.of("basePath", at("none")), at("table")), "basePath", "exist");
    refused(() -> TestFiles.index(Map.of("basePath", at("table/k=1/f")), at("table")), "is a file");
    // A common prefix of the names is not enough.
    refused(() -> TestFiles.index(Map.of("basePath", at("tab")), at("table")), "must contain");
  }

  @Test
  public void typesGivenByTheUserWin() {
    TestFiles.write(root, "t/x=01/y=true/f");
    StructType schema = StructType.fromDDL("X STRING, y BOOLEAN, s INT");
    FileIndex index = TestFiles.index(schema, Map.of(), at("t"));
    assertEquals(StructType.fromDDL("X STRING, y BOOLEAN"), index.partitionSchema());
    assertArrayEquals(
        new Object[] {UTF8String.fromString("01"), true}, index.files().get(0).partitionValues());
    refused(
        () -> TestFiles.index(StructType.fromDDL("y INT"), Map.of(), at("t")),
        "'y'",
        "y=true",
        "type int");
    refused(
        () -> TestFiles.index(StructType.fromDDL("y ARRAY<INT>"), Map.of(), at("t")),
        "cannot carry values of type array<int>");
  }

  @Test
  public void valuesOfEveryTypeGivenByTheUser() {
    TestFiles.write(root, "t/v=12/f");
    for (String type :
        List.of("TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL(4,1)")) {
      FileIndex index = TestFiles.index(StructType.fromDDL("v " + type), Map.of(), at("t"));
      Object value = index.files().get(0).partitionValues()[0];
      assertEquals(type, 12.0, Double.parseDouble(value.toString()), 0);
    }
    TestFiles.write(root, "d/v=2020-1-2/f");
    FileIndex date = TestFiles.index(StructType.fromDDL("v DATE"), Map.of(), at("d"));
    assertEquals(18263, date.files().get(0).partitionValues()[0]);
    FileIndex time = TestFiles.index(StructType.fromDDL("v TIMESTAMP"), Map.of(), at("d"));
    assertEquals(18263 * 86_400_000_000L, time.files().get(0).partitionValues()[0]);
  }

  /**
   * Tests a difference from Spark, which shifts the file's time by the zone a second time, contrary
   * to its documentation.
   */
  @Test
  public void modificationTimesAreInTheSessionsZoneOrTheOneGiven() throws Exception {
    Path file = TestFiles.write(root, "d/a");
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2024-05-01T10:00:00Z")));
    spark.conf().set("spark.sql.session.timeZone", "Europe/Paris");
    try {
      assertEquals(
          1,
          TestFiles.index(Map.of("modifiedAfter", "2024-05-01T11:59:59"), at("d")).files().size());
      assertEquals(
          0,
          TestFiles.index(Map.of("modifiedAfter", "2024-05-01T12:00:01"), at("d")).files().size());
      assertEquals(
          1, spark.read().option("modifiedAfter", "2024-05-01T12:00:01").text(at("d")).count());
      Map<String, String> zoned = Map.of("modifiedAfter", "2024-05-01T9:00", "timeZone", "UTC");
      assertEquals(1, TestFiles.index(zoned, at("d")).files().size());
    } finally {
      spark.conf().set("spark.sql.session.timeZone", "UTC");
    }
    refused(
        () -> TestFiles.index(Map.of("modifiedAfter", "noon"), at("d")), "modifiedAfter", "noon");
  }

  @Test
  public void orderDependsOnPathsOnly() {
    List<String> expected = new ArrayList<>();
    for (int folder = 0; folder < 40; folder++) {
      for (int file = 0; file < 3; file++) {
        String name = String.format("t/k=%02d/f%d", folder, file);
        TestFiles.write(root, name);
        expected.add(root.resolve(name).toUri().toString().replace("file:///", "file:/"));
      }
    }
    for (int i = 0; i < 3; i++) {
      List<String> found =
          TestFiles.index(Map.of(), at("t")).files().stream().map(FileEntry::uri).toList();
      assertEquals(expected, found);
    }
  }

  @Test
  public void entriesHaveSizeTimeAndName() throws Exception {
    Path file = TestFiles.write(root, "d/with space é.txt");
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2024-05-01T10:00:00.123Z")));
    FileIndex index = TestFiles.index(Map.of(), at("d"));
    FileEntry entry = index.files().get(0);
    assertEquals(Files.size(file), entry.length());
    assertEquals(Files.size(file), index.totalBytes());
    assertEquals(
        Instant.parse("2024-05-01T10:00:00.123Z").toEpochMilli(), entry.modificationTime());
    assertEquals("with space é.txt", entry.name());
    assertEquals("file:" + file, entry.path());
    String theirs =
        spark.read().text(at("d")).selectExpr("_metadata.file_path").head().getString(0);
    assertEquals(theirs, entry.uri());
    assertEquals(DataTypes.createStructType(new ArrayList<>()), index.partitionSchema());
  }

  @Test
  public void wildcardsCanBeSwitchedOff() {
    TestFiles.write(root, "[a].txt", "a.txt");
    assertEquals(List.of("a.txt"), names(TestFiles.index(Map.of(), at("[a].txt"))));
    assertEquals(
        List.of("[a].txt"),
        names(TestFiles.index(Map.of("__globPaths__", "false"), at("[a].txt"))));
  }
}
