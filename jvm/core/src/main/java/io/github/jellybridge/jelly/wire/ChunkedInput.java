package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.decode.RetainedTerms;
import io.github.jellybridge.rdf.TermTable;
import java.io.Closeable;
import java.io.IOException;

/**
 * Reads a stream into memory chunk by chunk, alternating between two arrays: while one is decoded,
 * another thread may read into the other.
 */
public final class ChunkedInput implements Closeable {
  /** Enough room for nearly every row that the end of a chunk cuts, in bytes. */
  private static final int ROOM_FOR_A_ROW = 1 << 14;

  /** Size of the first read of a stream that does not report how many bytes are available. */
  private static final int FIRST_CHUNK = 1 << 16;

  private final WireReader in;
  private final BufferPool memory;
  private final TermTable terms;
  private byte[] spare;
  private int chunkBytes;
  private boolean started;
  private boolean closed;

  // Bytes that another thread reads into the spare array; null if this thread reads everything.
  private final ReadAhead ahead;
  private int aheadAt;
  private int aheadLength;

  /** Room for a row, or a frame of columns, that the end of the next chunk cuts, in bytes. */
  private int roomForRest = ROOM_FOR_A_ROW;

  /**
   * Uses the arrays of a pool, which are returned by {@link #close}.
   *
   * @param in closed with this object
   * @param ahead reads the same stream in another thread; null to read in the calling thread
   * @param chunkBytes number of bytes to read at a time
   */
  public ChunkedInput(WireReader in, BufferPool memory, ReadAhead ahead, int chunkBytes) {
    this.in = in;
    this.memory = memory;
    this.terms = memory.terms;
    this.spare = memory.chunk();
    this.ahead = ahead;
    this.chunkBytes = chunkBytes;
  }

  /** Returns the number of bytes read at a time. */
  public int chunkBytes() {
    return chunkBytes;
  }

  /** Limits the number of bytes read at a time from now on. */
  public void limit(int bytes) {
    chunkBytes = Math.min(chunkBytes, bytes);
  }

  /**
   * Returns how many bytes to read first: the number that the stream reports as available plus one,
   * to detect the end of a small file. Files are often small, and clearing memory takes time.
   */
  public int first() throws IOException {
    long left = Math.max(in.available() + 1L, FIRST_CHUNK);
    return (int) Math.min(left, chunkBytes);
  }

  /**
   * Starts the next chunk: copies the retained terms and continues to read.
   *
   * @param wanted how many bytes to buffer, unless the stream ends or fails before; the next call
   *     reports the failure
   * @param retained the terms that later rows may refer to; null before the first row
   */
  public void refill(int wanted, RetainedTerms retained) throws IOException {
    int left = in.limit - in.pos;
    roomForRest = Math.max(roomForRest, Math.min(left + (left >> 2), chunkBytes));
    long lookups = retained == null ? 0 : retained.lookupBytes();
    long carried = lookups + (retained == null ? 0 : retained.termBytes());
    if (ahead != null && ahead.pending()) {
      int got = ahead.await();
      int at = aheadAt;
      if (carried + left > at) {
        at = (int) Math.min(carried + left, Integer.MAX_VALUE / 2);
        byte[] larger = new byte[room(at, got)];
        System.arraycopy(spare, aheadAt, larger, at, got);
        spare = larger;
      }
      startChunk(at - left - (int) carried, retained);
      in.append(got, got < aheadLength);
    } else {
      // Before any array moves, so that two different arrays are returned to the pool.
      in.throwFailure();
      int target = chunk(Math.max(wanted, left), lookups);
      int size = room(carried, target);
      if (spare.length < size || spare.length > Math.max(8L * size, 8L * chunkBytes)) {
        spare = new byte[size];
      }
      startChunk(0, retained);
      in.fill(target);
    }
    endChunk(retained);
    if (in.limit - in.pos < wanted && !in.exhausted()) {
      refill(wanted, retained);
    } else if (ahead != null && !in.ended && left < chunkBytes / 2) {
      readAhead(lookups);
    }
  }

  /** Makes the spare array the next chunk, with the retained terms at its start. */
  private void startChunk(int at, RetainedTerms retained) {
    byte[] old = started ? terms.data() : memory.spare();
    started = true;
    int end = retained == null ? at : retained.copy(spare, at);
    in.moveTo(spare, end);
    spare = old;
  }

  private void endChunk(RetainedTerms retained) {
    terms.reset(in.data, Math.min(in.limit + WireReader.SLACK, in.data.length));
    if (retained != null) {
      retained.restore();
    }
  }

  /** Starts to read the chunk after this one, leaving room for the retained terms. */
  private void readAhead(long lookups) {
    aheadAt = (int) Math.min(lookups + lookups / 4 + roomForRest, 1 << 29);
    aheadLength = chunk(chunkBytes, lookups);
    int size = room(aheadAt, aheadLength);
    if (spare.length < size) {
      spare = new byte[size];
    }
    ahead.start(spare, aheadAt, aheadLength);
  }

  /**
   * Returns how many bytes to decode at a time. Large lookups need larger chunks, so that they are
   * copied less often. The retained terms do not count: they differ from chunk to chunk.
   */
  private static int chunk(int wanted, long lookups) {
    return Math.max(wanted, (int) Math.min(lookups * 4, 1 << 28));
  }

  /**
   * Returns the size of an array for the input and some assembled terms. The table enlarges it if
   * necessary; both arrays are reused throughout.
   */
  private static int room(long before, int input) {
    return (int)
        Math.min(
            before + input + input / 4 + WireReader.SLACK, Integer.MAX_VALUE - WireReader.SLACK);
  }

  @Override
  public void close() throws IOException {
    if (ahead != null) {
      ahead.close();
    }
    if (!closed) {
      closed = true;
      // Before the first chunk, no array of the table comes from the pool.
      memory.giveBack(started ? terms.data() : memory.spare(), spare);
    }
    in.close();
  }
}
