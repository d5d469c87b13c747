package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.common.Compression;
import io.github.jellybridge.spark.common.SessionSettings;
import io.github.jellybridge.spark.common.write.RowFileFormat;
import java.util.List;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * What a file format of RDF statements brings so that the classes of this package make a data
 * source of it. All methods are called on the driver.
 */
public interface StatementFormat {
  /** The short name of the data source. */
  String shortName();

  /**
   * Parses the options of a table that is read.
   *
   * @throws IllegalArgumentException for an unknown option or a value that is not allowed
   */
  TableOptions readOptions(CaseInsensitiveStringMap map, SessionSettings session);

  /** Whether there is an option of this name for writing. */
  boolean knowsWriteOption(String name);

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
