package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.decode.RetainedTerms;
import io.github.jellybridge.rdf.TermTable;
import java.io.Closeable;
import java.io.IOException;

/**
 * Gets a stream into memory, one chunk after the other, in two arrays that take turns: while one is
 * decoded, another thread may read into the other.
 */
public final class ChunkedInput implements Closeable {
  /** Where nearly every row fits that the end of a chunk cuts. */
  private static final int ROOM_FOR_A_ROW = 1 << 14;

  /** The bytes to read first of a stream that does not say how many it has. */
  private static final int FIRST_CHUNK = 1 << 16;

  private final WireReader in;
  private final BufferPool memory;
  private final TermTable terms;
  private byte[] spare;
  private int chunkBytes;
  private boolean started;
  private boolean closed;

  // Bytes that another thread reads into the spare array; null if all is read in this thread.
  private final ReadAhead ahead;
  private int aheadAt;
  private int aheadLength;

  /**
   * Takes the arrays of a memory, which get back there when this is closed.
   *
   * @param in closed with this
   * @param ahead reads the same stream in another thread; null to read all in this one
   * @param chunkBytes how much to read at a time
   */
  public ChunkedInput(WireReader in, BufferPool memory, ReadAhead ahead, int chunkBytes) {
    this.in = in;
    this.memory = memory;
    this.terms = memory.terms;
    this.spare = memory.chunk();
    this.ahead = ahead;
    this.chunkBytes = chunkBytes;
  }

  /** Returns how much is read at a time. */
  public int chunkBytes() {
    return chunkBytes;
  }

  /** Reads at most so much at a time from now on. */
  public void limit(int bytes) {
    chunkBytes = Math.min(chunkBytes, bytes);
  }

  /**
   * Returns how much to read first: as much as the stream says it has, and one byte more, so that
   * the end of a small file is seen. Files are often small, and cleared memory is not free.
   */
  public int first() throws IOException {
    long left = Math.max(in.available() + 1L, FIRST_CHUNK);
    return (int) Math.min(left, chunkBytes);
  }

  /**
   * Starts the next chunk: copies what later rows may refer to, and reads on.
   *
   * @param wanted how many bytes to buffer, unless the stream ends before, or fails, as the next
   *     call will report
   * @param retained what later rows may refer to; null if no rows have been read
   */
  public void refill(int wanted, RetainedTerms retained) throws IOException {
    int left = in.limit - in.pos;
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
      // Before anything moves: both arrays are to be two when they are given back.
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

  /** Takes the spare array as the next chunk, with the retained terms at its start. */
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

  /** Starts to read the chunk after this one, after room for the retained terms. */
  private void readAhead(long lookups) {
    aheadAt = (int) Math.min(lookups + lookups / 4 + ROOM_FOR_A_ROW, 1 << 29);
    aheadLength = chunk(chunkBytes, lookups);
    int size = room(aheadAt, aheadLength);
    if (spare.length < size) {
      spare = new byte[size];
    }
    ahead.start(spare, aheadAt, aheadLength);
  }

  /**
   * Returns how many bytes to decode at a time: with large lookups more, to carry them less. Terms
   * that are carried do not count: they are others the next time.
   */
  private static int chunk(int wanted, long lookups) {
    return Math.max(wanted, (int) Math.min(lookups * 4, 1 << 28));
  }

  /**
   * Returns the size of an array for the input and some terms that are assembled; the table gets
   * more if it needs it, and both arrays are used again and again.
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
      // Without a chunk of our own, the array of the table is the one that is spare here.
      memory.giveBack(started ? terms.data() : memory.spare(), spare);
    }
    in.close();
  }
}
