package io.github.jellybridge.jelly.split;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * An index of split points, stored in a separate file next to the indexed file. Holds the split
 * points that {@link SplitIndexer} finds.
 *
 * <p>Big-endian, as {@link DataOutputStream} writes: a magic number (8 bytes); length (8) and
 * modification time (8, milliseconds) of the indexed file; number of split points (4). For each
 * split point its offset, frame, statement, message (8 each), whether a message is open (1), last
 * entries of the name, prefix and datatype lookup, last name, last prefix, length of the prologue
 * (4 each), and the prologue. At the end the CRC-32 of all bytes before it (8).
 */
public final class SplitIndexFile {
  private static final long MAGIC = 0x4a42494458303300L;
  private static final int CHECKSUM = Long.BYTES;

  private SplitIndexFile() {}

  /** Returns the name of the index of a file: a hidden name, so that it is not read as data. */
  public static String name(String file) {
    return "." + file + ".index";
  }

  /**
   * Encodes an index.
   *
   * @param points the split points
   * @param length the length in bytes of the indexed file
   * @param modificationTime its modification time in milliseconds
   */
  public static byte[] write(List<SplitPoint> points, long length, long modificationTime) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(MAGIC);
      out.writeLong(length);
      out.writeLong(modificationTime);
      out.writeInt(points.size());
      for (SplitPoint point : points) {
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
      out.writeLong(checksum(bytes.toByteArray(), bytes.size()));
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot fail", e);
    }
    return bytes.toByteArray();
  }

  /**
   * Decodes an index.
   *
   * @param bytes the content of the index file
   * @param length the current length in bytes of the indexed file
   * @param modificationTime its current modification time, in milliseconds
   * @return the split points; empty for a damaged index, one of an earlier version of the file, or
   *     another kind of file
   */
  public static Optional<List<SplitPoint>> read(byte[] bytes, long length, long modificationTime) {
    int body = bytes.length - CHECKSUM;
    if (body < 0) {
      return Optional.empty();
    }
    try (DataInputStream end =
            new DataInputStream(new ByteArrayInputStream(bytes, body, CHECKSUM));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, body))) {
      boolean fresh =
          end.readLong() == checksum(bytes, body)
              && in.readLong() == MAGIC
              && in.readLong() == length
              && in.readLong() == modificationTime;
      return fresh ? Optional.of(points(in)) : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
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
      int length = in.readInt();
      byte[] prologue = in.readNBytes(length);
      if (prologue.length < length) {
        throw new EOFException();
      }
      StreamState state =
          new StreamState(prologue, ids[0], ids[1], ids[2], ids[3], ids[4], inMessage);
      points.add(new SplitPoint(offset, frame, statement, message, state));
    }
    return points;
  }

  private static long checksum(byte[] bytes, int length) {
    CRC32 sum = new CRC32();
    sum.update(bytes, 0, length);
    return sum.getValue();
  }
}
