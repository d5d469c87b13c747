package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.schema.ColumnName;
import io.github.jellybridge.spark.schema.StatementSchema;
import io.github.jellybridge.spark.terms.GroupColumn;
import io.github.jellybridge.spark.terms.TermColumn;
import io.github.jellybridge.spark.write.PartitionColumn;
import io.github.jellybridge.spark.write.PartitionPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of a statement, of the partitions and of the frames among the columns of a query, in
 * any order.
 *
 * @param terms the columns {@code s, p, o} and, if there is one, {@code g}
 * @param partitions the partition columns, outermost first
 * @param frames the columns whose change starts a new frame
 */
public record RequestedColumns(
    List<TermColumn> terms, List<PartitionColumn> partitions, List<GroupColumn> frames) {

  /**
   * Finds the columns.
   *
   * @param format short name of the data source, for errors
   * @param schema the columns of the query
   * @param partitionNames the partition columns; null to take all columns without another role
   * @param frameNames the columns whose change starts a new frame
   * @param caseSensitive whether names that differ in case are different names
   * @throws IllegalArgumentException if a column is missing, unknown or of another type
   */
  public static RequestedColumns find(
      String format,
      StructType schema,
      List<String> partitionNames,
      List<String> frameNames,
      boolean caseSensitive) {
    Finder finder = new Finder(schema, caseSensitive);
    List<TermColumn> terms = new ArrayList<>();
    for (String name : StatementSchema.TERM_COLUMNS) {
      int at = finder.find(name, name.equals("g"));
      // A column of type void, which is always null, means that there are no graph names.
      if (at >= 0 && !(name.equals("g") && schema.fields()[at].dataType() instanceof NullType)) {
        terms.add(TermColumn.of(name, at, schema.fields()[at].dataType(), caseSensitive));
      }
    }
    List<GroupColumn> frames = new ArrayList<>();
    for (String name : frameNames) {
      int at = finder.find(name, false);
      frames.add(new GroupColumn(at, schema.fields()[at].dataType()));
    }
    List<PartitionColumn> partitions = new ArrayList<>();
    for (String name : partitionNames == null ? finder.unused() : partitionNames) {
      int at = finder.find(name, false);
      if (partitions.stream().anyMatch(column -> column.ordinal() == at)) {
        throw new IllegalArgumentException(
            "Column '" + name + "' is named twice in partitionBy; its values make folders once.");
      }
      partitions.add(partition(schema.fields()[at], at));
    }
    if (!finder.unused().isEmpty()) {
      throw new IllegalArgumentException(
          "Data source '"
              + format
              + "' writes the columns s, p, o and g, and does not know what to do with "
              + String.join(", ", finder.unused())
              + "; drop such columns, or name them in partitionBy"
              + (format.equals("jelly") ? " or in the option 'frameColumns'." : "."));
    }
    return new RequestedColumns(List.copyOf(terms), List.copyOf(partitions), List.copyOf(frames));
  }

  /** Tells whether there is a column of graph names. */
  public static boolean hasGraphs(StructType schema, boolean caseSensitive) {
    int at = new Finder(schema, caseSensitive).find("g", true);
    return at >= 0 && !(schema.fields()[at].dataType() instanceof NullType);
  }

  private static PartitionColumn partition(StructField field, int at) {
    if (StatementSchema.TERM_COLUMNS.stream().anyMatch(field.name()::equalsIgnoreCase)) {
      throw new IllegalArgumentException(
          "Column '" + field.name() + "' is part of the statements and cannot be a partition.");
    }
    if (StatementSchema.METADATA.equalsIgnoreCase(field.name())) {
      throw new IllegalArgumentException(
          "Column '"
              + field.name()
              + "' cannot be a partition, as tables have a hidden column of this name; rename it.");
    }
    if (!PartitionPath.supports(field.dataType())) {
      throw new IllegalArgumentException(
          "Partition column '"
              + field.name()
              + "' is of type "
              + field.dataType().catalogString()
              + ", whose values cannot be names of folders.");
    }
    return new PartitionColumn(field.name(), at, field.dataType());
  }

  /** Finds columns by name, and tracks the unused ones. */
  private static final class Finder {
    private final StructType schema;
    private final boolean caseSensitive;
    private final Set<Integer> used = new TreeSet<>();

    Finder(StructType schema, boolean caseSensitive) {
      this.schema = schema;
      this.caseSensitive = caseSensitive;
    }

    int find(String name, boolean optional) {
      int found = -1;
      for (int i = 0; i < schema.length(); i++) {
        String other = schema.fields()[i].name();
        if (ColumnName.same(other, name, caseSensitive)) {
          if (found >= 0) {
            throw new IllegalArgumentException("There are several columns named '" + name + "'.");
          }
          found = i;
        }
      }
      if (found < 0 && !optional) {
        throw new IllegalArgumentException(
            "There is no column '"
                + name
                + "' to write, but only "
                + String.join(", ", schema.fieldNames())
                + ".");
      }
      used.add(found);
      return found;
    }

    List<String> unused() {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < schema.length(); i++) {
        if (!used.contains(i)) {
          names.add(schema.fields()[i].name());
        }
      }
      return names;
    }
  }
}
