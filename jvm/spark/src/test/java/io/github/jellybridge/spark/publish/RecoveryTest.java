package io.github.jellybridge.spark.publish;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.files.PublishJournal;
import io.github.jellybridge.files.PublishJournal.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * A job removes what dead jobs have left, finishes or undoes what they began, and spares the live.
 */
public class RecoveryTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private FileSystem fs;
  private Path root;
  private StagingFolder own;

  @Before
  public void startAJob() throws IOException {
    fs = FileSystem.getLocal(new Configuration());
    root = temporary.getRoot().toPath();
    own = StagingFolder.create(fs, hadoop(root), "own");
  }

  @After
  public void endTheJob() throws IOException {
    own.delete();
  }

  private org.apache.hadoop.fs.Path hadoop(Path path) {
    return fs.makeQualified(new org.apache.hadoop.fs.Path(path.toUri()));
  }

  private Path file(String name) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, name);
  }

  /** The staging folder of a job of the process that is given here. */
  private Path staging(String id, String place, long pid, long start) throws IOException {
    String process = new ProcessIdentity(place, pid, start).suffix();
    Path folder = root.resolve(PublishJournal.STAGING_PREFIX + id + process);
    file(folder.getFileName() + "/attempt-0-0/part-00000");
    Files.writeString(folder.resolve("_lease"), "");
    return folder;
  }

  private Path dead(String id) throws IOException {
    Process process = new ProcessBuilder("true").start();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    return staging(id, ProcessIdentity.self().place(), process.pid(), 1);
  }

  private static void age(Path path, int minutes) throws IOException {
    Files.setLastModifiedTime(
        path, FileTime.from(Instant.now().minus(minutes, ChronoUnit.MINUTES)));
  }

  private List<String> visible() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(Files::isRegularFile)
          .map(f -> root.relativize(f).toString())
          .filter(f -> !f.startsWith("_") && !f.endsWith(".crc"))
          .sorted()
          .toList();
    }
  }

  @Test
  public void theFolderOfAProcessThatIsGoneIsRemoved() throws IOException {
    Path dead = dead("dead");
    own.recoverOthers();
    assertFalse(Files.exists(dead));
    assertTrue(fs.exists(own.path()));
  }

  @Test
  public void theFolderOfAProcessThatIsGoneIsRemovedAlsoWhenNothingIsInIt() throws IOException {
    Path dead = dead("dead");
    Files.delete(dead.resolve("_lease"));
    Files.delete(dead.resolve("attempt-0-0/part-00000"));
    Files.delete(dead.resolve("attempt-0-0"));
    own.recoverOthers();
    assertFalse(Files.exists(dead));
  }

  /** When a process started, in a measure that does not change when the clock is set. */
  private static long ticks(long pid) throws IOException {
    String stat = stat(pid);
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19]);
  }

  private static String stat(long pid) throws IOException {
    return Files.readString(Path.of("/proc/" + pid + "/stat"));
  }

  @Test
  public void aProcessThatNobodyHasWaitedForIsGone() throws IOException {
    Process parent = new ProcessBuilder("sh", "-c", "sleep 60 & echo $!; exec sleep 60").start();
    try {
      long pid = Long.parseLong(parent.inputReader().readLine());
      while (!stat(parent.pid()).contains("(sleep)")) {
        Thread.onSpinWait(); // a shell would wait for its child
      }
      ProcessHandle.of(pid).orElseThrow().destroyForcibly();
      while (!stat(pid).contains(") Z ")) {
        Thread.onSpinWait();
      }
      Path dead = staging("dead", ProcessIdentity.self().place(), pid, ticks(pid));
      own.recoverOthers();
      assertFalse(Files.exists(dead));
    } finally {
      parent.destroyForcibly();
    }
  }

  @Test
  public void theFolderOfAnotherProcessThatRunsIsSparedHoweverOldItsLease() throws IOException {
    Process process = new ProcessBuilder("sleep", "60").start();
    try {
      long start = ticks(process.pid());
      Path live = staging("live", ProcessIdentity.self().place(), process.pid(), start);
      Path reused = staging("reused", ProcessIdentity.self().place(), process.pid(), start - 500);
      age(live.resolve("_lease"), 600);
      own.recoverOthers();
      assertTrue(Files.exists(live));
      assertFalse("another process had this number before", Files.exists(reused));
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  public void aLiveJobOfTheSameProcessIsSpared() throws IOException {
    StagingFolder other = StagingFolder.create(fs, hadoop(root), "other");
    own.recoverOthers();
    assertTrue(fs.exists(other.path()));
    other.delete();
  }

  /** As on a server of Spark Connect, where each client's jar has a class loader of its own. */
  @Test
  public void aLiveJobOfTheSameProcessIsSparedWhoseClassesHaveAnotherClassLoader()
      throws IOException {
    ProcessIdentity self = ProcessIdentity.self();
    Path live = staging("live", self.place(), self.pid(), self.start());
    Path old = staging("old", self.place(), self.pid(), self.start());
    age(old.resolve("_lease"), Lease.TIMEOUT_MINUTES + 2);
    own.recoverOthers();
    assertTrue(Files.exists(live));
    assertFalse(Files.exists(old));
  }

  @Test
  public void aLiveJobThatNamesTheTableInAnotherWayIsSpared() throws IOException {
    Path link = Files.createSymbolicLink(temporary.newFolder().toPath().resolve("link"), root);
    StagingFolder other = StagingFolder.create(fs, hadoop(link), "other");
    own.recoverOthers();
    assertTrue(fs.exists(other.path()));
    other.delete();
  }

  @Test
  public void whatATaskLeavesBehindTheEndOfItsJobIsRemoved() throws IOException {
    StagingFolder other = StagingFolder.create(fs, hadoop(root), "other");
    other.delete();
    file(other.path().getName() + "/attempt-3-3/part-00003");
    own.recoverOthers();
    assertFalse(fs.exists(other.path()));
  }

  @Test
  public void theFolderOfAProcessElsewhereIsRemovedWhenItsLeaseIsOld() throws IOException {
    Path fresh = staging("fresh", "e15e", 1, 1);
    Path old = staging("old", "e15e", 1, 1);
    age(fresh.resolve("_lease"), Lease.TIMEOUT_MINUTES - 2);
    age(old.resolve("_lease"), Lease.TIMEOUT_MINUTES + 2);
    own.recoverOthers();
    assertTrue(Files.exists(fresh));
    assertFalse(Files.exists(old));
  }

  @Test
  public void aFolderOfWhomNobodyKnowsIsRemovedWhenItIsOld() throws IOException {
    Path fresh = file("_jelly-bridge-staging-fresh/attempt-0-0/part").getParent().getParent();
    Path old = file("_jelly-bridge-staging-old/attempt-0-0/part").getParent().getParent();
    Path half = file("_jelly-bridge-staging-half/_lease").getParent();
    age(old, Lease.TIMEOUT_MINUTES + 2);
    age(half.resolve("_lease"), Lease.TIMEOUT_MINUTES + 2);
    own.recoverOthers();
    assertTrue(Files.exists(fresh));
    assertFalse(Files.exists(old) || Files.exists(half));
  }

  @Test
  public void filesThatADeadJobWasAddingAreTakenBack() throws IOException {
    file("k=1/old");
    Path dead = dead("dead");
    new PublishJournal(List.of("k=1/new", "k=2/new", "k=3/new"), List.of("k=1/old"), null)
        .begin(fs, hadoop(dead));
    file("k=1/new");
    file("k=2/new");
    own.recoverOthers();
    assertEquals(List.of("k=1/old"), visible());
    assertFalse(Files.exists(root.resolve("k=2")));
    assertFalse(Files.exists(dead));
  }

  @Test
  public void filesThatADeadJobWasReplacingAreRemoved() throws IOException {
    file("k=1/old");
    file("k=2/old");
    Path dead = dead("dead");
    new PublishJournal(List.of("k=1/new"), List.of("k=1/old", "k=2/old", "k=3/old"), null)
        .begin(fs, hadoop(dead));
    file("k=1/new");
    PublishJournal.advance(fs, hadoop(dead), State.ADDING, State.REPLACING);
    own.recoverOthers();
    assertEquals(List.of("k=1/new"), visible());
    assertFalse(Files.exists(root.resolve("k=2")));
  }

  @Test
  public void filesOfAJobThatWasDoneStay() throws IOException {
    Path dead = dead("dead");
    new PublishJournal(List.of("new"), List.of(), null).begin(fs, hadoop(dead));
    file("new");
    PublishJournal.advance(fs, hadoop(dead), State.ADDING, State.DONE);
    own.recoverOthers();
    assertEquals(List.of("new"), visible());
    assertFalse(Files.exists(dead));
  }

  @Test
  public void aFolderOfLeftoversIsNoTable() throws IOException {
    Configuration conf = new Configuration();
    String path = temporary.newFolder("leftover").toString();
    assertTrue(WriteTarget.exists(path, conf));
    Files.createDirectory(Path.of(path, PublishJournal.STAGING_PREFIX + "x"));
    assertFalse(WriteTarget.exists(path, conf));
    assertTrue(WriteTarget.isLeftover(path, conf));
    Files.writeString(Path.of(path, "part"), "data");
    assertTrue(WriteTarget.exists(path, conf));
    assertFalse(WriteTarget.isLeftover(path, conf));
  }

  @Test
  public void theFolderOfATableThatWasNeverMadeGoesWithItsLeftovers() throws IOException {
    own.delete();
    dead("dead");
    WriteTarget.recover(root.toString(), new Configuration());
    assertFalse(Files.exists(root));
  }

  @Test
  public void namesWithColonsAndPercentSignsAreMovedAndDeleted() throws IOException {
    List<String> names = List.of("a:b=c:d/part-0", "x=%3A/part%20 0");
    for (String name : names) {
      file(name);
    }
    assertEquals(
        names, ReplacedFiles.list(fs, hadoop(root), folder -> true).stream().sorted().toList());
    ReplacedFiles.delete(fs, hadoop(root), names);
    assertEquals(List.of(), visible());
    assertFalse(Files.exists(root.resolve("a:b=c:d")));
  }
}
