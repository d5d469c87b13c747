package io.github.jellybridge.jelly;

import io.github.jellybridge.fuzz.Sampling;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.wire.RandomStream;
import io.github.jellybridge.wire.ReferenceDecoder;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireShape;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * The fuzz test itself, a separate program so that it can run in a small heap. Every damaged file
 * is either read as the reference decoder reads it, or refused with a JellyParseException.
 *
 * <p>Arguments: the number of mutants and the seed. The exit status is 0 on success, 1 if a mutant
 * was read wrongly or caused another exception, 2 if one took more than ten seconds of processor
 * time.
 */
public final class FuzzRun {
  private static final long MAX_NANOS = 10_000_000_000L;
  private static final int SEED_FILES = 80;

  /**
   * Labels and language tags that survive as N-Triples text; others are not compared inside of
   * quoted triples.
   */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?");

  private static final JellyReadOptions TINY = Reading.OPTIONS.toBuilder().chunkBytes(16).build();

  /**
   * Used again and again: creating the arrays of a reader takes longer than reading a small file.
   */
  private static final BufferPool MEMORY = new BufferPool();

  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  private static volatile long started;
  private static volatile byte[] current = {};

  private long read;
  private long refused;
  private final List<String> failures = new ArrayList<>();

  private FuzzRun() {}

  /** Runs the test; the class describes the arguments. */
  public static void main(String[] args) throws Exception {
    int mutants = Integer.parseInt(args[0]);
    long seed = Long.parseLong(args[1]);
    watch();
    FuzzRun run = new FuzzRun();
    Mutator mutator = new Mutator(new Random(seed), seedFiles());
    for (int i = 0; i < mutants && run.failures.size() < 10; i++) {
      byte[] file = mutator.next();
      current = file;
      started = CPU.getCurrentThreadCpuTime();
      try {
        run.check(file, true);
      } catch (Throwable e) {
        run.fail(i, file, e);
      }
    }
    System.out.printf(
        "fuzz: %d mutants, %d read, %d refused, %d failed%n",
        mutants, run.read, run.refused, run.failures.size());
    run.failures.forEach(System.out::println);
    System.exit(run.failures.isEmpty() ? 0 : 1);
  }

  /** Checks one file; called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] file) throws IOException {
    new FuzzRun().check(file, Sampling.isSampled(file));
  }

  private static List<byte[]> seedFiles() {
    List<byte[]> files = new ArrayList<>();
    for (int i = 0; i < SEED_FILES; i++) {
      Random random = new Random(i);
      Wire layout = i % 2 == 0 ? Wire.V1 : Wire.DRAFT;
      RandomStream stream = new RandomStream(random, layout, i / 2 % 3 + 1, 1 + i / 6);
      files.add(i % 5 == 0 ? stream.bare() : stream.delimited());
    }
    return files;
  }

  /** Watches the processor time. Elapsed time would also include delays of a busy machine. */
  private static void watch() {
    long main = Thread.currentThread().getId();
    started = CPU.getCurrentThreadCpuTime();
    Thread thread =
        new Thread(
            () -> {
              while (CPU.getThreadCpuTime(main) - started < MAX_NANOS) {
                try {
                  Thread.sleep(100);
                } catch (InterruptedException e) {
                  return;
                }
              }
              System.out.println("fuzz: hangs on " + HexFormat.of().formatHex(current));
              Runtime.getRuntime().halt(2);
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void fail(int number, byte[] file, Throwable e) {
    StringBuilder text = new StringBuilder();
    text.append("mutant ").append(number).append(": ").append(e);
    for (StackTraceElement element : e.getStackTrace()) {
      if (text.length() > 1500) {
        break;
      }
      text.append("\n    at ").append(element);
    }
    failures.add(text + "\n    " + HexFormat.of().formatHex(file));
  }

  /**
   * Checks a file.
   *
   * @param compareRefused whether the reference decoder must refuse a file that is refused; this
   *     takes most of the time
   */
  private void check(byte[] file, boolean compareRefused) throws IOException {
    List<Statement> found;
    try {
      found = Reading.byFrame(file, Reading.OPTIONS, MEMORY);
    } catch (JellyParseException e) {
      refused++;
      checkRefusedToo(file);
      if (compareRefused) {
        checkInvalid(file, e);
      }
      return;
    }
    read++;
    List<Statement> framed = reference(file, true);
    if (!same(framed, found) && !same(reference(file, false), found)) {
      throw new AssertionError(
          "read " + found + ", expected " + (framed != null ? framed : why(file)));
    }
    List<Statement> again = Reading.byBatch(file, TINY, 3);
    if (!again.equals(found)) {
      throw new AssertionError("in small chunks " + again + ", at once " + found);
    }
    if (Reading.count(file, Reading.OPTIONS, MEMORY) != found.size()) {
      throw new AssertionError("counted another number");
    }
  }

  private static void checkInvalid(byte[] file, JellyParseException refusal) {
    boolean isBare = file.length > 2 && file[0] == 10 && (file[1] != 10 || file[2] == 10);
    if (reference(file, !isBare) != null && WireShape.isRegular(file, !isBare)) {
      throw new AssertionError("refused a valid file: " + refusal.getMessage());
    }
  }

  /**
   * Checks that reading in small chunks also refuses the file, and that counting does not crash.
   */
  private static void checkRefusedToo(byte[] file) throws IOException {
    try {
      throw new AssertionError("in small chunks " + Reading.byBatch(file, TINY, 3));
    } catch (JellyParseException e) {
      // Expected.
    }
    try {
      Reading.count(file, Reading.OPTIONS, MEMORY);
    } catch (JellyParseException e) {
      // Counting does not read the terms, so it may miss the error.
    }
  }

  private static List<Statement> reference(byte[] file, boolean delimited) {
    try {
      return ReferenceDecoder.decode(file, delimited);
    } catch (IOException e) {
      return null;
    }
  }

  private static String why(byte[] file) {
    try {
      return ReferenceDecoder.decode(file, true).toString();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static boolean same(List<Statement> expected, List<Statement> found) {
    if (expected == null || expected.size() != found.size()) {
      return false;
    }
    for (int i = 0; i < found.size(); i++) {
      Statement x = expected.get(i);
      Statement y = found.get(i);
      if (x.frame() != y.frame()
          || !same(x.s(), y.s())
          || !same(x.p(), y.p())
          || !same(x.o(), y.o())
          || !same(x.g(), y.g())) {
        return false;
      }
    }
    return true;
  }

  private static boolean same(Term expected, Term found) {
    if (expected instanceof Term.Quoted && !isPlain(expected)) {
      return found instanceof Term.Quoted;
    }
    return Objects.equals(expected, found);
  }

  private static boolean isPlain(Term term) {
    if (term instanceof Term.Quoted t) {
      return isPlain(t.s()) && isPlain(t.p()) && isPlain(t.o());
    } else if (term instanceof Term.Bnode t) {
      return PLAIN.matcher(t.label()).matches();
    } else if (term instanceof Term.Literal t) {
      return t.lang() == null || PLAIN.matcher(t.lang()).matches();
    }
    return true;
  }
}
