package io.github.jellybridge.spark.scan;

import io.github.jellybridge.spark.aggregate.PushedAggregation;
import io.github.jellybridge.spark.filter.PushedFilters;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.listing.FileFilter;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.schema.TermFormat;
import io.github.jellybridge.spark.table.StatementTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;

/**
 * Collects the operations that Spark pushes down to a scan: first filters, then an aggregation, and
 * a limit. The superclass collects the columns.
 *
 * <p>Accepted operations are binding. Filters are evaluated completely, aggregates are correct for
 * the rows of a task (Spark merges them unless there is only one task), and a limit holds for each
 * task (Spark applies it again).
 */
final class PushdownScanBuilder extends StatementScanBuilder
    implements SupportsPushDownV2Filters, SupportsPushDownAggregates, SupportsPushDownLimit {
  private final TermFormat format;
  private final boolean aggregates;
  private List<FileEntry> files;
  private List<Predicate> fileFilters = List.of();
  private PushedFilters filters = PushedFilters.none();
  private PushedAggregation aggregation;
  private long limit = ReadPlan.NO_LIMIT;

  PushdownScanBuilder(StatementTable table) {
    super(table);
    this.format = table.options().termFormat();
    this.aggregates = table.kind() == TableKind.STATEMENTS;
    this.files = table.files().files();
  }

  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    FileFilter known = table.fileFilter();
    List<Predicate> onFiles = new ArrayList<>();
    List<Predicate> others = new ArrayList<>();
    for (Predicate predicate : predicates) {
      (known.handles(predicate) ? onFiles : others).add(predicate);
    }
    fileFilters = onFiles;
    files = known.prune(table.files().files(), onFiles);
    filters = PushedFilters.of(others.toArray(Predicate[]::new), table.kind(), format);
    return filters.declined();
  }

  @Override
  public Predicate[] pushedPredicates() {
    return Stream.concat(fileFilters.stream(), Stream.of(filters.accepted()))
        .toArray(Predicate[]::new);
  }

  @Override
  public boolean supportCompletePushDown(Aggregation offered) {
    return aggregates
        && complete(offered)
        && PushedAggregation.of(offered, table.schema(), format, true).isPresent();
  }

  /**
   * Tells whether the reader returns final results, so that Spark need neither shuffle nor merge:
   * one task reads every statement of each group. Many groups are written to disk without
   * encryption, so the answer is no for groups if Spark has to encrypt its local files.
   */
  private boolean complete(Aggregation offered) {
    return table.tasks().inOneTask(files)
        && (offered.groupByExpressions().length == 0 || !table.session().encryptsLocalFiles());
  }

  @Override
  public boolean pushAggregation(Aggregation offered) {
    if (!aggregates) {
      return false;
    }
    aggregation =
        PushedAggregation.of(offered, table.schema(), format, complete(offered)).orElse(null);
    return aggregation != null;
  }

  @Override
  public boolean pushLimit(int rows) {
    // Spark adds an offset to the limit without checking for an overflow of int.
    if (aggregation != null || rows < 0) {
      return false;
    }
    limit = rows;
    return true;
  }

  @Override
  public Scan build() {
    return scan(files, fileFilters, filters, aggregation, limit);
  }
}
