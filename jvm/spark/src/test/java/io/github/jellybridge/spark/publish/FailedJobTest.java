package io.github.jellybridge.spark.publish;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.files.CompressedOutput;
import io.github.jellybridge.files.Compression;
import io.github.jellybridge.files.PublishJournal;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.spark.listing.PartitionKeys;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.write.FaultyFileSystem;
import io.github.jellybridge.spark.write.FileBatchWrite;
import io.github.jellybridge.spark.write.FileStreamingWrite;
import io.github.jellybridge.spark.write.FileWriteSpec;
import io.github.jellybridge.spark.write.RowFileEncoder;
import io.github.jellybridge.spark.write.RowFileFormat;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Tests that a failed job has published nothing, and that a job whose files are published does not
 * fail.
 */
public class FailedJobTest {
  private static final Set<String> FILES = Set.of("one", "two", "three");

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private final Configuration conf = FaultyFileSystem.conf();
  private Path root;

  @Before
  public void makeTable() throws IOException {
    root = temporary.newFolder("table").toPath();
  }

  @After
  public void repair() {
    FaultyFileSystem.failNowhere();
  }

  private FileWriteSpec spec() {
    return new FileWriteSpec(
        "test",
        root.toString(),
        "query",
        new NoFormat(),
        List.of(),
        List.of(),
        null,
        null,
        SessionSettings.of(LocalSpark.get()),
        CompressedOutput.of(Compression.NONE),
        0,
        conf);
  }

  /** A format for jobs that write no files. */
  private record NoFormat() implements RowFileFormat {
    private static final long serialVersionUID = 1L;

    @Override
    public String extension() {
      return ".test";
    }

    @Override
    public RowFileEncoder open(OutputStream out) {
      throw new UnsupportedOperationException();
    }
  }

  private WriteTransaction start() throws IOException {
    return WriteTransaction.start(spec(), "query-");
  }

  private static List<StagedFile> stage(WriteTransaction job) throws IOException {
    Path attempt = Path.of(job.staging().toUri()).resolve("attempt-0");
    Files.createDirectory(attempt);
    for (String name : FILES) {
      Files.writeString(attempt.resolve(name), name);
    }
    return FILES.stream().sorted().map(name -> new StagedFile("attempt-0", name, 1, 3)).toList();
  }

