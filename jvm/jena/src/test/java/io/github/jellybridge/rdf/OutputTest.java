package io.github.jellybridge.rdf;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.borsh.BorshWriteOptions;
import io.github.jellybridge.borsh.BorshWriter;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.patch.PatchWriteOptions;
import io.github.jellybridge.patch.PatchWriter;
import io.github.jellybridge.syntax.SyntaxWriteOptions;
import io.github.jellybridge.syntax.SyntaxWriter;
import io.github.jellybridge.testing.Cases;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Function;
import org.junit.Test;

/** Rules that the writers of all formats share, whatever they write. */
public class OutputTest {
  private static final List<Function<OutputStream, Closeable>> WRITERS =
      List.of(
          out -> JellyWriter.open(out, JellyWriteOptions.defaults()),
          out -> PatchWriter.open(out, PatchWriteOptions.defaults()),
          out -> BorshWriter.open(out, BorshWriteOptions.defaults()),
          out -> SyntaxWriter.open(out, SyntaxWriteOptions.of(Syntax.TRIG)),
          out -> SyntaxWriter.open(out, SyntaxWriteOptions.of(Syntax.RDFXML)),
          out -> SyntaxWriter.open(out, SyntaxWriteOptions.of(Syntax.JSONLD)));

  /** A disk that may be full. */
  private static final class Disk extends OutputStream {
    private final boolean full;
    private int unflushed;
    private int closed;

    Disk(boolean full) {
      super();
      this.full = full;
    }

    @Override
    public void write(int b) throws IOException {
      if (full) {
        throw new IOException("disk full");
      }
      unflushed++;
    }

    @Override
    public void flush() throws IOException {
      if (full) {
        throw new IOException("disk full");
      }
      unflushed = 0;
    }

    @Override
    public void close() {
      closed++;
    }
  }

  @Test
  public void aWriterFlushesAndClosesItsOutput() throws IOException {
    Cases.each(
        WRITERS,
        open -> {
          Disk disk = new Disk(false);
          Closeable writer = open.apply(disk);
          writer.close();
          assertEquals(writer.getClass().getName(), 0, disk.unflushed);
          assertTrue(writer.getClass().getName(), disk.closed > 0);
        });
  }

  @Test
  public void aWriterWhoseOutputFailsClosesIt() {
    Cases.each(
        WRITERS,
        open -> {
          Disk disk = new Disk(true);
          Closeable writer = open.apply(disk);
          IOException e = assertThrows(IOException.class, writer::close);
          assertEquals("disk full", e.getMessage());
          assertTrue(writer.getClass().getName(), disk.closed > 0);
        });
  }
}
