package io.github.jellybridge.spark.terms;

import io.github.jellybridge.spark.schema.ColumnName;
import io.github.jellybridge.spark.schema.TermFormat;
import java.io.Serializable;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A column of terms in the rows of a query.
 *
 * @param name {@code s}, {@code p}, {@code o} or {@code g}
 * @param ordinal its position in the rows
 * @param format whether it holds structs or N-Triples text
 * @param fields for structs, the positions of {@code kind, value, lang, datatype}; -1 for a field
 *     that is missing or always null
 * @param width for structs, the number of fields
 */
public record TermColumn(String name, int ordinal, TermFormat format, int[] fields, int width)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final String[] FIELDS = {"kind", "value", "lang", "datatype"};

  /** Number of fields that a struct must have. */
  private static final int NEEDED = 2;

  /**
   * Describes a column.
   *
   * @throws IllegalArgumentException if it cannot hold terms
   */
  public static TermColumn of(String name, int ordinal, DataType type, boolean caseSensitive) {
    if (type instanceof StringType) {
      return new TermColumn(name, ordinal, TermFormat.NTRIPLES, new int[0], 0);
    }
    if (!(type instanceof StructType struct)) {
      throw wrong(name, type);
    }
    int[] fields = {-1, -1, -1, -1};
    for (int i = 0; i < struct.length(); i++) {
      int field = field(struct.fields()[i], caseSensitive);
      if (field < 0 || fields[field] >= 0) {
        throw wrong(name, type);
      }
      fields[field] = i;
    }
    for (int field = 0; field < fields.length; field++) {
      if (field < NEEDED && fields[field] < 0) {
        throw wrong(name, type);
      }
      if (fields[field] >= 0 && struct.fields()[fields[field]].dataType() instanceof NullType) {
        // A field that is always null counts as missing.
        fields[field] = -1;
      }
    }
    return new TermColumn(name, ordinal, TermFormat.STRUCT, fields, struct.length());
  }

  /** Returns the number of this field in a term; -1 for other fields. */
  private static int field(StructField field, boolean caseSensitive) {
    for (int i = 0; i < FIELDS.length; i++) {
      boolean same = ColumnName.same(FIELDS[i], field.name(), caseSensitive);
      DataType type = field.dataType();
      if (same && (type instanceof StringType || i >= NEEDED && type instanceof NullType)) {
        return i;
      }
    }
    return -1;
  }

  private static IllegalArgumentException wrong(String name, DataType type) {
    return new IllegalArgumentException(
        "Column '"
            + name
            + "' must hold terms: struct<kind:string,value:string,lang:string,datatype:string>, or"
            + " a string of N-Triples text; but it is "
            + type.catalogString()
            + ".");
  }
}