  /** Stages files with the names that tasks give them. */
  private List<StagedFile> stageNamed(WriteTransaction job, int tasks) throws IOException {
    Path attempt = Path.of(job.staging().toUri()).resolve("attempt-0");
    Files.createDirectory(attempt);
    List<StagedFile> staged = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      String name = job.writers(spec()).plan().fileName(task, 0);
      Files.writeString(attempt.resolve(name), name);
      staged.add(new StagedFile("attempt-0", name, 1, 3));
    }
    return staged;
  }

  /** Runs an action when a job has moved one of its files. */
  private void whenOneIsMoved(List<StagedFile> files, Runnable action) {
    FaultyFileSystem.failAt(
        (call, path) -> {
          if (call.equals("rename") && path.getName().equals(files.get(1).path())) {
            FaultyFileSystem.failNowhere();
            action.run();
          }
          return false;
        });
  }

  private Set<String> files() throws IOException {
    try (Stream<Path> children = Files.list(root)) {
      Set<String> names = new TreeSet<>();
      children.filter(Files::isRegularFile).forEach(f -> names.add(f.getFileName().toString()));
      return names;
    }
  }

  private int stagingFolders() {
    File[] found = root.toFile().listFiles((folder, name) -> PublishJournal.isStaging(name));
    return found.length;
  }

  private void recover() throws IOException {
    FaultyFileSystem.failNowhere();
    ExpiredLeases.in(root);
    WriteTransaction next = start();
    next.recoverDead();
    next.abort();
    assertEquals(0, stagingFolders());
  }

  /**
   * Tests a table folder that vanishes: another job that made it may fail and delete it while
   * empty.
   */
  @Test
  public void theFolderOfTheTableMayGoWhileAJobStarts() throws IOException {
    int[] left = {3};
    FaultyFileSystem.failAt(
        (call, path) ->
            call.equals("create") && path.getName().equals(PublishJournal.LEASE) && left[0]-- > 0);
    Files.delete(root);
    WriteTransaction job = start();
    assertTrue(job.writers(spec()).plan().newTable());
    job.publish(stage(job), List.of(), null);
    assertEquals(FILES, files());
    FaultyFileSystem.failAt((call, path) -> call.equals("create"));
    assertThrows(IOException.class, this::start);
    assertEquals(0, stagingFolders());
  }

  @Test
  public void failuresAfterThePublicationDoNotFailTheJob() throws IOException {
    for (String failing : List.of("delete _lease", "delete _jelly-bridge")) {
      WriteTransaction job = start();
      List<StagedFile> files = stage(job);
      FaultyFileSystem.failAt((call, path) -> (call + " " + path.getName()).startsWith(failing));
      job.publish(files, List.of(), null);
      recover();
      assertTrue(failing, files().containsAll(FILES));
    }
  }

  @Test
  public void aMarkOfSuccessThatCannotBeWrittenIsNoFailureOfTheJob() throws IOException {
    WriteTransaction job = start();
    job.publish(stage(job), List.of(), null);
    FaultyFileSystem.failAt(
        (call, path) -> call.equals("create") && path.getName().equals("_SUCCESS"));
    overwrite();
    assertEquals(Set.of(), files());
    FaultyFileSystem.failNowhere();
    overwrite();
    assertEquals(Set.of("_SUCCESS"), files());
  }

  @Test
  public void anOverwriteReplacesAllFilesOfAnotherJobOrNone() throws IOException {
    WriteTransaction before = start();
    before.publish(stageNamed(before, 2), List.of(), null);
    WriteTransaction other = start();
    List<StagedFile> files = stageNamed(other, 3);
    whenOneIsMoved(files, this::overwrite);
    other.publish(files, List.of(), null);
    assertEquals(
        files.stream().map(StagedFile::path).collect(Collectors.toSet()), filesWithoutMark());
    overwrite();
    assertEquals(Set.of(), filesWithoutMark());
  }

  private void overwrite() {
    FileBatchWrite write =
        new FileBatchWrite(
            spec(), Overwrite.ALL, new PartitionKeys(new StructType(), spec().session()));
    write.createBatchWriterFactory(() -> 0);
    write.commit(new WriterCommitMessage[0]);
  }

  private Set<String> filesWithoutMark() throws IOException {
    Set<String> files = files();
    files.remove("_SUCCESS");
    return files;
  }

  @Test
  public void aJobThatCannotStartLeavesNothing() throws IOException {
    Files.delete(root);
    FaultyFileSystem.failAt((call, path) -> call.equals("write"));
    assertThrows(IOException.class, this::start);
    assertFalse(Files.exists(root));
  }

  @Test
  public void aPublicationThatCannotBeTakenBackIsLeftToTheNextJob() throws IOException {
    WriteTransaction job = start();
    List<StagedFile> files = stage(job);
    FaultyFileSystem.failAt(
        (call, path) ->
            call.equals("rename") && path.getName().equals("two")
                || call.equals("delete") && path.getName().equals("one"));
    assertThrows(IOException.class, () -> job.publish(files, List.of(), null));
    FaultyFileSystem.failNowhere();
    job.abort(); // as Spark does with streams
    assertEquals("the journal hides the published files", 1, stagingFolders());
    recover();
    assertEquals(Set.of(), files());
  }

  /** Tests a job whose files another driver deletes in the belief that the job is dead. */
  @Test
  public void anEpochWhoseFilesAnotherJobHasRemovedIsNotRecorded() throws IOException {
    FileStreamingWrite stream = new FileStreamingWrite(spec());
    stream.createStreamingWriterFactory(null);
    FaultyFileSystem.failAt(
        (call, path) -> {
          if (call.equals("rename") && path.getParent().getName().equals("query")) {
            FaultyFileSystem.failNowhere();
            deleteStagingFolders();
          }
          return false;
        });
    assertThrows(UncheckedIOException.class, () -> stream.commit(0, new WriterCommitMessage[0]));
    org.apache.hadoop.fs.Path table = new org.apache.hadoop.fs.Path(root.toUri());
    assertEquals(-1, new StreamLog(table.getFileSystem(conf), table, "query").lastEpoch());
  }

  /** Tests an earlier run of the same stream that was believed to be dead and still publishes. */
  @Test
  public void anEpochThatAnotherRunPublishesConcurrentlyIsPublishedOnce() throws IOException {
    org.apache.hadoop.fs.Path table = new org.apache.hadoop.fs.Path(root.toUri());
    FileSystem fs = table.getFileSystem(conf);
    WriteTransaction job = start();
    List<StagedFile> files = stageNamed(job, 2);
    whenOneIsMoved(
        files,
        () -> {
          try {
            StreamLog.Entry others = new StreamLog.Entry("query", 0, List.of("of another run"));
            others.stage(fs, table);
            others.write(fs, table, table);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    StreamLog.Entry entry =
        new StreamLog.Entry("query", 0, files.stream().map(StagedFile::path).toList());
    assertThrows(IOException.class, () -> job.publish(files, List.of(), entry));
    assertEquals(Set.of(), files());
    assertEquals(0, stagingFolders());
  }

  private void deleteStagingFolders() {
    try {
      org.apache.hadoop.fs.Path table = new org.apache.hadoop.fs.Path(root.toUri());
      FileSystem fs = table.getFileSystem(conf);
      for (org.apache.hadoop.fs.Path staging : StagingFolder.all(fs, table)) {
        fs.delete(staging, true);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  public void aLogOfAStreamThatCannotBePrunedIsNoFailureOfTheEpoch() throws IOException {
    org.apache.hadoop.fs.Path table = new org.apache.hadoop.fs.Path(root.toUri());
    FileSystem fs = table.getFileSystem(conf);
    for (long epoch = 0; epoch < StreamLog.KEPT; epoch++) {
      StreamLog.Entry entry = new StreamLog.Entry("query", epoch, List.of());
      entry.stage(fs, table);
      entry.write(fs, table, table);
    }
    FileStreamingWrite stream = new FileStreamingWrite(spec());
    stream.createStreamingWriterFactory(null);
    FaultyFileSystem.failAt(
        (call, path) -> call.equals("delete") && path.getParent().getName().equals("query"));
    stream.commit(StreamLog.KEPT, new WriterCommitMessage[0]);
    assertEquals(StreamLog.KEPT, new StreamLog(fs, table, "query").lastEpoch());
    recover();
  }
}
