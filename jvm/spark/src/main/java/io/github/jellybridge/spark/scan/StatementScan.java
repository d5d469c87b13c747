package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.filter.PredicateDescription;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.listing.FileFilter;
import io.github.jellybridge.spark.metrics.MetricClasses;
import io.github.jellybridge.spark.metrics.ScanMetrics;
import io.github.jellybridge.spark.schema.ColumnName;
import io.github.jellybridge.spark.stream.FileMicroBatchStream;
import io.github.jellybridge.spark.table.StatementTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.StructType;

/**
 * A scan with all operations that were pushed down to it, as {@code explain} shows it.
 *
 * <p>While a query with a join runs, Spark passes in the partition values for which the other side
 * of the join has keys. It then requests a batch on the same thread. Only that batch applies these
 * filters: other parts of a query may share the scan without being part of the join.
 */
final class StatementScan implements SupportsReportStatistics, SupportsRuntimeV2Filtering {
  /** Number of paths that explain shows; the others are only counted. */
  private static final int SHOWN_PATHS = 3;

  private final StatementTable table;
  private final List<FileEntry> files;
  private final List<Predicate> fileFilters;
  private final ReadPlan plan;
  private final FileFilter known;
  private final ThreadLocal<List<Predicate>> runtimeFilters = ThreadLocal.withInitial(List::of);
  private volatile boolean streams;
  private volatile TaskPlanner.PartCounts parts = TaskPlanner.PartCounts.NONE;

  StatementScan(
      StatementTable table, List<FileEntry> files, List<Predicate> fileFilters, ReadPlan plan) {
    this.table = table;
    this.files = files;
    this.fileFilters = fileFilters;
    this.plan = plan;
    this.known = table.fileFilter();
  }

  @Override
  public StructType readSchema() {
    return plan.schema();
  }

  @Override
  public Batch toBatch() {
    List<FileEntry> left = known.prune(files, runtimeFilters.get());
    runtimeFilters.remove();
    return new ScanBatch(table, left, plan, planned -> parts = planned);
  }

  /**
   * Returns the partition columns of the scan, unless push-down is turned off. A scan of groups has
   * none, even if a key has the name of a partition column.
   */
  @Override
  public NamedReference[] filterAttributes() {
    if (!table.options().pushdown() || plan.aggregation() != null) {
      return new NamedReference[0];
    }
    List<String> columns = List.of(table.files().partitionSchema().fieldNames());
    return Arrays.stream(plan.schema().fieldNames())
        .filter(columns::contains)
        .map(ColumnName::reference)
        .toArray(NamedReference[]::new);
  }

  @Override
  public void filter(Predicate[] predicates) {
    runtimeFilters.set(Arrays.stream(predicates).filter(known::handles).toList());
  }

  /**
   * Reads new files, trigger by trigger. The reader is always columnar: Spark does not tell a
   * stream which columns a query uses, and vectors create only the values that are read.
   */
  @Override
  public MicroBatchStream toMicroBatchStream(String checkpointLocation) {
    streams = true;
    ReadPlan streamed = plan.ofStream();
    return new FileMicroBatchStream(
        table.streamListing(),
        table.options().stream(),
        checkpointLocation,
        found ->
            new ScanBatch(
                    table, known.prune(found, fileFilters), streamed, planned -> parts = planned)
                .planInputPartitions(),
        new StatementPartitionReaderFactory(streamed, table.conf()));
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return streams || plan.columnar()
        ? ColumnarSupportMode.SUPPORTED
        : ColumnarSupportMode.UNSUPPORTED;
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return MetricClasses.ifSeen(ScanMetrics.declared());
  }

  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return MetricClasses.ifSeen(ScanMetrics.declared()).length == 0
        ? new CustomTaskMetric[0]
        : ScanMetrics.ofParts(parts.read(), parts.skipped());
  }

  /**
   * Estimates the size from the files and the columns read. The number of rows is estimated only
   * for Spark's cost-based optimizer, which alone uses it, as that needs a look into the files.
   */
  @Override
  public Statistics estimateStatistics() {
    RuntimeConfig session = SparkSession.active().conf();
    double factor =
        Double.parseDouble(session.get("spark.sql.sources.fileCompressionFactor", "1.0"));
    double passing = plan.filters().passingShare();
    long bytes =
        SizeEstimate.of(files, table.schema(), plan.schema(), passing, plan.limit(), factor);
    boolean costBased =
        Boolean.parseBoolean(session.get("spark.sql.cbo.enabled", "false"))
            || Boolean.parseBoolean(session.get("spark.sql.cbo.planStats.enabled", "false"));
    Optional<StatementCounts> counts =
        costBased && plan.aggregation() == null ? table.tasks().counts(files) : Optional.empty();
    return new ScanStatistics(bytes, counts, passing, plan);
  }

  @Override
  public String description() {
    List<String> shown = new ArrayList<>();
    shown.add(table.name() + " " + paths());
    shown.add(
        streams
            ? "new files of a stream"
            : "Files: " + files.size() + " of " + table.files().files().size());
    Map<Boolean, List<Predicate>> ofFolders =
        fileFilters.stream().collect(Collectors.partitioningBy(known::isOfFolders));
    if (!ofFolders.get(true).isEmpty()) {
      shown.add(PredicateDescription.list("PartitionFilters", ofFolders.get(true)));
    }
    if (!ofFolders.get(false).isEmpty()) {
      shown.add(PredicateDescription.list("MetadataFilters", ofFolders.get(false)));
    }
    shown.add(plan.filters().describe());
    if (parts.skipped() > 0) {
      // Known once the tasks have been planned.
      shown.add("Parts: " + parts.read() + " of " + (parts.read() + parts.skipped()));
    }
    if (plan.aggregation() != null) {
      shown.add(plan.aggregation().describe());
    }
    if (plan.limit() != ReadPlan.NO_LIMIT) {
      shown.add("PushedLimit: " + plan.limit());
    }
    shown.add("ReadSchema: " + plan.schema().simpleString());
    return String.join(", ", shown);
  }

  private String paths() {
    List<String> all = table.options().files().paths();
    String shown = all.stream().limit(SHOWN_PATHS).collect(Collectors.joining(", "));
    return all.size() <= SHOWN_PATHS
        ? "[" + shown + "]"
        : "[" + shown + " and " + (all.size() - SHOWN_PATHS) + " more]";
  }

  @Override
  public String toString() {
    return description();
  }
}
