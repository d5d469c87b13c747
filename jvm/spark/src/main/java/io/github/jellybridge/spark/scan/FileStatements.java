package io.github.jellybridge.spark.scan;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.files.CorruptFileException;
import io.github.jellybridge.files.UnsupportedCompressionException;
import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.RdfParseException;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.filter.StatementSource;
import io.github.jellybridge.spark.io.InputFileName;
import io.github.jellybridge.spark.io.TaskInputStream;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.metrics.ScanMetrics;
import io.github.jellybridge.spark.options.ReadMode;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The statements of the files of one task, one file after the other. Opens and closes the files,
 * and decides on missing and broken ones.
 */
final class FileStatements implements StatementSource {
  private static final Logger LOG = LoggerFactory.getLogger(FileStatements.class);

  private static final String CHANGED =
      "the file has changed since the query was planned. Load the path again, or restart the"
          + " stream.";

  private final ReadPlan plan;
  private final Configuration conf;
  private final Iterator<FileSlice> slices;
  private final ScanMetrics metrics = new ScanMetrics();
  private final FileCodec.Opener opener;
  private PredicateFilter filter;
  private FileEntry file;
  private TaskInputStream raw;
  private StatementReader reader;

  // Progress in the current file that is already in the metrics.
  private long frames;
  private long statements;
  private long bytes;
  private long violations;
  private long malformedLines;

  FileStatements(ReadPlan plan, Configuration conf, FileInputPartition partition) {
    this.plan = plan;
    this.conf = conf;
    this.opener = plan.reading().opener(partition.tasks(), conf);
    this.slices = partition.slices().iterator();
  }

  /** The file of the current batch. */
  FileEntry file() {
    return file;
  }

  @Override
  public boolean next() throws IOException {
    return next(plan.batchSize());
  }

  /** Moves to the next batch, with at most the given number of statements. */
  boolean next(int maxStatements) throws IOException {
    while (reader != null || openNext(false)) {
      try {
        if (reader.nextBatch(maxStatements)) {
          return true;
        }
        closeFile();
      } catch (IOException | RuntimeException e) {
        giveUpFile(e);
      }
    }
    return false;
  }

  /**
   * Counts the statements of the rest of the current file or, if no file is open, of the next one.
   *
   * @return -1 if there are no more files
   */
  long countFile() throws IOException {
    boolean decode = plan.toleratesMalformed();
    if (reader == null && !openNext(!decode)) {
      return -1;
    }
    if (decode) {
      return countDecoded();
    }
    try {
      long count = reader.countStatements();
      closeFile();
      return count;
    } catch (IOException | RuntimeException e) {
      giveUpFile(e);
      return 0;
    }
  }

  /** Counts with all checks, so that the count equals the number of statements of a full read. */
  private long countDecoded() throws IOException {
    long count = 0;
    try {
      while (reader.nextBatch(plan.batchSize())) {
        count += reader.batch().size();
      }
      closeFile();
    } catch (IOException | RuntimeException e) {
      giveUpFile(e);
    }
    return count;
  }

  @Override
  public long countStatements() throws IOException {
    long total = 0;
    for (long count = countFile(); count >= 0; count = countFile()) {
      total += count;
    }
    return total;
  }

  @Override
  public void filter(PredicateFilter predicates) {
    filter = predicates;
  }

  @Override
  public StatementBatch batch() {
    return reader.batch();
  }

  @Override
  public TermTable terms() {
    return reader.terms();
  }

  @Override
  public void skipped(long count) {
    metrics.skipped(count);
  }

  @Override
  public CustomTaskMetric[] metrics() {
    report();
    return metrics.values();
  }

  @Override
  public void close() throws IOException {
    InputFileName.unset();
    closeFile();
  }

  private boolean openNext(boolean counts) throws IOException {
    while (slices.hasNext()) {
      FileSlice slice = slices.next();
      file = slice.file();
      if (slice.known() != null) {
        raw = null;
        reader = new KnownStatementReader(slice.known());
        InputFileName.set(slice);
        return true;
      }
      InputStream in = null;
      try {
        raw = open(slice);
        in = raw;
        if (plan.reading().needsUnchanged(slice)) {
          checkUnchanged();
        }
        in = slice.decompress(raw, plan.decompression());
        reader = opener.open(in, slice, counts, filter);
        reader.cancelWhen(raw::isCancelled);
        metrics.fileOpened();
        InputFileName.set(slice);
        return true;
      } catch (FileNotFoundException e) {
        missing(e);
      } catch (IOException | RuntimeException e) {
        if (in != null) {
          closeQuietly(in);
        }
        giveUpFile(e);
      }
    }
    InputFileName.unset();
    return false;
  }

