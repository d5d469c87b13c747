package io.github.jellybridge.borsh;

import static io.github.jellybridge.borsh.BorshFile.concat;
import static io.github.jellybridge.borsh.BorshFile.entry;
import static io.github.jellybridge.borsh.BorshFile.little;
import static io.github.jellybridge.borsh.BorshFile.pack;
import static io.github.jellybridge.borsh.BorshFile.utf8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.rdf.Batches;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG.Bits;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.Test;

/** Reading of valid files: one test for each rule of the specification and each form in use. */
public class BorshReadTest {
  private static final Term S = Term.iri("http://example.org/s");
  private static final Term P = Term.iri("http://example.org/p");

  private static BorshFile file(Term object) {
    return BorshFile.of(List.of(new Statement(0, S, P, object, null)));
  }

  private static Term readObject(Term object) throws Exception {
    return Borsh.read(file(object).bytes()).get(0).o();
  }

  @Test
  public void versionByteOfTheSpecificationIsRead() throws Exception {
    assertEquals(1, Borsh.read(file(S).bytes()).size());
  }

  @Test
  public void versionByteOfExistingWritersIsRead() throws Exception {
    BorshFile file = file(S);
    file.version = 0x31;
    assertEquals(1, Borsh.read(file.bytes()).size());
  }

  @Test
  public void unknownFlagBitsAreIgnored() throws Exception {
    BorshFile file = file(S);
    file.flags = 0xff;
    assertEquals(1, Borsh.read(file.bytes()).size());
  }

  @Test
  public void headerHasVersionFlagsAndCount() throws Exception {
    BorshFile file = file(S);
    file.version = 0x31;
    file.flags = 0x87;
    try (BorshReader reader =
        BorshReader.open(new ByteArrayInputStream(file.bytes()), "a", Borsh.OPTIONS)) {
      assertEquals(new BorshHeader(0x31, 0x87, 1), reader.header());
    }
  }

  @Test
  public void aClosedReaderReadsNoHeader() throws Exception {
    ByteArrayInputStream in = new ByteArrayInputStream(file(S).bytes());
    BorshReader reader = BorshReader.open(in, "a", Borsh.OPTIONS);
    reader.close();
    assertThrows(IllegalStateException.class, reader::header);
  }

  @Test
  public void everyTypeOfTermIsRead() throws Exception {
    List<Term> terms =
        List.of(
            S,
            Term.bnode("b é"),
            Term.text("été\u0000 \"x\"\n"),
            Term.text(""),
            Term.typed("1", "http://www.w3.org/2001/XMLSchema#integer"),
            Term.lang("x", "de-CH"));
    Cases.each(
        terms,
        term -> {
          assertEquals(term, readObject(term));
        });
  }

  private static Term readTyped(String datatype) throws Exception {
    List<byte[]> terms = List.of(entry(S), entry(P), entry(4, utf8("x"), utf8(datatype)));
    return Borsh.read(new BorshFile(terms, new int[] {0, 1, 2, 3}).bytes()).get(0).o();
  }

  @Test
  public void datatypeOfPlainLiteralsIsNotKept() throws Exception {
    assertEquals(Term.text("x"), readTyped(NTriples.XSD_STRING));
  }

  @Test
  public void datatypeMayBeEmpty() throws Exception {
    assertEquals(Term.typed("x", ""), readTyped(""));
  }

  @Test
  public void datatypeThatWantsALanguageIsKeptWithoutOne() throws Exception {
    String datatype = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";
    assertEquals(Term.typed("x", datatype), readTyped(datatype));
  }

  @Test
  public void manyLanguagesAndDatatypesAreNotMistakenForEachOther() throws Exception {
    List<byte[]> entries = new ArrayList<>(List.of(entry(S), entry(P)));
    List<Term> expected = new ArrayList<>();
    Random random = new Random(6);
    for (int i = 0; i < 20_000; i++) {
      // Few letters and lengths of about eight bytes, so that many texts start and end alike.
      StringBuilder text = new StringBuilder();
      for (int left = 1 + random.nextInt(11); left > 0; left--) {
        text.append((char) ('a' + random.nextInt(2)));
      }
      boolean language = random.nextBoolean();
      String name = text.toString();
      entries.add(entry(language ? 5 : 4, utf8("" + i), utf8(name)));
      expected.add(language ? Term.lang("" + i, name) : Term.typed("" + i, name));
    }
    int[][] quads = new int[expected.size()][];
    Arrays.setAll(quads, i -> new int[] {0, 1, 2, i + 3});
    List<Statement> read = Borsh.read(new BorshFile(entries, quads).bytes());
    assertEquals(expected, read.stream().map(Statement::o).toList());
  }

  @Test
  public void idZeroIsTheDefaultGraph() throws Exception {
    BorshFile file =
        new BorshFile(List.of(entry(S), entry(P)), new int[] {0, 1, 2, 1}, new int[] {2, 1, 2, 1});
    List<Statement> found = Borsh.read(file.bytes());
    assertNull(found.get(0).g());
    assertEquals(P, found.get(1).g());
  }

