package io.github.jellybridge.spark.borsh;

import io.github.jellybridge.borsh.BorshWriteOptions;
import io.github.jellybridge.borsh.BorshWriter;
import io.github.jellybridge.spark.terms.TermColumn;
import io.github.jellybridge.spark.write.RowFileEncoder;
import io.github.jellybridge.spark.write.RowFileFormat;
import java.io.OutputStream;
import java.util.List;

/**
 * RDF/Borsh files for the rows of a query.
 *
 * @param codec how to write
 * @param maxFileBytes largest size of both blocks of a file in bytes, before compression
 * @param terms the columns {@code s, p, o} and, if there is one, {@code g}
 */
record BorshFileFormat(BorshWriteOptions codec, long maxFileBytes, List<TermColumn> terms)
    implements RowFileFormat {
  private static final long serialVersionUID = 1L;

  @Override
  public String extension() {
    return ".rdfb";
  }

  @Override
  public RowFileEncoder open(OutputStream out) {
    return new BorshRowEncoder(BorshWriter.open(out, codec), maxFileBytes, terms);
  }
}
