package io.github.jellybridge.jelly.split;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import io.github.jellybridge.jelly.decode.DecoderState;
import io.github.jellybridge.jelly.statistics.ColumnStatistics;
import io.github.jellybridge.jelly.statistics.PartStatistics;
import io.github.jellybridge.jelly.statistics.StatisticsWriter;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.junit.Test;

/** The index file beside a file: its bytes, and which contents count as no index. */
public class SplitIndexFileTest {
  private static final long LENGTH = 1L << 40;
  private static final long TIME = 1_700_000_000_123L;
  private static final List<SplitPoint> POINTS =
      List.of(
          new SplitPoint(
              100, 2, 7, new StreamState(new byte[] {1, 2, 3}, 4, 5, 6, DecoderState.UNKNOWN, 8)),
          new SplitPoint(
              1L << 33,
              1L << 34,
              1L << 35,
              1L << 36,
              new StreamState(new byte[0], 0, 0, 0, 0, 0, true)));

  /** An index file as documented, with the given count and bytes of split points. */
  private static byte[] file(long length, int points, byte[] body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeBytes("JBIDX03\0");
    out.writeLong(length);
    out.writeLong(TIME);
    out.writeInt(points);
    out.write(body);
    CRC32 sum = new CRC32();
    sum.update(bytes.toByteArray());
    out.writeLong(sum.getValue());
    return bytes.toByteArray();
  }

  private static byte[] point(long offset, long frame, long statement, int[] ids, byte[] prologue)
      throws IOException {
    return point(new long[] {offset, frame, statement, 0}, false, ids, prologue);
  }

