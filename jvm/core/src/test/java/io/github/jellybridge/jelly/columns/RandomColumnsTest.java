package io.github.jellybridge.jelly.columns;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.fuzz.SmallHeap;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.Reading;
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
