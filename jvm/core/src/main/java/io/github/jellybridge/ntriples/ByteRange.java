package io.github.jellybridge.ntriples;

import java.io.IOException;

/**
 * The part of a file that one reader reads: all lines that start after its first byte and at {@code
 * end} at the latest. The first part also has the first line.
 *
 * @param start offset in the file of the first byte of the stream
 * @param end offset of the next part; {@link #TO_THE_END} for the last part
 * @param before finds the position of the part in the file when an error has to report it
 */
public record ByteRange(long start, long end, Before before) {
  /** The end of the last part of a file. */
  public static final long TO_THE_END = Long.MAX_VALUE;

  /** A whole file. */
  public static final ByteRange WHOLE = new ByteRange(0, TO_THE_END, () -> Position.FIRST);

  /** Finds the position of a part in its file. */
  @FunctionalInterface
  public interface Before {
    /** Returns the position of the first line of the part. */
    Position get() throws IOException;
  }

  /**
   * The position of a part in its file.
   *
   * @param lines number of lines that end before the first one that starts in the part
   * @param bytes number to add to offsets relative to {@link ByteRange#start}: 0, or the number of
   *     bytes before the stream if the start of the part is unknown
   */
  public record Position(long lines, long bytes) {
    /** The start of a file. */
    public static final Position FIRST = new Position(0, 0);
  }
}