  private static byte[] point(long[] numbers, boolean inMessage, int[] ids, byte[] prologue)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    for (long number : numbers) {
      out.writeLong(number);
    }
    out.writeByte(inMessage ? 1 : 0);
    for (int id : ids) {
      out.writeInt(id);
    }
    out.write(prologue);
    return bytes.toByteArray();
  }

  private static void assertNone(String what, byte[] bytes) {
    assertEquals(what, Optional.empty(), SplitIndexFile.read(bytes, LENGTH, TIME));
  }

  @Test
  public void itsBytesAreAsDocumented() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(point(100, 2, 7, new int[] {4, 5, 6, -2, 8, 3}, new byte[] {1, 2, 3}));
    long[] numbers = {1L << 33, 1L << 34, 1L << 35, 1L << 36};
    body.writeBytes(point(numbers, true, new int[6], new byte[0]));
    assertArrayEquals(
        file(LENGTH, 2, body.toByteArray()), SplitIndexFile.write(POINTS, LENGTH, TIME));
  }

  @Test
  public void splitPointsAreReadBackAsWritten() {
    List<SplitPoint> found =
        SplitIndexFile.read(SplitIndexFile.write(POINTS, LENGTH, TIME), LENGTH, TIME)
            .orElseThrow()
            .points();
    assertEquals(POINTS.size(), found.size());
    for (int i = 0; i < found.size(); i++) {
      StreamState state = found.get(i).state();
      StreamState expected = POINTS.get(i).state();
      assertEquals(POINTS.get(i).offset(), found.get(i).offset());
      assertEquals(POINTS.get(i).frame(), found.get(i).frame());
      assertEquals(POINTS.get(i).statement(), found.get(i).statement());
      assertEquals(POINTS.get(i).message(), found.get(i).message());
      assertEquals(expected.inMessage(), state.inMessage());
      assertArrayEquals(expected.prologue(), state.prologue());
      assertEquals(expected.lastNameEntry(), state.lastNameEntry());
      assertEquals(expected.lastPrefixEntry(), state.lastPrefixEntry());
      assertEquals(expected.lastDatatypeEntry(), state.lastDatatypeEntry());
      assertEquals(expected.lastName(), state.lastName());
      assertEquals(expected.lastPrefix(), state.lastPrefix());
    }
    byte[] empty = SplitIndexFile.write(List.of(), LENGTH, TIME);
    assertEquals(
        Optional.of(SplitIndexFile.Content.of(List.of())),
        SplitIndexFile.read(empty, LENGTH, TIME));
  }

  @Test
  public void itIsNoneOfAFileThatHasChanged() {
    byte[] bytes = SplitIndexFile.write(POINTS, LENGTH, TIME);
    assertEquals(Optional.empty(), SplitIndexFile.read(bytes, LENGTH + 1, TIME));
    assertEquals(Optional.empty(), SplitIndexFile.read(bytes, LENGTH, TIME + 1));
  }

  @Test
  public void oneThatIsDamagedIsNone() {
    byte[] whole = SplitIndexFile.write(POINTS, LENGTH, TIME);
    for (int at = 0; at < whole.length; at++) {
      assertNone("cut at " + at, Arrays.copyOf(whole, at));
      for (int bit = 0; bit < 8; bit++) {
        byte[] bad = whole.clone();
        bad[at] ^= (byte) (1 << bit);
        assertNone("byte " + at + ", bit " + bit, bad);
      }
    }
    assertNone("one byte more", Arrays.copyOf(whole, whole.length + 1));
  }

  @Test
  public void oneThatCannotBeRightIsNone() throws IOException {
    int[] ids = {1, 1, 1, 1, 1, 2};
    byte[] prologue = {1, 2};
    byte[] good = point(100, 2, 7, ids, prologue);
    assertEquals(
        1, SplitIndexFile.read(file(LENGTH, 1, good), LENGTH, TIME).orElseThrow().points().size());
    assertNone("a split point is missing", file(LENGTH, 2, good));
    assertNone("negative", file(LENGTH, 1, point(-100, 2, 7, ids, prologue)));
    assertNone("a prologue too short", file(LENGTH, 1, point(100, 2, 7, ids, new byte[1])));
    byte[] other = file(LENGTH, 1, good);
    assertEquals(Optional.empty(), SplitIndexFile.read(other, 0, TIME));
  }

  /** Statistics of a part of seven statements, and the bytes of a Bloom filter. */
  private static StatisticsIndexer.Found statistics() {
    StatisticsWriter writer = new StatisticsWriter();
    ColumnStatistics column = new ColumnStatistics(1, 0, null, null, null, null, null, null);
    writer.add(new PartStatistics(7, Collections.nCopies(4, column)));
    return new StatisticsIndexer.Found(writer.encoded(), new byte[] {9, 8, 7}, 0x12345678);
  }

  @Test
  public void statisticsFollowAsDocumented() throws IOException {
    StatisticsIndexer.Found statistics = statistics();
    byte[] points = SplitIndexFile.write(POINTS, LENGTH, TIME);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(points);
    out.writeBytes("JBSTAT01");
    out.writeInt(0x12345678);
    out.writeInt(statistics.encoded().length);
    out.write(statistics.encoded());
    CRC32 sum = new CRC32();
    sum.update(bytes.toByteArray());
    out.writeLong(sum.getValue());
    long blooms = bytes.size();
    out.write(new byte[] {9, 8, 7});
    byte[] written = SplitIndexFile.write(POINTS, statistics, LENGTH, TIME);
    assertArrayEquals(bytes.toByteArray(), written);

    SplitIndexFile.Content read = SplitIndexFile.read(written, LENGTH, TIME).orElseThrow();
    assertEquals(POINTS.size(), read.points().size());
    assertEquals(1, read.statistics().size());
    assertEquals(7, read.statistics().get(0).statements());
    assertEquals(0x12345678, read.fileChecksum());
    assertEquals(blooms, read.blooms());
    for (int at = 0; at < blooms; at++) {
      // Without statistics, what remains is an index of the earlier kind.
      if (at != points.length) {
        assertNone("cut at " + at, Arrays.copyOf(written, at));
      }
      byte[] bad = written.clone();
      bad[at] ^= 4;
      assertNone("byte " + at, bad);
    }
  }
}
