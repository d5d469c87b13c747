package io.github.jellybridge.spark.patch;

import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** Shows operations as rows; a term becomes a struct once a batch. */
final class PatchRows {
  private static final UTF8String[] OPS = new UTF8String[PatchOp.HEADER + 1];
  private static final UTF8String[] KINDS = new UTF8String[TermKind.TRIPLE + 1];

  static {
    for (byte op = PatchOp.ADD; op <= PatchOp.HEADER; op++) {
      OPS[op] = UTF8String.fromString(PatchOp.label(op));
    }
    for (byte kind = TermKind.IRI; kind <= TermKind.TRIPLE; kind++) {
      KINDS[kind] = UTF8String.fromString(TermKind.label(kind));
    }
  }

  /** Gives the value of a column. */
  private interface Column {
    Object value(int i);
  }

  private final Column[] columns;
  private final Object[] values;
  private final InternalRow row;
  private final StructType partitionColumns;
  private final Map<StructType, Structs> structs = new HashMap<>();
  private Object[] partitionValues;
  private StatementBatch batch;
  private TermTable terms;
  private int at;
  private int size;
  private long patch;
  private long seq;

  PatchRows(StructType schema, StructType partitionColumns) {
    this.partitionColumns = partitionColumns;
    StructField[] fields = schema.fields();
    columns = new Column[fields.length];
    for (int i = 0; i < fields.length; i++) {
      columns[i] = column(fields[i]);
    }
    values = new Object[fields.length];
    row = new GenericInternalRow(values);
  }

  private Column column(StructField field) {
    if (field.dataType() instanceof StructType type && !isPartition(field.name())) {
      Structs of = structs.computeIfAbsent(type, Structs::new);
      return switch (field.name()) {
        case "s" -> i -> of.get(batch.s[i]);
        case "p" -> i -> of.get(batch.p[i]);
        case "o" -> i -> of.get(batch.o[i]);
        case "g" -> i -> of.get(batch.g[i]);
        default -> i -> of.get(batch.value[i]);
      };
    }
    return switch (isPartition(field.name()) ? "" : field.name()) {
      case "op" -> i -> OPS[batch.op[i]];
      case "name" -> i -> batch.name[i] == TermTable.NO_TERM ? null : value(batch.name[i]);
      case "patch" -> i -> patch;
      case "seq" -> i -> seq;
      default -> i -> partitionValues[partitionColumns.fieldIndex(field.name())];
    };
  }

  private boolean isPartition(String name) {
    return Arrays.asList(partitionColumns.fieldNames()).contains(name);
  }

  void startFile(Object[] partition) {
    partitionValues = partition;
    patch = -1;
    size = 0;
    at = 0;
  }

  void load(StatementBatch operations, TermTable table) {
    batch = operations;
    terms = table;
    size = operations.size();
    at = 0;
    structs.values().forEach(of -> of.clear(table.size()));
  }

  /** Goes to the next operation of the batch, if there is one. */
  boolean next() {
    if (at >= size) {
      return false;
    }
    if (batch.patch[at] == patch) {
      seq++;
    } else {
      patch = batch.patch[at];
      seq = 0;
    }
    for (int i = 0; i < columns.length; i++) {
      values[i] = columns[i].value(at);
    }
    at++;
    return true;
  }

  /** The current operation; the same object every time. */
  InternalRow row() {
    return row;
  }

  private UTF8String value(int id) {
    int offset = terms.valueOffset(id);
    return UTF8String.fromBytes(
        Arrays.copyOfRange(terms.data(), offset, offset + terms.valueLength(id)));
  }

  private static UTF8String text(String text) {
    return text == null ? null : UTF8String.fromString(text);
  }

  /** The terms of a batch as structs of one type. */
  private final class Structs {
    private final String[] fields;
    private InternalRow[] known = new InternalRow[0];

    Structs(StructType type) {
      fields = type.fieldNames();
    }

    void clear(int terms) {
      if (known.length < terms) {
        known = new InternalRow[terms * 2];
      } else {
        Arrays.fill(known, null);
      }
    }

    InternalRow get(int id) {
      if (id == TermTable.NO_TERM) {
        return null;
      }
      if (known[id] == null) {
        Object[] parts = new Object[fields.length];
        for (int i = 0; i < parts.length; i++) {
          parts[i] =
              switch (fields[i]) {
                case "kind" -> KINDS[terms.kind(id)];
                case "value" -> value(id);
                case "lang" -> text(terms.lang(id));
                default -> text(terms.datatype(id));
              };
        }
        known[id] = new GenericInternalRow(parts);
      }
      return known[id];
    }
  }
}
