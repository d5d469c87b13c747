package io.github.jellybridge.borsh;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayOutputStream;
import org.junit.Test;

/** Refusals of terms that cannot be written, whichever source they have. */
public class BorshWriteRefusalTest {
  private static final BorshWriteOptions OPTIONS = BorshWriteOptions.defaults();

  @Test
  public void literalsThatNoReaderWouldTakeAreRefused() {
    TermTable terms = new TermTable();
    terms.reset(new byte[8], 1);
    int english = terms.symbols().intern(BorshFile.utf8("en"), 0, 2);
    int type = terms.symbols().intern(BorshFile.utf8("x:t"), 0, 3);
    int empty = terms.symbols().intern(new byte[0], 0, 0);
    refused(
        "a literal with a language tag or a datatype, found both, en and x:t",
        terms,
        terms.addLiteral(0, 1, english, type));
    refused("a language tag in ASCII, found ''", terms, terms.addLiteral(0, 1, empty, 0));
    int arabic = terms.symbols().intern(BorshFile.utf8("ar--rtl"), 0, 7);
    refused(
        "a language tag without a base direction, which RDF/Borsh does not have, found ar--rtl",
        terms,
        terms.addLiteral(0, 1, arabic, 0));
  }

  @Test
  public void termsThatAreNotInTheTableAreRefused() {
    TermTable terms = new TermTable();
    terms.reset(new byte[8], 1);
    int old = 0;
    while (old < 70) {
      old = terms.add(TermKind.IRI, 0, 1);
    }
    refused("an object, found none", terms, -1);
    terms.reset(new byte[8], 1);
    Cases.each(
        new int[] {old, 1000},
        id -> {
          IllegalArgumentException error =
              assertThrows(
                  IllegalArgumentException.class,
                  () ->
                      BorshWriter.open(new ByteArrayOutputStream(), OPTIONS)
                          .write(withObject(terms, id), terms));
          String message = error.getMessage();
          assertTrue(message, message.startsWith("term id " + id + " is not in the table, "));
        });
  }

  private static void refused(String rule, TermTable terms, int object) {
    BorshWriteException error =
        assertThrows(
            BorshWriteException.class,
            () ->
                BorshWriter.open(new ByteArrayOutputStream(), OPTIONS)
                    .write(withObject(terms, object), terms));
    assertEquals("cannot write statement 0 as RDF/Borsh: expected " + rule, error.getMessage());
  }

  private static StatementBatch withObject(TermTable terms, int object) {
    StatementBatch batch = new StatementBatch(1, true, true, true, false);
    batch.s[0] = terms.add(TermKind.IRI, 0, 1);
    batch.p[0] = batch.s[0];
    batch.o[0] = object;
    batch.size(1);
    return batch;
  }
}
