package io.github.jellybridge.jelly.split;

import static org.junit.Assert.assertArrayEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/** Checks index files with the right checksum, as a malicious one has. */
public final class IndexFileFuzz {
  private static final byte[] START = SplitIndexFile.write(List.of(), 1000, 7);

  /** Length of the fields before the number of split points. */
  private static final int HEADER = 24;

  private IndexFileFuzz() {}

  /** Checks the fields of an index from the number of split points on; called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] fields) {
    SplitIndexFile.read(fields, 1000, 7);
    byte[] body = Arrays.copyOf(START, HEADER + fields.length);
    System.arraycopy(fields, 0, body, HEADER, fields.length);
    CRC32 sum = new CRC32();
    sum.update(body);
    byte[] file =
        ByteBuffer.allocate(body.length + Long.BYTES).put(body).putLong(sum.getValue()).array();
    Optional<List<SplitPoint>> points =
        SplitIndexFile.read(file, 1000, 7).map(SplitIndexFile.Content::points);
    if (points.isPresent() && !points.get().isEmpty()) {
      byte[] again = SplitIndexFile.write(points.get(), 1000, 7);
      int used = again.length - Long.BYTES;
      // A boolean is any byte but 0.
      if (points.get().stream().noneMatch(point -> point.state().inMessage())) {
        assertArrayEquals(Arrays.copyOf(again, used), Arrays.copyOf(file, used));
      }
    }
  }
}
