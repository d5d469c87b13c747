package io.github.jellybridge.borsh;

import static io.github.jellybridge.borsh.BorshFile.concat;
import static io.github.jellybridge.borsh.BorshFile.entry;
import static io.github.jellybridge.borsh.BorshFile.little;
import static io.github.jellybridge.borsh.BorshFile.pack;
import static io.github.jellybridge.borsh.BorshFile.utf8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.borsh.BorshParseException.Section;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** What is refused, and with which error: one rule, one test. */
public class BorshRefusalTest {
  private static final byte[] A = entry(Term.iri("x:a"));
  private static final byte[] B = entry(Term.iri("x:b"));

  private static BorshFile valid() {
    return new BorshFile(List.of(A, B), new int[] {0, 1, 2, 1}, new int[] {2, 2, 2, 2});
  }

  /** Checks that a file is refused with a message that holds a text; returns the error. */
  static BorshParseException refused(byte[] file, String message) {
    BorshParseException error = assertThrows(BorshParseException.class, () -> Borsh.read(file));
    assertTrue(error.getMessage(), error.getMessage().contains(message));
    assertTrue(error.getMessage(), error.getMessage().startsWith("a.rdfb: "));
    assertEquals("a.rdfb", error.file());
    return error;
  }

  private static void refusedToCount(byte[] file, String message) {
    BorshParseException error = assertThrows(BorshParseException.class, () -> Borsh.count(file));
    assertTrue(error.getMessage(), error.getMessage().contains(message));
  }

  private static void refusedBoth(byte[] file, String message) {
    refused(file, message);
    refusedToCount(file, message);
  }

  @Test
  public void wrongMagicNumber() {
    BorshFile file = valid();
    file.magic = new byte[] {'R', 'D', 'F', 7};
    refusedBoth(file.bytes(), "byte 0: expected the magic number RDFB, found RDF\\x07");
  }

  @Test
  public void wrongVersion() {
    BorshFile file = valid();
    file.version = 2;
    refusedBoth(file.bytes(), "byte 4: expected the version 0x01 or 0x31, found 0x02");
  }

  @Test
  public void missingLowFlags() {
    for (int flags : new int[] {0, 3, 5, 6, 0xf8}) {
      BorshFile file = valid();
      file.flags = flags;
      refusedBoth(file.bytes(), "byte 5: expected flags with the low three bits set");
    }
  }

  @Test
  public void truncationAtEveryByte() throws Exception {
    for (byte[] file : List.of(valid().bytes(), valid().framed())) {
      for (int length = 0; length < file.length; length++) {
        refusedBoth(Arrays.copyOf(file, length), "expected");
      }
    }
  }

  @Test
  public void truncationIsToldWithWhatWasExpected() {
    byte[] file = valid().bytes();
    BorshParseException error =
        refused(Arrays.copyOf(file, file.length - 1), "found the end of the file after");
    assertEquals(file.length - 1, error.byteOffset());
    assertEquals(Section.FILE, error.section());
  }

  @Test
  public void trailingBytes() throws Exception {
    byte[] more = {0};
    refusedBoth(concat(valid().bytes(), more), "expected the end of the file, found more bytes");
    refusedBoth(concat(valid().framed(), more), "expected the end of the file behind the LZ4");
  }

  @Test
  public void trailingBytesInTheTermsBlock() {
    BorshFile file = valid();
    file.terms = concat(file.terms, new byte[3]);
    refused(file.bytes(), "expected the end of the terms block, found 3 more bytes");
  }

  @Test
  public void compressedSizeZero() {
    BorshFile file = valid();
    refusedBoth(
        file.bytes(new byte[0], pack(file.quads)), "expected a compressed terms block, found one");
    refusedBoth(
        file.bytes(pack(file.terms), new byte[0]), "expected a compressed quads block, found one");
  }

