package io.github.jellybridge.spark.terms;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.table.TableOptions;
import io.github.jellybridge.spark.write.RowFileEncoder;
import io.github.jellybridge.spark.write.RowRefusedException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.util.MapData;

/** Collects terms of rows into batches of term ids and writes them. */
public final class StatementRowEncoder implements RowFileEncoder {
  /**
   * Number of statements in a batch, the same as in the reader, so that ids stay in the L1 cache.
   */
  private static final int BATCH = TableOptions.DEFAULT_BATCH_SIZE;

  /** Bytes of text in a batch above which it is written early. */
  private static final int BATCH_BYTES = 4 << 20;

  private static final int USUAL_ROW_BYTES = 500;

  /** Upper limit of the initial memory for text, in bytes. */
  private static final int TEXT_BYTES = 1 << 16;

  private final StatementSink writer;
  private final TermReader s;
  private final TermReader p;
  private final TermReader o;
  private final TermReader g;
  private final GroupColumn[] frames;
  private final Object[] frame;
  private final TermTable terms = new TermTable();
  private final StatementBatch batch;
  private final int batchSize;
  private long rows;
  private long bytes;

  /**
   * Creates an encoder.
   *
   * @param columns the columns {@code s, p, o} and, if there is one, {@code g}
   * @param frames the columns whose change starts a new frame
   */
  public StatementRowEncoder(
      StatementSink writer, List<TermColumn> columns, List<GroupColumn> frames) {
    this(writer, columns, frames, BATCH);
  }

  /**
   * Creates an encoder.
   *
   * @param batchSize number of statements that are written together
   */
  public StatementRowEncoder(
      StatementSink writer, List<TermColumn> columns, List<GroupColumn> frames, int batchSize) {
    this.writer = writer;
    this.batchSize = batchSize;
    this.s = TermReader.of(columns.get(0), terms);
    this.p = TermReader.of(columns.get(1), terms);
    this.o = TermReader.of(columns.get(2), terms);
    this.g = columns.size() > 3 ? TermReader.of(columns.get(3), terms) : null;
    this.frames = frames.toArray(GroupColumn[]::new);
    this.frame = new Object[this.frames.length];
    this.batch = new StatementBatch(batchSize, true, true, true, g != null);
    terms.reset(new byte[Math.min(TEXT_BYTES, batchSize * USUAL_ROW_BYTES)], 0);
  }

  @Override
  public void write(InternalRow row) throws IOException {
    if (frames.length > 0 && startsFrame(row) && rows > 0) {
      flush();
      writer.endFrame();
    }
    int i = batch.size();
    try {
      batch.s[i] = s.read(row);
      batch.p[i] = p.read(row);
      batch.o[i] = o.read(row);
      if (g != null) {
        batch.g[i] = g.read(row);
      }
    } catch (IllegalArgumentException e) {
      flush(); // so that an earlier invalid row is reported first
      throw new RowRefusedException(rows, e.getMessage(), e);
    }
    rows++;
    bytes += row instanceof UnsafeRow unsafe ? unsafe.getSizeInBytes() : USUAL_ROW_BYTES;
    batch.size(i + 1);
    if (i + 1 == batchSize || bytes > BATCH_BYTES) {
      flush();
    }
  }

  /**
   * Keeps rows together that form one frame by their columns: such frames are elements of a stream.
   */
  @Override
  public boolean mayEndBefore(InternalRow row) {
    return frames.length == 0 || startsFrame(row);
  }

  private boolean startsFrame(InternalRow row) {
    boolean changed = false;
    for (int i = 0; i < frames.length; i++) {
      Object value = row.get(frames[i].ordinal(), frames[i].type());
      if (!isSame(value, frame[i])) {
        frame[i] = InternalRow.copyValue(value);
        changed = true;
      }
    }
    return changed;
  }

  /** Compares values of Spark, including those of two classes that do not define equals. */
  private static boolean isSame(Object a, Object b) {
    if (a instanceof byte[] some && b instanceof byte[] others) {
      return Arrays.equals(some, others);
    }
    if (a instanceof MapData some && b instanceof MapData others) {
      return some.keyArray().equals(others.keyArray())
          && some.valueArray().equals(others.valueArray());
    }
    return Objects.equals(a, b);
  }

  private void flush() throws IOException {
    if (batch.size() == 0) {
      return;
    }
    writer.write(batch, terms);
    bytes = 0;
    batch.clear(rows);
    terms.reset(terms.data(), 0);
    terms.symbols().clearIfLarge();
    s.forget();
    p.forget();
    o.forget();
    if (g != null) {
      g.forget();
    }
  }

  @Override
  public void finish() throws IOException {
    flush();
    writer.finish();
  }
}
