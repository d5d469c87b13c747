package io.github.jellybridge.spark.listing;

import static org.apache.spark.sql.functions.col;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.options.TestFiles;
import io.github.jellybridge.testing.Cases;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Compares the files, columns and values of our file index with those of Spark's text source. */
public class FileIndexAgainstSparkTest {
  private static final List<String> VALUES =
      List.of(
          "1",
          "-7",
          "007",
          "2147483648",
          "9223372036854775808",
          "123456789012345678901234567890123456789",
          "1E5",
          "1.5",
          "1e-3",
          "NaN",
          "0x1p3",
          "9999-12-31 23%3A59%3A59.999999",
          "0001-01-01 00%3A00%3A00.000001",
          "1600-02-29 10%3A11%3A12.5",
          "9999-12-31 23%3A59%3A59",
          "0000-01-01 00%3A00%3A00",
          "+294247-01-10 04%3A00%3A54.7",
          "+294247-01-10 04%3A00%3A54.8",
          "-290308-12-21 19%3A59%3A05.2",
          "-290308-12-21 19%3A59%3A06",
          "+999999-01-01 00%3A00%3A00",
          "+2020-01-01 00%3A00%3A00",
          "-0044-03-15",
          "+12020-01-01",
          "+999999-01-01",
          "1d",
          "true",
          "2020-01-01",
          "2020-1-1",
          "2020-02-30",
          "2020-01-01 10%3A11%3A12",
          "2020-01-01 10%3A11%3A12.5",
          "2020-01-01 10%3A11%3A12.123456",
          "2020-01-01T10%3A11%3A12",
          "2020-01-01 25%3A11%3A12",
          "2020-01-01 10%3A11",
          "text",
          "a%2Fb%25c%zz%4",
          "%C3%A9 é",
          "a=b");
  private static final List<String> ONE_OF_EACH_TYPE =
      List.of(
          "__HIVE_DEFAULT_PARTITION__",
          "1",
          "2147483648",
          "9223372036854775808",
          "1.5",
          "2020-01-01",
          "2020-01-01 10%3A11%3A12",
          "text");

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

  private void same(Map<String, String> options, String... paths) {
    Dataset<Row> theirs = spark.read().options(options).text(paths);
    FileIndex ours = TestFiles.index(options, paths);

    List<StructField> expectedFields = new ArrayList<>(List.of(theirs.schema().fields()));
    expectedFields.remove(0); // the text of the line
    assertEquals(expectedFields, List.of(ours.partitionSchema().fields()));
    Map<String, Integer> found = new TreeMap<>();
    for (FileEntry file : ours.files()) {
      List<String> values = new ArrayList<>();
      for (Object value : file.partitionValues()) {
        values.add(text(value));
      }
      found.merge(file.uri() + " " + values, 1, Integer::sum);
    }
    assertEquals(filesOf(theirs, expectedFields), found);
  }

  /**
   * The files that were read, with their number of reads: each file has one line and so one row.
   */
  private static Map<String, Integer> filesOf(Dataset<Row> rows, List<StructField> partitions) {
    List<Column> columns = new ArrayList<>(List.of(col("_metadata.file_path")));
    for (StructField field : partitions) {
      Column column = col("`" + field.name() + "`");
      columns.add(
          switch (field.dataType().typeName()) {
            case "timestamp" -> org.apache.spark.sql.functions.unix_micros(column);
            case "date" -> org.apache.spark.sql.functions.unix_date(column);
            default -> column;
          });
    }
    Map<String, Integer> found = new TreeMap<>();
    for (Row row : rows.select(columns.toArray(new Column[0])).collectAsList()) {
      List<String> values = new ArrayList<>();
      for (int i = 1; i < row.length(); i++) {
        values.add(text(row.get(i)));
      }
      found.merge(row.getString(0) + " " + values, 1, Integer::sum);
    }
    return found;
  }

  private static String text(Object value) {
    if (value instanceof Decimal decimal) {
      return decimal.toJavaBigDecimal().toPlainString();
    }
    return value instanceof BigDecimal decimal ? decimal.toPlainString() : String.valueOf(value);
  }

