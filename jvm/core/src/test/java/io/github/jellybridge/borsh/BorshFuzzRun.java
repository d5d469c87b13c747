package io.github.jellybridge.borsh;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/**
 * The fuzz test itself, a separate program so that it can run in a small heap. Every damaged file
 * is either read as the decoder of {@link BorshFile} reads it, or refused with a
 * BorshParseException. The damage is done to the file, or to its blocks before compression.
 *
 * <p>Arguments: the number of mutants and the seed. The exit status is 0 on success.
 */
public final class BorshFuzzRun {
  private static final int SEED_FILES = 60;
  private static final int LARGE_FILES = 6;
  private static final byte[] TELLING = {0, 1, 2, 5, 7, 0x31, 0x7f, (byte) 0x80, (byte) 0xff};

  private final Random random;
  private long read;
  private long refused;

  private BorshFuzzRun(long seed) {
    random = new Random(seed);
  }

  /** Runs the test; the class describes the arguments. */
  public static void main(String[] args) throws Exception {
    int mutants = Integer.parseInt(args[0]);
    BorshFuzzRun run = new BorshFuzzRun(Long.parseLong(args[1]));
    List<BorshFile> files = new ArrayList<>();
    for (int i = 0; i < SEED_FILES; i++) {
      files.add(BorshFile.of(Borsh.random(new Random(i), i)));
    }
    for (int i = 0; i < LARGE_FILES; i++) {
      files.add(large(i));
    }
    run.bombs();
    for (int i = 0; i < mutants; i++) {
      byte[] mutant = run.mutant(files.get(run.random.nextInt(files.size())), i % 8 == 0);
      try {
        run.check(mutant, i % 8 == 0);
      } catch (Throwable e) {
        System.out.println("mutant " + i + ": " + HexFormat.of().formatHex(mutant));
        e.printStackTrace(System.out);
        System.exit(1);
      }
    }
    System.out.printf("fuzz: %d mutants, %d read, %d refused%n", mutants, run.read, run.refused);
    System.exit(0);
  }

  /** Checks one file; called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] file) throws Exception {
    int body = BorshConstants.HEADER_BYTES;
    boolean framed =
        file.length >= body + BorshConstants.INT
            && FileBytes.intAt(file, body) == BorshConstants.FRAME_MAGIC;
    new BorshFuzzRun(0).check(file, framed);
  }

  /**
   * A file whose compressed terms are large enough that the reader estimates their expanded size.
   */
  private static BorshFile large(int seed) {
    Random random = new Random(seed);
    List<Statement> statements = new ArrayList<>(Borsh.random(random, 20));
    Statement first = statements.get(0);
    for (int i = 0; i < 20; i++) {
      StringBuilder text = new StringBuilder();
      for (int k = random.nextInt(5000); k >= 0; k--) {
        text.append(
            (char) (random.nextInt(8) == 0 ? random.nextInt(0x800) : ' ' + random.nextInt(95)));
      }
      statements.add(new Statement(0, first.s(), first.p(), Term.text(text.toString()), null));
    }
    return BorshFile.of(statements);
  }

  /** Checks files of 1 to 2 MiB that expand to more than the heap, some with matching headers. */
  private void bombs() throws Exception {
    BorshFile file = BorshFile.of(Borsh.random(random, 10));
    byte[] bomb = BorshFile.bomb(1 << 20);
    long expanded = new Lz4Sequences(bomb, 0, bomb.length).length();
    byte[] frame = BorshFile.concat(file.header(), BorshFile.manyBlocks(100));
    for (long count : new long[] {0, 10, (expanded - 4) / 8, 0xffffffffL}) {
      file.headerCount = count;
      refuse(file.bytes(bomb, BorshFile.pack(file.quads)));
      refuse(file.bytes(BorshFile.pack(file.terms), bomb));
      refuse(file.bytes(bomb, bomb));
      refuse(frame);
    }
  }

  private void refuse(byte[] bomb) throws Exception {
    try {
      throw new AssertionError("read a bomb: " + Borsh.read(bomb).size());
    } catch (BorshParseException e) {
      refused++;
    }
    try {
      Borsh.count(bomb);
    } catch (BorshParseException e) {
      // Counting does not read the terms block, so it may succeed.
    }
  }

  private byte[] mutant(BorshFile from, boolean framed) throws Exception {
    BorshFile file = BorshFile.of(List.of());
    file.terms = from.terms;
    file.quads = from.quads;
    file.headerCount = from.headerCount;
    int position = random.nextInt(3);
    if (position == 0) {
      file.terms = damaged(from.terms);
    } else if (position == 1) {
      file.quads = damaged(from.quads);
    }
    byte[] bytes = framed ? file.framed() : file.bytes();
    for (int i = position == 2 ? 1 + random.nextInt(3) : 0; i > 0; i--) {
      bytes = damaged(bytes);
    }
    return bytes;
  }

  private byte[] damaged(byte[] bytes) {
    byte[] out = bytes.clone();
    if (out.length == 0) {
      return out;
    }
    int at = random.nextInt(out.length);
    int length = 1 + random.nextInt(Math.min(9, out.length - at));
    switch (random.nextInt(6)) {
      case 0 -> out[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> out[at] = TELLING[random.nextInt(TELLING.length)];
      case 2 -> Arrays.fill(out, at, at + length, (byte) 0xff);
      case 3 -> out = Arrays.copyOf(out, at);
      case 4 ->
          out =
              BorshFile.concat(
                  Arrays.copyOf(out, at), Arrays.copyOfRange(out, at + length, out.length));
      default ->
          out =
              BorshFile.concat(
                  Arrays.copyOf(out, at + length), Arrays.copyOfRange(out, at, out.length));
    }
    return out;
  }

  private void check(byte[] file, boolean framed) throws Exception {
    List<Statement> expected = framed ? null : BorshFile.decode(file);
    List<Statement> found;
    try {
      found = Borsh.read(file);
    } catch (BorshParseException e) {
      refused++;
      if (expected != null) {
        throw new AssertionError("refused a valid file", e);
      }
      try {
        Borsh.count(file);
      } catch (BorshParseException again) {
        // Counting does not read the terms, so it may miss the error.
      }
      return;
    }
    read++;
    if (!framed && !found.equals(expected)) {
      throw new AssertionError("read " + found + ", expected " + expected);
    }
    if (Borsh.count(file) != found.size()) {
      throw new AssertionError("counted another number");
    }
  }
}
