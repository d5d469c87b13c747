package io.github.jellybridge.spark.table;

import io.github.jellybridge.files.Compression;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.publish.ExistingFiles;
import io.github.jellybridge.spark.schema.TableKind;
import io.github.jellybridge.spark.terms.GroupColumn;
import io.github.jellybridge.spark.terms.TermColumn;
import io.github.jellybridge.spark.write.RowFileFormat;
import io.github.jellybridge.spark.write.RowOrder;
import java.util.List;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A file format of RDF statements: how they are written is up to {@link StatementWrites}. */
public interface StatementFormat extends TableFormat {
  @Override
  default TableKind kind() {
    return TableKind.STATEMENTS;
  }

  @Override
  default WriteBuilder batchWrite(
      CaseInsensitiveStringMap table,
      LogicalWriteInfo info,
      SessionSettings session,
      ExistingFiles existing) {
    return new StatementWrites(this, session).batch(table, info, existing);
  }

  @Override
  default WriteBuilder streamWrite(
      CaseInsensitiveStringMap table, LogicalWriteInfo info, SessionSettings session) {
    return new StatementWrites(this, session).stream(table, info);
  }

  /**
   * Parses the options of a write.
   *
   * @param hasGraphs whether the rows have a column {@code g}
   * @param maxRecordsPerFile the session's, where the options do not say
   * @param queryId Spark's id of the query; the same for all runs of a streaming query
   * @throws IllegalArgumentException for an unknown option, a value that is not allowed, or options
   *     that contradict each other
   */
  Write writeOptions(
      CaseInsensitiveStringMap map, boolean hasGraphs, long maxRecordsPerFile, String queryId);

  /** The parsed options of a write. */
  interface Write {
    /** Columns whose change starts a new frame; empty for none. */
    List<String> frameColumns();

    /** How rows are sorted before they are written, and whether tasks share them by that order. */
    default RowOrder order() {
      return RowOrder.NONE;
    }

    /** The compression of the files. */
    Compression compression();

    /** Rows at which another file is started; 0 for never. */
    long maxRecordsPerFile();

    /**
     * Makes the encoder of files.
     *
     * @param terms the columns {@code s, p, o} and, if there is one, {@code g}
     * @param frames the columns whose change starts a new frame
     */
    RowFileFormat encoder(List<TermColumn> terms, List<GroupColumn> frames);
  }
}
