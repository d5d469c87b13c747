package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.schema.ColumnName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.colstats.ColumnStatistics;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/**
 * Numbers of the rows of a scan for the optimizer of Spark.
 *
 * @param bytes their size
 * @param counts numbers of the files, if known
 * @param passing the share of the statements that pass the filters
 * @param plan the scan
 */
record ScanStatistics(long bytes, Optional<StatementCounts> counts, double passing, ReadPlan plan)
    implements Statistics {
  private static final List<String> COLUMNS = List.of("s", "p", "o", "g");

  @Override
  public OptionalLong sizeInBytes() {
    return OptionalLong.of(bytes);
  }

  @Override
  public OptionalLong numRows() {
    return counts
        .map(known -> Math.min(plan.limit(), Math.round(known.statements() * passing)))
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  /**
   * Returns the numbers of terms, for columns of text. Of other columns Spark expects a least and a
   * greatest value as well: if these are unknown, it takes joins with the column as empty
   * (ValueInterval in its statistics estimation).
   */
  @Override
  public Map<NamedReference, ColumnStatistics> columnStats() {
    Map<NamedReference, ColumnStatistics> known = new HashMap<>();
    if (counts.isEmpty()) {
      return known;
    }
    for (StructField field : plan.schema().fields()) {
      int column = COLUMNS.indexOf(field.name());
      if (column >= 0 && field.dataType().equals(DataTypes.StringType)) {
        known.put(ColumnName.reference(field.name()), of(counts.get().columns().get(column)));
      }
    }
    return known;
  }

  private static ColumnStatistics of(StatementCounts.Column column) {
    return new ColumnStatistics() {
      @Override
      public OptionalLong distinctCount() {
        return column.distinct();
      }

      @Override
      public OptionalLong nullCount() {
        return column.none();
      }
    };
  }
}
