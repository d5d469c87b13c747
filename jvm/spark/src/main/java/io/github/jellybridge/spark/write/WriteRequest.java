package io.github.jellybridge.spark.write;

import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.publish.ExistingFiles;
import io.github.jellybridge.spark.scan.RequestedColumns;
import java.util.HashSet;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * The rows and the options of a write.
 *
 * @param options the options of the format
 * @param schema the columns of the query
 * @param existing the existing files
 * @param streaming whether it is an epoch of a stream
 * @param caseSensitive whether column names that differ in case are different names
 * @param queryId Spark's id of the query; the same for all runs of a streaming query
 */
public record WriteRequest(
    SourceOptions options,
    StructType schema,
    ExistingFiles existing,
    boolean streaming,
    boolean caseSensitive,
    String queryId) {
  private static final String MAX_RECORDS = "spark.sql.files.maxRecordsPerFile";

  /** Tells whether the rows have a column of graph names. */
  public boolean hasGraphs() {
    return RequestedColumns.hasGraphs(schema, caseSensitive);
  }

  /** Returns the names in the option {@code partitionBy}; null without it. */
  public List<String> namedPartitions() {
    String named = options.raw().get(PartitionNames.OPTION);
    return named == null ? null : PartitionNames.parse(named);
  }

  /**
   * Finds the columns of statements. In a stream, all columns without another role are partition
   * columns.
   *
   * @param frameColumns the columns whose change starts a new frame
   * @throws IllegalArgumentException if a column is missing, unknown or of another type
   */
  public RequestedColumns columns(List<String> frameColumns) {
    return RequestedColumns.find(
        options.format(), schema, streaming ? null : partitions(), frameColumns, caseSensitive);
  }

  private List<String> partitions() {
    List<String> named = namedPartitions();
    if (named != null) {
      return named;
    }
    StructType partitions = existing.partitionColumns();
    return partitions == null ? List.of() : List.of(partitions.fieldNames());
  }

  /**
   * Returns the number of rows after which a new file is started, by option or by setting; 0 for
   * never.
   */
  public long maxRecordsPerFile() {
    long ofSession = Long.parseLong(SparkSession.active().conf().get(MAX_RECORDS, "0").trim());
    return options.integerOr("maxRecordsPerFile", ofSession);
  }

  /**
   * Returns the order that the option {@code clusterBy} asks for.
   *
   * @throws IllegalArgumentException if the rows do not have one of its columns
   */
  public RowOrder clustering() {
    String option = TableWrites.CLUSTER_BY.name();
    List<String> names = options.columns(option);
    List<String> known = hasGraphs() ? List.of("s", "p", "o", "g") : List.of("s", "p", "o");
    if (!known.containsAll(names) || new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException(
          "Option 'clusterBy' must be some of the columns "
              + String.join(", ", known)
              + ", each once, such as 'p,s', but is '"
              + options.raw().get(option)
              + "'.");
    }
    return new RowOrder(names, !names.isEmpty());
  }
}
