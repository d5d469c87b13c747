package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.files.Compression;
import io.github.jellybridge.files.ZstdSeekTable;
import io.github.jellybridge.spark.io.LruCache;
import io.github.jellybridge.spark.listing.FileEntry;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;

/**
 * Where the decompressed content of a file is in the file, for plain files and for {@code .zst}
 * files with a seek table.
 *
 * @param length the length of the content in bytes
 * @param table the seek table; null for a plain file
 */
record ContentLayout(long length, ZstdSeekTable table) {
  private static final int REMEMBERED = 10_000;

  /** Layouts by file, released before memory runs out: a table may take 256 MiB. */
  private static final class Known
      extends LruCache<SplitPoints.Version, SoftReference<ContentLayout>> {
    private static final long serialVersionUID = 1L;

    Known() {
      super(REMEMBERED);
    }
  }

  private static final Known KNOWN = new Known();

  /** Returns the layout of a plain file. */
  static ContentLayout plain(FileEntry file) {
    return new ContentLayout(file.length(), null);
  }

  /**
   * Returns the layout of a file, which is read only if it is compressed and not remembered.
   *
   * @return empty if ranges of the content cannot be read
   */
  static Optional<ContentLayout> of(FileEntry file, Configuration conf) {
    if (Compression.of(file.name()) == Compression.NONE) {
      return Optional.of(plain(file));
    }
    Optional<ContentLayout> known = remembered(file);
    if (known.isPresent()) {
      return known;
    }
    try (FileContent content = FileContent.open(file, conf)) {
      return content.isReadable() ? Optional.of(content.layout()) : Optional.empty();
    } catch (IOException | FSError e) {
      // The task that reads the file will fail with the cause, or skip the file.
      return Optional.empty();
    }
  }

  private static Optional<ContentLayout> remembered(FileEntry file) {
    synchronized (KNOWN) {
      return Optional.ofNullable(KNOWN.get(SplitPoints.Version.of(file))).map(SoftReference::get);
    }
  }

  /** Remembers the layout of a compressed file as long as the file does not change. */
  static void remember(FileEntry file, ContentLayout layout) {
    if (layout.table() != null) {
      synchronized (KNOWN) {
        KNOWN.put(SplitPoints.Version.of(file), new SoftReference<>(layout));
      }
    }
  }

  /** Tells whether a reader can start at a byte of the content without reading those before. */
  boolean canStartAt(long offset) {
    return table == null || offset < length && table.contentStart(table.frameAt(offset)) == offset;
  }

  /**
   * Returns the offset in the file of a byte of the content.
   *
   * @param offset the offset of the byte, which {@link #canStartAt} holds for
   */
  long fileOffset(long offset) {
    return table == null ? offset : table.fileStart(table.frameAt(offset));
  }
}
