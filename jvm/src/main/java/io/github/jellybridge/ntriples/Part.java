package io.github.jellybridge.ntriples;

import java.io.IOException;

/**
 * The part of a file that one reader reads: all lines that start behind its first byte and not
 * behind {@code end}; the first part has the first line, too.
 *
 * @param start offset in bytes of the first byte that the stream gives
 * @param end offset where the next part starts; {@link #TO_THE_END} for the last part
 * @param linesBefore counts the lines of the file before the first one of the part, when an error
 *     has to name its line
 */
public record Part(long start, long end, LineCount linesBefore) {
  /** The end of a part that is the last one of its file. */
  public static final long TO_THE_END = Long.MAX_VALUE;

  /** A whole file. */
  public static final Part WHOLE = new Part(0, TO_THE_END, () -> 0);

  /** Counts the lines before a part. */
  @FunctionalInterface
  public interface LineCount {
    /** Returns how many lines end before the first one that starts in the part. */
    long get() throws IOException;
  }
}
