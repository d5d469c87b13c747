package io.github.jellybridge.spark.jelly;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import io.github.jellybridge.files.CompressedOutput;
import io.github.jellybridge.files.Compression;
import io.github.jellybridge.files.ZstdSeekTable;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.ProtocolVersion;
import io.github.jellybridge.spark.listing.CountingFileSystem;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.scan.JellySamples;
import io.github.jellybridge.spark.scan.SparkJelly;
import io.github.jellybridge.testing.Cases;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RuntimeConfig;
import org.junit.After;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that several tasks read a {@code .zst} file with a seek table, with the rows of one. */
public class ZstdSplitTest {
  private static final int COUNT = 30_000;
  private static final String MAX_BYTES = "spark.sql.files.maxPartitionBytes";
  private static final String[] COLUMNS = {
    "s.value", "p.value", "o", "_metadata.frame", "_metadata.statement"
  };

  @ClassRule public static final TemporaryFolder ONCE = new TemporaryFolder();
  private static Path plain;
  private static Path written;
  private static List<String> rows;

  /** Smaller, for the tests that read many changed copies of it. */
  private static Path small;

  private static List<String> smallRows;

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  private final RuntimeConfig conf = SparkJelly.spark().conf();
  private Path file;

  private static Path write(String name, Compression compression, JellyWriteOptions options)
      throws IOException {
    return write(name, compression, options, COUNT);
  }

  private static Path write(
      String name, Compression compression, JellyWriteOptions options, int count)
      throws IOException {
    Path source = ONCE.getRoot().toPath().resolve("source" + count + ".jelly");
    if (!Files.exists(source)) {
      JellySamples.writeTriples(source, JellySamples.numbered(count), 500);
    }
    Path target = ONCE.getRoot().toPath().resolve(name);
    try (InputStream in = Files.newInputStream(source);
        JellyReader reader = JellyReader.open(in, "f", JellyReadOptions.defaults());
        OutputStream out = CompressedOutput.of(compression).wrap(Files.newOutputStream(target));
        JellyWriter writer = JellyWriter.open(out, options)) {
      while (reader.nextBatch(1_000)) {
        writer.write(reader.batch(), reader.terms());
      }
    }
    return target;
  }

  private static JellyWriteOptions.Builder options() {
    return JellyWriteOptions.builder().checkpointBytes(30_000).maxFrameBytes(10_000);
  }

  @BeforeClass
  public static void write() throws IOException {
    plain = write("plain.jelly", Compression.NONE, options().build());
    written = write("parts.jelly.zst", Compression.ZSTD, options().build());
    rows = rows(SparkJelly.read(plain, "split", "none", "blankNodes", "preserve"));
    assertEquals(COUNT, rows.size());
    small = write("small.jelly.zst", Compression.ZSTD, options().build(), COUNT / 8);
    smallRows = rows(SparkJelly.read(small, "split", "none", "blankNodes", "preserve"));
  }

  @Before
  public void copy() throws IOException {
    file = Files.copy(written, temporary.getRoot().toPath().resolve("parts.jelly.zst"));
    conf.set(MAX_BYTES, Long.toString(Files.size(file) / 5));
    conf.set("spark.sql.files.openCostInBytes", "1");
    conf.set("spark.sql.files.minPartitionNum", "4");
  }

  @After
  public void reset() {
    conf.unset(MAX_BYTES);
    conf.unset("spark.sql.files.openCostInBytes");
    conf.unset("spark.sql.files.minPartitionNum");
  }

  private static List<String> rows(Dataset<Row> frame) {
    return SparkJelly.rows(frame.selectExpr(COLUMNS));
  }

  private static Dataset<Row> read(Path path) {
    return SparkJelly.read(path, "blankNodes", "preserve");
  }

  private static int tasks(Dataset<Row> frame) {
    return frame.rdd().getNumPartitions();
  }

  private static FileEntry entry(Path path) throws IOException {
    return new FileEntry(
        path.toUri().toString(),
        Files.size(path),
        Files.getLastModifiedTime(path).toMillis(),
        new Object[0],
        new String[0]);
  }

  /** Writes other bytes into the file, under a name that no earlier look can have remembered. */
  private Path changed(byte[] bytes) throws IOException {
    Path folder = temporary.newFolder().toPath();
    return Files.write(folder.resolve("changed.jelly.zst"), bytes);
  }

  @Test
  public void aFileIsReadInPartsAtItsCheckpoints() {
    Cases.each(
        List.of("auto", "checkpoint"),
        split -> {
          Dataset<Row> frame = SparkJelly.read(file, "split", split, "blankNodes", "preserve");
          assertTrue(tasks(frame) + " tasks", tasks(frame) >= 5);
          assertEquals(rows, rows(frame));
          assertEquals(COUNT, frame.count());
        });
  }

  @Test
  public void otherStreamsAreReadInPartsAsWell() throws Exception {
    JellyWriteOptions columns =
        options().protocolVersion(ProtocolVersion.V1_2).checkpointBytes(10_000).build();
    Path other = write("columns.jelly.zst", Compression.ZSTD, columns);
    Dataset<Row> frame = read(other);
    assertTrue(tasks(frame) + " tasks", tasks(frame) >= 4);
    Dataset<Row> whole = SparkJelly.read(other, "split", "none", "blankNodes", "preserve");
    assertEquals(rows(whole), rows(frame));
    assertEquals(COUNT, frame.count());
  }

