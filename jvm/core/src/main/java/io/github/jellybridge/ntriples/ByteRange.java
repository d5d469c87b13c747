package io.github.jellybridge.ntriples;

import java.io.IOException;

/**
 * The part of a file that one reader reads: all lines that start behind its first byte and not
 * behind {@code end}; the first part has the first line, too.
 *
 * @param start offset in bytes of the first byte that the stream gives
 * @param end offset where the next part starts; {@link #TO_THE_END} for the last part
 * @param before finds out what precedes the part, when an error has to name its place
 */
public record ByteRange(long start, long end, Before before) {
  /** The end of a part that is the last one of its file. */
  public static final long TO_THE_END = Long.MAX_VALUE;

  /** A whole file. */
  public static final ByteRange WHOLE = new ByteRange(0, TO_THE_END, () -> Place.FIRST);

  /** Finds out what precedes a part. */
  @FunctionalInterface
  public interface Before {
    /** Returns where the first line of the part is. */
    Place get() throws IOException;
  }

  /**
   * Where a part is in its file.
   *
   * @param lines how many lines end before the first one that starts in the part
   * @param bytes what to add to offsets that count from {@link ByteRange#start}: 0, or how much
   *     precedes the stream of a part whose start is not known
   */
  public record Place(long lines, long bytes) {
    /** The start of a file. */
    public static final Place FIRST = new Place(0, 0);
  }
}
