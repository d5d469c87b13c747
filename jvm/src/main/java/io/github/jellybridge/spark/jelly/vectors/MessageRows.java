package io.github.jellybridge.spark.jelly.vectors;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
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
 * <p>Each term is one finished binary struct that all statements with the term share, in memory
 * that nothing else uses.
 */
public final class MessageRows {
  /** The type of a statement; only {@code g} can be null. */
  public static final StructType STATEMENT =
      new StructType()
          .add("s", TermField.structType(), false)
          .add("p", TermField.structType(), false)
          .add("o", TermField.structType(), false)
          .add("g", TermField.structType(), true);

  /** The type of the value. */
  public static final DataType TYPE = DataTypes.createArrayType(STATEMENT, false);

  private static final int MAX_PAGE = 1 << 18;

  private final int pageBytes;
  private TermRows terms;
  private long epoch;
  private Object[] rows = new Object[16];
  private int size;

  /**
   * Starts a value.
   *
   * @param messageBytes size of the message, from which that of the terms is guessed
   */
  public MessageRows(int messageBytes) {
    pageBytes = Math.min(MAX_PAGE, 512 + 2 * Math.min(messageBytes, MAX_PAGE));
  }

  /** Adds all statements of a batch with all four columns. */
  public void add(StatementBatch batch, TermTable table) {
    if (terms == null || table.epoch() != epoch) {
      // The structs of former terms stay where they are.
      terms = new TermRows(TermField.structType(), pageBytes, table.size());
      epoch = table.epoch();
    }
    terms.sync(table);
    UnsafeRow[] made = terms.table();
    int count = batch.size();
    if (size + count > rows.length) {
      rows = Arrays.copyOf(rows, Math.max(size + count, rows.length * 2));
    }
    for (int i = 0; i < count; i++) {
      Object[] statement = {
        term(made, batch.s[i]),
        term(made, batch.p[i]),
        term(made, batch.o[i]),
        term(made, batch.g[i])
      };
      rows[size++] = new GenericInternalRow(statement);
    }
  }

  private UnsafeRow term(UnsafeRow[] made, int id) {
    UnsafeRow struct = made[id];
    return struct != null || id == TermTable.NO_TERM ? struct : terms.make(id);
  }

  /** The value; nothing can be added afterwards. */
  public ArrayData finish() {
    return new GenericArrayData(rows.length == size ? rows : Arrays.copyOf(rows, size));
  }
}
