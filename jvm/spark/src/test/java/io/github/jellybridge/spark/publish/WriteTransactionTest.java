package io.github.jellybridge.spark.publish;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.files.PublishJournal;
import io.github.jellybridge.testing.TestSize;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that readers see either the old or the new files, whichever file system call fails. */
public class WriteTransactionTest {
  private static final List<String> OLD = List.of("k=1/old", "k=2/old", "old");
  private static final List<String> NEW = List.of("k=1/new", "k=3/new", "new-1", "new-2");

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private FailingFileSystem fs;
  private Path root;

  /**
   * Fails at a modifying call, once or from then on, before or after making the change. Also can
   * ignore the deletion of one file.
   */
  private static final class FailingFileSystem extends FilterFileSystem {
    private String undeletable = "";
    private int callsLeft = Integer.MAX_VALUE;
    private boolean forGood;
    private boolean failed;
    private int laterCall;
    private boolean afterwards;

    FailingFileSystem(FileSystem fs) {
      super(fs);
    }

    void failAt(int call, boolean onlyOnce) {
      callsLeft = call;
      forGood = !onlyOnce;
      failed = false;
      laterCall = -1;
      afterwards = false;
    }

    /** Makes a call succeed but report a failure, and one of the following calls fail. */
    void loseAnswerOf(int call, int distance) {
      failAt(call, true);
      laterCall = distance;
      afterwards = true;
    }

    private interface Call {
      boolean run() throws IOException;
    }

    private boolean count(Call call) throws IOException {
      int left = callsLeft--;
      if (left == 0 || (failed && (forGood || left == -laterCall))) {
        if (afterwards && left == 0) {
          call.run();
        }
        failed = true;
        throw new IOException("the store does not answer");
      }
      return call.run();
    }

    @Override
    public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
        throws IOException {
      return count(() -> super.rename(from, to));
    }

    @Override
    public boolean delete(org.apache.hadoop.fs.Path path, boolean recursive) throws IOException {
      return count(
          () ->
              (undeletable.isEmpty() || !path.toString().endsWith(undeletable))
                  && super.delete(path, recursive));
    }

    @Override
    public boolean mkdirs(org.apache.hadoop.fs.Path path) throws IOException {
      return count(() -> super.mkdirs(path));
    }
  }

  @Before
  public void open() throws IOException {
    fs = new FailingFileSystem(FileSystem.getLocal(new Configuration()));
    root = temporary.newFolder().toPath();
  }

  private org.apache.hadoop.fs.Path hadoop(Path path) {
    return fs.makeQualified(new org.apache.hadoop.fs.Path(path.toUri()));
  }

