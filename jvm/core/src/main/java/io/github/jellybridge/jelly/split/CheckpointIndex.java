package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.statistics.PartStatistics;
import io.github.jellybridge.jelly.statistics.StatisticsReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The list of the checkpoints of a file and the statistics of the parts between them, in metadata
 * of the last frame. It is at the very end of the file, so that a reader finds it in the last
 * bytes. Other readers treat it as ordinary metadata.
 *
 * <p>The value is a list of varints, the statistics and a trailer. The list has the number of
 * checkpoints; then, for each, the differences of its offset, frame and statement to the previous
 * one. In a stream of messages, the differences of the number of messages before each one follow.
 * The trailer has the length of the file (8 bytes), of the list and of the statistics (4 bytes
 * each) and the CRC-32C of both (4 bytes), all little-endian, and a magic number (8 bytes). The
 * length of the file reveals a list that was copied into a longer file.
 */
public final class CheckpointIndex {
  public static final String KEY = "jelly-bridge.checkpoints";

  /** Length of the trailer, in bytes. */
  public static final int TRAILER = 28;

  /** Number of bytes at the end of a file that contain the list of nearly all files. */
  public static final int TAIL_BYTES = 1 << 16;

  private static final byte[] MAGIC = "JBCKPT02".getBytes(StandardCharsets.US_ASCII);

  private CheckpointIndex() {}

  /** Returns the encoded list of a file's checkpoints. */
  public static byte[] list(List<SplitPoint> checkpoints) {
    ByteBuffer list = ByteBuffer.allocate(10 + 40 * checkpoints.size());
    varint(list, checkpoints.size());
    SplitPoint last = new SplitPoint(0, 0, 0, null);
    for (SplitPoint point : checkpoints) {
      varint(list, point.offset() - last.offset());
      varint(list, point.frame() - last.frame());
      varint(list, point.statement() - last.statement());
      last = point;
    }
    if (last.message() > 0) {
      long before = 0;
      for (SplitPoint point : checkpoints) {
        varint(list, point.message() - before);
        before = point.message();
      }
    }
    return Arrays.copyOf(list.array(), list.position());
  }

  /**
   * Returns the value to store in a file.
   *
   * @param list the {@link #list}
   * @param statistics the encoded statistics of the parts; empty for none
   * @param fileLength the length of the file in bytes
   */
  public static byte[] value(byte[] list, byte[] statistics, long fileLength) {
    return ByteBuffer.allocate(list.length + statistics.length + TRAILER)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(list)
        .put(statistics)
        .putLong(fileLength)
        .putInt(list.length)
        .putInt(statistics.length)
        .putInt(checksum(list, 0, list.length, statistics, 0, statistics.length))
        .put(MAGIC)
        .array();
  }

  private static int checksum(
      byte[] list, int from, int length, byte[] statistics, int start, int size) {
    CRC32C sum = new CRC32C();
    sum.update(list, from, length);
    sum.update(statistics, start, size);
    return (int) sum.getValue();
  }

  private static void varint(ByteBuffer out, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    out.put((byte) rest);
  }

  /** The lengths in a trailer. */
  private record Trailer(int list, int statistics, int checksum) {
    int all() {
      return list + statistics + TRAILER;
    }
  }

  /** Returns the trailer of a file; null if the file has no trailer. */
  private static Trailer trailer(byte[] tail, long fileLength) {
    if (tail.length < TRAILER || tail.length > fileLength) {
      return null;
    }
    ByteBuffer trailer =
        ByteBuffer.wrap(tail, tail.length - TRAILER, TRAILER).order(ByteOrder.LITTLE_ENDIAN);
    long length = trailer.getLong();
    Trailer found = new Trailer(trailer.getInt(), trailer.getInt(), trailer.getInt());
    byte[] magic = new byte[MAGIC.length];
    trailer.get(magic);
    long all = (long) found.list + found.statistics + TRAILER;
    boolean present =
        length == fileLength
            && Arrays.equals(magic, MAGIC)
            && found.list >= 0
            && found.statistics >= 0
            && all <= fileLength
            && all <= Integer.MAX_VALUE;
    return present ? found : null;
  }

  /**
   * Returns how many of the last bytes of a file hold the list and the statistics.
   *
   * @param tail the last bytes of the file
   * @param fileLength the length of the file in bytes
   * @return 0 if the file has no list
   */
  public static int length(byte[] tail, long fileLength) {
    Trailer trailer = trailer(tail, fileLength);
    return trailer == null ? 0 : trailer.all();
  }

  /** Returns the trailer of a file whose list and statistics are intact; else null. */
  private static Trailer intact(byte[] tail, long fileLength) {
    Trailer trailer = trailer(tail, fileLength);
    if (trailer == null || trailer.all() > tail.length) {
      return null;
    }
    int list = tail.length - trailer.all();
    int statistics = list + trailer.list;
    int sum = checksum(tail, list, trailer.list, tail, statistics, trailer.statistics);
    return sum == trailer.checksum ? trailer : null;
  }

  /**
   * Returns the statistics of the first parts of a file: the first one ends at the first
   * checkpoint, the last one with the file.
   *
   * @param tail the last bytes of the file, at least {@link #length} of them
   * @param fileLength the length of the file in bytes
   * @return an empty list if the file has no statistics or invalid ones
   */
  public static List<PartStatistics> statistics(byte[] tail, long fileLength) {
    Trailer trailer = intact(tail, fileLength);
    if (trailer == null || trailer.statistics == 0) {
      return List.of();
    }
    int from = tail.length - TRAILER - trailer.statistics;
    return StatisticsReader.read(ByteBuffer.wrap(tail, from, trailer.statistics));
  }

  /**
   * Returns the checkpoints of a file, in order. Their positions are verified on use: a reader
   * whose split ends at a checkpoint must find the end of a frame there.
   *
   * @param tail the last bytes of the file, at least {@link #length} of them
   * @param fileLength the length of the file in bytes
   * @return an empty list if the file has no list or an invalid one
   */
  public static List<SplitPoint> read(byte[] tail, long fileLength) {
    Trailer trailer = intact(tail, fileLength);
    if (trailer == null) {
      return List.of();
    }
    ByteBuffer list = ByteBuffer.wrap(tail, tail.length - trailer.all(), trailer.list);
    List<SplitPoint> points = new ArrayList<>();
    long offset = 0;
    long frame = 0;
    long statement = 0;
    long count = varint(list);
    for (long i = 0; i < count; i++) {
      long step = varint(list);
      long frames = varint(list);
      long statements = varint(list);
      boolean possible = step > 0 && frames > 0 && statements >= 0;
      offset += step;
      frame += frames;
      statement += statements;
      if (!possible || offset <= 0 || offset >= fileLength || frame < 0 || statement < 0) {
        return List.of();
      }
      points.add(new SplitPoint(offset, frame, statement, null));
    }
    return list.hasRemaining() ? withMessages(points, list) : points;
  }

  /** Adds the numbers of messages, which are the rest of a list. */
  private static List<SplitPoint> withMessages(List<SplitPoint> points, ByteBuffer list) {
    List<SplitPoint> complete = new ArrayList<>();
    long message = 0;
    for (SplitPoint point : points) {
      long messages = varint(list);
      message += messages;
      if (messages < 0 || message < 0) {
        return List.of();
      }
      complete.add(new SplitPoint(point.offset(), point.frame(), point.statement(), message, null));
    }
    return list.hasRemaining() ? List.of() : complete;
  }

  /** Reads a varint; returns -1 if it is cut or too long. */
  private static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < 63 && in.hasRemaining(); shift += 7) {
      byte b = in.get();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    return -1;
  }
}
