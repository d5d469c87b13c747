package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.files.Compression;
import io.github.jellybridge.files.Decompression;
import io.github.jellybridge.files.DecompressionLimits;
import io.github.jellybridge.files.ZstdSeekTable;
import io.github.jellybridge.spark.listing.FileEntry;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/**
 * An open file, of which ranges of the decompressed content are read: a plain file, or a {@code
 * .zst} file with a seek table.
 */
final class FileContent implements Closeable {
  /**
   * Larger ranges, and ranges in larger frames, are not read: the driver would decompress them
   * instead of the tasks.
   */
  private static final long MAX_BYTES = 1L << 28;

  private final FileEntry file;
  private final FSDataInputStream in;

  /** The last bytes of a compressed file, from the search for its table; else empty. */
  private final byte[] end;

  private final ContentLayout layout;

  private FileContent(FileEntry file, FSDataInputStream in) throws IOException {
    this.file = file;
    this.in = in;
    if (Compression.of(file.name()) == Compression.NONE) {
      end = new byte[0];
      layout = ContentLayout.plain(file);
    } else {
      byte[] tail = last(ZstdSeekTable.TAIL_BYTES);
      int length = ZstdSeekTable.length(tail, file.length());
      end = length > tail.length ? last(length) : tail;
      layout =
          ZstdSeekTable.parse(end, file.length())
              .map(table -> new ContentLayout(table.contentLength(), table))
              .orElse(null);
    }
  }

  /** Opens a file. */
  static FileContent open(FileEntry file, Configuration conf) throws IOException {
    Path path = file.hadoopPath();
    FSDataInputStream in = ColonNames.fileSystem(path, conf).open(path);
    try {
      return new FileContent(file, in);
    } catch (IOException | RuntimeException | Error e) {
      in.close();
      throw e;
    }
  }

  private byte[] last(int length) throws IOException {
    byte[] last = new byte[(int) Math.min(file.length(), length)];
    in.readFully(file.length() - last.length, last);
    return last;
  }

  /** Tells whether ranges can be read; if not, the other methods must not be called. */
  boolean isReadable() {
    return layout != null;
  }

  /** Returns where the content is in the file. */
  ContentLayout layout() {
    return layout;
  }

  /** Returns the length of the content in bytes. */
  long length() {
    return layout.length();
  }

  /**
   * Returns the last bytes of the content.
   *
   * @param least number of bytes, of which there are fewer only if the content has fewer
   * @param most the largest number of bytes; more than {@code least} are returned if that takes no
   *     further frame
   */
  byte[] tail(int least, int most) throws IOException {
    long start = Math.max(0, length() - most);
    if (layout.table() != null && length() > 0) {
      long frame = layout.table().contentStart(layout.table().frameAt(length() - 1));
      start = Math.max(start, Math.min(frame, length() - least));
    }
    return read(start, (int) (length() - start));
  }

  /**
   * Returns a range of the content.
   *
   * @throws IOException if it is not inside the content, or cannot be decompressed
   */
  byte[] read(long offset, int length) throws IOException {
    if (offset < 0 || length < 0 || offset > length() - length) {
      throw new IOException(
          "bytes %d to %d of %s: its content has %d"
              .formatted(offset, offset + length, file.uri(), length()));
    }
    ZstdSeekTable table = layout.table();
    if (length == 0) {
      return new byte[0];
    }
    if (table == null) {
      byte[] bytes = new byte[length];
      in.readFully(offset, bytes);
      return bytes;
    }
    int first = table.frameAt(offset);
    int last = table.frameAt(offset + length - 1);
    long contentStart = table.contentStart(first);
    long start = table.fileStart(first);
    long stop = table.fileStart(last + 1);
    if (stop - start > MAX_BYTES || offset + length - contentStart > MAX_BYTES) {
      throw new IOException("the frames of %s are too large to read one".formatted(file.uri()));
    }
    DecompressionLimits limits = DecompressionLimits.DEFAULT.withMaxBytes(MAX_BYTES);
    try (InputStream content =
        Decompression.decompress(
            new ByteArrayInputStream(raw(start, (int) (stop - start))),
            Compression.ZSTD,
            file.uri(),
            limits)) {
      content.skipNBytes(offset - contentStart);
      byte[] bytes = content.readNBytes(length);
      // The end of the content proves that the table has the size of its last frame.
      boolean complete = offset + length < length() || content.read() < 0;
      if (bytes.length < length || !complete) {
        throw new IOException("the seek table of %s has wrong sizes".formatted(file.uri()));
      }
      return bytes;
    }
  }

  /** Returns a range of the file itself, without another request if its end has been read. */
  private byte[] raw(long start, int length) throws IOException {
    long at = start - (file.length() - end.length);
    if (at >= 0) {
      return Arrays.copyOfRange(end, (int) at, (int) at + length);
    }
    byte[] bytes = new byte[length];
    in.readFully(start, bytes);
    return bytes;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
