package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.spark.filter.TermBytes;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;

/** Groups merged from partial results that were on disk. */
final class MergedGroups implements Groups {
  private final StructType schema;
  private final KeyDictionary keys = new KeyDictionary();
  private final PartialResults[] results;
  private final TermBytes key = new TermBytes();

  MergedGroups(StructType schema, List<PushedAggregate> measures) {
    this.schema = schema;
    this.results = measures.stream().map(PartialResults::of).toArray(PartialResults[]::new);
  }

  /** Adds the record at an offset. */
  void add(byte[] bytes, int offset) {
    GroupRecord.keys(bytes, offset, key);
    int group = keys.intern(key, 0);
    int at = key.offset + key.length;
    for (PartialResults result : results) {
      at = result.merge(group, bytes, at);
    }
  }

  @Override
  public int size() {
    return keys.size();
  }

  /** Bytes that the groups take. */
  long bytes() {
    long bytes = keys.bytes();
    for (PartialResults result : results) {
      bytes += result.bytes(size());
    }
    return bytes;
  }

  @Override
  public ColumnarBatch rows(int from, int to) {
    int count = to - from;
    ColumnVector[] vectors = new ColumnVector[schema.length()];
    KeyColumn[] columns = new KeyColumn[vectors.length - results.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new KeyColumn(schema.apply(i).dataType(), count);
    }
    for (int row = 0; row < count; row++) {
      keys.load(from + row, key);
      int at = key.offset;
      for (KeyColumn column : columns) {
        at = column.read(row, key.bytes, at);
      }
    }
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] =
          i < columns.length ? columns[i].vector() : results[i - columns.length].results(from, to);
    }
    return new ColumnarBatch(vectors, count);
  }

  /** The values of one key of some groups, read from their records. */
  private static final class KeyColumn {
    private final DataType type;
    private final boolean[] present;
    private final UTF8String[] texts;
    private final KeyColumn[] fields;

    KeyColumn(DataType type, int rows) {
      this.type = type;
      this.present = new boolean[rows];
      this.texts = new UTF8String[rows];
      this.fields =
          type instanceof StructType struct
              ? Arrays.stream(struct.fields())
                  .map(field -> new KeyColumn(field.dataType(), rows))
                  .toArray(KeyColumn[]::new)
              : new KeyColumn[0];
    }

    int read(int row, byte[] bytes, int offset) {
      int length = (int) GroupRecord.INTS.get(bytes, offset);
      int at = offset + Integer.BYTES;
      if (length == GroupRecord.NULL) {
        return at;
      }
      present[row] = true;
      for (KeyColumn field : fields) {
        at = field.read(row, bytes, at);
      }
      if (fields.length == 0) {
        texts[row] = UTF8String.fromBytes(bytes, at, length);
      }
      return at + length;
    }

    ColumnVector vector() {
      ColumnVector[] children =
          Arrays.stream(fields).map(KeyColumn::vector).toArray(ColumnVector[]::new);
      return new ResultVectors.Keys(type, present, texts, children);
    }
  }
}