  @Test
  public void quadsOfAnyOrderAreReadInTheirs() throws Exception {
    BorshFile file =
        new BorshFile(
            List.of(entry(S), entry(P)),
            new int[] {2, 1, 2, 1},
            new int[] {0, 2, 2, 2},
            new int[] {0, 1, 1, 1});
    List<Statement> found = Borsh.read(file.bytes());
    assertEquals(List.of(S, P, S), found.stream().map(Statement::s).toList());
  }

  /** Tests a repeated term; the Ruby writer makes such files when it drops language tags. */
  @Test
  public void dictionaryThatHoldsATermTwiceIsRead() throws Exception {
    BorshFile file =
        new BorshFile(
            List.of(entry(S), entry(3, utf8("x")), entry(3, utf8("x"))),
            new int[] {0, 1, 1, 2},
            new int[] {0, 1, 1, 3});
    List<Statement> found = Borsh.read(file.bytes());
    assertEquals(
        List.of(Term.text("x"), Term.text("x")), found.stream().map(Statement::o).toList());
  }

  @Test
  public void emptyFileIsRead() throws Exception {
    byte[] file = BorshFile.of(List.of()).bytes();
    assertEquals(List.of(), Borsh.read(file));
    assertEquals(0, Borsh.count(file));
    try (BorshReader reader =
        BorshReader.open(new ByteArrayInputStream(file), "a", Borsh.OPTIONS)) {
      assertFalse(reader.nextBatch(10));
      assertEquals(1, reader.framesRead());
    }
  }

  @Test
  public void frameOfIndependentBlocksIsRead() throws Exception {
    List<Statement> statements = Borsh.random(new Random(1), 9000);
    BorshFile file = BorshFile.of(statements);
    assertEquals(statements, Borsh.read(file.framed()));
    assertEquals(9000, Borsh.count(file.framed()));
  }

  @Test
  public void frameWithEveryChecksumAndTheContentSizeIsRead() throws Exception {
    List<Statement> statements = Borsh.random(new Random(2), 9000);
    BorshFile file = BorshFile.of(statements);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(file.header());
    byte[] content = concat(file.terms, file.quads);
    try (LZ4FrameOutputStream frame =
        new LZ4FrameOutputStream(
            out,
            BLOCKSIZE.SIZE_64KB,
            content.length,
            Bits.BLOCK_INDEPENDENCE,
            Bits.BLOCK_CHECKSUM,
            Bits.CONTENT_CHECKSUM,
            Bits.CONTENT_SIZE)) {
      frame.write(content);
    }
    byte[] bytes = out.toByteArray();
    assertEquals(statements, Borsh.read(bytes));
    // Every bit is covered by some check.
    Random random = new Random(3);
    for (int i = 0; i < 300; i++) {
      byte[] damaged = bytes.clone();
      damaged[10 + random.nextInt(bytes.length - 10)] ^= (byte) (1 << random.nextInt(8));
      Borsh.refused(damaged, "");
    }
  }

  /**
   * Tests linked blocks, where each block may refer to the 64 KiB before it; lz4-java cannot read
   * them.
   */
  @Test
  public void frameOfLinkedBlocksIsRead() throws Exception {
    // A block of 20 literals; then a block with a match of 19 bytes of the first one, and literals.
    byte[] first = utf8("twenty bytes of text");
    byte[] block1 = concat(new byte[] {(byte) 0xf0, 5}, first);
    byte[] block2 = {0x0f, 20, 0, 0, (byte) 0x50, 'a', 'b', 'c', 'd', 'e'};
    byte[] descriptor = {0x40, 0x40};
    int hash = XXHashFactory.safeInstance().hash32().hash(descriptor, 0, 2, 0);
    byte[] frame =
        concat(
            little(4).putInt(0x184d2204).array(),
            descriptor,
            new byte[] {(byte) (hash >>> 8)},
            little(4).putInt(block1.length).array(),
            block1,
            little(4).putInt(block2.length).array(),
            block2,
            new byte[4]);
    FileBytes in = new FileBytes(new ByteArrayInputStream(new byte[0]), "a");
    byte[] content = new Lz4Frame(in, frame).decompress(1000);
    assertEquals(
        "twenty bytes of text" + "twenty bytes of tex" + "abcde",
        new String(content, StandardCharsets.UTF_8));
  }

  @Test
  public void columnsThatAreNotRequestedAreNotFilled() throws Exception {
    BorshReadOptions options = Borsh.OPTIONS.withColumns(StatementBatch.P);
    Statement found = Borsh.read(file(S).bytes(), options, 10).get(0);
    assertEquals(new Statement(0, null, P, null, null), found);
  }

  @Test
  public void blankNodesGetTheMarkOfTheirScope() throws Exception {
    byte[] file = file(Term.bnode("x")).bytes();
    String one = label(file, "one");
    assertTrue(one, one.matches("jb[0-9a-f]{16}_x"));
    assertEquals(one, label(file, "one"));
    assertFalse(one.equals(label(file, "two")));
    assertEquals("x", label(file, null));
  }

