package io.github.jellybridge.borsh;

import io.github.jellybridge.borsh.BorshParseException.Section;
import io.github.jellybridge.rdf.StatementBatch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The quads block ("Quads Section"), checked as a whole and then handed out in batches. */
final class QuadsBlock {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final String[] POSITIONS = {"graph", "subject", "predicate", "object"};

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
   * @param from where the block starts: with the number of quads
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
    int first = from + BorshFormat.INT;
    QuadsBlock checked = new QuadsBlock(block, first, (int) quads);
    for (int i = 0; i < checked.count; i++) {
      long quad = checked.quad(i);
      int s = (int) (quad >>> 16) & 0xffff;
      int p = (int) (quad >>> 32) & 0xffff;
      int o = (int) (quad >>> 48);
      int g = (int) quad & 0xffff;
      int highest = Math.max(Math.max(g, s), Math.max(p, o));
      if (highest > terms || s == 0 || p == 0 || o == 0) {
        throw checked.wrongId(file, i, new int[] {g, s, p, o}, terms);
      }
    }
    return checked;
  }

  /** Returns how many bytes a block of so many quads has. */
  static long length(long quads) {
    return BorshFormat.INT + BorshFormat.QUAD_BYTES * quads;
  }

  /** Checks that the count of the block is that of the header. */
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

  private BorshParseException wrongId(String file, int i, int[] ids, int terms) {
    int position = 0;
    while (ids[position] <= terms && (ids[position] > 0 || position == 0)) {
      position++;
    }
    int least = position == 0 ? 0 : 1;
    return new BorshParseException(
        file,
        Section.QUADS,
        BorshFormat.INT + (long) BorshFormat.QUAD_BYTES * i + 2L * position,
        "a " + POSITIONS[position] + " id of " + least + " to " + terms + " in quad " + i,
        "" + ids[position]);
  }

  private long quad(int i) {
    return (long) LONGS.get(block, first + BorshFormat.QUAD_BYTES * i);
  }

  int count() {
    return count;
  }

  /** Fills the columns of a batch with the quads from one on; as many as fit. */
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
