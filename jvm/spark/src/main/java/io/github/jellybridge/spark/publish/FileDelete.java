package io.github.jellybridge.spark.publish;

import io.github.jellybridge.files.CompressedOutput;
import io.github.jellybridge.files.Compression;
import io.github.jellybridge.spark.listing.FileFilter;
import io.github.jellybridge.spark.listing.PartitionColumns;
import io.github.jellybridge.spark.listing.PartitionKeys;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.write.FileBatchWrite;
import io.github.jellybridge.spark.write.FileWriteSpec;
import io.github.jellybridge.spark.write.RowOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.expressions.filter.AlwaysTrue;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;

/**
 * {@code DELETE} and {@code TRUNCATE}: an overwrite that writes nothing, and therefore needs
 * neither a Spark job nor a codec. Files are deleted as a whole, so conditions must select whole
 * partitions.
 */
public final class FileDelete {
  private static final WriterCommitMessage[] NOTHING = {};

  private final StructType partitionSchema;
  private final SessionSettings session;
  private final boolean ofWholeFiles;
  private final Overwrite overwrite;

  private FileDelete(
      StructType partitionSchema,
      SessionSettings session,
      boolean ofWholeFiles,
      Overwrite overwrite) {
    this.partitionSchema = partitionSchema;
    this.session = session;
    this.ofWholeFiles = ofWholeFiles;
    this.overwrite = overwrite;
  }

  /**
   * Creates a deletion of the rows for which all predicates are true.
   *
   * @param partitionSchema the partition columns of the files
   */
  public static FileDelete where(
      Predicate[] predicates, StructType partitionSchema, SessionSettings session) {
    FileFilter partitions =
        new FileFilter(new PartitionColumns(partitionSchema, session.caseSensitive()));
    List<Predicate> conditions =
        Arrays.stream(predicates).filter(predicate -> !(predicate instanceof AlwaysTrue)).toList();
    String[] names = partitionSchema.fieldNames();
    boolean ofWholeFiles = conditions.stream().allMatch(partitions::handles);
    // Conditions that do not select whole files delete nothing.
    FileFilter.Test test = ofWholeFiles ? partitions.test(conditions) : values -> false;
    return new FileDelete(
        partitionSchema,
        session,
        ofWholeFiles,
        conditions.isEmpty()
            ? Overwrite.ALL
            : Overwrite.where(key -> test.isTrue(i -> key.get(names[i]))));
  }

  /**
   * Creates a deletion of partitions.
   *
   * @param partitions one Catalyst value for each of the columns, in their order
   * @param partitionSchema the partition columns of the files
   */
  public static FileDelete ofPartitions(
      InternalRow[] partitions, StructType partitionSchema, SessionSettings session) {
    PartitionKeys keys = new PartitionKeys(partitionSchema, session);
    Set<Map<String, Object>> wanted =
        Arrays.stream(partitions).map(keys::ofRow).collect(Collectors.toSet());
    return new FileDelete(partitionSchema, session, true, Overwrite.where(wanted::contains));
  }

  /**
   * Creates the error for deleting or replacing files of a table that may not show all files of its
   * folder.
   */
  public static UnsupportedOperationException ofSomeFiles() {
    return new UnsupportedOperationException(
        "Rows are deleted or replaced in all files of one folder, named by path or in a catalog;"
            + " views, globs, and tables with pathGlobFilter, modifiedBefore, modifiedAfter or a"
            + " basePath above their own path may be others.");
  }

  /** Tells whether the predicates are true either for all rows of a file or for none. */
  public boolean isOfWholeFiles() {
    return ofWholeFiles;
  }

  /**
   * Deletes all the files, or none; {@link #isOfWholeFiles} must hold.
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
            CompressedOutput.of(Compression.NONE),
            0,
            conf);
    FileBatchWrite write =
        new FileBatchWrite(spec, overwrite, new PartitionKeys(partitionSchema, session));
    try {
      write.createBatchWriterFactory(() -> NOTHING.length);
      write.commit(NOTHING);
    } catch (RuntimeException e) {
      write.abort(NOTHING);
      throw e;
    }
  }
}
