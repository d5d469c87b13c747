package io.github.jellybridge.cli;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.files.Folders;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.StreamHeader;
import io.github.jellybridge.jelly.split.SplitIndexFile;
import io.github.jellybridge.jelly.split.SplitIndexer;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.split.StatisticsIndexer;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/**
 * Creates the index of a file and writes it next to the file, where Spark's reader looks for it.
 */
final class IndexFiles {
  private IndexFiles() {}

  /**
   * An index file.
   *
   * @param path the index file
   * @param splitPoints number of split points
   * @param bytes the size of the index file
   */
  record Made(String path, int splitPoints, long bytes) {}

  /**
   * Creates the index of a file.
   *
   * @throws io.github.jellybridge.jelly.JellyParseException if the file is not valid Jelly
   * @throws Failure.UnusableException if a file of this kind cannot be split, or the index cannot
   *     be written
   */
  static Made make(SourceFile file, boolean strict, Progress progress) throws IOException {
    JellyReadOptions options = JellyReadOptions.builder().strict(strict).readAhead(true).build();
    checkSuitable(file, options);
    IndexSource source = new IndexSource(file, progress);
    List<SplitPoint> points =
        SplitIndexer.indexStrictly(
            source,
            file.name(),
            options,
            SplitIndexer.distance(file.length()),
            Folders.isLocal(file.path())
                ? Runtime.getRuntime().availableProcessors()
                : SplitIndexer.MAX_THREADS);
    StatisticsIndexer.Found statistics =
        StatisticsIndexer.collect(source, file.name(), options, points);
    FileStatus now = file.fileSystem().getFileStatus(file.path());
    if (now.getLen() != file.length() || now.getModificationTime() != file.modificationTime()) {
      throw new Failure.UnusableException(
          file.name() + ": was changed while it was indexed; index it again");
    }
    byte[] index = SplitIndexFile.write(points, statistics, file.length(), file.modificationTime());
    String name = SplitIndexFile.name(file.path().getName());
    Path target = new Path(file.path().getParent(), name);
    try {
      publish(file.fileSystem(), target, index);
    } catch (IOException | FSError e) {
      throw new Failure.UnusableException(
          file.name() + ": cannot write its index " + name + ": " + Failure.oneLine(e), e);
    }
    return new Made(SourceFile.sibling(file.name(), name), points.size(), index.length);
  }

  private static void checkSuitable(SourceFile file, JellyReadOptions options) throws IOException {
    if (file.isOpenFile()) {
      throw new Failure.UnusableException(
          file.name() + ": cannot be indexed: an index needs the name of a file");
    }
    if (file.length() < 0) {
      throw new Failure.UnusableException(
          file.name() + ": cannot be indexed: its size is not known");
    }
    if (!StatementFiles.kind(file).equals(FileKind.JELLY)) {
      throw new Failure.UnusableException(
          file.name() + ": cannot be indexed: by its name it is not Jelly-RDF");
    }
    if (ColonNames.has(file.path())) {
      throw new Failure.UnusableException(
          file.name() + ": cannot be indexed: its name has a colon, which Hadoop does not allow");
    }
    if (file.compression() != null) {
      throw new Failure.UnusableException(
          file.name()
              + ": cannot be indexed: reading cannot start in the middle of a file compressed with "
              + file.compression());
    }
    StreamHeader header;
    try (JellyReader reader = StatementFiles.openJelly(file, file.open(Progress.NONE), options)) {
      header = reader.header();
    }
    if (!header.delimited()) {
      throw new Failure.UnusableException(
          file.name() + ": cannot be indexed: it is one frame without a delimiter");
    }
    if (header.layout() == Layout.DRAFT) {
      throw new Failure.UnusableException(
          file.name() + ": cannot be indexed: it has the layout of the 1.0.0 draft");
    }
  }

  /** Writes a file that appears only when it is complete. */
  private static void publish(FileSystem fs, Path target, byte[] content) throws IOException {
    // The index contains its own checksum.
    fs.setWriteChecksum(false);
    try (AtomicFileWriter files = new AtomicFileWriter(fs)) {
      try (OutputStream out = files.create(target)) {
        out.write(content);
      }
      files.publish((temporary, name) -> replace(fs, temporary, name));
    }
  }

  private static void replace(FileSystem fs, Path temporary, Path target) throws IOException {
    try {
      FileContext.getFileContext(fs.getUri(), fs.getConf())
          .rename(temporary, target, Options.Rename.OVERWRITE);
    } catch (UnsupportedFileSystemException e) {
      fs.delete(target, false);
      if (!fs.rename(temporary, target)) {
        throw new IOException("cannot rename " + temporary.getName(), e);
      }
    }
  }

  /**
   * A file that is read twice, by several threads, with one progress for all of them: first for
   * split points, then for statistics.
   */
  private static final class IndexSource implements SplitIndexer.Source {
    private final SourceFile file;
    private final Progress progress;
    private long bytes;

    IndexSource(SourceFile file, Progress progress) {
      this.file = file;
      this.progress = progress;
    }

    @Override
    public InputStream open() throws IOException {
      return open(0);
    }

    @Override
    public InputStream open(long offset) throws IOException {
      return new FilterInputStream(file.openAt(offset)) {
        @Override
        public int read(byte[] buffer, int at, int length) throws IOException {
          int n = in.read(buffer, at, length);
          passed(Math.max(0, n));
          return n;
        }
      };
    }

    @Override
    public long length() {
      return file.length();
    }

    /** Reports more bytes; limited to the file's length, as some bytes are read again. */
    private synchronized void passed(int more) {
      bytes += more;
      progress.report(Math.min(bytes / 2, file.length()), -1);
    }
  }
}
