package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;

/**
 * The arrays of a reader, reusable by one reader after another. Creating and clearing new arrays
 * takes a quarter of the time of reading a small file. Not thread-safe.
 */
public final class BufferPool {
  public final TermTable terms = new TermTable();
  private StatementBatch batch;
  private byte[] chunk = new byte[0];
  private byte[] spare = new byte[0];
  private boolean lent;

  /** Lends the arrays to a reader. Only one reader can use them at a time. */
  public void lend() {
    if (lent) {
      throw new IllegalStateException("another reader uses this memory: close it first");
    }
    lent = true;
    // Symbols are otherwise dropped only between the chunks of a file, and a small file has one.
    if (terms.symbols().isLarge(TermDecoder.MAX_SYMBOLS)) {
      terms.symbols().clear();
    }
  }

  /** Returns the batch, with the given columns. */
  public StatementBatch batch(int columns, int capacity) {
    boolean s = (columns & JellyReadOptions.S) != 0;
    boolean p = (columns & JellyReadOptions.P) != 0;
    boolean o = (columns & JellyReadOptions.O) != 0;
    boolean g = (columns & JellyReadOptions.G) != 0;
    if (batch == null
        || s != (batch.s != null)
        || p != (batch.p != null)
        || o != (batch.o != null)
        || g != (batch.g != null)) {
      batch = new StatementBatch(capacity, s, p, o, g);
    }
    batch.clear(0);
    return batch;
  }

  byte[] chunk() {
    return chunk;
  }

  byte[] spare() {
    return spare;
  }

  /** Takes the arrays back from a closed reader. */
  void giveBack(byte[] usedChunk, byte[] usedSpare) {
    chunk = usedChunk;
    spare = usedSpare;
    lent = false;
  }
}
