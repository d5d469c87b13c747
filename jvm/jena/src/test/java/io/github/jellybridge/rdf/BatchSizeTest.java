package io.github.jellybridge.rdf;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshReader;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jena.RiotReader;
import io.github.jellybridge.ntriples.NTriplesReader;
import io.github.jellybridge.patch.PatchReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.Test;

/** Rules that the readers of all formats share, whatever the content of a file. */
public class BatchSizeTest {
  @Test
  public void aBatchWithoutRoomIsAMistakeOfTheCallerAndNoneOfTheFile() throws IOException {
    for (StatementReader reader : readers()) {
      for (int size : new int[] {0, -1, Integer.MIN_VALUE}) {
        IllegalArgumentException e =
            assertThrows(IllegalArgumentException.class, () -> reader.nextBatch(size));
        assertEquals("a batch holds at least one statement, not " + size, e.getMessage());
      }
      reader.close();
    }
  }

  @Test
  public void aReaderThatIsClosedReadsNothingMore() throws IOException {
    for (StatementReader reader : readers()) {
      reader.close();
      reader.close();
      assertThrows(IllegalStateException.class, () -> reader.nextBatch(1));
      IllegalStateException e = assertThrows(IllegalStateException.class, reader::countStatements);
      assertEquals("the reader is closed", e.getMessage());
    }
  }

  /** Otherwise the next call would continue after the lost bytes. */
  @Test
  public void anInputThatHasFailedHasFailedForGood() {
    for (Exception failure :
        List.of(new IOException("disk on fire"), new IllegalStateException("connection lost"))) {
      for (int i = 0; i < 5; i++) {
        StatementReader reader = readers(failingOnce(failure)).get(i);
        for (int again = 0; again < 3; again++) {
          String what = reader.getClass().getName() + ", time " + again;
          assertSame(what, failure, assertThrows(Exception.class, () -> reader.nextBatch(1)));
        }
        assertSame(failure, assertThrows(Exception.class, reader::countStatements));
      }
    }
  }

  /** An input that ends, had it not failed before. */
  private static InputStream failingOnce(Exception failure) {
    return new InputStream() {
      private boolean failed;

      @Override
      public int read() throws IOException {
        boolean first = !failed;
        failed = true;
        if (first && failure instanceof IOException e) {
          throw e;
        }
        if (first) {
          throw (RuntimeException) failure;
        }
        return -1;
      }
    };
  }

  @Test
  public void aReaderClosesItsInput() throws IOException {
    int[] closed = new int[1];
    InputStream in =
        new ByteArrayInputStream(new byte[0]) {
          @Override
          public void close() {
            closed[0]++;
          }
        };
    for (StatementReader reader : readers(in)) {
      closed[0] = 0;
      reader.close();
      assertTrue(reader.getClass().getName(), closed[0] > 0);
    }
  }

  private static List<StatementReader> readers() {
    return readers(InputStream.nullInputStream());
  }

  private static List<StatementReader> readers(InputStream in) {
    return List.of(
        JellyReader.open(in, "a.jelly", JellyReadOptions.defaults()),
        PatchReader.open(in, "a.jellyp", PatchReader.defaults()),
        NTriplesReader.open(in, "a.nt", SyntaxOptions.of(Syntax.NTRIPLES)),
        RiotReader.open(in, "x:a.ttl", SyntaxOptions.of(Syntax.TURTLE)),
        BorshReader.open(in, "a.rdfb", BorshReadOptions.defaults()));
  }
}
