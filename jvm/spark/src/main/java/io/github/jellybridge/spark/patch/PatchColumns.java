package io.github.jellybridge.spark.patch;

import io.github.jellybridge.patch.PatchWriteOptions;
import io.github.jellybridge.spark.schema.ColumnName;
import io.github.jellybridge.spark.schema.PatchSchema;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.schema.TermFormat;
import io.github.jellybridge.spark.terms.TermColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Finds the columns of an operation among those of a query, in any order. */
final class PatchColumns {
  private PatchColumns() {}

  /**
   * Creates the format of files with these columns.
   *
   * @throws IllegalArgumentException if a column is missing, unknown or of another type
   */
  static PatchFileFormat format(
      PatchWriteOptions encoder, StructType schema, boolean caseSensitive) {
    Map<String, Integer> indexes = new HashMap<>();
    for (int i = 0; i < schema.length(); i++) {
      String name = schema.fields()[i].name();
      String known = name(name, caseSensitive);
      if (known == null || indexes.put(known, i) != null) {
        throw new IllegalArgumentException(
            "Data source 'jelly-patch' writes the columns "
                + String.join(", ", PatchSchema.TABLE.fieldNames())
                + ", each once, and does not know what to do with "
                + name
                + "; drop such columns.");
      }
    }
    List<TermColumn> terms = new ArrayList<>();
    for (String name : List.of("s", "p", "o", "g", "value")) {
      Integer at = indexes.get(name);
      DataType type = at == null ? null : schema.fields()[at].dataType();
      terms.add(
          at == null || type instanceof NullType
              ? new TermColumn(name, -1, TermFormat.STRUCT, new int[0], 0)
              : TermColumn.of(name, at, type, caseSensitive));
    }
    return new PatchFileFormat(
        encoder,
        List.copyOf(terms),
        index(indexes, schema, TableKind.OP, List.of(DataTypes.StringType), true),
        index(indexes, schema, "name", List.of(DataTypes.StringType), false),
        order(indexes, schema, TableKind.PATCH, false),
        order(indexes, schema, TableKind.SEQ, true));
  }

  private static String name(String name, boolean caseSensitive) {
    for (String known : PatchSchema.TABLE.fieldNames()) {
      if (ColumnName.same(known, name, caseSensitive)) {
        return known;
      }
    }
    return null;
  }

  /** Returns a column of whole numbers; null if it does not exist. */
  private static OrderColumn order(
      Map<String, Integer> indexes, StructType schema, String name, boolean needed) {
    int at = index(indexes, schema, name, OrderColumn.TYPES, needed);
    return at < 0 ? null : new OrderColumn(at, schema.fields()[at].dataType());
  }

  private static int index(
      Map<String, Integer> indexes,
      StructType schema,
      String name,
      List<DataType> types,
      boolean needed) {
    Integer at = indexes.get(name);
    if (at == null && needed) {
      throw new IllegalArgumentException(
          "There is no column '"
              + name
              + "' to write"
              + (name.equals(TableKind.SEQ)
                  ? ", so the order of the operations is ambiguous."
                  : "."));
    }
    if (at == null || !needed && schema.fields()[at].dataType() instanceof NullType) {
      return -1;
    }
    StructField field = schema.fields()[at];
    if (!types.contains(field.dataType())) {
      throw new IllegalArgumentException(
          "Column '"
              + name
              + "' must be of type "
              + types.stream().map(DataType::sql).collect(Collectors.joining(", "))
              + ", not "
              + field.dataType().sql());
    }
    return at;
  }
}