  @Test
  public void compressedSizeBeyondTheFile() {
    for (int size : new int[] {1000, Integer.MAX_VALUE, -1}) {
      BorshFile file = valid();
      byte[] bytes = file.bytes();
      little(0);
      System.arraycopy(little(4).putInt(size).array(), 0, bytes, 10, 4);
      refusedBoth(bytes, "of the compressed terms block");
    }
  }

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

  @Test
  public void matchOfOffsetZero() {
    byte[] packed = {0x10, 'x', 0, 0, 0x50, 1, 2, 3, 4, 5};
    BorshFile file = valid();
    refused(file.bytes(packed, pack(file.quads)), "expected a match offset of 1 to 1");
  }

  /** In a block so large that it is not walked over first, where decompressors make zeros of it. */
  @Test
  public void matchOfOffsetZeroFarIntoALargeBlock() {
    byte[] text = incompressible(100_000);
    for (int match : new int[] {4, 12, 18, 19, 40, 1000}) {
      for (int behind : new int[] {5, 12, 400}) {
        // A literal that ends in zeros, and one of nothing else.
        byte[] literal = concat(text, new byte[match], new byte[behind]);
        BorshFile file = new BorshFile(List.of(A, entry(3, literal)), new int[] {0, 1, 1, 2});
        int before = file.terms.length - match - behind;
        byte[] packed =
            concat(
                literals(Arrays.copyOf(file.terms, before), match - 4),
                new byte[2],
                match < 19 ? new byte[0] : lengthBytes(match - 19),
                literals(new byte[behind], 0));
        BorshParseException error =
            refused(file.bytes(packed, pack(file.quads)), "expected a match offset of 1 to 65535");
        assertEquals(14 + literals(new byte[before], 0).length, error.byteOffset());
      }
    }
  }

  /** A literal of length 0 in a large block, whose length a match of offset 0 stands for. */
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

  /** Empty texts and zeros are fine where they are really there. */
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

  @Test
  public void invalidUtf8OfALargeBlock() {
    byte[] text = incompressible(100_000);
    byte[] bad = {'a', (byte) 0xc3, '('};
    byte[][] entries = {
      entry(1, bad),
      entry(2, bad),
      entry(3, bad),
      entry(4, bad, A),
      entry(4, A, bad),
      entry(5, bad, A)
    };
    String[] names = {
      "an IRI", "a blank node label", "a literal", "a literal", "a datatype IRI", "a literal"
    };
    for (int i = 0; i < entries.length; i++) {
      List<byte[]> terms = List.of(A, entry(3, text), entries[i], entry(3, text));
      BorshFile file = new BorshFile(terms, new int[] {0, 1, 1, 1});
      BorshParseException error =
          refused(file.bytes(), "expected " + names[i] + " in UTF-8, found the byte 0xc3");
      int within = i == 4 ? 5 + A.length + 4 : 5;
      assertEquals(4 + A.length + 5 + text.length + within + 1, error.byteOffset());
    }
  }

