package io.github.jellybridge.spark.listing;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Maps the local folder of the setting {@link #FOLDER} to the root of any {@code bucket://name/}.
 */
public final class BucketFileSystem extends RawLocalFileSystem {
  public static final String FOLDER = "fs.bucket.folder";

  private URI uri;

  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    uri = URI.create("bucket://" + name.getAuthority());
    super.initialize(name, conf);
  }

  @Override
  public String getScheme() {
    return "bucket";
  }

  @Override
  public URI getUri() {
    return uri == null ? super.getUri() : uri; // null while the constructor runs
  }

  @Override
  public File pathToFile(Path path) {
    return new File(getConf().get(FOLDER) + "/" + path.toUri().getPath());
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    FileStatus status = super.getFileStatus(path);
    status.setPath(makeQualified(path));
    return status;
  }
}