  /** Opens a file at the start of a slice, which is after the end of a file that was shortened. */
  private TaskInputStream open(FileSlice slice) throws IOException {
    try {
      return TaskInputStream.open(file.hadoopPath(), conf, slice.start());
    } catch (EOFException e) {
      throw new IOException(CHANGED, e);
    }
  }

  /**
   * Compares times in seconds, because the listing of a store may be more precise than the look-up
   * of one file.
   */
  private void checkUnchanged() throws IOException {
    Path path = file.hadoopPath();
    FileStatus now;
    try {
      now = ColonNames.fileSystem(path, conf).getFileStatus(path);
    } catch (FileNotFoundException e) {
      throw new IOException(CHANGED, e);
    }
    if (now.getLen() != file.length()
        || now.getModificationTime() / 1000 != file.modificationTime() / 1000) {
      throw new IOException(CHANGED);
    }
  }

  private void missing(FileNotFoundException e) throws IOException {
    if (!plan.ignoreMissingFiles()) {
      FileNotFoundException clear =
          new FileNotFoundException(
              file.uri()
                  + " was there when the query was planned and is gone now. Load the path again,"
                  + " or set the option ignoreMissingFiles=true to leave out such files.");
      clear.initCause(e);
      throw clear;
    }
    LOG.warn("Left out {}, which is gone: {}", file.uri(), e.getMessage());
  }

  /** Skips the rest of the current file if the options allow it, else fails. */
  private void giveUpFile(Exception e) throws IOException {
    try {
      closeFile();
    } catch (IOException closing) {
      e.addSuppressed(closing);
    }
    if (!tolerated(e)) {
      throw failure(e);
    }
    metrics.fileMalformed();
    LOG.warn("Left out the rest of {}: {}", file.uri(), e.toString());
  }

  private boolean tolerated(Exception e) {
    // A killed task, a lack of rights and limits of the options are no faults of the file.
    if (e instanceof InterruptedIOException
        || e instanceof ClosedByInterruptException
        || e instanceof AccessControlException
        || unsupported(e) != null) {
      return false;
    }
    return plan.ignoreCorruptFiles() || (plan.mode() == ReadMode.DROPMALFORMED && malformed(e));
  }

  /** Tells whether the bytes are the cause, not the system that delivers them. */
  private static boolean malformed(Throwable e) {
    return e != null
        && (e instanceof RdfParseException
            || e instanceof CorruptFileException
            || malformed(e.getCause()));
  }

  /** The cause of a failure that is the compression of an intact file; or null. */
  private static UnsupportedCompressionException unsupported(Throwable e) {
    if (e == null || e instanceof UnsupportedCompressionException) {
      return (UnsupportedCompressionException) e;
    }
    return unsupported(e.getCause());
  }

  private IOException failure(Exception e) {
    if (unsupported(e) != null) {
      return unsupported(e); // names the file itself
    }
    boolean clear =
        e instanceof RdfParseException // names the file itself
            || e instanceof CorruptFileException // also names the file
            || e instanceof InterruptedIOException
            || e instanceof ClosedByInterruptException;
    return clear
        ? (IOException) e
        : new IOException("Cannot read " + file.uri() + ": " + e.getMessage(), e);
  }

  private void closeFile() throws IOException {
    if (reader == null) {
      return;
    }
    report();
    frames = 0;
    statements = 0;
    bytes = 0;
    violations = 0;
    malformedLines = 0;
    StatementReader open = reader;
    reader = null;
    open.close();
    account();
  }

  private void report() {
    if (reader == null) {
      return;
    }
    account();
    metrics.progress(
        reader.framesRead() - frames,
        reader.statementsRead() - statements,
        reader.bytesRead() - bytes,
        reader.violations() - violations,
        reader.malformedLines() - malformedLines);
    frames = reader.framesRead();
    statements = reader.statementsRead();
    bytes = reader.bytesRead();
    violations = reader.violations();
    malformedLines = reader.malformedLines();
  }

  private void account() {
    if (raw != null) {
      raw.account();
    }
  }

  private static void closeQuietly(InputStream in) {
    try {
      in.close();
    } catch (IOException e) {
      LOG.debug("Closing after a failure failed as well", e);
    }
  }
}
