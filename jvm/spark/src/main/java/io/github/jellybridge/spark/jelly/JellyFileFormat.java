package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.spark.terms.GroupColumn;
import io.github.jellybridge.spark.terms.StatementRowEncoder;
import io.github.jellybridge.spark.terms.TermColumn;
import io.github.jellybridge.spark.write.RowFileEncoder;
import io.github.jellybridge.spark.write.RowFileFormat;
import java.io.OutputStream;
import java.util.List;

/**
 * Jelly files for the rows of a query.
 *
 * @param codec how to write
 * @param terms the columns {@code s, p, o} and, if there is one, {@code g}
 * @param frames the columns whose change starts a new frame
 */
public record JellyFileFormat(
    JellyWriteOptions codec, List<TermColumn> terms, List<GroupColumn> frames)
    implements RowFileFormat {
  private static final long serialVersionUID = 1L;

  @Override
  public String extension() {
    return ".jelly";
  }

  @Override
  public RowFileEncoder open(OutputStream out) {
    return new StatementRowEncoder(new JellySink(JellyWriter.open(out, codec)), terms, frames);
  }
}
