package io.github.jellybridge.borsh;

import static io.github.jellybridge.borsh.Borsh.refused;
import static io.github.jellybridge.borsh.Borsh.refusedBoth;
import static io.github.jellybridge.borsh.Borsh.refusedToCount;
import static io.github.jellybridge.borsh.BorshFile.A;
import static io.github.jellybridge.borsh.BorshFile.B;
import static io.github.jellybridge.borsh.BorshFile.concat;
import static io.github.jellybridge.borsh.BorshFile.little;
import static io.github.jellybridge.borsh.BorshFile.pack;
import static io.github.jellybridge.borsh.BorshFile.valid;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;

import io.github.jellybridge.borsh.BorshParseException.Section;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

/** Refusals of wrong headers, sizes and quads, with their errors: one rule, one test. */
public class BorshRefusalTest {
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
  public void truncationIsReportedWithTheExpectedInput() {
    byte[] file = valid().bytes();
    BorshParseException error =
        refused(Arrays.copyOf(file, file.length - 1), "found the end of the file after");
    assertEquals(file.length - 1, error.byteOffset());
    assertEquals(Section.FILE, error.section());
  }

  /**
   * Tests that a reader does not continue after an error: it would take the bytes after the broken
   * part for another part, or read a second header.
   */
  @Test
  public void aReaderThatFailedFailsAgain() throws Exception {
    byte[] file = valid().bytes();
    byte[] wrongSize = file.clone();
    wrongSize[BorshConstants.HEADER_BYTES] = 0;
    assertFailsAgain(wrongSize);
    assertFailsAgain(concat("no header ".getBytes(StandardCharsets.US_ASCII), file));
    for (int length = 0; length < file.length; length++) {
      assertFailsAgain(Arrays.copyOf(file, length));
    }
  }

  /** One way to continue reading. */
  private interface Next {
    void read(BorshReader reader) throws IOException;
  }

  private static void assertFailsAgain(byte[] file) throws IOException {
    List<Next> ways = List.of(r -> r.nextBatch(10), BorshReader::countStatements);
    for (Next first : ways) {
      for (Next second : ways) {
        try (BorshReader reader =
            BorshReader.open(new ByteArrayInputStream(file), "a.rdfb", Borsh.OPTIONS)) {
          Throwable failure = assertThrows(BorshParseException.class, () -> first.read(reader));
          assertSame(failure, assertThrows(BorshParseException.class, () -> second.read(reader)));
          assertEquals(0, reader.batch().size());
        }
      }
    }
  }

  @Test
  public void trailingBytes() throws Exception {
    byte[] more = {0};
    refusedBoth(concat(valid().bytes(), more), "expected the end of the file, found more bytes");
    refusedBoth(concat(valid().framed(), more), "expected the end of the file after the LZ4");
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
    refusedBoth(file.bytes(), "found 4294967295 quads");
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
}
