package io.github.jellybridge.spark.publish;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.files.PublishJournal;
import io.github.jellybridge.files.PublishJournal.State;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Tests that a job removes the files of dead jobs, completes or undoes their work, and spares live
 * jobs.
 */
public class RecoveryTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private FileSystem fs;
  private Path root;
  private WriteTransaction own;

  @Before
  public void startAJob() throws IOException {
    fs = FileSystem.getLocal(new Configuration());
    root = temporary.getRoot().toPath();
    own = WriteTransaction.start(fs, hadoop(root), "own-");
  }

  @After
  public void endTheJob() throws IOException {
    own.abort();
  }

  private org.apache.hadoop.fs.Path hadoop(Path path) {
    return fs.makeQualified(new org.apache.hadoop.fs.Path(path.toUri()));
  }

  private Path file(String name) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, name);
  }

  /** The staging folder of a job whose lease has the given age. */
  private Path staging(String id, int minutes) throws IOException {
    Path folder = root.resolve(PublishJournal.STAGING_PREFIX + id);
    file(folder.getFileName() + "/attempt-0-0/part-00000");
    Files.writeString(folder.resolve(PublishJournal.LEASE), "");
    ExpiredLeases.age(folder.resolve(PublishJournal.LEASE), minutes);
    return folder;
  }

  private Path dead(String id) throws IOException {
    return staging(id, ExpiredLeases.MINUTES + 1);
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
  public void aFolderWithAnExpiredLeaseIsRemoved() throws IOException {
    Path dead = dead("dead");
    Path live = staging("live", ExpiredLeases.MINUTES - 1);
    own.recoverDead();
    assertFalse(Files.exists(dead));
    assertTrue(Files.exists(live));
    assertTrue(fs.exists(own.staging()));
  }

  @Test
  public void aFolderWithNothingButAnExpiredLeaseIsRemoved() throws IOException {
    Path dead = dead("dead");
    Files.delete(dead.resolve("attempt-0-0/part-00000"));
    Files.delete(dead.resolve("attempt-0-0"));
    own.recoverDead();
    assertFalse(Files.exists(dead));
  }

  @Test
  public void aJobRenewsItsLeaseUntilItEnds() throws Exception {
    runWithShortLease(SlowJob.class);
  }

  @Test
  public void aJobRenewsItsLeaseWhileTheStoreOfAnotherDoesNotAnswer() throws Exception {
    runWithShortLease(SlowJobBesideAHangingOne.class);
  }

  private void runWithShortLease(Class<?> program) throws Exception {
    String lease = "-D" + Lease.MILLIS_PROPERTY + "=1000";
    Process job =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                lease,
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                root.resolve("slow").toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(job.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(output, 0, job.waitFor());
  }

  /** Writes for several times the duration of its lease. */
  public static final class SlowJob {
    private SlowJob() {}

    /** Fails if the lease expires before the job ends, or does not expire afterwards. */
    public static void main(String[] arguments) throws Exception {
      FileSystem fs = FileSystem.getLocal(new Configuration());
      org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(arguments[0]);
      StagingFolder slow = StagingFolder.create(fs, root, "slow");
      Thread.sleep(2 * Lease.MILLIS);
      if (isDead(fs, root, slow)) {
        throw new AssertionError("the lease was not renewed");
      }
      slow.abandon();
      Thread.sleep(Lease.MILLIS + Lease.MILLIS / 2);
      if (!isDead(fs, root, slow)) {
        throw new AssertionError("the lease was renewed after the end");
      }
    }

    static boolean isDead(FileSystem fs, org.apache.hadoop.fs.Path root, StagingFolder folder)
        throws IOException {
      StagingFolder other = StagingFolder.create(fs, root, "other");
      try {
        return other.hasOutlived(folder.path());
      } finally {
        other.delete();
      }
    }
  }

  /** Writes for several times the duration of its lease, while another store does not answer. */
  public static final class SlowJobBesideAHangingOne {
    private SlowJobBesideAHangingOne() {}

    /** Fails if the lease expires before the job ends. */
    public static void main(String[] arguments) throws Exception {
      FileSystem fs = FileSystem.getLocal(new Configuration());
      CountDownLatch answer = new CountDownLatch(1);
      CountDownLatch asked = new CountDownLatch(2);
      FileSystem hanging =
          new FilterFileSystem(fs) {
            @Override
            public FSDataOutputStream create(
                org.apache.hadoop.fs.Path path,
                FsPermission permission,
                boolean overwrite,
                int bufferSize,
                short replication,
                long blockSize,
                Progressable progress)
                throws IOException {
              asked.countDown();
              if (asked.getCount() == 0) {
                try {
                  answer.await();
                } catch (InterruptedException e) {
                  throw new InterruptedIOException();
                }
              }
              return super.create(
                  path, permission, overwrite, bufferSize, replication, blockSize, progress);
            }
          };
      org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(arguments[0]);
      StagingFolder stuck = StagingFolder.create(hanging, root, "stuck");
      asked.await();
      StagingFolder slow = StagingFolder.create(fs, root, "slow");
      Thread.sleep(2 * Lease.MILLIS);
      if (SlowJob.isDead(fs, root, slow)) {
        throw new AssertionError("the lease was not renewed");
      }
      answer.countDown();
      stuck.abandon();
      slow.abandon();
    }
  }

  @Test
  public void aLiveJobOfTheSameProcessIsSpared() throws IOException {
    WriteTransaction other = WriteTransaction.start(fs, hadoop(root), "");
    own.recoverDead();
    assertTrue(fs.exists(other.staging()));
    other.abort();
  }

  @Test
  public void aLiveJobThatNamesTheTableInAnotherWayIsSpared() throws IOException {
    Path link = Files.createSymbolicLink(temporary.newFolder().toPath().resolve("link"), root);
    WriteTransaction other = WriteTransaction.start(fs, hadoop(link), "");
    own.recoverDead();
    assertTrue(fs.exists(other.staging()));
    other.abort();
  }

  @Test
  public void filesThatATaskMakesAfterTheEndOfItsJobAreRemoved() throws IOException {
    WriteTransaction other = WriteTransaction.start(fs, hadoop(root), "");
    other.abort();
    file(other.staging().getName() + "/attempt-3-3/part-00003");
    own.recoverDead();
    assertTrue("a job may be writing its lease", fs.exists(other.staging()));
    ExpiredLeases.age(Path.of(other.staging().toUri()), ExpiredLeases.MINUTES + 1);
    own.recoverDead();
    assertFalse(fs.exists(other.staging()));
  }

  @Test
  public void earlierRunsOfAnOwnerAreRemovedWhateverTheirLease() throws IOException {
    Path earlier = staging("own-earlier", 0);
    Path other = staging("other", 0);
    own.recoverRunsOf("own-");
    assertFalse(Files.exists(earlier));
    assertTrue(Files.exists(other));
    assertTrue(fs.exists(own.staging()));
  }

  @Test
  public void filesOfAnEpochStayWhenTheRecoveryOfItsRunDiesAndItsEntryIsPruned()
      throws IOException {
    file("part");
    org.apache.hadoop.fs.Path taken = hadoop(dead(PublishJournal.DEAD + "own-run"));
    record(new StreamLog.Entry("own", 0, List.of("part")));
    new PublishJournal(List.of("part"), List.of(), StreamLog.FOLDER + "/own/0").begin(fs, taken);
    own.recoverRunsOf("own-");
    for (long epoch = 1; epoch <= StreamLog.KEPT; epoch++) {
      record(new StreamLog.Entry("own", epoch, List.of()));
    }
    new StreamLog(fs, hadoop(root), "own").prune();
    own.recoverDead();
    assertEquals(List.of("part"), visible());
  }

  @Test
  public void anEarlierRunThatAnotherJobRemovesAtTheSameTimeIsNoFailure() throws IOException {
    Path earlier = staging("stream-earlier", 0);
    WriteTransaction stream =
        WriteTransaction.start(
            new FilterFileSystem(fs) {
              @Override
              public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
                if (path.getName().equals(earlier.getFileName().toString())) {
                  super.delete(path, true);
                }
                return super.listStatus(path);
              }
            },
            hadoop(root),
            "stream-");
    stream.recoverRunsOf("stream-");
    stream.abort();
  }

  private void record(StreamLog.Entry entry) throws IOException {
    entry.stage(fs, own.staging());
    entry.write(fs, hadoop(root), own.staging());
  }

  @Test
  public void theNameOfAFolderThatCannotBeDeletedDoesNotGrow() throws IOException {
    org.apache.hadoop.fs.Path dead = hadoop(dead("job"));
    file("new/undeletable");
    new PublishJournal(List.of("new"), List.of(), null).begin(fs, dead);
    for (int job = 0; job < 2; job++) {
      assertThrows(IOException.class, own::recoverDead);
      assertTrue(Files.exists(root.resolve("_jelly-bridge-staging-dead-job")));
    }
  }

  @Test
  public void filesThatADeadJobWasAddingAreTakenBack() throws IOException {
    file("k=1/old");
    Path dead = dead("dead");
    new PublishJournal(List.of("k=1/new", "k=2/new", "k=3/new"), List.of("k=1/old"), null)
        .begin(fs, hadoop(dead));
    file("k=1/new");
    file("k=2/new");
    own.recoverDead();
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
    own.recoverDead();
    assertEquals(List.of("k=1/new"), visible());
    assertFalse(Files.exists(root.resolve("k=2")));
  }

  @Test
  public void aJournalOfTwoStatesNeverCountsAsTheLaterOne() throws IOException {
    file("k=1/old");
    Path dead = dead("dead");
    new PublishJournal(List.of("k=1/new"), List.of("k=1/old"), null).begin(fs, hadoop(dead));
    // A rename that copies and deletes, of a job that was killed between the two.
    Files.copy(dead.resolve("_adding"), dead.resolve("_replacing"));
    file("k=1/new");
    WriteTransaction killed =
        WriteTransaction.start(
            new FilterFileSystem(fs) {
              @Override
              public boolean delete(org.apache.hadoop.fs.Path path, boolean recursive)
                  throws IOException {
                if (path.getName()
                    .startsWith(PublishJournal.STAGING_PREFIX + PublishJournal.DEAD)) {
                  // The folder is deleted file by file, and this job is killed after the first.
                  super.delete(State.ADDING.in(path), false);
                  throw new IOException("killed");
                }
                return super.delete(path, recursive);
              }
            },
            hadoop(root),
            "killed-");
    assertThrows(IOException.class, killed::recoverDead);
    own.recoverDead();
    assertEquals(List.of("k=1/old"), visible());
    killed.abort();
  }

  @Test
  public void filesOfAJobThatWasDoneStay() throws IOException {
    Path dead = dead("dead");
    new PublishJournal(List.of("new"), List.of(), null).begin(fs, hadoop(dead));
    file("new");
    PublishJournal.advance(fs, hadoop(dead), State.ADDING, State.DONE);
    own.recoverDead();
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
  public void aTableWhoseFilesDoNotCountYetIsNoTable() throws IOException {
    own.abort();
    Configuration conf = new Configuration();
    String path = root.toString();
    org.apache.hadoop.fs.Path job = hadoop(staging("job", 0));
    new PublishJournal(List.of("k=1/new", "k=2/new"), List.of(), null).begin(fs, job);
    file("k=1/new");
    assertFalse(WriteTarget.exists(path, conf));
    assertFalse(WriteTarget.hasFiles(path, conf));
    assertTrue(WriteTarget.isLeftover(path, conf));
    PublishJournal.advance(fs, job, State.ADDING, State.DONE);
    assertTrue(WriteTarget.hasFiles(path, conf));
    assertFalse(WriteTarget.isLeftover(path, conf));
  }

  @Test
  public void aTableWithFilesOfOthersIsATable() throws IOException {
    file("k=1/old");
    org.apache.hadoop.fs.Path job = hadoop(staging("job", 0));
    new PublishJournal(List.of("k=1/new"), List.of("k=1/old"), null).begin(fs, job);
    file("k=1/new");
    assertTrue(WriteTarget.exists(root.toString(), new Configuration()));
    Files.delete(root.resolve("k=1/old"));
    assertFalse(WriteTarget.exists(root.toString(), new Configuration()));
    file(StreamLog.FOLDER + "/query/0");
    assertTrue(WriteTarget.exists(root.toString(), new Configuration()));
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