  @Test
  public void filesFoldersAndGlobs() {
    TestFiles.write(root, "a.txt", "b.txt", "d/c.txt", "d/e.log", "f/c.txt", "with space %41.txt");
    same(Map.of(), at("a.txt"));
    same(Map.of(), at("b.txt"), at("a.txt"));
    same(Map.of(), at("d"));
    same(Map.of(), at("d") + "/");
    same(Map.of(), at("d"), at("f"), at("a.txt"));
    same(Map.of(), at("*.txt"));
    same(Map.of(), at("{d,f}/[a-c].txt"));
    same(Map.of(), at("?"));
    same(Map.of(), at("with space %41.txt"));
    same(Map.of(), "file://" + at("d"));
  }

  @Test
  public void samePathTwiceIsReadTwice() {
    TestFiles.write(root, "d/c.txt");
    same(Map.of(), at("d"), at("d"));
    same(Map.of(), at("d"), at("d/c.txt"));
    same(Map.of("recursiveFileLookup", "true"), at("d"), at("d"));
  }

  @Test
  public void subfoldersAreReadOnRequestOnly() {
    TestFiles.write(root, "d/a.txt", "d/x/b.txt", "d/x/y/c.txt", "d/k=1/e.txt");
    TestFiles.write(root, "plain/a.txt", "plain/x/b.txt");
    same(Map.of(), at("plain"));
    same(Map.of("recursiveFileLookup", "true"), at("plain"));
    same(Map.of("recursiveFileLookup", "TRUE"), at("d"));
    same(Map.of("recursiveFileLookup", "true"), at("d/a.txt"), at("d/x"));
  }

  @Test
  public void hiddenFilesAreSkipped() {
    TestFiles.write(
        root, "d/a.txt", "d/_SUCCESS", "d/.a.crc", "d/b.txt._COPYING_", "d/c._COPY.txt");
    TestFiles.write(root, "d/_temporary/0/e.txt", "d/.hidden/f.txt", "_own/g.txt", "d/_metadata");
    same(Map.of(), at("d"));
    same(Map.of(), at("d/*"));
    same(Map.of(), at("_own"));
    same(Map.of("recursiveFileLookup", "true"), at("d"));
    TestFiles.write(root, "e/_k=1/a.txt", "e/_k=2/_x");
    same(Map.of(), at("e"));
  }

  @Test
  public void anEmptyFolderHasNoFiles() throws Exception {
    Files.createDirectories(root.resolve("empty/sub"));
    same(Map.of(), at("empty"));
  }

  @Test
  public void namesAreFilteredByGlob() {
    TestFiles.write(root, "d/a.txt", "d/b.log", "d/x.txt/c.log", "p/k=1/a.txt", "p/k=x/b.log");
    same(Map.of("pathGlobFilter", "*.txt"), at("d"));
    same(Map.of("pathGlobFilter", "{a,c}.*", "recursiveFileLookup", "true"), at("d"));
    same(Map.of("pathGlobFilter", "*.txt"), at("p"));
  }

  @Test
  public void timesOfModificationFilter() throws Exception {
    int hour = 0;
    for (String name : List.of("a", "b", "c")) {
      Path file = TestFiles.write(root, "d/" + name);
      Instant time = Instant.parse("2024-05-01T10:00:00Z").plusSeconds(3600L * hour++);
      Files.setLastModifiedTime(file, FileTime.from(time));
    }
    same(Map.of("modifiedAfter", "2024-05-01T10:00:00"), at("d"));
    same(Map.of("modifiedBefore", "2024-05-01 12:00:00"), at("d"));
    same(
        Map.of("modifiedAfter", "2024-05-01T10:59:59.999", "modifiedBefore", "2024-5-1 11:00:01"),
        at("d"));
    same(Map.of("modifiedAfter", "2024-05-01T13:30:00+03:00"), at("d"));
    same(Map.of("modifiedAfter", "2025-01-01"), at("d"));
    same(Map.of("modifiedAfter", "0001-01-01", "modifiedBefore", "9999-12-31T00:00:00"), at("d"));
  }

  @Test
  public void partitionFoldersBecomeColumns() {
    TestFiles.write(
        root, "t/year=2024/lang=en/a", "t/year=2024/lang=de/a", "t/year=2025/lang=en/b");
    same(Map.of(), at("t"));
    same(Map.of(), at("t/year=2024"));
    same(Map.of(), at("t/year=2024/lang=en/a"));
    same(Map.of("basePath", at("t")), at("t/year=2024/lang=en"), at("t/year=2025"));
    same(Map.of("basePath", at("t/")), at("t/*/lang=en/a"));
    same(Map.of("basePath", at("t/year=2024")), at("t/year=2024"));
  }

