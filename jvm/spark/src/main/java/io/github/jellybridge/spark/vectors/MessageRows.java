package io.github.jellybridge.spark.vectors;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.schema.TermField;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The statements of one message as a value that Spark may keep: an array of {@code struct<s, p, o,
 * g>}.
 *
 * <p>Each term is one complete binary struct, shared by all statements with the term. Its memory is
 * not used for anything else.
 */
public final class MessageRows {
  /** The type of a statement; only {@code g} can be null. */
  public static final StructType STATEMENT =
      new StructType()
          .add("s", TermField.structType(), false)
          .add("p", TermField.structType(), false)
          .add("o", TermField.structType(), false)
          .add("g", TermField.nullableStructType(), true);

  /** The type of the value. */
  public static final DataType TYPE = DataTypes.createArrayType(STATEMENT, false);

  private static final int MOST_FIRST_BYTES = 1 << 17;

  private final int firstBytes;
  private TermRows terms;
  // The structs by term id.
  private UnsafeRow[] made;
  private long epoch;
  private Object[] rows = new Object[16];
  private int size;

  /**
   * Starts a value.
   *
   * @param messageBytes size of the message, from which the size of the terms is estimated
   */
  public MessageRows(int messageBytes) {
    firstBytes = 512 + 2 * Math.min(messageBytes, MOST_FIRST_BYTES);
  }

  /** Adds all statements of a batch with all four columns. */
  public void add(StatementBatch batch, TermTable table) {
    if (terms == null || table.epoch() != epoch) {
      // The structs of earlier terms stay valid.
      terms = new TermRows(TermField.structType(), firstBytes, table.size());
      made = new UnsafeRow[table.size()];
      epoch = table.epoch();
    }
    terms.sync(table);
    if (table.size() > made.length) {
      made = Arrays.copyOf(made, Math.max(table.size(), made.length * 2));
    }
    int count = batch.size();
    if (size + count > rows.length) {
      rows = Arrays.copyOf(rows, Math.max(size + count, rows.length * 2));
    }
    for (int i = 0; i < count; i++) {
      Object[] statement = {term(batch.s[i]), term(batch.p[i]), term(batch.o[i]), term(batch.g[i])};
      rows[size++] = new GenericInternalRow(statement);
    }
  }

  private UnsafeRow term(int id) {
    if (made[id] == null && id != TermTable.NO_TERM) {
      made[id] = terms.struct(id);
    }
    return made[id];
  }

  /** Returns the value; nothing can be added afterwards. */
  public ArrayData finish() {
    return new GenericArrayData(rows.length == size ? rows : Arrays.copyOf(rows, size));
  }
}
