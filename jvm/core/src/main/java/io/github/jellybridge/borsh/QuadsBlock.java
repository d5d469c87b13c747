package io.github.jellybridge.borsh;

import io.github.jellybridge.borsh.BorshParseException.Section;
import io.github.jellybridge.rdf.StatementBatch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The quads block ("Quads Section"), which is checked as a whole and then returned in batches. */
final class QuadsBlock {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  // Masks for the 16-bit ids of a quad: graph, subject, predicate and object, lowest bits first.
  private static final long LANES = 0x0001_0001_0001_0001L;
  private static final long NO_ZERO = 0x0001_0001_0001_0000L;
  private static final long HIGH_BITS = 0x8000_8000_8000_8000L;
  private static final int HALF = 1 << 15;

  private static final String[] POSITIONS = {"a graph", "a subject", "a predicate", "an object"};

  private final byte[] block;
  private final int first;
  private final int count;

  private QuadsBlock(byte[] block, int first, int count) {
    this.block = block;
    this.first = first;
    this.count = count;
  }

  /**
   * Checks a block.
   *
   * @param file for errors
   * @param block the array that holds the block up to its end
   * @param from the start of the block, which is the number of quads
   * @param quads the number of quads according to the header
   * @param terms the number of terms
   */
  static QuadsBlock check(String file, byte[] block, int from, long quads, int terms)
      throws BorshParseException {
    long expected = length(quads);
    if (block.length - from != expected) {
      throw new BorshParseException(
          file,
          Section.QUADS,
          0,
          expected + " bytes: 4 and 8 for each of the " + quads + " quads of the header",
          (block.length - from) + " bytes");
    }
    checkCount(file, FileBytes.intAt(block, from), quads);
    int first = from + BorshConstants.INT;
    QuadsBlock checked = new QuadsBlock(block, first, (int) quads);
    if (!checked.hasValidIds(terms)) {
      throw checked.wrongId(file, terms);
    }
    return checked;
  }

  /** Returns the length in bytes of a block with the given number of quads. */
  static long length(long quads) {
    return BorshConstants.INT + BorshConstants.QUAD_BYTES * quads;
  }

  /** Checks that the count in the block equals that of the header. */
  static void checkCount(String file, int count, long quads) throws BorshParseException {
    if (Integer.toUnsignedLong(count) != quads) {
      throw new BorshParseException(
          file,
          Section.QUADS,
          0,
          quads + " quads, as the header says",
          Integer.toUnsignedString(count));
    }
  }

  /** Checks the four ids of a quad at once, in lanes of 16 bits. */
  private boolean hasValidIds(int terms) {
    // Added to the lower 15 bits of an id, sets bit 16 if they exceed those of the highest id.
    long above = LANES * (HALF - 1 - (terms & HALF - 1));
    long highest = terms < HALF ? -1 : 0;
    long wrong = 0;
    for (int i = 0; i < count; i++) {
      long quad = quad(i);
      long sum = (quad & ~HIGH_BITS) + above;
      wrong |= quad - NO_ZERO & ~quad | sum & quad | highest & (sum | quad);
    }
    return (wrong & HIGH_BITS) == 0;
  }

  private BorshParseException wrongId(String file, int terms) {
    int i = 0;
    int position = 0;
    while (isValid(id(i, position), position, terms)) {
      position = position + 1 & 3;
      i += position == 0 ? 1 : 0;
    }
    return new BorshParseException(
        file,
        Section.QUADS,
        BorshConstants.INT + (long) BorshConstants.QUAD_BYTES * i + 2L * position,
        POSITIONS[position] + " id of " + least(position) + " to " + terms + " in quad " + i,
        "" + id(i, position));
  }

  private static boolean isValid(int id, int position, int terms) {
    return id >= least(position) && id <= terms;
  }

  /** Returns the lowest id of a position: 0 is the default graph. */
  private static int least(int position) {
    return position == 0 ? 0 : 1;
  }

  private int id(int i, int position) {
    return (int) (quad(i) >>> 16 * position) & 0xffff;
  }

  private long quad(int i) {
    return (long) LONGS.get(block, first + BorshConstants.QUAD_BYTES * i);
  }

  int count() {
    return count;
  }

  /** Fills the columns of a batch with up to {@code most} quads from {@code from} on. */
  int fill(StatementBatch batch, int from, int most) {
    int n = Math.min(most, count - from);
    batch.ensureCapacity(n);
    column(batch.g, from, n, 0);
    column(batch.s, from, n, 16);
    column(batch.p, from, n, 32);
    column(batch.o, from, n, 48);
    return n;
  }

  private void column(int[] column, int from, int n, int shift) {
    if (column == null) {
      return;
    }
    for (int i = 0; i < n; i++) {
      column[i] = (int) (quad(from + i) >>> shift) & 0xffff;
    }
  }
}
