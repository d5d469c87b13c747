package io.github.jellybridge.borsh;

import static io.github.jellybridge.borsh.Borsh.incompressible;
import static io.github.jellybridge.borsh.Borsh.refused;
import static io.github.jellybridge.borsh.Borsh.refusedBoth;
import static io.github.jellybridge.borsh.Borsh.refusedToCount;
import static io.github.jellybridge.borsh.BorshFile.A;
import static io.github.jellybridge.borsh.BorshFile.B;
import static io.github.jellybridge.borsh.BorshFile.concat;
import static io.github.jellybridge.borsh.BorshFile.entry;
import static io.github.jellybridge.borsh.BorshFile.pack;
import static io.github.jellybridge.borsh.BorshFile.utf8;
import static io.github.jellybridge.borsh.BorshFile.valid;
import static io.github.jellybridge.testing.ParseErrors.assertSays;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** Tests that blocks of any size are refused if they are invalid LZ4 or expand too much. */
public class BorshBlockRefusalTest {
  @Test
  public void garbageInsteadOfLz4() {
    BorshFile file = valid();
    byte[] garbage = {0x10, 'x', 9, 0, 0x50, 1, 2, 3, 4, 5};
    refused(file.bytes(garbage, pack(file.quads)), "garbage in the LZ4 block of terms");
    refusedBoth(file.bytes(pack(file.terms), garbage), "garbage in the LZ4 block of quads");
  }

  @Test
  public void matchBeforeTheStartOfABlock() {
    byte[] packed = {0x10, 'x', 2, 0, 0x50, 1, 2, 3, 4, 5};
    BorshFile file = valid();
    BorshParseException error =
        refused(file.bytes(packed, pack(file.quads)), "expected a match offset of 1 to 1");
    assertEquals(14 + 2, error.byteOffset());
  }

  /** Tests a wrong offset followed by more sequences with mostly short lengths. */
  @Test
  public void matchOfAWrongOffsetBetweenOthers() {
    byte[] good = {0x10, 'x', 1, 0};
    byte[] rest = literals(incompressible(60), 0);
    for (int offset : new int[] {0, 6, 7, 500, 0xffff}) {
      byte[] wrong = {0x10, 'y', (byte) offset, (byte) (offset >> 8)};
      byte[] packed = concat(good, wrong, good, rest);
      BorshFile file = valid();
      if (offset == 6) {
        refused(file.bytes(packed, pack(file.quads)), "expected at most 65535 terms");
        continue;
      }
      // The first sequence expands to five x; the literal y follows before the wrong offset.
      BorshParseException error =
          refused(file.bytes(packed, pack(file.quads)), "expected a match offset of 1 to 6");
      assertEquals(14 + good.length + 2, error.byteOffset());
      refusedToCount(file.bytes(pack(file.terms), packed), "expected a match offset of 1 to 6");
    }
  }

  @Test
  public void matchOfOffsetZero() {
    byte[] packed = {0x10, 'x', 0, 0, 0x50, 1, 2, 3, 4, 5};
    BorshFile file = valid();
    refused(file.bytes(packed, pack(file.quads)), "expected a match offset of 1 to 1");
  }

  @Test
  public void lengthsThatDoNotEnd() {
    byte[][] blocks = {
      {(byte) 0xf0}, {(byte) 0xf0, -1, -1}, {0x1f, 'x', 1, 0}, {0x1f, 'x', 1, 0, -1, -1}
    };
    Cases.each(
        blocks,
        packed -> {
          refused(valid().bytes(packed, pack(valid().quads)), "within the block");
          refusedBoth(valid().bytes(pack(valid().terms), packed), "within the block");
        });
  }

  @Test
  public void blockThatEndsWithAMatch() {
    byte[] packed = {0x10, 'x', 1, 0};
    refused(valid().bytes(packed, pack(valid().quads)), "as a block ends with literals");
  }

