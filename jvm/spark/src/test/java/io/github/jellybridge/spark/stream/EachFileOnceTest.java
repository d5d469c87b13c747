package io.github.jellybridge.spark.stream;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.types.StructType;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that each file of a folder is read once, whatever happens between two triggers. */
public class EachFileOnceTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  private StreamedFolder folder(String... options) {
    return StreamedFolder.of(temporary, options);
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
  public void deletedFileIsRememberedForAsLongAsMaxFileAge() throws IOException {
    StreamedFolder folder = folder("maxFileAge", "30d");
    Path old = folder.write("old", 1, 0);
    folder.write("new", 1, 20);
    assertEquals(List.of("old", "new"), folder.trigger());
    Path away = temporary.getRoot().toPath().resolve("away");
    Files.move(old, away);
    assertEquals(List.of(), folder.trigger());
    Files.move(away, old);
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
  public void loggedOffsetNamesTheSameFilesAfterARestart() {
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
  public void filesThatTheOptionsOfARestartLeaveOutAreNotReadAlthoughLogged() {
    StreamedFolder folder = StreamedFolder.of(temporary);
    folder.write("a.nt", 1, 1);
    folder.write("notes.txt", 1, 2);
    Offset end = folder.offset();
    Cases.each(
        List.of("pathGlobFilter=*.nt", "modifiedBefore=2020-01-02T12:00:00"),
        option -> {
          String[] pair = option.split("=");
          StreamedFolder again = StreamedFolder.of(temporary, pair);
          assertEquals(List.of("a.nt"), again.files(again.stream().initialOffset(), end));
        });
    assertEquals(
        List.of("a.nt", "notes.txt"), folder.restart().files(folder.stream().initialOffset(), end));
  }

  @Test
  public void filesThatOptionsHaveHiddenForAWhileAreNotReadAgain() {
    notReadAgain("old", "new", "pathGlobFilter", "new*");
  }

  @Test
  public void filesOfFoldersThatWereLeftOutForAWhileAreNotReadAgain() {
    notReadAgain("a/old", "new", "recursiveFileLookup", "false");
  }

  @Test
  public void filesOfAPathThatWasLeftForAWhileAreNotReadAgain() {
    notReadAgain("a/old", "b/new", "path", temporary.getRoot() + "/in/b");
  }

  @Test
  public void filesThatAGlobLeftOutForAWhileAreNotReadAgain() {
    notReadAgain("a/old", "b/new", "path", temporary.getRoot() + "/in/*/new*");
  }

  /** Checks a stream that has other options for a while, in which it compacts its log. */
  private void notReadAgain(String old, String fresh, String... options) {
    StreamedFolder folder = folder("recursiveFileLookup", "true");
    folder.write(old, 1, 0);
    folder.write(fresh, 1, 30);
    List<String> read = new ArrayList<>(folder.trigger());
    folder.restartWith(options);
    for (int i = 0; i < FileLog.COMPACT_EVERY; i++) {
      folder.write(fresh + i, 1, 30);
      assertEquals(List.of(fresh + i), folder.trigger());
    }
    assertEquals(List.of(), folder.restartWith("recursiveFileLookup", "true").trigger());
    assertTrue(read.containsAll(List.of(old, fresh)));
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
  public void eachFileOnceWhateverHappens() {
    Random random = new Random(20261121);
    for (int round = 0; round < TestSize.of(3, 10); round++) {
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
            // Simulates a crash after the source logs the batch and before Spark logs the offset.
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
}
