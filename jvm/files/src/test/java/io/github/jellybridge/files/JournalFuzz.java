package io.github.jellybridge.files;

import static org.junit.Assert.assertTrue;

import io.github.jellybridge.files.PublishJournal.State;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Checks that a journal is refused or lists files in its table only. */
public final class JournalFuzz {
  private static final Path TABLE = new Path("/data/table");
  private static final Path STAGING = new Path(TABLE, PublishJournal.STAGING_PREFIX + "job");

  private JournalFuzz() {}

  /** Loads classes of Hadoop, whose time does not count for the first journal; called by Jazzer. */
  public static void fuzzerInitialize() {
    fuzzerTestOneInput(new byte[0]);
  }

  /** Checks a journal in both of its states; called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] journal) {
    for (State state : new State[] {State.ADDING, State.REPLACING}) {
      try {
        PublishJournal.Found found =
            PublishJournal.find(new OneFile(state.in(STAGING), journal), STAGING).orElseThrow();
        for (String file : found.hidden()) {
          String path = ColonNames.in(TABLE, file).toString();
          assertTrue(path, path.startsWith(TABLE + "/"));
        }
      } catch (IOException e) {
        // Refused.
      }
    }
  }

  /** A file system with one file; all others are missing. */
  private static final class OneFile extends RawLocalFileSystem {
    private final Path file;
    private final byte[] content;

    OneFile(Path file, byte[] content) {
      this.file = file;
      this.content = content;
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
      if (!path.equals(file)) {
        throw new FileNotFoundException(path.toString());
      }
      return new FSDataInputStream(new Content(content));
    }

    @Override
    public FSDataInputStream open(Path path) throws IOException {
      return open(path, 0);
    }

    @Override
    public boolean exists(Path path) {
      return path.equals(file);
    }
  }

  private static final class Content extends FSInputStream {
    private final ByteArrayInputStream in;

    Content(byte[] content) {
      in = new ByteArrayInputStream(content);
    }

    @Override
    public int read() {
      return in.read();
    }

    @Override
    public void seek(long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long getPos() {
      return 0;
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }
  }
}