  @Test
  public void theMarkOfABlankNodeIsReplacedByANewOne() throws Exception {
    String once = label(file(Term.bnode("x")).bytes(), "one");
    String twice = label(file(Term.bnode(once)).bytes(), "two");
    assertEquals(once.length(), twice.length());
    assertFalse(once.equals(twice));
    assertEquals(twice, label(file(Term.bnode(once)).framed(), "two"));
  }

  private static String label(byte[] file, String scope) throws Exception {
    Term term = Borsh.read(file, Borsh.OPTIONS.withScope(scope), 10).get(0).o();
    return ((Term.Bnode) term).label();
  }

  @Test
  public void randomFilesOfAnotherWriterAreReadInBatchesOfAnySize() throws Exception {
    for (int seed = 0; seed < TestSize.of(50, 200); seed++) {
      Random random = new Random(seed);
      List<Statement> statements = Borsh.random(random, random.nextInt(200));
      BorshFile file = BorshFile.of(statements);
      int batch = 1 + random.nextInt(50);
      assertEquals(statements, Borsh.read(file.bytes(), Borsh.OPTIONS, batch));
      assertEquals(statements, Borsh.read(file.framed(), Borsh.OPTIONS, batch));
      assertEquals(statements.size(), Borsh.count(file.bytes()));
    }
  }

  @Test
  public void allIdsUpToTheHighestAreRead() throws Exception {
    List<byte[]> terms = new ArrayList<>();
    for (int i = 1; i <= 65535; i++) {
      terms.add(entry(Term.iri("x:" + i)));
    }
    BorshFile file = new BorshFile(terms, new int[] {65535, 65535, 65534, 32768});
    Statement found = Borsh.read(file.bytes()).get(0);
    assertEquals(Term.iri("x:65535"), found.g());
    assertEquals(Term.iri("x:65535"), found.s());
    assertEquals(Term.iri("x:65534"), found.p());
    assertEquals(Term.iri("x:32768"), found.o());
  }

  @Test
  public void countOfTheRestIsTheTotalMinusTheReadStatements() throws Exception {
    byte[] file = BorshFile.of(Borsh.random(new Random(1), 100)).bytes();
    try (BorshReader reader =
        BorshReader.open(new ByteArrayInputStream(file), "a", Borsh.OPTIONS)) {
      reader.nextBatch(20);
      reader.nextBatch(10);
      assertEquals(20, reader.batch().firstStatement());
      assertEquals(70, reader.countStatements());
      assertEquals(0, reader.countStatements());
      assertFalse(reader.nextBatch(10));
      assertEquals(100, reader.statementsRead());
    }
  }

  @Test
  public void aCountLeavesNothingToRead() throws Exception {
    Cases.each(
        List.of(file(S).bytes(), file(S).framed()),
        bytes -> {
          try (BorshReader reader =
              BorshReader.open(new ByteArrayInputStream(bytes), "a.rdfb", Borsh.OPTIONS)) {
            assertEquals(1, reader.countStatements());
            assertEquals(0, reader.countStatements());
            assertFalse(reader.nextBatch(10));
            assertEquals(0, reader.batch().size());
          }
        });
  }

  @Test
  public void countingLooksAtNoTerms() throws Exception {
    BorshFile file = file(S);
    file.terms = new byte[] {9, 9, 9, 9};
    assertEquals(1, Borsh.count(file.bytes()));
  }

  @Test
  public void readerReportsItsCounts() throws Exception {
    byte[] file = file(S).bytes();
    try (BorshReader reader =
        BorshReader.open(new ByteArrayInputStream(file), "a", Borsh.OPTIONS)) {
      assertEquals(0, reader.framesRead());
      assertTrue(reader.nextBatch(10));
      assertEquals(1, reader.framesRead());
      assertEquals(1, reader.statementsRead());
      assertEquals(file.length, reader.bytesRead());
      assertEquals(2, reader.termCount());
      assertFalse(reader.framed());
    }
  }

  @Test
  public void blocksMayComeInSmallPieces() throws Exception {
    String text = new String(Borsh.incompressible(3_000_000), StandardCharsets.US_ASCII);
    InputStream slow =
        new FilterInputStream(new ByteArrayInputStream(file(Term.text(text)).bytes())) {
          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            return super.read(target, offset, Math.min(length, 10_000));
          }

          @Override
          public int available() {
            return 0;
          }
        };
    try (BorshReader reader = BorshReader.open(slow, "a", Borsh.OPTIONS)) {
      assertEquals(Term.text(text), Batches.readAll(reader, 10).get(0).o());
    }
  }

  @Test
  public void blocksThatExpandALotAreRead() throws Exception {
    Term large = Term.text("x".repeat(3_000_000));
    assertEquals(large, readObject(large));
    assertTrue(pack(file(large).terms).length < 20_000);
  }
}
