package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.statistics.PartStatistics;
import io.github.jellybridge.jelly.statistics.StatisticsReader;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * An index of split points, stored in a separate file next to the indexed file. Holds the split
 * points that {@link SplitIndexer} finds, and may hold statistics of the parts between them, which
 * {@link StatisticsIndexer} collects.
 *
 * <p>Big-endian, as {@link DataOutputStream} writes: a magic number (8 bytes); length (8) and
 * modification time (8, milliseconds) of the indexed file; number of split points (4). For each
 * split point its offset, frame, statement, message (8 each), whether a message is open (1), last
 * entries of the name, prefix and datatype lookup, last name, last prefix, length of the prologue
 * (4 each), and the prologue. Then the CRC-32 of all bytes before it (8).
 *
 * <p>With statistics follow a magic number (8), the {@link StatisticsIndexer#checksum} of the
 * indexed file (4), the length of the statistics (4), the statistics, the CRC-32 of all bytes
 * before it (8), and the Bloom filters.
 */
public final class SplitIndexFile {
  private static final long MAGIC = 0x4a42494458303300L;
  private static final long STATISTICS_MAGIC = 0x4a42535441543031L;
  private static final int HEADER = 28;
  private static final int POINT = 57;
  private static final int CHECKSUM = Long.BYTES;
  private static final int STATISTICS_HEADER = 16;

  private SplitIndexFile() {}

  /**
   * The content of an index.
   *
   * @param points the split points
   * @param statistics the statistics of the first parts; empty for none. Offsets of Bloom filters
   *     count from {@code blooms}.
   * @param fileChecksum the {@link StatisticsIndexer#checksum} of the file that the statistics
   *     describe
   * @param blooms the offset in the index file of the first Bloom filter
   */
  public record Content(
      List<SplitPoint> points, List<PartStatistics> statistics, int fileChecksum, long blooms) {

    /** Creates the content of an index without statistics. */
    public static Content of(List<SplitPoint> points) {
      return new Content(points, List.of(), 0, 0);
    }
  }

  /** Returns the name of the index of a file: a hidden name, so that it is not read as data. */
  public static String name(String file) {
    return "." + file + ".index";
  }

  /**
   * Encodes an index without statistics.
   *
   * @param points the split points
   * @param length the length in bytes of the indexed file
   * @param modificationTime its modification time in milliseconds
   */
  public static byte[] write(List<SplitPoint> points, long length, long modificationTime) {
    return write(points, null, length, modificationTime);
  }

  /**
   * Encodes an index.
   *
   * @param points the split points
   * @param statistics the statistics of the parts between them; null for none
   * @param length the length in bytes of the indexed file
   * @param modificationTime its modification time in milliseconds
   */
  public static byte[] write(
      List<SplitPoint> points,
      StatisticsIndexer.Found statistics,
      long length,
      long modificationTime) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(MAGIC);
      out.writeLong(length);
      out.writeLong(modificationTime);
      out.writeInt(points.size());
      for (SplitPoint point : points) {
        write(out, point);
      }
      out.writeLong(checksum(bytes));
      if (statistics != null) {
        out.writeLong(STATISTICS_MAGIC);
        out.writeInt(statistics.fileChecksum());
        out.writeInt(statistics.encoded().length);
        out.write(statistics.encoded());
        out.writeLong(checksum(bytes));
        out.write(statistics.blooms());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot fail", e);
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, SplitPoint point) throws IOException {
    StreamState state = point.state();
    out.writeLong(point.offset());
    out.writeLong(point.frame());
    out.writeLong(point.statement());
    out.writeLong(point.message());
    out.writeBoolean(state.inMessage());
    out.writeInt(state.lastNameEntry());
    out.writeInt(state.lastPrefixEntry());
    out.writeInt(state.lastDatatypeEntry());
    out.writeInt(state.lastName());
    out.writeInt(state.lastPrefix());
    out.writeInt(state.prologue().length);
    out.write(state.prologue());
  }

  private static long checksum(ByteArrayOutputStream bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes.toByteArray());
    return sum.getValue();
  }

  /**
   * Decodes an index from memory.
   *
   * @see #read(InputStream, long, long)
   */
  public static Optional<Content> read(byte[] bytes, long length, long modificationTime) {
    try {
      return read(new ByteArrayInputStream(bytes), length, modificationTime);
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot fail", e);
    }
  }

  /**
   * Decodes an index. Reads no Bloom filters.
   *
   * @param bytes the content of the index file
   * @param length the current length in bytes of the indexed file
   * @param modificationTime its current modification time, in milliseconds
   * @return the content; empty for a damaged index, one of an earlier version of the file, or
   *     another kind of file
   * @throws IOException if the index cannot be read
   */
  public static Optional<Content> read(InputStream bytes, long length, long modificationTime)
      throws IOException {
    CheckedInputStream checked =
        new CheckedInputStream(new BufferedInputStream(bytes), new CRC32());
    DataInputStream in = new DataInputStream(checked);
    try {
      boolean fresh =
          in.readLong() == MAGIC && in.readLong() == length && in.readLong() == modificationTime;
      if (!fresh) {
        return Optional.empty();
      }
      List<SplitPoint> points = points(in);
      return isIntact(checked, in) ? withStatistics(points, checked, in) : Optional.empty();
    } catch (EOFException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns whether the checksum of the bytes read so far follows. */
  private static boolean isIntact(CheckedInputStream checked, DataInputStream in)
      throws IOException {
    long sum = checked.getChecksum().getValue();
    return in.readLong() == sum;
  }

  private static List<SplitPoint> points(DataInputStream in) throws IOException {
    List<SplitPoint> points = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      long offset = in.readLong();
      long frame = in.readLong();
      long statement = in.readLong();
      long message = in.readLong();
      boolean inMessage = in.readBoolean();
      int[] ids = new int[5];
      for (int i = 0; i < ids.length; i++) {
        ids[i] = in.readInt();
      }
      byte[] prologue = bytes(in, in.readInt());
      StreamState state =
          new StreamState(prologue, ids[0], ids[1], ids[2], ids[3], ids[4], inMessage);
      points.add(new SplitPoint(offset, frame, statement, message, state));
    }
    return points;
  }

  /** Reads the rest of an index except for Bloom filters. */
  private static Optional<Content> withStatistics(
      List<SplitPoint> points, CheckedInputStream checked, DataInputStream in) throws IOException {
    byte[] magic = in.readNBytes(Long.BYTES);
    if (magic.length == 0) {
      return Optional.of(Content.of(points));
    }
    if (magic.length < Long.BYTES || ByteBuffer.wrap(magic).getLong() != STATISTICS_MAGIC) {
      return Optional.empty();
    }
    int fileChecksum = in.readInt();
    byte[] encoded = bytes(in, in.readInt());
    if (!isIntact(checked, in)) {
      return Optional.empty();
    }
    long blooms = HEADER + 2L * CHECKSUM + STATISTICS_HEADER + encoded.length;
    for (SplitPoint point : points) {
      blooms += POINT + point.state().prologue().length;
    }
    List<PartStatistics> statistics = StatisticsReader.read(ByteBuffer.wrap(encoded));
    return Optional.of(new Content(points, statistics, fileChecksum, blooms));
  }

  private static byte[] bytes(DataInputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }
}