  @Test
  public void theContentIsThatOfThePlainFile() throws IOException {
    byte[] expected = Files.readAllBytes(plain);
    try (InputStream in = new ZstdInputStream(Files.newInputStream(file))) {
      assertArrayEquals(expected, in.readAllBytes());
    }
    try (FileContent content = FileContent.open(entry(file), new Configuration())) {
      assertEquals(expected.length, content.length());
      for (int length : new int[] {0, 1, 20, 5_000, 31_000, 100_000, expected.length}) {
        int from = expected.length - length;
        byte[] tail = Arrays.copyOfRange(expected, from, expected.length);
        assertArrayEquals(tail, content.tail(length, length));
        for (int at : new int[] {0, 1, from / 3, from / 2, from}) {
          if (at <= from) {
            assertArrayEquals(
                Arrays.copyOfRange(expected, at, at + length), content.read(at, length));
          }
        }
      }
      assertThrows(IOException.class, () -> content.read(1, expected.length));
      assertThrows(IOException.class, () -> content.read(-1, 1));
      byte[] tail = content.tail(20, 1 << 16);
      assertTrue(tail.length + " bytes", tail.length >= 20 && tail.length < 20_000);
    }
    try (FileContent content = FileContent.open(entry(plain), new Configuration())) {
      assertArrayEquals(Arrays.copyOfRange(expected, 100, 300), content.read(100, 200));
    }
  }

  @Test
  public void theFileIsOpenedOnceToPlan() {
    CountingFileSystem.forgetCalls();
    Dataset<Row> frame =
        SparkJelly.spark()
            .read()
            .format("jelly")
            .options(CountingFileSystem.OPTIONS)
            .load("counted://" + file);
    assertTrue(tasks(frame) >= 5);
    assertEquals(1, CountingFileSystem.calls("open"));
  }

  @Test
  public void filesWithoutATableOrCheckpointsAreReadByOneTask() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int table = ZstdSeekTable.length(bytes, bytes.length);
    Path without = changed(Arrays.copyOf(bytes, bytes.length - table));
    assertEquals(1, tasks(read(without)));
    assertEquals(rows, rows(read(without)));
    Path one = write("one.jelly.zst", Compression.ZSTD, options().checkpointBytes(0).build());
    assertEquals(1, tasks(read(one)));
    assertEquals(COUNT, read(one).count());
    Path gzip = write("parts.jelly.gz", Compression.GZIP, options().build());
    assertEquals(1, tasks(read(gzip)));
    assertEquals(rows, rows(read(gzip)));
    Dataset<Row> index = SparkJelly.read(file, "split", "index", "blankNodes", "preserve");
    assertEquals(1, tasks(index));
    assertEquals(rows, rows(index));
  }

  @Test
  public void aChangedTableGivesTheRowsOrAnError() throws IOException {
    byte[] bytes = Files.readAllBytes(small);
    conf.set(MAX_BYTES, Long.toString(bytes.length / 5));
    assertTrue(tasks(read(small)) >= 3);
    int table = ZstdSeekTable.length(bytes, bytes.length);
    for (int at = bytes.length - table; at < bytes.length; at++) {
      byte[] changed = bytes.clone();
      changed[at] ^= 1;
      assertRowsOrError("byte " + (bytes.length - at) + " from the end", changed);
    }
  }

  @Test
  public void aShortenedFileIsAnError() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int table = ZstdSeekTable.length(bytes, bytes.length);
    for (int cut : new int[] {1, 4, 9, 10, table - 1, table + 1, table + 50, bytes.length / 2}) {
      Path shorter = changed(Arrays.copyOf(bytes, bytes.length - cut));
      Throwable error = assertThrows(Exception.class, () -> rows(read(shorter)));
      assertTrue(error.toString(), message(error).contains("is not a whole zstd file"));
    }
  }

  /** Tests tables whose sizes still add up: each number is moved to or from its neighbour. */
  @Test
  public void aTableOfOtherFramesGivesTheRowsOrAnError() throws IOException {
    byte[] bytes = Files.readAllBytes(small);
    conf.set(MAX_BYTES, Long.toString(bytes.length / 5));
    int start = bytes.length - ZstdSeekTable.length(bytes, bytes.length) + 8;
    int frames = (bytes.length - 9 - start) / 8;
    for (int i = 0; i + 1 < frames; i++) {
      for (int column : new int[] {0, 4}) {
        for (int move : new int[] {1, -1, 13}) {
          ByteBuffer changed = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
          int at = start + 8 * i + column;
          changed.putInt(at, changed.getInt(at) + move);
          changed.putInt(at + 8, changed.getInt(at + 8) - move);
          assertRowsOrError("frame " + i + ", " + column, changed.array());
        }
        ByteBuffer swapped = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
        int at = start + 8 * i + column;
        swapped.putInt(at, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at + 8));
        swapped.putInt(at + 8, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at));
        assertRowsOrError("swapped frame " + i + ", " + column, swapped.array());
      }
    }
  }

  private void assertRowsOrError(String where, byte[] changed) throws IOException {
    Path path = changed(changed);
    List<String> found;
    try {
      found = rows(read(path));
    } catch (Exception e) { // Spark throws checked exceptions that it does not declare.
      String text = message(e);
      assertTrue(where + ": " + text, text.contains("changed.jelly.zst"));
      return;
    }
    assertEquals(where, smallRows, found);
  }

  private static String message(Throwable e) {
    Throwable error = e;
    while (error.getCause() != null && !String.valueOf(error.getMessage()).contains(".zst")) {
      error = error.getCause();
    }
    return String.valueOf(error.getMessage());
  }
}
