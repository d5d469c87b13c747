package io.github.jellybridge.files;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.files.PublishJournal.State;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.listing.FileIndex;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.spark.listing.PartitionHints;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.options.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that readers see all files of a job or none, in every state of its publication. */
public class UnpublishedFilesTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private FileSystem fs;
  private Path root;
  private Path staging;

  @Before
  public void publishInParts() throws IOException {
    fs = FileSystem.getLocal(new Configuration());
    root = temporary.getRoot().toPath();
    staging = Files.createDirectory(root.resolve(PublishJournal.STAGING_PREFIX + "job"));
    Files.createDirectory(staging.resolve("attempt-0-0"));
    Files.createFile(staging.resolve("_lease"));
    for (String name : List.of("old-1", "old-2", "new-1", "staged")) {
      Files.writeString(
          name.equals("staged") ? staging.resolve("attempt-0-0/new-2") : root.resolve(name), name);
    }
  }

  private org.apache.hadoop.fs.Path hadoop(Path path) {
    return fs.makeQualified(new org.apache.hadoop.fs.Path(path.toUri()));
  }

  private List<String> listed(String... paths) throws IOException {
    SessionSettings session = SessionSettings.of(LocalSpark.get());
    OptionRegistry registry = OptionRegistry.forFiles("test");
    SourceOptions options =
        registry.parse(
            new CaseInsensitiveStringMap(
                Map.of("path", root + (paths.length == 0 ? "" : paths[0]))));
    return FileIndex.list(
            FileOptions.of(options, session),
            session,
            new Configuration(),
            new StructType(),
            PartitionHints.NONE)
        .files()
        .stream()
        .map(FileEntry::name)
        .toList();
  }

  private void journal(State state) throws IOException {
    new PublishJournal(List.of("new-1", "new-2"), List.of("old-1", "old-2"), "log/7")
        .begin(fs, hadoop(staging));
    if (state != State.ADDING) {
      PublishJournal.advance(fs, hadoop(staging), State.ADDING, state);
    }
  }

  @Test
  public void newFilesDoNotCountWhileTheyAreAdded() throws IOException {
    journal(State.ADDING);
    assertEquals(List.of("old-1", "old-2"), listed());
  }

  @Test
  public void oldFilesDoNotCountWhileTheyAreReplaced() throws IOException {
    journal(State.REPLACING);
    assertEquals(List.of("new-1"), listed());
  }

  @Test
  public void allFilesCountWhenTheWorkIsDone() throws IOException {
    journal(State.DONE);
    assertEquals(List.of("new-1", "old-1", "old-2"), listed());
  }

  @Test
  public void theJournalOfAFinishedJobDoesNotShowFilesThatOthersPublish() throws IOException {
    Path done = Files.createDirectory(root.resolve(PublishJournal.STAGING_PREFIX + "done"));
    new PublishJournal(List.of("old-1"), List.of(), null).begin(fs, hadoop(done));
    PublishJournal.advance(fs, hadoop(done), State.ADDING, State.DONE);
    journal(State.ADDING);
    assertEquals(List.of("old-1", "old-2"), listed());
  }

  /**
   * Tests that each change of state disturbs a listing: new files may have come and old ones gone
   * while it was made.
   */
  @Test
  public void aListingIsCompleteWithoutConcurrentChanges() throws IOException {
    UnpublishedFiles files = new UnpublishedFiles(new Configuration());
    assertFalse(isDisturbed(files));
    journal(State.ADDING);
    assertFalse(isDisturbed(files));
    PublishJournal.advance(fs, hadoop(staging), State.ADDING, State.REPLACING);
    assertTrue(isDisturbed(files));
    assertFalse(isDisturbed(files));
    PublishJournal.advance(fs, hadoop(staging), State.REPLACING, State.DONE);
    assertTrue(isDisturbed(files));
    assertFalse(isDisturbed(files));
    fs.delete(hadoop(staging), true);
    assertTrue(isDisturbed(files));
  }

  /**
   * Tests a staging folder that is being deleted, whose journal may vanish before the folder
   * itself.
   */
  @Test
  public void aListingIsNotWholeWhenTheFolderOfAJobIsBeingDeleted() throws IOException {
    journal(State.ADDING);
    UnpublishedFiles files = new UnpublishedFiles(new Configuration());
    assertFalse(isDisturbed(files));
    Files.delete(staging.resolve("_lease"));
    Files.delete(staging.resolve("_adding"));
    assertTrue(isDisturbed(files));
    assertFalse("the remaining files must not be deleted", isDisturbed(files));
  }

  private boolean isDisturbed(UnpublishedFiles files) {
    files.start();
    files.found(hadoop(staging));
    return files.isDisturbed();
  }

  @Test
  public void newFilesCountOnceTheLogOfTheirStreamHasThem() throws IOException {
    journal(State.ADDING);
    Files.createDirectory(root.resolve("log"));
    Files.writeString(root.resolve("log/7"), "{\"files\":[\"of another run\"]}");
    assertEquals(List.of("old-1", "old-2"), listed());
    Files.writeString(root.resolve("log/7"), "{\"files\":[\"new-1\",\"new-2\"]}");
    assertEquals(List.of("new-1", "old-1", "old-2"), listed());
  }

  /** Tests reading partitions separately; the journal for all of them is in the folder above. */
  @Test
  public void partitionFoldersThatAreReadByThemselvesShowAllOfAJobOrNothing() throws IOException {
    TestFiles.write(root, "k=1/n=a/new-1", "k=1/n=a/old-1");
    new PublishJournal(List.of("k=1/n=a/new-1", "k=2/n=a/new-2"), List.of("k=1/n=a/old-1"), null)
        .begin(fs, hadoop(staging));
    assertEquals(List.of("old-1"), listed("/k=1"));
    assertEquals(List.of("old-1"), listed("/k=1/n=a"));
    assertEquals(List.of("old-1"), listed("/k=*/n=*"));
    PublishJournal.advance(fs, hadoop(staging), State.ADDING, State.REPLACING);
    assertEquals(List.of("new-1"), listed("/k=1/n=a"));
    PublishJournal.advance(fs, hadoop(staging), State.REPLACING, State.DONE);
    assertEquals(List.of("new-1", "old-1"), listed("/k=1"));
  }

  /** Tests a partition that is also written as a table of its own, with a journal inside of it. */
  @Test
  public void foldersInAPartitionThatIsATableOfItsOwnShowAllOfAJobOrNothing() throws IOException {
    TestFiles.write(root, "k=1/n=a/new-1", "k=1/n=a/old-1");
    org.apache.hadoop.fs.Path inPartition =
        hadoop(root.resolve("k=1").resolve(PublishJournal.STAGING_PREFIX + "other"));
    new PublishJournal(List.of("n=a/new-1", "n=b/new-2"), List.of("n=a/old-1"), null)
        .begin(fs, inPartition);
    assertEquals(List.of("old-1"), listed("/k=1"));
    assertEquals(List.of("old-1"), listed("/k=1/n=a"));
  }

  @Test
  public void globsDoNotReachIntoStagingFolders() throws IOException {
    assertEquals(List.of("new-1", "old-1", "old-2"), listed("/*"));
    assertEquals(List.of(), listed("/*/*/*"));
  }
}
