package io.github.jellybridge.spark.common.write;

import java.util.List;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** What a task tells the driver: the files that it has finished. */
record FilesWritten(List<StagedFile> files) implements WriterCommitMessage {
  private static final long serialVersionUID = 1L;
}
