package io.github.jellybridge.ntriples;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.rdf.TermTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.Test;

/** Tests that language tags are kept from batch to batch, up to a limit on their total length. */
public class LongSymbolsTest {
  private static final int TAGS = 60;
  private static final String TAG = "en" + "-abcdefgh".repeat(100_000);

  private static void assertFew(TermTable terms) {
    SymbolTable symbols = terms.symbols();
    long bytes = 0;
    for (int id = 1; id < symbols.size(); id++) {
      bytes += symbols.bytes(id).length;
    }
    assertTrue(bytes + " bytes", bytes < TAGS * (long) TAG.length() / 2);
  }

  @Test
  public void longTagsDoNotPileUp() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < TAGS; i++) {
      text.append("<http://x/s> <http://x/p> \"\"@").append(TAG).append("-x-").append(i);
      text.append(" .\n");
    }
    ByteArrayOutputStream jelly = new ByteArrayOutputStream();
    JellyWriteOptions written = JellyWriteOptions.builder().checkpointBytes(0).build();
    try (NTriplesReader reader = Text.open(Text.utf8(text.toString()), Text.TRIPLES);
        JellyWriter writer = JellyWriter.open(jelly, written)) {
      while (reader.nextBatch(1)) {
        assertFew(reader.terms());
        writer.write(reader.batch(), reader.terms());
      }
      writer.finish();
    }
    int count = 0;
    try (JellyReader reader =
        JellyReader.open(
            new ByteArrayInputStream(jelly.toByteArray()), "f", JellyReadOptions.defaults())) {
      while (reader.nextBatch(1)) {
        assertFew(reader.terms());
        count += reader.batch().size();
      }
    }
    assertEquals(TAGS, count);
  }
}
