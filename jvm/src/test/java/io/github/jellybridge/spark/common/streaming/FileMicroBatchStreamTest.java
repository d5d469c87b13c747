package io.github.jellybridge.spark.common.streaming;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.types.StructType;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Each file of a folder is read once, whatever happens between two triggers. */
public class FileMicroBatchStreamTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  private StreamedFolder folder(String... options) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      map.put(options[i], options[i + 1]);
    }
    return new StreamedFolder(temporary.getRoot().toPath(), map);
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
  public void fileThatAppearsLateWithAnOldTimeIsRead() {
    StreamedFolder folder = folder();
    folder.write("new", 1, 365);
    assertEquals(List.of("new"), folder.trigger());
    folder.write("old", 1, 0);
    assertEquals(List.of("old"), folder.trigger());
    folder.restart().write("older", 1, -365);
    assertEquals(List.of("older"), folder.trigger());
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
  public void fileDeletedBeforeItIsTakenIsNotMissed() {
    StreamedFolder folder = folder();
    folder.write("a", 1, 0);
    folder.write("b", 1, 0);
    folder.delete("a");
    assertEquals(List.of("b"), folder.trigger());
  }

  @Test
  public void deletedFileThatComesBackIsNotReadAgain() {
    StreamedFolder folder = folder();
    folder.write("a", 1, 0);
    assertEquals(List.of("a"), folder.trigger());
    folder.delete("a");
    assertEquals(List.of(), folder.trigger());
    folder.write("a", 2, 1);
    assertEquals(List.of(), folder.trigger());
  }

  @Test
  public void folderThatIsGoneForAWhileIsNoEndOfTheStream() throws IOException {
    StreamedFolder folder = folder();
    folder.write("a", 1, 0);
    assertEquals(List.of("a"), folder.trigger());
    Path away = temporary.getRoot().toPath().resolve("away");
    Files.move(folder.root(), away);
    assertEquals(List.of(), folder.trigger());
    Files.move(away, folder.root());
    folder.write("b", 1, 0);
    assertEquals(List.of("b"), folder.trigger());
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
  public void partitionValuesComeFromTheFoldersAlsoAfterARestart() {
    StreamedFolder folder = folder().partitionedBy(new StructType().add("day", "int"));
    folder.write("day=1/a", 1, 0);
    folder.write("day=2/b", 1, 1);
    Offset start = folder.stream().initialOffset();
    Offset end = folder.offset();
    assertEquals(List.of(List.of(1), List.of(2)), folder.values(start, end));
    folder.restart();
    assertEquals(List.of(List.of(1), List.of(2)), folder.values(start, end));
  }

  @Test
  public void partitionFoldersOfAnotherNameAreAnError() {
    StreamedFolder folder = folder().partitionedBy(new StructType().add("day", "int"));
    folder.write("month=1/a", 1, 0);
    Exception error = assertThrows(IllegalArgumentException.class, folder::trigger);
    assertTrue(error.getMessage(), error.getMessage().contains("(day), but now its folders have"));
    assertTrue(error.getMessage(), error.getMessage().contains("(month), as in"));
  }

  @Test
  public void loggedOffsetStandsForTheSameFilesAfterARestart() {
    StreamedFolder folder = folder("maxFilesPerTrigger", "2");
    folder.write("a", 1, 0);
    folder.write("b", 1, 1);
    folder.write("c", 1, 2);
    Offset end = folder.offset();
    folder.restart();
    folder.write("z", 1, -5);
    assertEquals(List.of("a", "b"), folder.files(folder.stream().initialOffset(), end));
  }

  @Test
  public void batchWhoseOffsetWasLostInACrashComesNextAndAlone() {
    StreamedFolder folder = folder("maxFilesPerTrigger", "2");
    folder.write("a", 1, 0);
    folder.write("b", 1, 1);
    folder.write("c", 1, 2);
    folder.offset();
    folder.restart();
    folder.write("z", 1, -5);
    assertEquals(List.of("a", "b"), folder.trigger());
    assertEquals(List.of("z", "c"), folder.trigger());
    assertEquals(List.of(), folder.trigger());
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
  public void onceTakesEverythingInSpiteOfTheLimits() {
    StreamedFolder folder = folder("maxFilesPerTrigger", "1");
    folder.write("a", 1, 0);
    folder.write("b", 1, 1);
    Offset end =
        folder.stream().latestOffset(folder.stream().initialOffset(), ReadLimit.allAvailable());
    assertEquals(List.of("a", "b"), folder.files(folder.stream().initialOffset(), end));
  }

  @Test
  public void offsetDoesNotGrowWithTheNumberOfFiles() {
    StreamedFolder folder = folder();
    for (int i = 0; i < 500; i++) {
      folder.write("f" + i, 1, i);
    }
    assertEquals("{\"logOffset\":0}", folder.offset().json());
  }

  @Test
  public void logIsCompactedAndStillKnowsEveryFile() {
    StreamedFolder folder = folder("maxFilesPerTrigger", "1");
    for (int i = 0; i < 35; i++) {
      folder.write("f" + i, 1, i);
      assertEquals(List.of("f" + i), folder.trigger());
    }
    // Compacted at 9, 19, 29; what the last but one took over is gone.
    List<String> expected = new ArrayList<>(List.of("19.compact", "29.compact"));
    for (int i = 20; i < 35; i++) {
      if (i != 29) {
        expected.add(Integer.toString(i));
      }
    }
    expected.sort(null);
    assertEquals(expected, folder.log());
    folder.restart();
    assertEquals(List.of(), folder.trigger());
    FileMicroBatchStream stream = folder.stream();
    assertEquals(
        List.of("f8", "f9", "f10"),
        folder.files(
            stream.deserializeOffset("{\"logOffset\":7}"),
            stream.deserializeOffset("{\"logOffset\":10}")));
  }

  @Test
  public void compactionForgetsFilesThatAreGoneAndOld() throws IOException {
    StreamedFolder folder = folder("maxFilesPerTrigger", "1");
    for (int i = 0; i < 40; i++) {
      folder.write("f" + i, 1, i);
      assertEquals(List.of("f" + i), folder.trigger());
      if (i >= 3) {
        folder.delete("f" + (i - 3));
      }
    }
    String log = Files.readString(folder.checkpoint().resolve("39.compact"));
    assertTrue(log, log.lines().count() < 12);
  }

  @Test
  public void eachFileOnceWhateverHappens() {
    Random random = new Random(20261121);
    for (int round = 0; round < 10; round++) {
      Path root = temporary.getRoot().toPath().resolve("round" + round);
      int limit = 1 + random.nextInt(4);
      StreamedFolder folder =
          new StreamedFolder(root, Map.of("maxFilesPerTrigger", Integer.toString(limit)));
      List<String> read = new ArrayList<>();
      int written = 0;
      for (int step = 0; step < 120; step++) {
        switch (random.nextInt(6)) {
          case 0, 1 -> folder.write("f" + written++, 1, random.nextInt(1000));
          case 2 -> folder.restart();
          case 3 -> {
            // Dies after the source has logged the batch, before Spark has logged the offset.
            folder.offset();
            folder.restart();
          }
          default -> read.addAll(folder.trigger());
        }
      }
      for (List<String> more = folder.trigger(); !more.isEmpty(); more = folder.trigger()) {
        assertTrue(more.size() <= limit);
        read.addAll(more);
      }
      assertEquals(written, read.size());
      assertEquals(written, new HashSet<>(read).size());
    }
  }

  @Test
  public void lostLogIsAnErrorAndNotARepetition() throws IOException {
    StreamedFolder folder = folder("maxFilesPerTrigger", "1");
    folder.write("a", 1, 0);
    folder.write("b", 1, 1);
    folder.trigger();
    folder.trigger();
    Files.delete(folder.checkpoint().resolve("1"));
    folder.restart();
    Exception error = assertThrows(IllegalStateException.class, folder::trigger);
    assertTrue(error.getMessage(), error.getMessage().contains("lost the files of batch 1"));
  }

  @Test
  public void twoQueriesOnOneCheckpointAreAnError() {
    StreamedFolder folder = folder();
    StreamedFolder other = folder();
    folder.write("a", 1, 0);
    folder.trigger();
    Exception error = assertThrows(IllegalStateException.class, other::trigger);
    assertTrue(error.getMessage(), error.getMessage().contains("same checkpoint"));
  }

  @Test
  public void cutLogIsAnError() throws IOException {
    StreamedFolder folder = folder();
    folder.write("a", 1, 0);
    folder.write("b", 1, 0);
    folder.trigger();
    Path file = folder.checkpoint().resolve("0");
    List<String> lines = Files.readAllLines(file);
    replace(file, String.join("\n", lines.subList(0, 2)));
    Exception error = assertThrows(UncheckedIOException.class, folder::restart);
    assertTrue(error.getCause().getMessage().contains("names 1 files of 2"));
  }

  @Test
  public void logOfALaterVersionIsAnError() throws IOException {
    StreamedFolder folder = folder();
    folder.write("a", 1, 0);
    folder.trigger();
    Path file = folder.checkpoint().resolve("0");
    replace(file, Files.readString(file).replace("\"version\":1", "\"version\":2"));
    Exception error = assertThrows(UncheckedIOException.class, folder::restart);
    assertTrue(error.getCause().getMessage().contains("knows version 1 only"));
  }

  @Test
  public void checkpointOfAnotherSourceIsAnError() throws IOException {
    StreamedFolder folder = folder();
    Files.createDirectories(folder.checkpoint());
    Files.writeString(folder.checkpoint().resolve("0"), "v1\n{\"path\":\"file:/x\"}");
    Exception error = assertThrows(UncheckedIOException.class, folder::restart);
    assertTrue(error.getCause().getMessage().contains("it starts with 'v1'"));
    assertThrows(IllegalArgumentException.class, () -> FileOffset.parse("{\"topic\":{\"0\":5}}"));
  }

  /** Overwrites a file and lets go of the checksum that Hadoop keeps beside it. */
  private static void replace(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
  }
}
