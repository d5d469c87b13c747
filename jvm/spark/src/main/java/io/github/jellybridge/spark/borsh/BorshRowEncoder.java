package io.github.jellybridge.spark.borsh;

import io.github.jellybridge.borsh.BorshWriteException;
import io.github.jellybridge.borsh.BorshWriter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.terms.TermColumn;
import io.github.jellybridge.spark.terms.TermReader;
import io.github.jellybridge.spark.write.RowFileEncoder;
import io.github.jellybridge.spark.write.RowRefusedException;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Writes rows to an RDF/Borsh file, one at a time, because whether a row still fits depends on the
 * terms of all rows before it.
 */
final class BorshRowEncoder implements RowFileEncoder {
  /** Number of terms at which the table is emptied, small enough for the CPU's caches. */
  private static final int MAX_TERMS = 1 << 12;

  /** Bytes of text at which the table is emptied, whatever the number of terms. */
  private static final int MAX_BYTES = 4 << 20;

  private static final int TEXT_BYTES = 1 << 14;

  private final BorshWriter writer;
  private final long maxFileBytes;
  private final TermReader[] sources;
  private final TermTable terms = new TermTable();
  private final StatementBatch batch;
  private long rows;
  private long bytes;

  BorshRowEncoder(BorshWriter writer, long maxFileBytes, List<TermColumn> columns) {
    this.writer = writer;
    this.maxFileBytes = maxFileBytes;
    this.sources =
        columns.stream().map(column -> TermReader.of(column, terms)).toArray(TermReader[]::new);
    this.batch = new StatementBatch(1, true, true, true, columns.size() > 3);
    this.batch.size(1);
    terms.reset(new byte[TEXT_BYTES], 0);
  }

  @Override
  public boolean offer(InternalRow row) throws IOException {
    if (terms.size() > MAX_TERMS || bytes > MAX_BYTES || terms.symbols().isLarge()) {
      forget();
    }
    try {
      batch.s[0] = sources[0].read(row);
      batch.p[0] = sources[1].read(row);
      batch.o[0] = sources[2].read(row);
      if (batch.g != null) {
        batch.g[0] = sources[3].read(row);
      }
      bytes += bytes(batch.s) + bytes(batch.p) + bytes(batch.o) + bytes(batch.g);
      if (writer.writeWhatFits(batch, terms, 0, 1, maxFileBytes) == 0) {
        return false;
      }
    } catch (IllegalArgumentException e) {
      throw new RowRefusedException(rows, e.getMessage(), e);
    } catch (BorshWriteException e) {
      throw new RowRefusedException(rows, "expected " + e.expected() + ", found " + e.found(), e);
    }
    rows++;
    return true;
  }

  private int bytes(int[] column) {
    return column == null || column[0] == TermTable.NO_TERM ? 0 : terms.valueLength(column[0]);
  }

  private void forget() {
    bytes = 0;
    terms.reset(terms.data(), 0);
    terms.symbols().clearIfLarge();
    for (TermReader source : sources) {
      source.forget();
    }
  }

  @Override
  public void write(InternalRow row) throws IOException {
    if (!offer(row)) {
      throw new IllegalStateException("an empty file has room for every row");
    }
  }

  @Override
  public void finish() throws IOException {
    writer.finish();
  }
}
