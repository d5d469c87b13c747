package io.github.jellybridge.spark.publish;

import io.github.jellybridge.files.PublishJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;

/** Ages leases, so that tests need not wait for ten minutes. */
public final class ExpiredLeases {
  public static final int MINUTES = (int) (Lease.MILLIS / 60_000);

  private ExpiredLeases() {}

  /**
   * Ages all staging folders of a table, and their leases if they have any, until they are expired.
   */
  static void in(Path root) throws IOException {
    try (Stream<Path> children = Files.list(root)) {
      for (Path child : children.toList()) {
        if (PublishJournal.isStaging(child.getFileName().toString())) {
          for (Path aged : List.of(child.resolve(PublishJournal.LEASE), child)) {
            if (Files.exists(aged)) {
              age(aged, MINUTES + 1);
            }
          }
        }
      }
    }
  }

  /** Sets the age of a file or folder to the given number of minutes. */
  public static void age(Path path, int minutes) throws IOException {
    long now = System.currentTimeMillis();
    Files.setLastModifiedTime(path, FileTime.fromMillis(now - minutes * 60_000L));
  }
}
