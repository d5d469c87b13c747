package io.github.jellybridge.borsh;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.rdf.Batches;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Reads and writes lists of statements with the code under test. */
final class Borsh {
  static final BorshReadOptions OPTIONS = BorshReadOptions.defaults();

  private Borsh() {}

  static List<Statement> read(byte[] file) throws IOException {
    return read(file, OPTIONS, 1000);
  }

  static List<Statement> read(byte[] file, BorshReadOptions options, int batch) throws IOException {
    try (BorshReader reader = BorshReader.open(new ByteArrayInputStream(file), "a.rdfb", options)) {
      return Batches.readAll(reader, batch);
    }
  }

  static long count(byte[] file) throws IOException {
    return count(file, OPTIONS);
  }

  static long count(byte[] file, BorshReadOptions options) throws IOException {
    try (BorshReader reader = BorshReader.open(new ByteArrayInputStream(file), "a.rdfb", options)) {
      return reader.countStatements();
    }
  }

  static byte[] write(List<Statement> statements, BorshWriteOptions options, int batch)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (BorshWriter writer = BorshWriter.open(out, options)) {
      TermTable terms = new TermTable();
      for (int from = 0; from < statements.size(); from += batch) {
        List<Statement> part = statements.subList(from, Math.min(statements.size(), from + batch));
        terms.reset(new byte[64], 0);
        writer.write(batch(part, terms), terms);
      }
    }
    return out.toByteArray();
  }

  static StatementBatch batch(List<Statement> statements, TermTable terms) {
    StatementBatch batch = new StatementBatch(statements.size(), true, true, true, true);
    for (int i = 0; i < statements.size(); i++) {
      batch.s[i] = add(terms, statements.get(i).s());
      batch.p[i] = add(terms, statements.get(i).p());
      batch.o[i] = add(terms, statements.get(i).o());
      batch.g[i] = add(terms, statements.get(i).g());
    }
    batch.size(statements.size());
    return batch;
  }

  private static int add(TermTable terms, Term term) {
    if (term == null) {
      return TermTable.NO_TERM;
    } else if (term instanceof Term.Iri iri) {
      byte[] value = BorshFile.utf8(iri.value());
      return terms.addCopy(TermKind.IRI, value, 0, value.length);
    } else if (term instanceof Term.Bnode bnode) {
      byte[] value = BorshFile.utf8(bnode.label());
      return terms.addCopy(TermKind.BNODE, value, 0, value.length);
    } else if (term instanceof Term.Quoted quoted) {
      byte[] value = BorshFile.utf8(quoted.toString());
      return terms.addCopy(TermKind.TRIPLE, value, 0, value.length);
    }
    Term.Literal literal = (Term.Literal) term;
    byte[] value = BorshFile.utf8(literal.lex());
    return terms.addLiteralCopy(
        value, 0, value.length, symbol(terms, literal.lang()), symbol(terms, literal.datatype()));
  }

  private static int symbol(TermTable terms, String text) {
    if (text == null) {
      return 0;
    }
    byte[] bytes = BorshFile.utf8(text);
    return terms.symbols().intern(bytes, 0, bytes.length);
  }

  /** Random statements over a few dozen terms of every kind. */
  static List<Statement> random(Random random, int size) {
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      statements.add(
          new Statement(
              0,
              random.nextInt(4) == 0 ? bnode(random) : iri(random),
              iri(random),
              object(random),
              random.nextInt(3) == 0 ? null : iri(random)));
    }
    return statements;
  }

  private static Term object(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> Term.lang("été " + random.nextInt(20), random.nextBoolean() ? "fr" : "de-CH");
      case 1 -> Term.typed("" + random.nextInt(20), "http://example.org/type#été");
      case 2 -> Term.text(random.nextBoolean() ? "" : "日本語 😀 " + random.nextInt(20));
      case 3 -> bnode(random);
      default -> iri(random);
    };
  }

  private static Term bnode(Random random) {
    return Term.bnode("b" + random.nextInt(9));
  }

  private static Term iri(Random random) {
    return Term.iri("http://example.org/" + random.nextInt(40));
  }

  /**
   * Checks that a file is refused with a message that contains the given text; returns the error.
   */
  static BorshParseException refused(byte[] file, String message) {
    BorshParseException error = assertThrows(BorshParseException.class, () -> read(file));
    assertTrue(error.getMessage(), error.getMessage().contains(message));
    assertTrue(error.getMessage(), error.getMessage().startsWith("a.rdfb: "));
    assertEquals("a.rdfb", error.file());
    return error;
  }

  /** Checks that counting the statements of a file is refused with such a message. */
  static void refusedToCount(byte[] file, String message) {
    BorshParseException error = assertThrows(BorshParseException.class, () -> count(file));
    assertTrue(error.getMessage(), error.getMessage().contains(message));
  }

  /** Checks that both reading and counting are refused with such a message. */
  static void refusedBoth(byte[] file, String message) {
    refused(file, message);
    refusedToCount(file, message);
  }

  /** Random bytes, which LZ4 cannot make smaller. */
  static byte[] incompressible(int length) {
    Random random = new Random(1);
    byte[] text = new byte[length];
    for (int i = 0; i < length; i++) {
      text[i] = (byte) (' ' + random.nextInt(95));
    }
    return text;
  }
}