  /**
   * Tests a match offset of 0 in a block too large to be checked before decompression.
   * Decompressors write zeros for such a match.
   */
  @Test
  public void matchOfOffsetZeroFarIntoALargeBlock() {
    byte[] text = incompressible(100_000);
    Cases.each(
        new int[] {4, 12, 18, 19, 40, 1000},
        match -> {
          for (int rest : new int[] {5, 12, 400}) {
            // The literal ends in zeros, which are written as a match of offset 0 and a final
            // literal.
            byte[] literal = concat(text, new byte[match], new byte[rest]);
            BorshFile file = new BorshFile(List.of(A, entry(3, literal)), new int[] {0, 1, 1, 2});
            int before = file.terms.length - match - rest;
            byte[] packed =
                concat(
                    literals(Arrays.copyOf(file.terms, before), match - 4),
                    new byte[2],
                    match < 19 ? new byte[0] : lengthBytes(match - 19),
                    literals(new byte[rest], 0));
            BorshParseException error =
                refused(
                    file.bytes(packed, pack(file.quads)), "expected a match offset of 1 to 65535");
            assertEquals(14 + literals(new byte[before], 0).length, error.byteOffset());
          }
        });
  }

  /**
   * Tests an empty literal in a large block whose length of 0 is written as a match of offset 0.
   */
  @Test
  public void matchOfOffsetZeroForAnEmptyLiteralOfALargeBlock() {
    byte[] other = entry(3, incompressible(100_000));
    BorshFile file =
        new BorshFile(List.of(A, other, entry(3, new byte[0]), A), new int[] {0, 1, 1, 2});
    int before = file.terms.length - A.length - 4;
    byte[] packed =
        concat(literals(Arrays.copyOf(file.terms, before), 0), new byte[2], literals(A, 0));
    refused(file.bytes(packed, pack(file.quads)), "expected a match offset of 1 to 65535");
  }

  /** Tests that empty texts and zeros are accepted if the block really contains them. */
  @Test
  public void zerosInALargeBlock() throws Exception {
    byte[] text = incompressible(100_000);
    List<byte[]> entries =
        List.of(
            A, entry(3, text), entry(3, new byte[0]), entry(3, new byte[20]), entry(4, text, B));
    BorshFile file =
        new BorshFile(
            entries, new int[] {0, 1, 1, 2}, new int[] {0, 1, 1, 3}, new int[] {0, 1, 1, 4});
    List<Statement> statements = Borsh.read(file.bytes());
    assertEquals(Term.text(""), statements.get(1).o());
    assertEquals(Term.text("\0".repeat(20)), statements.get(2).o());
  }

  /** Tests a large block whose start has a lower compression ratio than the rest. */
  @Test
  public void blockThatExpandsMoreThanItsBeginningPromises() throws Exception {
    List<byte[]> entries = new ArrayList<>(List.of(A, entry(3, incompressible(200_000))));
    byte[] repetitive = entry(3, utf8("all the same ".repeat(100_000)));
    entries.add(repetitive);
    BorshFile file = new BorshFile(entries, new int[] {0, 1, 1, 3});
    assertTrue(pack(file.terms).length > 100_000);
    assertEquals(Term.text("all the same ".repeat(100_000)), Borsh.read(file.bytes()).get(0).o());
    BorshReadOptions options = Borsh.OPTIONS.withLimits(file.terms.length - 1, 1000);
    BorshParseException error =
        assertThrows(BorshParseException.class, () -> Borsh.read(file.bytes(), options, 10));
    assertSays(
        "a terms block of at most 1500021 bytes decompressed (see option maxTermsBytes)",
        "1500022 bytes",
        error);
  }

  @Test
  public void termsBlockThatExpandsBeyondTheLimit() {
    BorshFile file = valid();
    file.terms = new byte[5000];
    BorshReadOptions options = Borsh.OPTIONS.withLimits(4999, 1000);
    BorshParseException error =
        assertThrows(BorshParseException.class, () -> Borsh.read(file.bytes(), options, 10));
    assertSays(
        "a terms block of at most 4999 bytes decompressed (see option maxTermsBytes)",
        "5000 bytes",
        error);
  }

