package io.github.jellybridge.spark.stream;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.listing.CountingFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.types.StructType;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests the files that a trigger reads, and their order. */
public class FileMicroBatchStreamTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  private StreamedFolder folder(String... options) {
    return StreamedFolder.of(temporary, options);
  }

  @Test
  public void noFilesNoOffset() {
    StreamedFolder folder = folder();
    assertNull(folder.offset());
    assertEquals(List.of(), folder.trigger());
  }

  @Test
  public void withoutLimitsATriggerTakesEverythingOldestFirst() {
    StreamedFolder folder = folder();
    folder.write("b", 1, 1);
    folder.write("a", 1, 2);
    folder.write("c", 1, 1);
    assertEquals(List.of("b", "c", "a"), folder.trigger());
    assertEquals(List.of(), folder.trigger());
    folder.write("d", 1, 3);
    assertEquals(List.of("d"), folder.trigger());
  }

  @Test
  public void maxFilesPerTrigger() {
    StreamedFolder folder = folder("maxFilesPerTrigger", "2");
    for (int i = 0; i < 5; i++) {
      folder.write("f" + i, 1, i);
    }
    assertEquals(List.of("f0", "f1"), folder.trigger());
    assertEquals(List.of("f2", "f3"), folder.trigger());
    assertEquals(List.of("f4"), folder.trigger());
    assertEquals(List.of(), folder.trigger());
  }

  @Test
  public void maxBytesPerTriggerButAtLeastOneFile() {
    StreamedFolder folder = folder("maxBytesPerTrigger", "10");
    folder.write("f0", 25, 0);
    folder.write("f1", 4, 1);
    folder.write("f2", 6, 2);
    folder.write("f3", 1, 3);
    assertEquals(List.of("f0"), folder.trigger());
    assertEquals(List.of("f1", "f2"), folder.trigger());
    assertEquals(List.of("f3"), folder.trigger());
  }

  @Test
  public void filesThatGoBeforeTheirTriggerAreNotMissed() {
    StreamedFolder folder = folder("maxFilesPerTrigger", "2");
    for (int i = 0; i < 7; i++) {
      folder.write("f" + i, 1, i);
    }
    assertEquals(List.of("f0", "f1"), folder.trigger());
    folder.delete("f2");
    folder.delete("f4");
    assertEquals(List.of("f3", "f5"), folder.trigger());
    folder.delete("f6");
    assertEquals(List.of(), folder.trigger());
  }

  @Test
  public void filesThatGoBeforeTheirBatchOfAllThatWasThereAreNotMissed() {
    availableNow(5);
  }

  /** Tests more files than are looked up one by one. */
  @Test
  public void manyFilesOfWhichSomeGoBeforeTheirBatchAreNotMissed() {
    availableNow(200);
  }

  private void availableNow(int files) {
    StreamedFolder folder = folder("maxFilesPerTrigger", Integer.toString(files / 2));
    for (int i = 0; i < files; i++) {
      folder.write("f" + i, 1, i);
    }
    folder.stream().prepareForTriggerAvailableNow();
    folder.delete("f0");
    folder.write("late", 1, 0);
    List<String> taken = new ArrayList<>(folder.trigger());
    assertEquals(files / 2, taken.size());
    folder.delete("f" + (files - 1));
    taken.addAll(folder.trigger());
    assertEquals(List.of(), folder.trigger());
    assertEquals(IntStream.range(1, files - 1).mapToObj(i -> "f" + i).toList(), taken);
    folder.restart();
    assertEquals(List.of("late"), folder.trigger());
  }

  @Test
  public void bothLimitsHold() {
    StreamedFolder folder = folder("maxBytesPerTrigger", "1k", "maxFilesPerTrigger", "2");
    folder.write("f0", 1000, 0);
    folder.write("f1", 1000, 1);
    folder.write("f2", 1, 2);
    folder.write("f3", 1, 3);
    assertEquals(List.of("f0"), folder.trigger());
    assertEquals(List.of("f1", "f2"), folder.trigger());
    assertEquals(List.of("f3"), folder.trigger());
  }

  @Test
  public void latestFirstSeesNewFilesBeforeOldOnes() {
    StreamedFolder folder = folder("maxFilesPerTrigger", "1", "latestFirst", "true");
    folder.write("f0", 1, 0);
    folder.write("f1", 1, 1);
    assertEquals(List.of("f1"), folder.trigger());
    folder.write("f2", 1, 2);
    assertEquals(List.of("f2"), folder.trigger());
    assertEquals(List.of("f0"), folder.trigger());
  }

  @Test
  public void maxFileAgeLeavesOutOldFilesFromTheSecondTriggerOn() {
    StreamedFolder folder = folder("maxFileAge", "2d");
    folder.write("old", 1, 0);
    folder.write("new", 1, 10);
    assertEquals(List.of("old", "new"), folder.trigger());
    folder.write("late", 1, 9);
    folder.write("tooLate", 1, 7);
    assertEquals(List.of("late"), folder.trigger());
    folder.restart().write("tooLateAgain", 1, 7);
    assertEquals(List.of(), folder.trigger());
  }

  @Test
  public void maxFileAgeDoesNotCountWhenTheNewestComeFirst() {
    StreamedFolder folder =
        folder("maxFileAge", "1d", "latestFirst", "true", "maxFilesPerTrigger", "1");
    folder.write("old", 1, 0);
    folder.write("new", 1, 10);
    assertEquals(List.of("new"), folder.trigger());
    assertEquals(List.of("old"), folder.trigger());
  }

  @Test
  public void availableNowEndsWithTheFilesOfItsStart() {
    StreamedFolder folder = folder("maxFilesPerTrigger", "2");
    folder.write("a", 1, 0);
    folder.write("b", 1, 1);
    folder.write("c", 1, 2);
    folder.stream().prepareForTriggerAvailableNow();
    assertEquals(List.of("a", "b"), folder.trigger());
    folder.write("d", 1, 0);
    assertEquals(List.of("c"), folder.trigger());
    assertEquals(List.of(), folder.trigger());
    folder.restart().stream().prepareForTriggerAvailableNow();
    assertEquals(List.of("d"), folder.trigger());
  }

  @Test
  public void availableNowForgetsFilesThatAreGoneAndOld() throws IOException {
    StreamedFolder folder = folder();
    folder.write("old", 1, 0);
    for (int i = 0; i < FileLog.COMPACT_EVERY; i++) {
      folder.write("new" + i, 1, 30);
      folder.restart().stream().prepareForTriggerAvailableNow();
      assertEquals(i == 0 ? List.of("old", "new0") : List.of("new" + i), folder.trigger());
      Files.deleteIfExists(folder.root().resolve("old"));
    }
    String log = Files.readString(folder.checkpoint().resolve("9.compact"));
    assertTrue(log, log.contains("/new0\"") && !log.contains("/old\""));
  }

  @Test
  public void onceTakesEverythingInSpiteOfTheLimits() {
    StreamedFolder folder = folder("maxFilesPerTrigger", "1");
    folder.write("a", 1, 0);
    folder.write("b", 1, 1);
    Offset end =
        folder.stream().latestOffset(folder.stream().initialOffset(), ReadLimit.allAvailable());
    assertEquals(List.of("a", "b"), folder.files(folder.stream().initialOffset(), end));
  }

  @Test
  public void hiddenFilesAreNotRead() {
    StreamedFolder folder = folder();
    folder.write("_SUCCESS", 1, 0);
    folder.write(".part.tmp", 1, 0);
    folder.write("_temporary/x", 1, 0);
    assertEquals(List.of(), folder.trigger());
  }

  @Test
  public void filtersOfBatchReadsHold() {
    StreamedFolder folder =
        folder("recursiveFileLookup", "true", "pathGlobFilter", "*.jelly", "modifiedAfter", "2020");
    folder.write("a/b/x.jelly", 1, 1);
    folder.write("a/b/x.txt", 1, 1);
    folder.write("early.jelly", 1, -1);
    assertEquals(List.of("a/b/x.jelly"), folder.trigger());
  }

  @Test
  public void partitionFoldersOfAnotherNameAreAnError() {
    StreamedFolder folder = folder().partitionedBy(new StructType().add("day", "int"));
    folder.write("month=1/a", 1, 0);
    Exception error = assertThrows(IllegalArgumentException.class, folder::trigger);
    assertTrue(error.getMessage(), error.getMessage().contains("(day), but now its folders have"));
    assertTrue(error.getMessage(), error.getMessage().contains("(month), as in"));
  }

  private StreamedFolder counted(String below, int maxFilesPerTrigger) {
    StreamedFolder folder = folder();
    folder.restartWith(
        "fs.counted.impl",
        CountingFileSystem.class.getName(),
        "path",
        "counted://" + folder.root() + below,
        "maxFilesPerTrigger",
        "" + maxFilesPerTrigger);
    return folder;
  }

  /** Tests a large folder: a listing takes as long as looking up many of its files. */
  @Test
  public void aLargeFolderIsNotListedForEachTriggerWhileFilesWait() {
    StreamedFolder folder = counted("/many-70000", 70);
    CountingFileSystem.forgetCalls();
    assertEquals(70, folder.trigger().size());
    long listings = CountingFileSystem.calls("list");
    assertEquals(70, folder.trigger().size());
    assertEquals(70, folder.trigger().size());
    assertEquals(listings, CountingFileSystem.calls("list"));
  }

  @Test
  public void manyFilesAreLookedForByManyThreads() {
    StreamedFolder folder = counted("", 30);
    for (int i = 0; i < 60; i++) {
      folder.write("old" + i, 1, 0);
    }
    assertEquals(30, folder.trigger().size());
    CountingFileSystem.forgetCalls();
    assertEquals(30, folder.trigger().size());
    assertTrue(CountingFileSystem.threads("status") > 1);
    // Deleted files must be forgotten.
    for (int i = 0; i < 60; i++) {
      folder.delete("old" + i);
    }
    folder.write("new", 1, 30);
    assertEquals(List.of("new"), folder.trigger());
    CountingFileSystem.forgetCalls();
    assertEquals(List.of(), folder.trigger());
    assertTrue(CountingFileSystem.threads("status") > 1);
  }
}
