package io.github.jellybridge.spark.rdf;

import io.github.jellybridge.spark.terms.StatementRowEncoder;
import io.github.jellybridge.spark.terms.TermColumn;
import io.github.jellybridge.spark.write.RowFileEncoder;
import io.github.jellybridge.spark.write.RowFileFormat;
import io.github.jellybridge.syntax.SyntaxWriteOptions;
import io.github.jellybridge.syntax.SyntaxWriter;
import java.io.OutputStream;
import java.util.List;

/**
 * Files in a syntax of RDF for the rows of a query.
 *
 * @param codec how to write
 * @param terms the columns {@code s, p, o} and, if there is one, {@code g}
 */
record RdfFileFormat(SyntaxWriteOptions codec, List<TermColumn> terms) implements RowFileFormat {
  private static final long serialVersionUID = 1L;

  @Override
  public String extension() {
    return "." + codec.syntax().extensions().get(0);
  }

  @Override
  public RowFileEncoder open(OutputStream out) {
    return new StatementRowEncoder(new RdfSink(SyntaxWriter.open(out, codec)), terms, List.of());
  }
}
