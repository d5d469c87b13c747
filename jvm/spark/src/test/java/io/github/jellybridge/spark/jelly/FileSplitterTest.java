package io.github.jellybridge.spark.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.scan.FileSlice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.LongStream;
import org.junit.Test;

/** Tests where files are cut, given their possible split points. */
public class FileSplitterTest {
  private static List<Long> lengths(long length, long distance, int parts, int cores) {
    FileEntry file = new FileEntry("/data/file.jelly", length, 0, new Object[0], new String[0]);
    List<SplitPoint> points =
        LongStream.iterate(distance, at -> at < length, at -> at + distance)
            .mapToObj(at -> new SplitPoint(at, at, at, null))
            .toList();
    List<Long> lengths = new ArrayList<>();
    long start = 0;
    for (FileSlice slice :
        FileSplitter.cut(file, ContentLayout.plain(file), points, parts, cores)) {
      assertEquals(start, slice.start());
      start += slice.length();
      lengths.add(slice.length());
    }
    assertEquals(length, start);
    return lengths;
  }

  /** Difference in work between the most and the least busy core, in bytes. */
  private static long unevenness(List<Long> lengths, int cores) {
    PriorityQueue<Long> busy = new PriorityQueue<>(Collections.nCopies(cores, 0L));
    lengths.forEach(length -> busy.add(busy.remove() + length));
    return Collections.max(busy) - Collections.min(busy);
  }

  @Test
  public void theLastPartsMakeUpForTheOthers() {
    assertEquals(List.of(80L, 80L, 80L, 72L), lengths(312, 10, 4, 2));
    assertEquals(List.of(80L, 80L, 70L, 82L), lengths(312, 10, 4, 1));
  }

  @Test
  public void twoCoresEndWithinADistanceOfEachOther() {
    for (int length = 300; length < 900; length += 7) {
      for (int parts : new int[] {2, 4, 6, 8, 12}) {
        List<Long> lengths = lengths(length, 10, parts, 2);
        assertEquals(parts, lengths.size());
        assertTrue(length + ": " + lengths, unevenness(lengths, 2) <= 10);
      }
    }
  }

  @Test
  public void severalCoresEndCloseTogether() {
    for (int length = 600; length < 2000; length += 13) {
      for (int cores : new int[] {3, 5, 8}) {
        List<Long> lengths = lengths(length, 10, 3 * cores, cores);
        assertEquals(3 * cores, lengths.size());
        assertTrue(length + ": " + lengths, unevenness(lengths, cores) <= 20);
      }
    }
  }

  @Test
  public void aFileWithFewSplitPointsHasFewParts() {
    assertEquals(List.of(100L, 100L, 50L), lengths(250, 100, 8, 2));
    assertEquals(List.of(90L), lengths(90, 100, 8, 2));
    assertEquals(List.of(100L, 20L), lengths(120, 100, 2, 16));
  }
}
