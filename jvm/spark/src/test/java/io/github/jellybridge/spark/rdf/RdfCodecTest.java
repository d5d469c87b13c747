package io.github.jellybridge.spark.rdf;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.RdfParseException;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.options.ReadAheadMode;
import io.github.jellybridge.spark.scan.FileSlice;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.Test;

/** Tests when a second thread reads files in RDF syntaxes: on request, or where it helps. */
public class RdfCodecTest {
  private static final int STATEMENTS = 60_000;
  private static final Configuration CONF = new Configuration(false);

  /** Records the threads that read. */
  private static final class Watched extends FilterInputStream {
    private final Set<Thread> threads = new HashSet<>();
    private boolean closed;

    Watched(String text) {
      super(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      threads.add(Thread.currentThread());
      return super.read(target, offset, length);
    }

    @Override
    public void close() throws IOException {
      closed = true;
      super.close();
    }
  }

  private static String lines() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < STATEMENTS; i++) {
      text.append("<http://a/s").append(i).append("> <http://a/p> \"text\" .\n");
    }
    return text.toString();
  }

  private static FileSlice file(String path) {
    return FileSlice.whole(new FileEntry(path, 1, 0, new Object[0], new String[0]));
  }

  private static RdfCodec codec(ReadAheadMode mode) {
    return new RdfCodec(SyntaxOptions.of(null), true, mode, true);
  }

  private static long count(StatementReader reader) throws IOException {
    long statements = 0;
    while (reader.nextBatch(1000)) {
      statements += reader.batch().size();
    }
    return statements;
  }

  private static boolean readsAhead(ReadAheadMode mode, int tasks, String path) throws IOException {
    Watched in = new Watched(lines());
    try (StatementReader reader =
        codec(mode).opener(tasks, CONF).open(in, file(path), false, null)) {
      assertEquals(STATEMENTS, count(reader));
    }
    assertTrue(in.closed);
    return in.threads.size() == 2;
  }

  @Test
  public void autoReadsAheadInOneTaskAndFromAfar() throws IOException {
    Cases.each(
        new String[] {"a.nt", "a.ttl"},
        name -> {
          assertTrue(readsAhead(ReadAheadMode.AUTO, 1, "file:/data/" + name));
          assertFalse(readsAhead(ReadAheadMode.AUTO, 2, "file:/data/" + name));
          assertTrue(readsAhead(ReadAheadMode.AUTO, 2, "s3a://data/" + name));
          assertTrue(readsAhead(ReadAheadMode.TRUE, 2, "file:/data/" + name));
          assertFalse(readsAhead(ReadAheadMode.FALSE, 1, "s3a://data/" + name));
        });
  }

  @Test
  public void malformedInputIsRefusedWhereItIs() throws IOException {
    Watched in = new Watched(lines() + "<a> .\n");
    try (StatementReader reader =
        codec(ReadAheadMode.TRUE).opener(1, CONF).open(in, file("file:/data/a.nt"), false, null)) {
      RdfParseException e = assertThrows(RdfParseException.class, () -> count(reader));
      assertTrue(e.getMessage(), e.getMessage().contains("line " + (STATEMENTS + 1)));
    }
  }

  @Test
  public void theStreamIsClosedWhereAFileCannotBeOpened() {
    Watched in = new Watched(lines());
    FileSlice file = file("file:/data/a.unknown");
    assertThrows(
        IllegalArgumentException.class,
        () -> codec(ReadAheadMode.TRUE).opener(1, CONF).open(in, file, false, null).close());
    assertTrue(in.closed);
  }
}
