package io.github.jellybridge.jelly.split;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the checkpoints of a file are: metadata of the last frame, which end with the file, so that
 * a reader finds them with one look at its last bytes. To other readers it is metadata like any.
 *
 * <p>The value is a list of varints (how many checkpoints; then for each how much its offset, frame
 * and statement are greater than those of the one before), the length of the file and that of the
 * list as numbers of eight and four bytes, low bytes first, and eight bytes that tell what it is.
 * The length of the file tells a copy in a longer file from the real thing.
 */
public final class CheckpointIndex {
  public static final String KEY = "jelly-bridge.checkpoints";

  /** Bytes behind the list. */
  static final int TRAILER = 20;

  /** How much of the end of a file holds the index of nearly all files. */
  public static final int TAIL_BYTES = 1 << 16;

  private static final byte[] MAGIC = "JBCKPT01".getBytes(StandardCharsets.US_ASCII);

  private CheckpointIndex() {}

  /** Returns the list of a file's checkpoints in the form that is written. */
  public static byte[] list(List<SplitPoint> checkpoints) {
    ByteBuffer list = ByteBuffer.allocate(10 + 30 * checkpoints.size());
    varint(list, checkpoints.size());
    SplitPoint last = new SplitPoint(0, 0, 0, null);
    for (SplitPoint point : checkpoints) {
      varint(list, point.offset() - last.offset());
      varint(list, point.frame() - last.frame());
      varint(list, point.statement() - last.statement());
      last = point;
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
   * Tells how many of the last bytes of a file hold its index.
   *
   * @param tail the last bytes of the file
   * @param fileLength the length of the file in bytes
   * @return 0 if the file has none
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
   * Returns the checkpoints of a file, in order. That they are where they should be shows when they
   * are used: a reader that ends at one must find the end of a frame there.
   *
   * @param tail the last bytes of the file, at least {@link #length} of them
   * @param fileLength the length of the file in bytes
   * @return an empty list if there are none, or if what is there cannot be right
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
    return list.hasRemaining() ? List.of() : points;
  }

  /** Reads a number, -1 if there is none. */
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
