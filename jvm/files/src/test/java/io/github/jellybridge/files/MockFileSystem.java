package io.github.jellybridge.files;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Local files under the scheme {@code mock} that simulate remote storage. The name of a file or
 * folder selects its behaviour:
 *
 * <p>{@code gone} vanishes, a folder before it is listed and a file before its blocks are located.
 * {@code broken} cannot be listed, {@code denied.jelly} cannot be opened, and reading {@code
 * failing.jelly} fails like a faulty disk.
 *
 * <p>Every listing of {@code busy-JOB} shows the staging folder of a job that has just ended. After
 * a listing of {@code begins}, a job starts in its parent folder and publishes a file in it and one
 * in {@code below}; after {@code k=begins}, one in it and one in {@code k=later} beside it.
 *
 * <p>{@code pages} is listed in pages. A job starts after the first page and has moved one of its
 * files into place before the last page.
 */
public final class MockFileSystem extends RawLocalFileSystem {
  private static final URI ROOT = URI.create("mock:///");

  @Override
  public String getScheme() {
    return "mock";
  }

  @Override
  public URI getUri() {
    return ROOT;
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    if (path.getName().equals("denied.jelly")) {
      // Java's message for a local file. A real one would not fail for tests that run as root.
      throw new FileNotFoundException(path + " (Permission denied)");
    }
    FSDataInputStream in = super.open(path, bufferSize);
    return path.getName().equals("failing.jelly") ? failing(in) : in;
  }

  /**
   * Closes the file below Hadoop, so that Hadoop handles each read as it handles a disk failure.
   */
  private static FSDataInputStream failing(FSDataInputStream in) throws IOException {
    new FileInputStream(in.getFileDescriptor()).close();
    return new FSDataInputStream(in.getWrappedStream()) {
      @Override
      public int available() {
        return 0;
      }
    };
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    switch (path.getName()) {
      case "gone" -> throw new FileNotFoundException(path.toString());
      case "broken" -> throw new IOException("out of order");
      default -> {
        boolean paged = path.getName().equals("pages") && publishHalf(path);
        FileStatus[] found = super.listStatus(path);
        if (path.getName().equals("begins")) {
          publish(path, new Path(path, "below"));
        } else if (path.getName().equals("k=begins")) {
          publish(path, new Path(path.getParent(), "k=later"));
        }
        if (paged) {
          return withoutJobs(found);
        }
        return path.getName().startsWith("busy-") ? withJob(path, found) : found;
      }
    }
  }

  private void publish(Path folder, Path other) throws IOException {
    Path staging = new Path(folder.getParent(), PublishJournal.STAGING_PREFIX + "job");
    create(PublishJournal.State.DONE.in(staging)).close();
    create(new Path(folder, "new")).close();
    create(new Path(other, "new")).close();
  }

  /** Starts a job and publishes one of its files; returns false if it has started before. */
  private boolean publishHalf(Path folder) throws IOException {
    Path staging = new Path(folder, PublishJournal.STAGING_PREFIX + "job");
    if (exists(staging)) {
      return false;
    }
    new PublishJournal(List.of("new-1", "new-2"), List.of(), null).begin(this, staging);
    create(new Path(folder, "new-1")).close();
    return true;
  }

  /** The listing as it is if all pages with jobs were made before the job started. */
  private static FileStatus[] withoutJobs(FileStatus[] found) {
    return Arrays.stream(found)
        .filter(file -> !PublishJournal.isStaging(file.getPath().getName()))
        .toArray(FileStatus[]::new);
  }

  private static FileStatus[] withJob(Path path, FileStatus[] found) {
    String job = path.getName().substring("busy-".length());
    FileStatus[] all = Arrays.copyOf(found, found.length + 1);
    Path staging = new Path(path, PublishJournal.STAGING_PREFIX + job);
    all[found.length] = new FileStatus(0, true, 1, 0, 0, staging);
    return all;
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length)
      throws IOException {
    if (file.getPath().getName().equals("gone")) {
      throw new FileNotFoundException(file.getPath().toString());
    }
    return new BlockLocation[] {
      new BlockLocation(null, new String[] {"h1", "h2", "localhost"}, 0, 10),
      new BlockLocation(null, new String[] {"h2", "h3", "h4"}, 10, 5)
    };
  }
}
