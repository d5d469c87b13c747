package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.terms.StatementSink;
import io.github.jellybridge.spark.write.RowRefusedException;
import java.io.IOException;

/** Writes statements of rows to a Jelly stream. */
public record JellySink(JellyWriter writer) implements StatementSink {
  @Override
  public void write(StatementBatch batch, TermTable terms) throws IOException {
    try {
      writer.write(batch, terms);
    } catch (JellyWriteException e) {
      throw new RowRefusedException(
          e.statement(),
          "expected "
              + e.expected()
              + ", found "
              + e.found()
              + (e.option() == null ? "" : " (see option '" + e.option() + "')"),
          e);
    }
  }

  @Override
  public void endFrame() throws IOException {
    writer.endFrame();
  }

  @Override
  public void finish() throws IOException {
    writer.finish();
  }
}