  @Test
  public void foldersBelowAndAbovePartitionsAreNoColumns() {
    TestFiles.write(root, "t/x/a=1/sub/f", "t/x/a=2/f");
    same(Map.of(), at("t"));
  }

  @Test
  public void columnNamesAreUnescapedAndComparedWithoutCase() {
    TestFiles.write(root, "t/Name%3D=1/f", "t/name%3D=2/f");
    FileIndex index = TestFiles.index(Map.of(), at("t"));
    assertTrue("name=".equalsIgnoreCase(index.partitionSchema().fieldNames()[0]));
    assertEquals(2, index.files().size());
  }

  @Test
  public void columnsMayDifferInCaseWhereThatCounts() {
    TestFiles.write(root, "t/a=1/A=x/f", "t/a=2/A=x/f", "u/a=1/f", "u/A=2/f");
    spark.conf().set("spark.sql.caseSensitive", "true");
    try {
      same(Map.of(), at("t"));
      assertThrows(IllegalArgumentException.class, () -> TestFiles.index(Map.of(), at("u")));
    } finally {
      spark.conf().unset("spark.sql.caseSensitive");
    }
  }

  @Test
  public void eachValueHasSparksTypeAndValue() {
    int folder = 0;
    for (String value : VALUES) {
      String table = "v" + folder++;
      TestFiles.write(root, table + "/x=" + value + "/f");
      same(Map.of(), at(table));
    }
  }

  @Test
  public void mixedTypesAreWidenedAsInSpark() {
    Cases.each(
        ONE_OF_EACH_TYPE,
        a -> {
          for (String b : ONE_OF_EACH_TYPE) {
            if (a.compareTo(b) < 0) {
              String table = "w" + a.hashCode() + "_" + b.hashCode();
              TestFiles.write(root, table + "/x=" + a + "/f", table + "/x=" + b + "/f");
              StructType theirs = spark.read().text(at(table)).schema();
              FileIndex ours = TestFiles.index(Map.of(), at(table));
              assertEquals(a + " and " + b, theirs.apply("x"), ours.partitionSchema().apply("x"));
            }
          }
        });
    TestFiles.write(root, "m/x=1/f", "m/x=1.5/f", "m/x=__HIVE_DEFAULT_PARTITION__/f");
    same(Map.of(), at("m"));
    TestFiles.write(root, "n/x=2020-01-01/f", "n/x=2020-01-01 10%3A11%3A12/f");
    same(Map.of(), at("n"));
    TestFiles.write(root, "o/x=1/f", "o/x=9223372036854775808/f");
    same(Map.of(), at("o"));
  }

  @Test
  public void inferenceCanBeSwitchedOff() {
    TestFiles.write(root, "t/x=1/f", "t/x=__HIVE_DEFAULT_PARTITION__/f");
    spark.conf().set("spark.sql.sources.partitionColumnTypeInference.enabled", "false");
    try {
      same(Map.of(), at("t"));
    } finally {
      spark.conf().unset("spark.sql.sources.partitionColumnTypeInference.enabled");
    }
  }

  @Test
  public void timestampsAreInTheSessionsZoneAndType() {
    TestFiles.write(root, "t/x=2020-07-01 10%3A11%3A12/f");
    spark.conf().set("spark.sql.session.timeZone", "Europe/Paris");
    try {
      same(Map.of(), at("t"));
      spark.conf().set("spark.sql.timestampType", "TIMESTAMP_NTZ");
      assertEquals(
          spark.read().text(at("t")).schema().apply("x"),
          TestFiles.index(Map.of(), at("t")).partitionSchema().apply("x"));
    } finally {
      spark.conf().set("spark.sql.session.timeZone", "UTC");
      spark.conf().unset("spark.sql.timestampType");
    }
  }

  /**
   * Tests a difference from Spark, whose column would have type void, which no other source can
   * store.
   */
  @Test
  public void columnOfNullsOnlyIsText() {
    TestFiles.write(root, "t/x=__HIVE_DEFAULT_PARTITION__/f");
    FileIndex index = TestFiles.index(Map.of(), at("t"));
    assertEquals(DataTypes.StringType, index.partitionSchema().apply("x").dataType());
    assertNull(index.files().get(0).partitionValues()[0]);
  }
}