  /** A large block of which the beginning expands less often than the rest. */
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
    assertTrue(error.getMessage(), error.getMessage().contains("see option maxTermsBytes"));
  }

  private static byte[] incompressible(int length) {
    Random random = new Random(1);
    byte[] text = new byte[length];
    for (int i = 0; i < length; i++) {
      text[i] = (byte) (' ' + random.nextInt(95));
    }
    return text;
  }

  /** A sequence up to its match: the token, the length of the literals if it is long, and those. */
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

  @Test
  public void countOfTheHeaderThatIsNotThatOfTheBlock() {
    for (int count : new int[] {0, 1, 3}) {
      BorshFile file = valid();
      file.headerCount = count;
      refused(file.bytes(), "quads of the header");
      refusedToCount(file.bytes(), "number of quads that agrees with the quads block");
    }
  }

  @Test
  public void countThatNoFileOfThisSizeCanHave() {
    BorshFile file = valid();
    file.headerCount = 0xffffffffL;
    refused(file.bytes(), "found 4294967295 quads");
    refusedToCount(file.bytes(), "number of quads that agrees with the quads block");
  }

  @Test
  public void countOfTheQuadsBlockThatIsNotThatOfTheHeader() {
    BorshFile file = valid();
    file.quads[0] = 1;
    refusedBoth(file.bytes(), "expected 2 quads, as the header says, found 1");
  }

  @Test
  public void quadsBlockOfAnotherSize() throws Exception {
    BorshFile file = valid();
    file.quads = Arrays.copyOf(file.quads, file.quads.length + 8);
    refusedBoth(file.bytes(), "2");
    refusedBoth(file.framed(), "expected 20 bytes: 4 and 8 for each of the 2 quads");
  }

  @Test
  public void termCountAboveWhatIdsCanName() {
    BorshFile file = valid();
    List<byte[]> terms = new ArrayList<>(Collections.nCopies(65536, A));
    file.terms = BorshFile.termsBlock(65536, terms);
    refused(file.bytes(), "expected at most 65535 terms, found 65536");
    file.terms = BorshFile.termsBlock(-1, terms);
    refused(file.bytes(), "expected at most 65535 terms, found 4294967295");
  }

  @Test
  public void termCountAboveTheTerms() {
    BorshFile file = valid();
    file.terms = BorshFile.termsBlock(3, List.of(A, B));
    refused(file.bytes(), "expected term 3 of 3, found the end of the block");
  }

  @Test
  public void termsBlockWithoutACount() {
    BorshFile file = valid();
    file.terms = new byte[] {1, 0};
    refused(file.bytes(), "expected a number of terms (4 bytes), found 2 bytes");
  }

  @Test
  public void termIdOutOfRange() {
    BorshFile file = new BorshFile(List.of(A, B), new int[] {0, 1, 2, 1}, new int[] {0, 1, 1, 3});
    BorshParseException error =
        refused(file.bytes(), "expected an object id of 1 to 2 in quad 1, found 3");
    assertEquals(4 + 8 + 6, error.byteOffset());
    assertEquals(Section.QUADS, error.section());
    file = new BorshFile(List.of(A, B), new int[] {65535, 1, 2, 1});
    refused(file.bytes(), "expected a graph id of 0 to 2 in quad 0, found 65535");
  }

  @Test
  public void idZeroAsSubject() {
    BorshFile file = new BorshFile(List.of(A), new int[] {0, 0, 1, 1});
    refused(file.bytes(), "expected a subject id of 1 to 1 in quad 0, found 0");
  }

  @Test
  public void idZeroAsPredicate() {
    BorshFile file = new BorshFile(List.of(A), new int[] {0, 1, 0, 1});
    refused(file.bytes(), "expected a predicate id of 1 to 1 in quad 0, found 0");
  }

  @Test
  public void idZeroAsObject() {
    BorshFile file = new BorshFile(List.of(A), new int[] {0, 1, 1, 0});
    refused(file.bytes(), "expected an object id of 1 to 1 in quad 0, found 0");
  }

  @Test
  public void unknownTermType() {
    for (int type : new int[] {0, 6, 255}) {
      BorshFile file = new BorshFile(List.of(A, entry(type, utf8("x"))), new int[] {0, 1, 1, 1});
      BorshParseException error = refused(file.bytes(), "a term type of 1 to 5, found " + type);
      assertEquals(4 + A.length, error.byteOffset());
      assertEquals(Section.TERMS, error.section());
    }
  }

  @Test
  public void stringLengthPastTheBlock() {
    for (int length : new int[] {4, Integer.MAX_VALUE, -1}) {
      BorshFile file = valid();
      System.arraycopy(little(4).putInt(length).array(), 0, file.terms, 4 + A.length + 1, 4);
      refused(file.bytes(), "expected an IRI of at most 3 bytes, found the length");
    }
  }

  @Test
  public void secondStringLengthPastTheBlock() {
    byte[] tagged = concat(entry(5, utf8("x")), little(4).putInt(3).array(), utf8("en"));
    BorshFile file = new BorshFile(List.of(A, tagged), new int[] {0, 1, 1, 2});
    refused(file.bytes(), "expected a language tag of at most 2 bytes, found the length 3");
    byte[] typed = entry(4, utf8("x"));
    file = new BorshFile(List.of(A, typed), new int[] {0, 1, 1, 2});
    refused(file.bytes(), "expected the length of a datatype IRI, found the end of the block");
  }

  @Test
  public void invalidUtf8() {
    byte[] bad = {'a', (byte) 0xc3, '('};
    List<byte[]> entries =
        List.of(
            entry(1, bad),
            entry(2, bad),
            entry(3, bad),
            entry(4, bad, utf8("x:t")),
            entry(4, utf8("x"), bad),
            entry(5, bad, utf8("en")));
    for (byte[] entry : entries) {
      BorshFile file = new BorshFile(List.of(A, entry), new int[] {0, 1, 1, 1});
      refused(file.bytes(), "in UTF-8, found the byte 0xc3");
    }
  }

  @Test
  public void languageTagThatIsNotAscii() {
    BorshFile file =
        new BorshFile(List.of(A, entry(5, utf8("x"), utf8("dé"))), new int[] {0, 1, 1, 2});
    refused(file.bytes(), "expected a language tag in ASCII, found the byte 0xc3");
  }

  @Test
  public void emptyLanguageTag() {
    BorshFile file =
        new BorshFile(List.of(A, entry(5, utf8("x"), utf8(""))), new int[] {0, 1, 1, 2});
    refused(file.bytes(), "expected a language tag, found an empty text");
  }

  @Test
  public void termsBlockThatExpandsBeyondTheLimit() {
    BorshFile file = valid();
    file.terms = new byte[5000];
    BorshReadOptions options = Borsh.OPTIONS.withLimits(4999, 1000);
    BorshParseException error =
        assertThrows(BorshParseException.class, () -> Borsh.read(file.bytes(), options, 10));
    assertTrue(
        error.getMessage(),
        error.getMessage().contains("at most 4999 bytes decompressed (see option maxTermsBytes)"));
  }

  @Test
  public void quadsThatNeedMoreThanTheLimit() {
    BorshReadOptions options = Borsh.OPTIONS.withLimits(4999, 19);
    BorshParseException error =
        assertThrows(BorshParseException.class, () -> Borsh.read(valid().bytes(), options, 10));
    assertTrue(error.getMessage(), error.getMessage().contains("see option maxQuadsBytes"));
  }

  @Test
  public void frameThatExpandsBeyondTheLimits() throws Exception {
    BorshFile file = valid();
    file.terms = new byte[5000];
    byte[] bytes = file.framed();
    BorshReadOptions options = Borsh.OPTIONS.withLimits(4999, 1000);
    assertThrows(BorshParseException.class, () -> Borsh.read(bytes, options, 10));
  }

  /** A block of a megabyte that expands 255 times; nothing near that is allocated. */
  @Test
  public void decompressionBomb() {
    byte[] bomb = BorshFile.bomb(1 << 20);
    BorshFile file = valid();
    file.headerCount = 30_000_000;
    byte[] bytes = file.bytes(bomb, bomb);
    BorshReadOptions options = Borsh.OPTIONS.withLimits(1 << 20, 1 << 30);
    BorshParseException error =
        assertThrows(BorshParseException.class, () -> Borsh.read(bytes, options, 10));
    assertTrue(error.getMessage(), error.getMessage().contains("see option maxTermsBytes"));
    refusedToCount(bytes, "number of quads that agrees");
  }

  /** Whatever is in a file, it is refused as malformed, not with some other exception. */
  @Test
  public void randomBlocks() {
    Random random = new Random(4);
    for (int i = 0; i < 20_000; i++) {
      byte[] packed = new byte[1 + random.nextInt(40)];
      random.nextBytes(packed);
      refused(valid().bytes(packed, pack(valid().quads)), "expected");
    }
  }
}
