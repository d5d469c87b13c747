package io.github.jellybridge.spark.patch;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.patch.PatchWriter;
import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.terms.TermReader;
import io.github.jellybridge.spark.write.RowFileEncoder;
import io.github.jellybridge.spark.write.RowRefusedException;
import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;

/** Collects rows of operations, which arrive in order, into batches and writes them. */
final class PatchFileEncoder implements RowFileEncoder {
  private static final int BATCH = 1024;
  private static final int BATCH_BYTES = 4 << 20;
  private static final String[] COLUMNS = {"s", "p", "o", "g", "value", "name"};
  private static final int GRAPH = 1 << 3;
  private static final int VALUE = 1 << 4;
  private static final int NAME = 1 << 5;
  private static final int STATEMENT = 1 << 0 | 1 << 1 | 1 << 2 | GRAPH;

  private final PatchWriter writer;
  private final PatchFileFormat format;
  private final TermReader[] sources = new TermReader[5];
  private final TermTable terms = new TermTable();
  private final StatementBatch batch = StatementBatch.ofOperations(BATCH, true, true, true, true);
  private final int[] ids = new int[5];
  private long rows;
  private long bytes;
  private long patch;
  private long seq;

  PatchFileEncoder(PatchWriter writer, PatchFileFormat format) {
    this.writer = writer;
    this.format = format;
    for (int i = 0; i < sources.length; i++) {
      sources[i] =
          format.terms().get(i).ordinal() < 0 ? null : TermReader.of(format.terms().get(i), terms);
    }
    terms.reset(new byte[0], 0);
  }

  @Override
  public void write(InternalRow row) throws IOException {
    byte op = order(row);
    int i = batch.size();
    try {
      for (int column = 0; column < sources.length; column++) {
        ids[column] = sources[column] == null ? 0 : sources[column].read(row);
      }
    } catch (IllegalArgumentException e) {
      throw refused(e.getMessage(), e);
    }
    boolean named = format.name() >= 0 && !row.isNullAt(format.name());
    checkColumns(op, named);
    batch.op[i] = op;
    batch.s[i] = ids[0];
    batch.p[i] = ids[1];
    batch.o[i] = ids[2];
    batch.g[i] = ids[3];
    batch.value[i] = ids[4];
    batch.name[i] = TermTable.NO_TERM;
    if (named) {
      byte[] text = row.getUTF8String(format.name()).getBytes();
      batch.name[i] = terms.addCopy(TermKind.LITERAL, text, 0, text.length);
      bytes += text.length;
    }
    for (int id : ids) {
      bytes += id == 0 ? 0 : terms.valueLength(id);
    }
    rows++;
    batch.size(i + 1);
    if (i + 1 == BATCH || bytes > BATCH_BYTES) {
      flush();
    }
  }

  /** Rejects values that an operation does not have, which would be lost, and a missing name. */
  private void checkColumns(byte op, boolean named) throws IOException {
    int found = named ? NAME : 0;
    for (int column = 0; column < ids.length; column++) {
      found |= ids[column] == TermTable.NO_TERM ? 0 : 1 << column;
    }
    int lost = found & ~columns(op);
    if (lost != 0) {
      String column = COLUMNS[Integer.numberOfTrailingZeros(lost)];
      throw refused(
          "column " + column + ": expected null for " + PatchOp.label(op) + ", found a value",
          null);
    }
    if ((columns(op) & NAME) != 0 && !named) {
      throw refused("column name: expected that of " + PatchOp.label(op) + ", found null", null);
    }
  }

  /** Returns the columns that an operation may have. */
  private static int columns(byte op) {
    return switch (op) {
      case PatchOp.ADD, PatchOp.DELETE -> STATEMENT;
      case PatchOp.ADD_NAMESPACE, PatchOp.DELETE_NAMESPACE -> NAME | VALUE | GRAPH;
      case PatchOp.HEADER -> NAME | VALUE;
      default -> 0;
    };
  }

  /**
   * Checks that a row does not repeat the position of the row before it, and ends the patch if
   * another one starts.
   */
  private byte order(InternalRow row) throws IOException {
    if (format.seq().isNullAt(row)) {
      throw refused("column seq: expected the number of the operation, found null", null);
    }
    if (format.patch() != null && format.patch().isNullAt(row)) {
      throw refused("column patch: expected the number of the patch, found null", null);
    }
    if (row.isNullAt(format.op())) {
      throw refused("expected an op (A, D, PA, PD, TX, TC, TA or H), found null", null);
    }
    String label = row.getUTF8String(format.op()).toString();
    byte op = PatchOp.of(label);
    if (op == 0) {
      throw refused("expected an op (A, D, PA, PD, TX, TC, TA or H), found " + label, null);
    }
    long thisPatch = format.patch() == null ? 0 : format.patch().of(row);
    long thisSeq = format.seq().of(row);
    if (rows > 0 && thisPatch == patch && thisSeq == seq) {
      throw refused(
          "the order is ambiguous: two operations of patch "
              + patch
              + " have seq "
              + seq
              + "; patches of several files have the same numbers, so write one file at a time (in"
              + " streams, maxFilesPerTrigger=1 from the first trigger on), or renumber the"
              + " patches",
          null);
    }
    if (rows > 0 && thisPatch != patch) {
      flush();
      try {
        writer.endPatch();
      } catch (JellyWriteException e) {
        throw new RowRefusedException(rows, message(e), e);
      }
    }
    patch = thisPatch;
    seq = thisSeq;
    return op;
  }

  private RowRefusedException refused(String message, Exception cause) throws IOException {
    flush(); // so that an earlier invalid row is reported first
    return new RowRefusedException(rows, message, cause);
  }

  private static String message(JellyWriteException e) {
    return "expected "
        + e.expected()
        + ", found "
        + e.found()
        + (e.option() == null ? "" : " (see option '" + e.option() + "')");
  }

  private void flush() throws IOException {
    if (batch.size() == 0) {
      return;
    }
    try {
      writer.write(batch, terms, 0, batch.size());
    } catch (JellyWriteException e) {
      throw new RowRefusedException(e.statement(), message(e), e);
    }
    bytes = 0;
    batch.clear(0);
    terms.reset(terms.data(), 0);
    terms.symbols().clearIfLarge();
    for (TermReader source : sources) {
      if (source != null) {
        source.forget();
      }
    }
  }

  @Override
  public void finish() throws IOException {
    flush();
    try {
      writer.finish();
    } catch (JellyWriteException e) {
      throw new RowRefusedException(Math.max(0, rows - 1), message(e), e);
    }
  }
}
