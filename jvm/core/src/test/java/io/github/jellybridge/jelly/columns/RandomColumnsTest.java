package io.github.jellybridge.jelly.columns;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.fuzz.SmallHeap;
import io.github.jellybridge.jelly.BlankNodes;
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
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
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
  public void runsHaveTheTermsOfTheirStatements() throws Exception {
    int[] columns = {
      JellyReadOptions.S, JellyReadOptions.P, JellyReadOptions.O, JellyReadOptions.G
    };
    int ids = 0;
    int runs = 0;
    int longRuns = 0;
    for (int seed = 0; seed < STREAMS; seed++) {
      RandomColumns stream = new RandomColumns(seed);
      int column = columns[seed % columns.length];
      JellyReadOptions options = Reading.OPTIONS.toBuilder().columns(column).runs(true).build();
      List<Term> terms = new ArrayList<>();
      try (JellyReader reader = Reading.open(new ByteArrayInputStream(stream.file), options)) {
        int most = new int[] {1, 5, 1000}[seed % 3];
        while (reader.nextBatch(most)) {
          StatementBatch batch = reader.batch();
          assertEquals("seed " + seed, terms.size(), batch.firstStatement());
          if (batch.termRuns == null) {
            ids++;
            addColumn(batch, batch.size(), null, reader.terms(), terms);
          } else {
            int[] lengths = batch.termRuns.lengths;
            StatementBatch entries = batch.termRuns.terms;
            addColumn(entries, entries.size(), lengths, reader.terms(), terms);
            runs++;
            longRuns += entries.size() < batch.size() ? 1 : 0;
          }
          assertEquals("seed " + seed, terms.size(), batch.firstStatement() + batch.size());
        }
        assertEquals(terms.size(), reader.statementsRead());
      }
      List<Term> expected =
          stream.statements.stream().map(statement -> term(statement, column)).toList();
      assertEquals("seed " + seed, expected, terms);
    }
    assertTrue(ids + " with ids, " + runs + " with runs", Math.min(ids, longRuns) > STREAMS / 10);
  }

  /** Adds the terms of the only column, each as often as its run is long. */
  private static void addColumn(
      StatementBatch batch, int entries, int[] lengths, TermTable table, List<Term> to) {
    int[] ids =
        Stream.of(batch.s, batch.p, batch.o, batch.g).filter(Objects::nonNull).findAny().get();
    for (int i = 0; i < entries; i++) {
      Term term = Reading.term(table, ids[i]);
      to.addAll(Collections.nCopies(lengths == null ? 1 : lengths[i], term));
    }
  }

  private static Term term(Statement statement, int column) {
    return switch (column) {
      case JellyReadOptions.S -> statement.s();
      case JellyReadOptions.P -> statement.p();
      case JellyReadOptions.O -> statement.o();
      default -> statement.g();
    };
  }

  @Test
  public void blankNodesOfFramesAndSeveralColumnsHaveNoRuns() throws Exception {
    byte[] file = RandomColumns.large(1, 30, false).file;
    JellyReadOptions one = Reading.OPTIONS.toBuilder().columns(JellyReadOptions.G).build();
    assertTrue(hasRuns(file, one.toBuilder().runs(true).build()));
    assertFalse(hasRuns(file, one));
    assertFalse(hasRuns(file, one.toBuilder().runs(true).blankNodes(BlankNodes.FRAME).build()));
    assertFalse(hasRuns(file, Reading.OPTIONS.toBuilder().runs(true).build()));
  }

  private static boolean hasRuns(byte[] file, JellyReadOptions options) throws IOException {
    boolean found = false;
    try (JellyReader reader = Reading.open(new ByteArrayInputStream(file), options)) {
      while (reader.nextBatch(20)) {
        found |= reader.batch().termRuns != null;
      }
    }
    return found;
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
