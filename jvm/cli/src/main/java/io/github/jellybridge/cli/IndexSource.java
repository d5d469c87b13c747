package io.github.jellybridge.cli;

import io.github.jellybridge.jelly.split.SplitIndexer;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A file that several threads read parts of, with one progress for all of them. */
final class IndexSource implements SplitIndexer.Source {
  private final SourceFile file;
  private final Progress progress;
  private long bytes;

  IndexSource(SourceFile file, Progress progress) {
    this.file = file;
    this.progress = progress;
  }

  @Override
  public InputStream open() throws IOException {
    return file.open(progress);
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

  /** Reports more bytes; some are read twice. */
  private synchronized void passed(int more) {
    bytes += more;
    progress.report(Math.min(bytes, file.length()), -1);
  }
}
