package io.github.jellybridge.spark.rdf;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.SyntaxWriteException;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.terms.StatementSink;
import io.github.jellybridge.spark.write.RowRefusedException;
import io.github.jellybridge.syntax.SyntaxWriter;
import java.io.IOException;

/** Writes statements of rows to a file in a syntax of RDF. */
record RdfSink(SyntaxWriter writer) implements StatementSink {
  @Override
  public void write(StatementBatch batch, TermTable terms) throws IOException {
    try {
      writer.write(batch, terms, 0, batch.size());
    } catch (SyntaxWriteException e) {
      throw new RowRefusedException(
          e.statement(), "expected " + e.expected() + ", found " + e.found(), e);
    }
  }

  @Override
  public void finish() throws IOException {
    writer.finish();
  }
}
