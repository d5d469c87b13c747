package io.github.jellybridge.jelly.columns;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.fuzz.SmallHeap;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.Reading;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** Random streams of the column layout, encoded by {@link ColumnStream}. */
public class RandomColumnsTest {
  private static final int STREAMS = TestSize.of(200, 2_000);
  private static final int MUTANTS = TestSize.of(3_000, 60_000);

  @Test
  public void randomStreamsAreReadAsTheyAre() throws Exception {
    for (int seed = 0; seed < STREAMS; seed++) {
      RandomColumns stream = new RandomColumns(seed);
      assertEquals("seed " + seed, stream.statements, Reading.read(stream.file));
      assertEquals("messages of seed " + seed, stream.messages, messages(stream.file));
    }
  }

  @Test
  public void wantedStatementsAreCompleteAfterUnwantedFrames() throws Exception {
    JellyReadOptions unread = Reading.OPTIONS.toBuilder().checkUnread(false).build();
    int missing = 0;
    for (int seed = 0; seed < STREAMS; seed++) {
      RandomColumns stream = new RandomColumns(seed);
      Term wanted = stream.statements.get(seed % stream.statements.size()).p();
      int row = 0;
      try (JellyReader reader = Reading.open(new ByteArrayInputStream(stream.file), unread)) {
        reader.filter((terms, predicate) -> Reading.term(terms, predicate).equals(wanted));
        while (reader.nextBatch(7)) {
          StatementBatch batch = reader.batch();
          TermTable terms = reader.terms();
          for (int i = 0; i < batch.size(); i++, row++) {
            Statement expected = stream.statements.get(row);
            assertEquals(expected.p(), Reading.term(terms, batch.p[i]));
            if (batch.o[i] == TermTable.NO_TERM) {
              assertNotEquals("seed " + seed, wanted, expected.p());
              missing++;
            } else {
              assertEquals(expected.s(), Reading.term(terms, batch.s[i]));
              assertEquals(expected.o(), Reading.term(terms, batch.o[i]));
              assertEquals(expected.g(), Reading.term(terms, batch.g[i]));
            }
          }
        }
      }
      assertEquals("seed " + seed, stream.statements.size(), row);
    }
    assertTrue(missing + " statements without objects", missing > STREAMS);
  }

  @Test
  public void filtersAreSetBetweenFrames() throws Exception {
    JellyReadOptions unread = Reading.OPTIONS.toBuilder().checkUnread(false).build();
    byte[] file = RandomColumns.large(1, 3, false).file;
    try (JellyReader reader = Reading.open(new ByteArrayInputStream(file), unread)) {
      reader.nextBatch(1);
      assertThrows(IllegalStateException.class, () -> reader.filter((terms, id) -> true));
    }
  }

  @Test
  public void damagedStreamsAreReadOrRefused() throws Exception {
    SmallHeap.fuzz(ColumnFuzzRun.class, MUTANTS);
  }

  private static List<Long> messages(byte[] file) throws IOException {
    List<Long> numbers = new ArrayList<>();
    try (JellyReader reader = Reading.open(new ByteArrayInputStream(file), Reading.OPTIONS)) {
      while (reader.nextBatch(7)) {
        for (int i = 0; i < reader.batch().size(); i++) {
          numbers.add(reader.batch().message(i));
        }
      }
    }
    return numbers;
  }
}
