package io.github.jellybridge.spark.jelly.vectors;

import io.github.jellybridge.rdf.TermTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Shows statements as rows whose term columns are finished binary structs; made once a task and
 * loaded with the rows of one batch after the other.
 *
 * <p>This is for queries that take terms as a whole. Where they take single fields, the vectors of
 * {@link Projection} are quicker.
 */
public final class RowProjection {
  private static final String TERM_COLUMNS = "spog";

  private final Map<StructType, TermRows> structs = new HashMap<>();
  private final int[] columns;
  private final int[] ordinals;
  private final TermRows[] sources;
  private final int[][] ids;
  private final UnsafeRow[][] tables;
  private final Map<String, Integer> facts = new HashMap<>();
  private final Object[] values;
  private final InternalRow row;

  /**
   * Makes rows for a schema that {@link #suits} accepts.
   *
   * @param schema term columns {@code s, p, o, g} as structs, and partition columns
   */
  public RowProjection(StructType schema) {
    StructField[] fields = schema.fields();
    List<Integer> found = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    List<TermRows> rows = new ArrayList<>();
    for (int i = 0; i < fields.length; i++) {
      int column = termColumn(fields[i]);
      if (column < 0) {
        facts.put(fields[i].name(), i);
      } else {
        found.add(column);
        places.add(i);
        rows.add(structs.computeIfAbsent((StructType) fields[i].dataType(), TermRows::new));
      }
    }
    columns = found.stream().mapToInt(Integer::intValue).toArray();
    ordinals = places.stream().mapToInt(Integer::intValue).toArray();
    sources = rows.toArray(TermRows[]::new);
    ids = new int[columns.length][];
    tables = new UnsafeRow[columns.length][];
    values = new Object[fields.length];
    row = new GenericInternalRow(values);
  }

  /**
   * Whether rows serve a schema better than vectors: it takes a term with all its fields, and no
   * numbers of statements.
   *
   * @param metadataColumn name of the struct with facts about files and statements
   */
  public static boolean suits(StructType schema, String metadataColumn) {
    boolean wholeTerm = false;
    for (StructField field : schema.fields()) {
      if (field.name().equals(metadataColumn)) {
        return false;
      }
      if (termColumn(field) >= 0) {
        if (!(field.dataType() instanceof StructType struct)) {
          return false;
        }
        wholeTerm |= struct.length() == TermField.structType().length();
      }
    }
    return wholeTerm;
  }

  private static int termColumn(StructField field) {
    return field.name().length() == 1 ? TERM_COLUMNS.indexOf(field.name()) : -1;
  }

  /** As {@link Projection#startFile}. */
  public void startFile(Function<String, Object> value) {
    facts.forEach((name, ordinal) -> values[ordinal] = value.apply(name));
  }

  /** Takes the rows of a batch. */
  public void load(StatementRows rows) {
    TermTable terms = rows.terms();
    for (TermRows struct : structs.values()) {
      struct.sync(terms);
    }
    for (int i = 0; i < columns.length; i++) {
      ids[i] = rows.ids(columns[i]);
      tables[i] = sources[i].table();
    }
  }

  /** Shows one row of the batch; the row is the same object every time. */
  public InternalRow row(int index) {
    for (int i = 0; i < ordinals.length; i++) {
      int id = ids[i][index];
      UnsafeRow struct = tables[i][id];
      if (struct == null && id != TermTable.NO_TERM) {
        struct = sources[i].make(id);
      }
      values[ordinals[i]] = struct;
    }
    return row;
  }
}
