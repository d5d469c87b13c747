package io.github.jellybridge.jelly.split;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The list of the checkpoints of a file, in metadata of the last frame. It is at the very end of
 * the file, so that a reader finds it in the last bytes. Other readers treat it as ordinary
 * metadata.
 *
 * <p>The value is a list of varints, followed by a trailer. The list has the number of checkpoints;
 * then, for each, the differences of its offset, frame and statement to the previous one. In a
 * stream of messages, the differences of the number of messages before each one follow. The trailer
 * has the length of the file (8 bytes) and of the list (4 bytes), both little-endian, and a magic
 * number (8 bytes). The length of the file reveals a list that was copied into a longer file.
 */
public final class CheckpointIndex {
  public static final String KEY = "jelly-bridge.checkpoints";

  /** Length of the trailer, in bytes. */
  public static final int TRAILER = 20;

  /** Number of bytes at the end of a file that contain the list of nearly all files. */
  public static final int TAIL_BYTES = 1 << 16;

  private static final byte[] MAGIC = "JBCKPT01".getBytes(StandardCharsets.US_ASCII);

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

  /** Returns the value to store for a list in a file of the given length. */
  public static byte[] value(byte[] list, long fileLength) {
    return ByteBuffer.allocate(list.length + TRAILER)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(list)
        .putLong(fileLength)
        .putInt(list.length)
        .put(MAGIC)
        .array();
  }

  private static void varint(ByteBuffer out, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    out.put((byte) rest);
  }

  /**
   * Returns how many of the last bytes of a file hold the list.
   *
   * @param tail the last bytes of the file
   * @param fileLength the length of the file in bytes
   * @return 0 if the file has no list
   */
  public static int length(byte[] tail, long fileLength) {
    if (tail.length < TRAILER || tail.length > fileLength) {
      return 0;
    }
    ByteBuffer trailer =
        ByteBuffer.wrap(tail, tail.length - TRAILER, TRAILER).order(ByteOrder.LITTLE_ENDIAN);
    long length = trailer.getLong();
    int list = trailer.getInt();
    byte[] magic = new byte[MAGIC.length];
    trailer.get(magic);
    boolean present =
        length == fileLength
            && Arrays.equals(magic, MAGIC)
            && list >= 0
            && list <= fileLength - TRAILER
            && list <= Integer.MAX_VALUE - TRAILER;
    return present ? list + TRAILER : 0;
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
    int length = length(tail, fileLength);
    if (length == 0 || length > tail.length) {
      return List.of();
    }
    ByteBuffer list = ByteBuffer.wrap(tail, tail.length - length, length - TRAILER);
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
