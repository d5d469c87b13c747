package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.Mutator;
import io.github.jellybridge.jelly.Reading;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.model.Statement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/**
 * Damages files of the column layout. Each is read to the same statements at once and in small
 * pieces, or refused with a JellyParseException. A program of its own, so that it can run in a
 * small heap.
 *
 * <p>Arguments: the number of mutants and the seed. The exit status is 0 on success.
 */
public final class ColumnFuzzRun {
  private static final int SEED_FILES = 60;

  private static final JellyReadOptions TINY = Reading.OPTIONS.toBuilder().chunkBytes(16).build();

  /**
   * Used again and again: creating the arrays of a reader takes longer than reading a small file.
   */
  private static final BufferPool MEMORY = new BufferPool();

  private ColumnFuzzRun() {}

  /** Runs the test; the class describes the arguments. */
  public static void main(String[] args) {
    int mutants = Integer.parseInt(args[0]);
    List<byte[]> files = new ArrayList<>();
    for (int i = 0; i < SEED_FILES; i++) {
      files.add(new RandomColumns(i).file);
    }
    Mutator mutator = new Mutator(new Random(Long.parseLong(args[1])), files);
    int read = 0;
    for (int i = 0; i < mutants; i++) {
      byte[] file = mutator.next();
      try {
        read += isRead(file) ? 1 : 0;
      } catch (IOException | RuntimeException | Error e) {
        e.printStackTrace(System.out);
        System.out.println("mutant " + i + ": " + HexFormat.of().formatHex(file));
        System.exit(1);
      }
    }
    System.out.printf("fuzz: %d mutants, %d read%n", mutants, read);
  }

  /** Checks one file; called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] file) throws IOException {
    isRead(file);
  }

  private static boolean isRead(byte[] file) throws IOException {
    List<Statement> whole = attempt(file, false);
    List<Statement> pieces = attempt(file, true);
    if (whole == null ? pieces != null : !whole.equals(pieces)) {
      throw new AssertionError("at once " + whole + ", in pieces " + pieces);
    }
    try {
      long count = Reading.count(file, Reading.OPTIONS, MEMORY);
      if (whole != null && count != whole.size()) {
        throw new AssertionError("counted " + count + " of " + whole.size());
      }
    } catch (JellyParseException e) {
      if (whole != null) {
        throw new AssertionError("refused when counted", e);
      }
    }
    return whole != null;
  }

  /** Returns null if the file is refused. */
  private static List<Statement> attempt(byte[] file, boolean pieces) throws IOException {
    try {
      if (!pieces) {
        return Reading.byFrame(file, Reading.OPTIONS, MEMORY);
      }
      return Reading.byBatch(file, TINY, 3);
    } catch (JellyParseException e) {
      return null;
    }
  }
}