  private WriteTransaction prepare() throws IOException {
    fs.failAt(Integer.MAX_VALUE, true);
    try (Stream<Path> all = Files.walk(root)) {
      all.sorted((a, b) -> b.compareTo(a))
          .filter(p -> !p.equals(root))
          .forEach(WriteTransactionTest::delete);
    }
    for (String old : OLD) {
      write(root.resolve(old));
    }
    WriteTransaction job = WriteTransaction.start(fs, hadoop(root), "");
    for (String name : NEW) {
      write(Path.of(job.staging().toUri()).resolve("attempt-0").resolve(name));
    }
    return job;
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "data");
  }

  private static List<StagedFile> staged() {
    return NEW.stream().map(name -> new StagedFile("attempt-0", name, 1, 4)).toList();
  }

  /** The files that our readers see: all except those hidden by a journal. */
  private Set<String> visible() throws IOException {
    Set<String> hidden = new HashSet<>();
    for (var staging : StagingFolder.all(fs, hadoop(root))) {
      PublishJournal.find(fs, staging).ifPresent(found -> hidden.addAll(found.hidden()));
    }
    try (Stream<Path> files = Files.walk(root)) {
      Set<String> seen = new TreeSet<>();
      files
          .filter(Files::isRegularFile)
          .map(f -> root.relativize(f).toString())
          .filter(f -> !f.startsWith("_") && !f.endsWith(".crc") && !hidden.contains(f))
          .forEach(seen::add);
      return seen;
    }
  }

  private static Set<String> both() {
    List<String> both = new ArrayList<>(OLD);
    both.addAll(NEW);
    return new TreeSet<>(both);
  }

  @Test
  public void filesAreAddedOrReplaced() throws IOException {
    prepare().publish(staged(), List.of(), null);
    assertEquals(both(), visible());
    assertEquals(List.of(), StagingFolder.all(fs, hadoop(root)));
    prepare().publish(staged(), OLD, null);
    assertEquals(new TreeSet<>(NEW), visible());
    assertEquals(List.of(), StagingFolder.all(fs, hadoop(root)));
    assertFalse(Files.exists(root.resolve("k=2")));
  }

  @Test
  public void aCallThatFailsLeavesAllOldFilesOrAllNew() throws IOException {
    int failures = 0;
    for (boolean replace : new boolean[] {false, true}) {
      for (boolean onlyOnce : new boolean[] {true, false}) {
        Set<String> after = replace ? new TreeSet<>(NEW) : both();
        boolean failed = true;
        for (int call = 0; failed; call++) {
          String what = "replace " + replace + ", once " + onlyOnce + ", call " + call;
          WriteTransaction job = prepare();
          fs.failAt(call, onlyOnce);
          boolean counts = publishes(job, replace);
          failed = fs.failed;
          failures += failed ? 1 : 0;
          fs.failAt(Integer.MAX_VALUE, true);
          Set<String> seen = visible();
          assertTrue(what + ": " + seen, seen.equals(old()) || seen.equals(after));
          if (counts) {
            assertEquals(what, after, seen);
          }
          nextJobFinds(seen, what);
        }
      }
    }
    assertTrue("calls that failed: " + failures, failures > 30);
  }

  private static boolean publishes(WriteTransaction job, boolean replace) {
    try {
      job.publish(staged(), replace ? OLD : List.of(), null);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Checks that the next job still finds these files and cleans up. */
  private void nextJobFinds(Set<String> seen, String what) throws IOException {
    ExpiredLeases.in(root);
    WriteTransaction next = WriteTransaction.start(fs, hadoop(root), "");
    next.recoverDead();
    next.abort();
    assertEquals(what, seen, visible());
    assertEquals(what, List.of(), StagingFolder.all(fs, hadoop(root)));
  }

  @Test
  public void aCallThatIsDoneThoughItFailsLeavesAllOldFilesOrAllNew() throws IOException {
    for (boolean replace : new boolean[] {false, true}) {
      Set<String> after = replace ? new TreeSet<>(NEW) : both();
      boolean failed = true;
      for (int call = 0; failed; call++) {
        for (int distance = 1; distance < 8; distance += TestSize.of(3, 1)) {
          String what = "replace " + replace + ", call " + call + ", then " + distance;
          WriteTransaction job = prepare();
          fs.loseAnswerOf(call, distance);
          boolean counts = publishes(job, replace);
          failed = fs.failed;
          fs.failAt(Integer.MAX_VALUE, true);
          Set<String> seen = visible();
          assertTrue(what + ": " + seen, seen.equals(after) || !counts && seen.equals(old()));
          nextJobFinds(seen, what);
        }
      }
    }
  }

  @Test
  public void anInterruptedPublicationEndsAfterItsLastMove() throws IOException {
    prepare().abort();
    Thread publisher = Thread.currentThread();
    AtomicInteger moving = new AtomicInteger();
    FileSystem slow =
        new FilterFileSystem(fs) {
          @Override
          public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
              throws IOException {
            moving.incrementAndGet();
            if (to.getName().startsWith("many-")) {
              publisher.interrupt();
              // A store completes a request even if the caller is interrupted.
              LockSupport.parkNanos(200_000_000);
            }
            boolean done = super.rename(from, to);
            moving.decrementAndGet();
            return done;
          }
        };
    WriteTransaction job = WriteTransaction.start(slow, hadoop(root), "");
    List<StagedFile> files = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      files.add(new StagedFile("attempt-0", "many-" + i, 1, 4));
      write(Path.of(job.staging().toUri()).resolve("attempt-0/many-" + i));
    }
    assertThrows(InterruptedIOException.class, () -> job.publish(files, List.of(), null));
    assertTrue(Thread.interrupted());
    assertEquals(0, moving.get());
    assertEquals(old(), visible());
  }

  private static Set<String> old() {
    return new TreeSet<>(OLD);
  }

  @Test
  public void anOldFileThatCannotBeDeletedIsAnErrorAndOldFilesStay() throws IOException {
    WriteTransaction job = prepare();
    fs.undeletable = OLD.get(0);
    IOException thrown = assertThrows(IOException.class, () -> job.publish(staged(), OLD, null));
    assertTrue(thrown.getMessage(), thrown.getMessage().startsWith("Cannot delete "));
    assertTrue(thrown.getMessage(), thrown.getMessage().contains(OLD.get(0)));
    assertEquals(new TreeSet<>(OLD), visible());
    assertEquals(List.of(), StagingFolder.all(fs, hadoop(root)));
  }

  @Test
  public void filesWithDataAreDeletedFirst() throws IOException {
    prepare().abort();
    write(root.resolve("_SUCCESS"));
    write(root.resolve("k=1/.a"));
    List<String> listed = ReplacedFiles.list(fs, hadoop(root), folder -> true);
    assertEquals(Set.copyOf(OLD), Set.copyOf(listed.subList(0, OLD.size())));
    assertEquals(Set.of("_SUCCESS", "k=1/.a"), Set.copyOf(listed.subList(OLD.size(), 5)));
  }

  @Test
  public void oldFilesStayHiddenWhenSomeAreDeletedAndOneCannotBe() throws IOException {
    WriteTransaction job = prepare();
    fs.undeletable = OLD.get(1);
    assertThrows(IOException.class, () -> job.publish(staged(), OLD, null));
    assertEquals(new TreeSet<>(NEW), visible());
    ExpiredLeases.in(root);
    WriteTransaction next = WriteTransaction.start(fs, hadoop(root), "");
    assertThrows(IOException.class, next::recoverDead);
    assertEquals(new TreeSet<>(NEW), visible());
    fs.undeletable = "";
    next.recoverDead();
    next.abort();
    assertEquals(new TreeSet<>(NEW), visible());
    assertFalse(Files.exists(root.resolve(OLD.get(1))));
    assertEquals(List.of(), StagingFolder.all(fs, hadoop(root)));
  }

  @Test
  public void filesOfAnEpochThatWasNotedStayWhateverFailsThen() throws IOException {
    WriteTransaction job = prepare();
    StreamLog.Entry entry = new StreamLog.Entry("query", 7, NEW);
    // The last modifying call: from ADDING to DONE.
    fs.failAt(3 + NEW.size() + 2, true);
    job.publish(staged(), List.of(), entry);
    assertTrue(fs.failed);
    assertEquals(both(), visible());
    assertEquals(7, new StreamLog(fs, hadoop(root), "query").lastEpoch());
  }

  @Test
  public void anEntryOfTheLogThatCannotBeWrittenLeavesNothing() throws IOException {
    StreamLog.Entry entry = new StreamLog.Entry("query", 7, NEW);
    org.apache.hadoop.fs.Path staging = prepare().staging();
    entry.stage(fs, staging);
    fs.failAt(1, true);
    assertThrows(IOException.class, () -> entry.write(fs, hadoop(root), staging));
    Path log = root.resolve(StreamLog.FOLDER).resolve("query");
    try (Stream<Path> files = Files.list(log)) {
      assertEquals(List.of(), files.toList());
    }
  }

  @Test
  public void theLogOfAStreamIsPruned() throws IOException {
    StreamLog log = new StreamLog(fs, hadoop(root), "query");
    assertEquals(-1, log.lastEpoch());
    for (long epoch = 0; epoch < StreamLog.KEPT + 20; epoch++) {
      StreamLog.Entry entry = new StreamLog.Entry("query", epoch, List.of("f"));
      entry.stage(fs, hadoop(root));
      entry.write(fs, hadoop(root), hadoop(root));
    }
    log.prune();
    assertEquals(StreamLog.KEPT + 19, log.lastEpoch());
    try (Stream<Path> entries = Files.list(root.resolve(StreamLog.FOLDER).resolve("query"))) {
      assertEquals(
          StreamLog.KEPT, entries.filter(e -> !e.getFileName().toString().startsWith(".")).count());
    }
    assertEquals(-1, new StreamLog(fs, hadoop(root), "other").lastEpoch());
  }
}
