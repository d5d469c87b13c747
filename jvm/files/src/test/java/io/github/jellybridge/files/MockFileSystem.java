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
 * Local files under the scheme {@code mock}, as if they lay on hosts: a folder named {@code gone}
 * vanishes before it is listed, a file named {@code gone} before its blocks are asked for, {@code
 * broken} cannot be listed at all, {@code denied.jelly} may not be read, and the disk fails below
 * {@code failing.jelly}. Whenever {@code busy-JOB} is listed, a job has just ended there. When
 * {@code begins} was listed, a job begins in the folder above, and publishes a file in it and one
 * in {@code below}; when {@code k=begins} was, one in it and one in {@code k=later} beside it. A
 * folder {@code pages} is listed page by page: a job begins behind the first page, and has one of
 * its files in place when the last one is made.
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
      // What Java says of a file of this machine; root, who may run the tests, may read any.
      throw new FileNotFoundException(path + " (Permission denied)");
    }
    FSDataInputStream in = super.open(path, bufferSize);
    return path.getName().equals("failing.jelly") ? failing(in) : in;
  }

  /** Closed below Hadoop, which makes of each read what it makes of one that a disk fails. */
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

  /** Tells whether the job has not been there before. */
  private boolean publishHalf(Path folder) throws IOException {
    Path staging = new Path(folder, PublishJournal.STAGING_PREFIX + "job");
    if (exists(staging)) {
      return false;
    }
    new PublishJournal(List.of("new-1", "new-2"), List.of(), null).begin(this, staging);
    create(new Path(folder, "new-1")).close();
    return true;
  }

  /** What a listing gives whose pages before were made when there was no job. */
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
