package io.github.jellybridge.spark.common.write;

import io.github.jellybridge.spark.common.Compression;
import io.github.jellybridge.spark.common.FileFilter;
import io.github.jellybridge.spark.common.PartitionColumns;
import io.github.jellybridge.spark.common.PartitionKeys;
import io.github.jellybridge.spark.common.SessionSettings;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.expressions.filter.AlwaysTrue;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;

/**
 * {@code DELETE} and {@code TRUNCATE}: an overwrite that writes nothing, and so needs neither job
 * nor codec. Files go as they are, so conditions have to be about partitions.
 */
public final class FileDelete {
  private static final WriterCommitMessage[] NOTHING = {};

  private final StructType partitionSchema;
  private final SessionSettings session;
  private final FileFilter partitions;
  private final List<Predicate> conditions;

  /**
   * A deletion of the rows for which all predicates are true.
   *
   * @param partitionSchema the partition columns of the files
   */
  public FileDelete(Predicate[] predicates, StructType partitionSchema, SessionSettings session) {
    this.partitionSchema = partitionSchema;
    this.session = session;
    this.partitions =
        new FileFilter(new PartitionColumns(partitionSchema, session.caseSensitive()));
    this.conditions =
        Arrays.stream(predicates).filter(predicate -> !(predicate instanceof AlwaysTrue)).toList();
  }

  /** Why nothing is deleted from tables that may not show all files of their folder. */
  public static UnsupportedOperationException ofSomeFiles() {
    return new UnsupportedOperationException(
        "Rows are deleted from all files of one folder, named by path or in a catalog; views,"
            + " globs, and tables with pathGlobFilter, modifiedBefore or modifiedAfter may be"
            + " others.");
  }

  /** Whether the predicates are true of all rows of a file, or of none. */
  public boolean isOfWholeFiles() {
    return conditions.stream().allMatch(partitions::handles);
  }

  /**
   * Deletes the files, all of them or none; {@link #isOfWholeFiles} must hold.
   *
   * @param shortName short name of the format, for messages
   * @param path the folder of the table
   */
  public void run(String shortName, String path, Configuration conf) {
    FileWriteSpec spec =
        new FileWriteSpec(
            shortName,
            path,
            UUID.randomUUID().toString(),
            null,
            List.of(),
            List.of(),
            RowOrder.NONE,
            () -> partitionSchema,
            session,
            Compression.NONE,
            0,
            conf);
    FileBatchWrite write =
        new FileBatchWrite(spec, overwrite(), new PartitionKeys(partitionSchema, session));
    try {
      write.createBatchWriterFactory(() -> NOTHING.length);
      write.commit(NOTHING);
    } catch (RuntimeException e) {
      write.abort(NOTHING);
      throw e;
    }
  }

  private Overwrite overwrite() {
    String[] names = partitionSchema.fieldNames();
    return conditions.isEmpty()
        ? Overwrite.ALL
        : Overwrite.where(key -> partitions.matches(i -> key.get(names[i]), conditions));
  }
}
