package io.github.jellybridge.spark.vectors;

import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.schema.TermField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Shows statements as rows whose term columns are complete binary structs. Created once per task
 * and loaded with the rows of one batch after the other.
 *
 * <p>For queries that use whole terms. If they use single fields, the vectors of {@link Projection}
 * are faster.
 */
public final class RowProjection {
  private final Map<StructType, TermRows> structs = new HashMap<>();
  // By ordinal: the id column of a term, or -1.
  private final int[] columns;
  private final Map<String, Integer> partitions = new HashMap<>();
  private final List<Extra> extras = new ArrayList<>();
  private final TermStructRow row;

  /**
   * Creates rows for a schema that {@link #suits} accepts.
   *
   * @param kind the kind of the rows, which determines the columns
   * @param schema columns of the kind, with terms as structs, and partition columns
   */
  public RowProjection(TableKind kind, StructType schema) {
    StructField[] fields = schema.fields();
    columns = new int[fields.length];
    TermRows[] sources = new TermRows[fields.length];
    for (int i = 0; i < fields.length; i++) {
      columns[i] = -1;
      int column = kind.idColumn(fields[i]);
      if (column >= 0 ? TableKind.isText(column) : kind.columns().contains(fields[i].name())) {
        extras.add(extra(i, fields[i].name()));
      } else if (column < 0) {
        partitions.put(fields[i].name(), i);
      } else {
        columns[i] = column;
        sources[i] = structs.computeIfAbsent((StructType) fields[i].dataType(), TermRows::new);
      }
    }
    row = new TermStructRow(sources);
  }

  /**
   * Tells whether rows suit a schema better than vectors: it has a term with all its fields, and no
   * numbers of statements.
   *
   * @param kind the kind of the rows, which determines the columns
   * @param metadataColumn name of the struct with the metadata of files and statements
   */
  public static boolean suits(TableKind kind, StructType schema, String metadataColumn) {
    boolean wholeTerm = false;
    for (StructField field : schema.fields()) {
      if (field.name().equals(metadataColumn)) {
        return false;
      }
      int column = kind.idColumn(field);
      if (column >= 0 && !TableKind.isText(column)) {
        if (!(field.dataType() instanceof StructType struct)) {
          return false;
        }
        wholeTerm |= struct.length() == TermField.structType().length();
      }
    }
    return wholeTerm;
  }

  private static Extra extra(int ordinal, String name) {
    return switch (name) {
      case TableKind.OP -> new OpExtra(ordinal);
      case TableKind.PATCH -> new LongExtra(ordinal, BatchRows::patchNumbers);
      case TableKind.SEQ -> new LongExtra(ordinal, BatchRows::patchSeqs);
      default -> new NameExtra(ordinal, new TermStrings(TermField.VALUE));
    };
  }

  /**
   * Sets the values that all statements of a file share, without metadata; see {@link
   * Projection#startFile}.
   */
  public void startFile(Function<String, Object> partitionValue) {
    partitions.forEach((name, ordinal) -> row.update(ordinal, partitionValue.apply(name)));
  }

  /** Loads the rows of a batch. */
  public void load(BatchRows rows) {
    TermTable terms = rows.terms();
    for (TermRows struct : structs.values()) {
      struct.sync(terms);
    }
    for (int i = 0; i < columns.length; i++) {
      if (columns[i] >= 0) {
        row.load(i, rows.ids(columns[i]));
      }
    }
    for (Extra extra : extras) {
      extra.load(rows);
    }
  }

  /** Shows one row of the batch; the row is the same object every time. */
  public InternalRow row(int index) {
    row.show(index);
    for (int i = 0; i < extras.size(); i++) {
      row.update(extras.get(i).ordinal, extras.get(i).value(index));
    }
    return row;
  }

  /** A column of operations that is not a term. */
  private abstract static class Extra {
    private final int ordinal;

    Extra(int ordinal) {
      this.ordinal = ordinal;
    }

    abstract void load(BatchRows rows);

    abstract Object value(int row);
  }

  private static final class OpExtra extends Extra {
    private BatchRows rows;

    OpExtra(int ordinal) {
      super(ordinal);
    }

    @Override
    void load(BatchRows newRows) {
      rows = newRows;
    }

    @Override
    Object value(int row) {
      return OpVector.label(rows, row);
    }
  }

  private static final class LongExtra extends Extra {
    private final BiConsumer<BatchRows, long[]> fill;
    private long[] numbers = new long[0];

    LongExtra(int ordinal, BiConsumer<BatchRows, long[]> fill) {
      super(ordinal);
      this.fill = fill;
    }

    @Override
    void load(BatchRows rows) {
      if (numbers.length < rows.size()) {
        numbers = new long[rows.size()];
      }
      fill.accept(rows, numbers);
    }

    @Override
    Object value(int row) {
      return numbers[row];
    }
  }

  private static final class NameExtra extends Extra {
    private final TermFieldVector vector;
    private final TermStrings strings;

    NameExtra(int ordinal, TermStrings strings) {
      super(ordinal);
      this.strings = strings;
      this.vector = new TermFieldVector(strings);
    }

    @Override
    void load(BatchRows rows) {
      strings.sync(rows.terms());
      vector.load(rows.ids(TableKind.NAME_IDS), rows.size());
    }

    @Override
    Object value(int row) {
      return vector.getUTF8String(row);
    }
  }
}
