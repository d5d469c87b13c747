package io.github.jellybridge.patch;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.Mutator;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.model.PatchRow;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.wire.RandomPatch;
import io.github.jellybridge.wire.ReferencePatchDecoder;
import io.github.jellybridge.wire.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/**
 * The fuzz test of patches, a separate program so that it can run in a small heap. Every damaged
 * file is either read as the reference decoder reads it, or refused with a JellyParseException.
 *
 * <p>Arguments: the number of mutants and the seed. The exit status is 0 on success.
 */
public final class PatchFuzzRun {
  private static final int SEED_FILES = 60;
  private static final JellyReadOptions OPTIONS = PatchReader.defaults();
  private static final JellyReadOptions TINY = OPTIONS.toBuilder().chunkBytes(16).build();

  /**
   * Used again and again: creating the arrays of a reader takes longer than reading a small file.
   */
  private static final BufferPool MEMORY = new BufferPool();

  private static long read;
  private static long refused;

  private PatchFuzzRun() {}

  /** Runs the test; the class describes the arguments. */
  public static void main(String[] args) {
    int mutants = Integer.parseInt(args[0]);
    Mutator mutator = new Mutator(new Random(Long.parseLong(args[1])), seedFiles());
    List<String> failures = new ArrayList<>();
    for (int i = 0; i < mutants && failures.size() < 5; i++) {
      byte[] file = mutator.next();
      try {
        check(file);
      } catch (Throwable e) {
        failures.add(e + " at " + e.getStackTrace()[0] + " " + HexFormat.of().formatHex(file));
      }
    }
    System.out.printf(
        "fuzz of patches: %d mutants, %d read, %d refused, %d failed%n",
        mutants, read, refused, failures.size());
    failures.forEach(System.out::println);
    System.exit(failures.isEmpty() && read > mutants / 100 ? 0 : 1);
  }

  private static List<byte[]> seedFiles() {
    List<byte[]> files = new ArrayList<>();
    for (int i = 0; i < SEED_FILES; i++) {
      files.add(new RandomPatch(new Random(i), i % 2 + 1, i % 3 + 1, 1 + i / 4).file);
    }
    return files;
  }

  /** Checks one file; called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] file) throws IOException {
    check(file);
  }

  private static void check(byte[] file) throws IOException {
    List<PatchRow> found;
    try {
      found = Patches.byBatch(file, OPTIONS, 1000, MEMORY);
    } catch (JellyParseException e) {
      refused++;
      try {
        throw new AssertionError("in small chunks " + Patches.byBatch(file, TINY, 3, MEMORY));
      } catch (JellyParseException again) {
        return;
      }
    }
    read++;
    if (!ignoresGraphs(file) && !isExpected(found, file)) {
      throw new AssertionError("read " + found + ", not as the reference decoder does");
    }
    if (!Patches.byBatch(file, TINY, 3, MEMORY).toString().equals(found.toString())) {
      throw new AssertionError("in small chunks, read something else than " + found);
    }
  }

  /**
   * Whether the reference decoder reads the same from the file as it is or as a single bare frame.
   */
  private static boolean isExpected(List<PatchRow> found, byte[] file) {
    for (byte[] frames : List.of(file, Wire.delimited(file))) {
      try {
        if (plain(ReferencePatchDecoder.decode(frames)).equals(plain(found))) {
          return true;
        }
      } catch (IOException e) {
        // The file is not valid in this form.
      }
    }
    return false;
  }

  /** Whether the file has graphs that the reader ignores and therefore does not validate. */
  private static boolean ignoresGraphs(byte[] file) throws IOException {
    try (PatchReader reader = Patches.open(file, OPTIONS, MEMORY)) {
      while (reader.nextBatch(1000)) {
        // All rows are read to complete the count of ignored graphs.
      }
      return reader.ignoredGraphs() > 0;
    }
  }

  /**
   * Removes quoted triples, which are compared as text: labels and tags that N-Triples does not
   * allow look different there.
   */
  private static List<PatchRow> plain(List<PatchRow> rows) {
    return rows.stream()
        .map(
            row ->
                new PatchRow(
                    row.patch(),
                    row.op(),
                    plain(row.s()),
                    plain(row.p()),
                    plain(row.o()),
                    plain(row.g()),
                    row.name(),
                    plain(row.value())))
        .toList();
  }

  private static Term plain(Term term) {
    return term instanceof Term.Quoted ? new Term.Quoted(null, null, null) : term;
  }
}
