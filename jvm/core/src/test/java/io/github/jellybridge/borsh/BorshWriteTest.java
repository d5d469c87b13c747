package io.github.jellybridge.borsh;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import net.jpountz.lz4.LZ4Factory;
import org.junit.Test;

/** Written files, read by a decoder that follows the specification directly. */
public class BorshWriteTest {
  private static final BorshWriteOptions OPTIONS = BorshWriteOptions.defaults();
  private static final Term A = Term.iri("x:a");
  private static final Term B = Term.iri("x:b");
  private static final Term C = Term.iri("x:c");

  private static Statement quad(Term s, Term p, Term o, Term g) {
    return new Statement(0, s, p, o, g);
  }

  private static byte[] write(Statement... statements) throws Exception {
    return Borsh.write(List.of(statements), OPTIONS, 100);
  }

  /** The two blocks of a file. */
  private static byte[][] blocks(byte[] file) {
    ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).position(10);
    byte[][] blocks = new byte[2][];
    for (int i = 0; i < 2; i++) {
      byte[] packed = new byte[in.getInt()];
      in.get(packed);
      blocks[i] = LZ4Factory.safeInstance().safeDecompressor().decompress(packed, 1 << 22);
    }
    assertEquals(0, in.remaining());
    return blocks;
  }

  @Test
  public void headerIsThatOfTheSpecification() throws Exception {
    byte[] file = write(quad(A, B, C, null));
    assertArrayEquals(new byte[] {'R', 'D', 'F', 'B', 1, 7, 1, 0, 0, 0}, Arrays.copyOf(file, 10));
  }

  @Test
  public void versionByteOfTheRubyReaderCanBeWritten() throws Exception {
    BorshWriteOptions ruby = OPTIONS.withVersionByte(BorshWriteOptions.RUBY_VERSION);
    assertEquals('1', Borsh.write(List.of(quad(A, B, C, null)), ruby, 10)[4]);
  }

  @Test
  public void termsAreWrittenOnceInTheOrderOfFirstUse() throws Exception {
    byte[] file = write(quad(B, A, C, null), quad(A, B, B, Term.iri("x:g")), quad(B, B, B, C));
    List<byte[]> entries = new ArrayList<>();
    for (Term term : List.of(B, A, C, Term.iri("x:g"))) {
      entries.add(BorshFile.entry(term));
    }
    assertArrayEquals(BorshFile.termsBlock(4, entries), blocks(file)[0]);
  }

  @Test
  public void termsThatDifferOnlyInTypeLanguageOrDatatypeAreDifferent() throws Exception {
    List<Term> terms =
        List.of(
            Term.iri("x"),
            Term.bnode("x"),
            Term.text("x"),
            Term.lang("x", "en"),
            Term.lang("x", "EN"),
            Term.typed("x", "en"),
            Term.typed("x", "x"));
    List<Statement> statements = terms.stream().map(term -> quad(A, A, term, null)).toList();
    assertEquals(statements, BorshFile.decode(Borsh.write(statements, OPTIONS, 2)));
  }

  @Test
  public void quadsAreSortedByTheirIdsAndUnique() throws Exception {
    Statement first = quad(A, B, C, null);
    byte[] file =
        write(quad(B, B, B, A), quad(C, A, A, null), first, quad(B, B, B, A), first, first);
    // Ids: b 1, a 2, c 3; quads in the order g, s, p, o.
    short[] ids = {0, 2, 1, 3, 0, 3, 2, 2, 2, 1, 1, 1};
    ByteBuffer expected = BorshFile.little(4 + 8 * 3).putInt(3);
    for (short id : ids) {
      expected.putShort(id);
    }
    assertArrayEquals(expected.array(), blocks(file)[1]);
    assertEquals(3, file[6]);
  }

  @Test
  public void idsAboveThirtyTwoThousandSortAsUnsigned() throws Exception {
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      Term term = Term.iri("x:" + i);
      statements.add(quad(term, term, term, i % 2 == 0 ? term : null));
    }
    byte[] file = Borsh.write(statements, OPTIONS.withCompressionLevel(1), 5000);
    ByteBuffer quads = ByteBuffer.wrap(blocks(file)[1]).order(ByteOrder.LITTLE_ENDIAN).position(4);
    long before = -1;
    while (quads.hasRemaining()) {
      long g = quads.getShort() & 0xffff;
      long s = quads.getShort() & 0xffff;
      quads.getInt();
      assertTrue(before < (g << 16 | s));
      before = g << 16 | s;
    }
    assertEquals(new HashSet<>(statements), new HashSet<>(BorshFile.decode(file)));
  }

  @Test
  public void emptyFileIsWritten() throws Exception {
    byte[] file = write();
    assertEquals(List.of(), BorshFile.decode(file));
    // "An empty table compresses to five bytes."
    assertEquals(10 + 2 * (4 + 5), file.length);
  }

  @Test
  public void everyCompressionLevelIsRead() throws Exception {
    List<Statement> statements = Borsh.random(new Random(1), 2000);
    int fast = 0;
    int best = 0;
    for (int level = 0; level <= 12; level++) {
      byte[] file = Borsh.write(statements, OPTIONS.withCompressionLevel(level), 100);
      assertEquals(new HashSet<>(statements), new HashSet<>(BorshFile.decode(file)));
      fast = level == 0 ? file.length : fast;
      best = file.length;
    }
    assertTrue(best < fast);
    assertEquals(12, OPTIONS.compressionLevel());
  }

  @Test
  public void randomStatementsAreReadBack() throws Exception {
    for (int seed = 0; seed < TestSize.of(50, 200); seed++) {
      Random random = new Random(seed);
      List<Statement> statements = Borsh.random(random, random.nextInt(300));
      byte[] file = Borsh.write(statements, OPTIONS, 1 + random.nextInt(60));
      List<Statement> decoded = BorshFile.decode(file);
      assertEquals(new HashSet<>(statements), new HashSet<>(decoded));
      assertEquals(new HashSet<>(statements).size(), decoded.size());
      assertEquals(decoded, Borsh.read(file));
    }
  }

  @Test
  public void quotedTriplesAreRefused() {
    Term quoted = Term.quoted(A, B, C);
    BorshWriteException error =
        assertThrows(
            BorshWriteException.class, () -> write(quad(A, B, C, null), quad(A, B, quoted, null)));
    assertEquals(1, error.statement());
    assertEquals("a quoted triple as object", error.found());
  }

  @Test
  public void missingTermsAreRefused() {
    missing("expected a subject, found none", quad(null, B, C, null));
    missing("expected a predicate, found none", quad(A, null, C, null));
    missing("expected an object, found none", quad(A, B, null, null));
  }

  private static void missing(String message, Statement statement) {
    BorshWriteException error = assertThrows(BorshWriteException.class, () -> write(statement));
    assertEquals("cannot write statement 0 as RDF/Borsh: " + message, error.getMessage());
  }

  @Test
  public void languageTagsThatAreNotAsciiAreRefused() throws Exception {
    TermTable terms = new TermTable();
    terms.reset(new byte[8], 1);
    byte[] tag = BorshFile.utf8("dé");
    int iri = terms.add(TermKind.IRI, 0, 1);
    int literal = terms.addLiteral(0, 1, terms.symbols().intern(tag, 0, tag.length), 0);
    StatementBatch batch = new StatementBatch(1, true, true, true, false);
    batch.s[0] = iri;
    batch.p[0] = iri;
    batch.o[0] = literal;
    batch.size(1);
    BorshWriter writer = BorshWriter.open(new ByteArrayOutputStream(), OPTIONS);
    BorshWriteException error =
        assertThrows(BorshWriteException.class, () -> writer.write(batch, terms));
    assertEquals(
        "cannot write statement 0 as RDF/Borsh: expected a language tag in ASCII, found 'dé'",
        error.getMessage());
  }

  @Test
  public void textThatIsNoUtf8IsRefused() throws Exception {
    byte[] bad = {'a', (byte) 0xff};
    TermTable terms = new TermTable();
    terms.reset(new byte[64], 0);
    int good = terms.addCopy(TermKind.IRI, bad, 0, 1);
    int datatype = terms.symbols().intern(bad, 0, 2);
    int[] wrong = {
      terms.addCopy(TermKind.IRI, bad, 0, 2),
      terms.addCopy(TermKind.BNODE, bad, 0, 2),
      terms.addLiteralCopy(bad, 0, 2, 0, 0),
      terms.addLiteralCopy(bad, 0, 1, 0, datatype)
    };
    StatementBatch batch = new StatementBatch(1, true, true, true, false);
    batch.s[0] = good;
    batch.p[0] = good;
    batch.size(1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (BorshWriter writer = BorshWriter.open(out, OPTIONS)) {
      for (int term : wrong) {
        batch.o[0] = term;
        BorshWriteException error =
            assertThrows(BorshWriteException.class, () -> writer.write(batch, terms));
        assertEquals(
            "cannot write statement 0 as RDF/Borsh: expected valid UTF-8 as object, found a"
                + " malformed sequence",
            error.getMessage());
      }
      batch.o[0] = good;
      writer.write(batch, terms);
    }
    Term a = Term.iri("a");
    assertEquals(List.of(quad(a, a, a, null)), Borsh.read(out.toByteArray()));
  }

  @Test
  public void statementThatNeedsOneTermTooManyIsLeftForTheNextFile() throws Exception {
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < 65_533; i++) {
      statements.add(quad(Term.iri("x:" + i), A, A, null));
    }
    TermTable terms = new TermTable();
    terms.reset(new byte[64], 0);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BorshWriter writer = BorshWriter.open(out, OPTIONS.withCompressionLevel(1));
    writer.write(Borsh.batch(statements, terms), terms);
    assertEquals(65_534, writer.termCount());
    // Two new terms do not fit and leave no trace; one fits; after it, only known terms fit.
    Statement two = quad(B, C, A, null);
    Statement one = quad(A, A, B, null);
    Statement none = quad(B, A, B, A);
    terms.reset(new byte[64], 0);
    StatementBatch batch = Borsh.batch(List.of(two, one, two, none), terms);
    assertEquals(0, writer.writeWhatFits(batch, terms, 0, 4));
    assertEquals(65_534, writer.termCount());
    assertEquals(2, writer.writeWhatFits(batch, terms, 1, 4));
    assertEquals(65_535, writer.termCount());
    assertEquals(4, writer.writeWhatFits(batch, terms, 3, 4));
    assertThrows(BorshWriteException.class, () -> writer.write(batch, terms));
    writer.close();
    statements.add(one);
    statements.add(none);
    assertEquals(new HashSet<>(statements), new HashSet<>(Borsh.read(out.toByteArray())));
  }

  @Test
  public void filesMayBeOfALimitedSize() throws Exception {
    List<Statement> statements = Borsh.random(new Random(5), 3000);
    Cases.each(
        List.of(1L, 300L, 2000L, 20_000L),
        limit -> {
          TermTable terms = new TermTable();
          terms.reset(new byte[64], 0);
          StatementBatch batch = Borsh.batch(statements, terms);
          List<Statement> read = new ArrayList<>();
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          BorshWriter writer = BorshWriter.open(out, OPTIONS.withCompressionLevel(0));
          for (int at = 0; at < batch.size(); writer = writer.next(out)) {
            at = writer.writeWhatFits(batch, terms, at, batch.size(), limit);
            assertTrue(writer.uncompressedBytes() <= limit || writer.statementsTaken() == 1);
            writer.finish();
            read.addAll(Borsh.read(out.toByteArray()));
            out.reset();
          }
          assertEquals(new HashSet<>(statements), new HashSet<>(read));
        });
  }

  @Test
  public void nextFileHasNothingOfTheOneBefore() throws Exception {
    List<Statement> all = Borsh.random(new Random(3), 3000);
    List<byte[]> files = new ArrayList<>();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BorshWriter writer = BorshWriter.open(out, OPTIONS);
    assertThrows(IllegalStateException.class, () -> BorshWriter.open(out, OPTIONS).next(out));
    for (int part = 0; part < 3; part++) {
      TermTable terms = new TermTable();
      terms.reset(new byte[64], 0);
      List<Statement> some = all.subList(part * 1000, part * 1000 + 100 + 400 * part);
      writer.write(Borsh.batch(some, terms), terms);
      writer.close();
      files.add(out.toByteArray());
      assertArrayEquals(Borsh.write(some, OPTIONS, 5000), files.get(part));
      out.reset();
      writer = writer.next(out);
    }
    writer.close();
    assertEquals(List.of(), Borsh.read(out.toByteArray()));
  }

  @Test
  public void tablesMayAlternate() throws Exception {
    List<Statement> statements = Borsh.random(new Random(5), 300);
    TermTable[] tables = {new TermTable(), new TermTable()};
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (BorshWriter writer = BorshWriter.open(out, OPTIONS)) {
      StatementBatch[] batches = new StatementBatch[2];
      for (int i = 0; i < 2; i++) {
        tables[i].reset(new byte[64], 0);
        batches[i] = Borsh.batch(statements.subList(150 * i, 150 * (i + 1)), tables[i]);
      }
      for (int i = 0; i < 150; i++) {
        writer.writeWhatFits(batches[i % 2], tables[i % 2], i, i + 1);
        writer.writeWhatFits(batches[1 - i % 2], tables[1 - i % 2], i, i + 1);
      }
    }
    assertEquals(new HashSet<>(statements), new HashSet<>(Borsh.read(out.toByteArray())));
  }

  @Test
  public void termsThatDifferInOneThingOnlyAreDifferentTerms() throws Exception {
    List<Term> terms = new ArrayList<>();
    for (String text : List.of("", "a", "abcdefg", "abcdefgh", "a".repeat(31), "a".repeat(100))) {
      terms.add(Term.text(text));
      terms.add(Term.text(text + "b"));
      terms.add(Term.lang(text, "en"));
      terms.add(Term.lang(text, "en-GB"));
      terms.add(Term.typed(text, "x:t"));
      terms.add(Term.typed(text, "en"));
      terms.add(Term.iri("x:" + text));
      terms.add(Term.text("x:" + text));
      terms.add(Term.bnode("x" + text));
    }
    for (int i = 0; i < 100; i++) {
      StringBuilder text = new StringBuilder("a".repeat(100));
      text.setCharAt(i, 'b');
      terms.add(Term.text(text.toString()));
    }
    List<Statement> statements = terms.stream().map(o -> quad(A, B, o, null)).toList();
    List<Statement> twice = new ArrayList<>(statements);
    twice.addAll(statements);
    List<Statement> read = Borsh.read(Borsh.write(twice, OPTIONS, 500));
    assertEquals(statements.size(), read.size());
    assertEquals(new HashSet<>(statements), new HashSet<>(read));
  }

  /**
   * Tests two literals with the same hash whose concatenated bytes differ at only three positions.
   */
  @Test
  public void termsWhoseTextsAreSplitElsewhereAreDifferentTerms() throws Exception {
    String type = "x:" + "t".repeat(94);
    Statement one = quad(A, B, Term.typed("i8MKrbaa", "a" + type), null);
    Statement other = quad(A, B, Term.typed("i8MKrbaaa", type), null);
    assertEquals(List.of(one, other), Borsh.read(write(one, other)));
  }

  @Test
  public void writerReportsItsCounts() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BorshWriter writer = BorshWriter.open(out, OPTIONS);
    TermTable terms = new TermTable();
    terms.reset(new byte[64], 0);
    StatementBatch batch = Borsh.batch(List.of(quad(A, B, C, null), quad(A, B, C, null)), terms);
    writer.write(batch, terms);
    assertEquals(2, writer.statementsTaken());
    assertEquals(4 + 3 * (1 + 4 + 3) + 4 + 2 * 8, writer.uncompressedBytes());
    writer.finish();
    int size = out.size();
    writer.finish();
    assertEquals(size, out.size());
    assertEquals(size, writer.bytesWritten());
    assertThrows(IllegalStateException.class, () -> writer.write(batch, terms));
  }

  @Test
  public void optionsOutOfRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> OPTIONS.withCompressionLevel(13));
    assertThrows(IllegalArgumentException.class, () -> OPTIONS.withCompressionLevel(-1));
    assertThrows(IllegalArgumentException.class, () -> OPTIONS.withVersionByte(2));
    assertThrows(IllegalArgumentException.class, () -> Borsh.OPTIONS.withColumns(16));
    assertThrows(IllegalArgumentException.class, () -> Borsh.OPTIONS.withLimits(3, 100));
  }
}
