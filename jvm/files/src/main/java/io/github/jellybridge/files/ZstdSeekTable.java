package io.github.jellybridge.files;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/**
 * The seek table of a {@code .zst} file: the sizes of its frames, in a skippable frame at the end
 * of the file. Its format is the <a
 * href="https://github.com/facebook/zstd/blob/dev/contrib/seekable_format/zstd_seekable_compression_format.md">Zstandard
 * Seekable Format</a> 0.1.0. Other programs that decompress the file skip it.
 */
public final class ZstdSeekTable {
  /** Number of bytes at the end of a file that contain the table of nearly all files. */
  public static final int TAIL_BYTES = 1 << 16;

  /** The largest table that is written or read, in bytes. */
  private static final int MAX_BYTES = 1 << 27;

  private static final int SKIPPABLE_MAGIC = 0x184D2A5E;
  private static final int SEEKABLE_MAGIC = 0x8F92EAB1;

  /** Bytes of the magic number and the size before the entries. */
  private static final int HEADER = 8;

  /** Bytes after the entries: the number of frames, the descriptor and the magic number. */
  private static final int FOOTER = 9;

  /** Bytes of an entry without and with the checksum. */
  private static final int ENTRY = 8;

  private static final int ENTRY_WITH_CHECKSUM = 12;
  private static final int CHECKSUM_FLAG = 0x80;
  private static final int RESERVED_BITS = 0x7C;

  // The offsets at which the frames start, and at last the end of the last frame.
  private final long[] compressed;
  private final long[] decompressed;

  private ZstdSeekTable(long[] compressed, long[] decompressed) {
    this.compressed = compressed;
    this.decompressed = decompressed;
  }

  /** Returns the largest number of frames that a table is written for. */
  static int maxFrames() {
    return (MAX_BYTES - HEADER - FOOTER) / ENTRY;
  }

  /**
   * Returns a table as the skippable frame that ends a file.
   *
   * @param sizes the compressed and the decompressed size of each frame, as unsigned numbers
   * @param count number of frames
   */
  static byte[] encode(int[] sizes, int count) {
    int length = HEADER + count * ENTRY + FOOTER;
    ByteBuffer out = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(SKIPPABLE_MAGIC).putInt(length - HEADER);
    for (int i = 0; i < 2 * count; i++) {
      out.putInt(sizes[i]);
    }
    return out.putInt(count).put((byte) 0).putInt(SEEKABLE_MAGIC).array();
  }

  /**
   * Returns how many of the last bytes of a file are the table.
   *
   * @param tail the last bytes of the file
   * @param fileLength the length of the file in bytes
   * @return 0 if the file has no table, or a larger one than is read
   */
  public static int length(byte[] tail, long fileLength) {
    if (tail.length < FOOTER || tail.length > fileLength) {
      return 0;
    }
    ByteBuffer footer = ByteBuffer.wrap(tail, tail.length - FOOTER, FOOTER);
    long frames = footer.order(ByteOrder.LITTLE_ENDIAN).getInt() & 0xFFFFFFFFL;
    byte descriptor = footer.get();
    if (footer.getInt() != SEEKABLE_MAGIC || (descriptor & RESERVED_BITS) != 0) {
      return 0;
    }
    long length = HEADER + frames * entryBytes(descriptor) + FOOTER;
    return frames > 0 && length < fileLength && length <= MAX_BYTES ? (int) length : 0;
  }

  private static int entryBytes(byte descriptor) {
    return (descriptor & CHECKSUM_FLAG) == 0 ? ENTRY : ENTRY_WITH_CHECKSUM;
  }

  /**
   * Returns the table of a file. The sizes of its frames add up to the length of the file. Whether
   * frames start there is unknown before they are decompressed.
   *
   * @param tail the last bytes of the file, at least {@link #length} of them
   * @param fileLength the length of the file in bytes
   * @return empty if the file has no table or an invalid one
   */
  public static Optional<ZstdSeekTable> parse(byte[] tail, long fileLength) {
    int length = length(tail, fileLength);
    if (length == 0 || length > tail.length) {
      return Optional.empty();
    }
    ByteBuffer table =
        ByteBuffer.wrap(tail, tail.length - length, length).order(ByteOrder.LITTLE_ENDIAN);
    if (table.getInt() != SKIPPABLE_MAGIC || table.getInt() != length - HEADER) {
      return Optional.empty();
    }
    int entry = entryBytes(tail[tail.length - 5]);
    int frames = (length - HEADER - FOOTER) / entry;
    long[] compressed = new long[frames + 1];
    long[] decompressed = new long[frames + 1];
    for (int i = 0; i < frames; i++) {
      int at = table.position();
      long size = table.getInt() & 0xFFFFFFFFL;
      if (size == 0) {
        return Optional.empty();
      }
      compressed[i + 1] = compressed[i] + size;
      decompressed[i + 1] = decompressed[i] + (table.getInt() & 0xFFFFFFFFL);
      table.position(at + entry);
    }
    return compressed[frames] + length == fileLength
        ? Optional.of(new ZstdSeekTable(compressed, decompressed))
        : Optional.empty();
  }

  /** Returns the length of the decompressed content. */
  public long contentLength() {
    return decompressed[decompressed.length - 1];
  }

  /**
   * Returns the number of the frame that contains a byte of the decompressed content.
   *
   * @param offset the offset of the byte, less than {@link #contentLength}
   */
  public int frameAt(long offset) {
    int found = Arrays.binarySearch(decompressed, offset);
    int frame = found >= 0 ? found : -found - 2;
    // Frames without content start at the same offset.
    while (decompressed[frame + 1] == offset) {
      frame++;
    }
    return frame;
  }

  /** Returns the offset in the decompressed content at which a frame starts. */
  public long contentStart(int frame) {
    return decompressed[frame];
  }

  /**
   * Returns the offset in the file at which a frame starts.
   *
   * @param frame number of a frame, or the number of frames for the end of the last one
   */
  public long fileStart(int frame) {
    return compressed[frame];
  }
}