  @Test
  public void quadsThatNeedMoreThanTheLimit() throws Exception {
    BorshReadOptions options = Borsh.OPTIONS.withLimits(4999, 19);
    Cases.each(
        List.of(valid().bytes(), valid().framed()),
        file -> {
          BorshParseException error =
              assertThrows(BorshParseException.class, () -> Borsh.read(file, options, 10));
          assertSays(
              "a quads block of at most 19 bytes (see option maxQuadsBytes)", "2 quads", error);
          BorshParseException counting =
              assertThrows(BorshParseException.class, () -> Borsh.count(file, options));
          assertEquals(error.getMessage(), counting.getMessage());
        });
  }

  @Test
  public void filesAsLargeAsTheLimitsAreRead() throws Exception {
    Cases.each(
        new int[] {10, 1000, 200_000},
        size -> {
          byte[] literal = entry(3, incompressible(size));
          BorshFile file = new BorshFile(List.of(A, literal), new int[] {0, 1, 1, 2});
          int terms = file.terms.length;
          BorshReadOptions just = Borsh.OPTIONS.withLimits(terms, file.quads.length);
          for (byte[] bytes : List.of(file.bytes(), file.framed())) {
            assertEquals(1, Borsh.read(bytes, just, 10).size());
            assertEquals(1, Borsh.count(bytes, just));
            BorshReadOptions less = just.withLimits(terms - 1, file.quads.length);
            BorshParseException error =
                assertThrows(BorshParseException.class, () -> Borsh.read(bytes, less, 10));
            assertTrue(error.getMessage(), error.getMessage().contains("maxTermsBytes"));
          }
        });
  }

  @Test
  public void frameThatExpandsBeyondTheLimits() throws Exception {
    BorshFile file = valid();
    file.terms = new byte[5000];
    byte[] bytes = file.framed();
    BorshReadOptions options = Borsh.OPTIONS.withLimits(4999, 1000);
    assertThrows(BorshParseException.class, () -> Borsh.read(bytes, options, 10));
  }

  /** Tests a block of 1 MiB that expands 255 times; the reader must not allocate that much. */
  @Test
  public void decompressionBomb() {
    byte[] bomb = BorshFile.bomb(1 << 20);
    BorshFile file = valid();
    file.headerCount = 10_000_000;
    byte[] bytes = file.bytes(bomb, bomb);
    BorshReadOptions options = Borsh.OPTIONS.withLimits(1 << 20, 1 << 30);
    BorshParseException error =
        assertThrows(BorshParseException.class, () -> Borsh.read(bytes, options, 10));
    assertSays(
        "a terms block of at most 1048576 bytes decompressed (see option maxTermsBytes)",
        "267384100 bytes",
        error);
    refusedToCount(bytes, "number of quads that agrees");
  }

  /** Tests that random bytes are refused as malformed and never cause another exception. */
  @Test
  public void randomBlocks() {
    Random random = new Random(4);
    for (int i = 0; i < TestSize.of(4_000, 20_000); i++) {
      byte[] packed = new byte[1 + random.nextInt(40)];
      random.nextBytes(packed);
      refused(valid().bytes(packed, pack(valid().quads)), "expected");
    }
  }

  /**
   * A sequence up to its match: token, additional length bytes for 15 literals or more, literals.
   */
  private static byte[] literals(byte[] literals, int match) {
    int token = Math.min(15, literals.length) << 4 | Math.min(15, match);
    byte[] more = literals.length < 15 ? new byte[0] : lengthBytes(literals.length - 15);
    return concat(new byte[] {(byte) token}, more, literals);
  }

  private static byte[] lengthBytes(int rest) {
    byte[] bytes = new byte[rest / 255 + 1];
    Arrays.fill(bytes, (byte) 0xff);
    bytes[bytes.length - 1] = (byte) (rest % 255);
    return bytes;
  }
}
