package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.Test;

/** Tests the calls that a writer accepts after wrong calls, after an error and after the end. */
public class WriterStateTest {
  private final TermTable terms = new TermTable();
  private final StatementBatch batch = new StatementBatch(1, true, true, true, true);
  private final byte[] value = "http://example.org/a".getBytes(StandardCharsets.UTF_8);
  private final int iri = terms.addCopy(TermKind.IRI, value, 0, value.length);

  @Test
  public void rangesOutsideABatchAreRefused() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JellyWriter writer = JellyWriter.open(out, JellyWriteOptions.defaults());
    fill(iri);
    Cases.each(
        new int[][] {{-1, 1}, {0, 2}, {1, 0}, {2, 2}},
        range -> {
          assertThrows(
              IndexOutOfBoundsException.class,
              () -> writer.write(batch, terms, range[0], range[1]));
        });
    for (int missing = 0; missing < 3; missing++) {
      StatementBatch partial =
          new StatementBatch(1, missing != 0, missing != 1, missing != 2, true);
      assertThrows(IllegalArgumentException.class, () -> writer.write(partial, terms));
    }
    // The failed calls wrote nothing.
    writer.write(batch, terms, 1, 1);
    writer.write(batch, terms, 0, 1);
    writer.close();
    assertEquals(1, Writing.decode(out.toByteArray(), true).size());
  }

  @Test
  public void termsOutsideATableAreRefused() throws IOException {
    JellyWriter writer =
        JellyWriter.open(new ByteArrayOutputStream(), JellyWriteOptions.defaults());
    fill(terms.size());
    assertThrows(IllegalArgumentException.class, () -> writer.write(batch, terms));
  }

  @Test
  public void nothingIsWrittenAfterAnError() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JellyWriter writer = JellyWriter.open(out, JellyWriteOptions.defaults());
    fill(iri);
    writer.write(batch, terms);
    writer.endFrame();
    int before = out.size();
    fill(0);
    JellyWriteException e =
        assertThrows(JellyWriteException.class, () -> writer.write(batch, terms));
    assertEquals(1, e.statement());
    fill(iri);
    assertThrows(IllegalStateException.class, () -> writer.write(batch, terms));
    assertThrows(IllegalStateException.class, writer::endFrame);
    assertThrows(IllegalStateException.class, writer::finish);
    writer.close();
    assertEquals(before, out.size());
  }

  @Test
  public void nothingIsWrittenAfterTheEnd() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JellyWriter writer = JellyWriter.open(out, JellyWriteOptions.defaults());
    writer.finish();
    writer.finish();
    int before = out.size();
    fill(iri);
    assertThrows(IllegalStateException.class, () -> writer.write(batch, terms));
    writer.close();
    assertEquals(before, out.size());
  }

  /** Makes a batch of one statement with the given subject. */
  private void fill(int subject) {
    batch.s[0] = subject;
    batch.p[0] = iri;
    batch.o[0] = iri;
    batch.g[0] = 0;
    batch.size(1);
  }
}
