package io.github.jellybridge.spark.patch;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.patch.PatchReader;
import io.github.jellybridge.spark.common.CorruptFileException;
import io.github.jellybridge.spark.common.Decompression;
import io.github.jellybridge.spark.common.FileEntry;
import io.github.jellybridge.spark.common.FileInputPartition;
import io.github.jellybridge.spark.common.FileSlice;
import io.github.jellybridge.spark.common.TaskInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the files of one task as rows, one file after the other, each in its order. */
final class PatchFileReader implements PartitionReader<InternalRow> {
  private static final Logger LOG = LoggerFactory.getLogger(PatchFileReader.class);
  private static final int BATCH = 1024;

  private final PatchReadPlan plan;
  private final Configuration conf;
  private final Iterator<FileSlice> slices;
  private final PatchRows rows;
  private FileEntry file;
  private TaskInputStream raw;
  private PatchReader reader;

  PatchFileReader(PatchReadPlan plan, Configuration conf, FileInputPartition partition) {
    this.plan = plan;
    this.conf = conf;
    this.slices = partition.slices().iterator();
    this.rows = new PatchRows(plan.schema(), plan.partitionColumns());
  }

  @Override
  public boolean next() throws IOException {
    while (!rows.next()) {
      if (!nextBatch()) {
        return false;
      }
    }
    return true;
  }

  private boolean nextBatch() throws IOException {
    while (reader != null || openNext()) {
      try {
        if (reader.nextBatch(BATCH)) {
          rows.load(reader.batch(), reader.terms());
          return true;
        }
        close();
      } catch (IOException | RuntimeException e) {
        giveUp(e);
      }
    }
    return false;
  }

  private boolean openNext() throws IOException {
    while (slices.hasNext()) {
      file = slices.next().file();
      try {
        raw = TaskInputStream.open(file.hadoopPath(), conf);
        InputStream in =
            Decompression.decompress(raw, file.hadoopPath(), plan.maxDecompressedBytes());
        reader = PatchReader.open(in, file.uri(), plan.codec());
        rows.startFile(file.partitionValues());
        return true;
      } catch (FileNotFoundException e) {
        if (!plan.ignoreMissingFiles()) {
          throw new IOException(
              file.uri() + " is gone; set ignoreMissingFiles=true to leave out such files.", e);
        }
        LOG.warn("Left out {}, which is gone: {}", file.uri(), e.getMessage());
      } catch (IOException | RuntimeException e) {
        giveUp(e);
      }
    }
    return false;
  }

  /** Leaves out the rest of the current file if the options say so, else fails. */
  private void giveUp(Exception e) throws IOException {
    try {
      close();
    } catch (IOException closing) {
      e.addSuppressed(closing);
    }
    // A killed task and a lack of rights are no faults of the file.
    boolean outside =
        e instanceof InterruptedIOException
            || e instanceof ClosedByInterruptException
            || e instanceof AccessControlException;
    boolean malformed = malformed(e);
    if (!outside && plan.tolerant() && (malformed || plan.anyFailure())) {
      LOG.warn("Left out the rest of {}: {}", file.uri(), e.toString());
      return;
    }
    if (outside || malformed && e instanceof IOException) {
      throw (IOException) e;
    }
    throw new IOException("Cannot read " + file.uri() + ": " + e.getMessage(), e);
  }

  private static boolean malformed(Throwable e) {
    return e != null
        && (e instanceof JellyParseException
            || e instanceof CorruptFileException
            || malformed(e.getCause()));
  }

  @Override
  public InternalRow get() {
    return rows.row();
  }

  @Override
  public void close() throws IOException {
    PatchReader open = reader;
    TaskInputStream stream = raw;
    reader = null;
    raw = null;
    if (open != null) {
      open.close();
    } else if (stream != null) {
      stream.close();
    }
    if (stream != null) {
      stream.account();
    }
  }
}
