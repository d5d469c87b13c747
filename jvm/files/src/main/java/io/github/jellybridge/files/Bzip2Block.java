package io.github.jellybridge.files;

import java.io.IOException;
import java.util.Arrays;

/**
 * Decompresses the blocks of a bzip2 file, one after another. A block is independent of the others;
 * its bytes are compared with its checksum at its end.
 */
final class Bzip2Block {
  /** The first 48 bits of a block. */
  static final long MAGIC = 0x314159265359L;

  private static final int MOST_SYMBOLS = 900_000;
  private static final int GROUP_SYMBOLS = 50;
  private static final int LONGEST_CODE = 20;
  private static final int[] CRC = crcTable();

  private final Bzip2Bits bits;
  private final int[] links = new int[MOST_SYMBOLS];
  // Number of remaining symbols, index of the next one, the last value and its run length.
  private int left;
  private int link;
  private int last;
  private int row;
  private int repeats;
  private int crc;
  private int stored;

  Bzip2Block(Bzip2Bits bits) {
    this.bits = bits;
  }

  private static int[] crcTable() {
    int[] table = new int[256];
    for (int i = 0; i < 256; i++) {
      int value = i << 24;
      for (int bit = 0; bit < 8; bit++) {
        value = value << 1 ^ (value < 0 ? 0x04c11db7 : 0);
      }
      table[i] = value;
    }
    return table;
  }

  /** Reads the header of the block whose magic number was just read; returns its checksum. */
  int open() throws IOException {
    stored = (int) bits.read(32);
    if (bits.read(1) != 0) {
      throw new IOException(
          "a block is randomised, as bzip2 before 0.9.5 did: read the file with split=none");
    }
    int origin = (int) bits.read(24);
    byte[] used = usedBytes();
    HuffmanCode[] codes = new HuffmanCode[between(2, (int) bits.read(3), 6, "Huffman codes")];
    byte[] selectors = selectors(codes.length);
    for (int i = 0; i < codes.length; i++) {
      codes[i] = HuffmanCode.read(bits, used.length + 2);
    }
    int symbols = readSymbols(used, codes, selectors);
    between(0, origin, symbols - 1, "the start of a block");
    chain(symbols);
    left = symbols;
    link = links[origin] >>> 8;
    last = -1;
    row = 0;
    repeats = 0;
    crc = -1;
    return stored;
  }

  private static int between(int least, int value, int most, String what) throws IOException {
    if (value < least || value > most) {
      throw new IOException(what + " must be " + least + " to " + most + ", not " + value);
    }
    return value;
  }

  private byte[] usedBytes() throws IOException {
    byte[] used = new byte[256];
    int n = 0;
    int rows = (int) bits.read(16);
    for (int i = 0; i < 16; i++) {
      int columns = (rows & 0x8000 >> i) != 0 ? (int) bits.read(16) : 0;
      for (int j = 0; j < 16; j++) {
        if ((columns & 0x8000 >> j) != 0) {
          used[n++] = (byte) (i * 16 + j);
        }
      }
    }
    return Arrays.copyOf(used, between(1, n, 256, "the bytes of a block"));
  }

  /** Reads which code each group of symbols uses. */
  private byte[] selectors(int codes) throws IOException {
    byte[] selectors = new byte[between(1, (int) bits.read(15), 1 << 15, "groups of symbols")];
    byte[] recent = {0, 1, 2, 3, 4, 5};
    for (int i = 0; i < selectors.length; i++) {
      int index = 0;
      while (bits.read(1) != 0) {
        between(1, ++index, codes - 1, "the number of a Huffman code");
      }
      selectors[i] = toFront(recent, index);
    }
    return selectors;
  }

  private static byte toFront(byte[] recent, int index) {
    byte value = recent[index];
    System.arraycopy(recent, 0, recent, 1, index);
    recent[0] = value;
    return value;
  }

  private int readSymbols(byte[] recent, HuffmanCode[] codes, byte[] selectors) throws IOException {
    int end = recent.length + 1;
    int n = 0;
    long run = 0;
    long weight = 1;
    for (byte selector : selectors) {
      HuffmanCode code = codes[selector];
      for (int i = 0; i < GROUP_SYMBOLS; i++) {
        int symbol = code.next(bits);
        if (symbol <= 1) {
          run += weight << symbol;
          weight = Math.min(weight << 1, 1 << 24);
          between(0, (int) Math.min(run, 1 << 24), MOST_SYMBOLS - n, "a run");
          continue;
        }
        if (run > 0) {
          Arrays.fill(links, n, n + (int) run, recent[0] & 0xff);
          n += (int) run;
          run = 0;
          weight = 1;
        }
        if (symbol == end) {
          return n;
        }
        between(0, n, MOST_SYMBOLS - 1, "the symbols of a block");
        links[n++] = toFront(recent, symbol - 1) & 0xff;
      }
    }
    throw new IOException("a block has no end");
  }

  /** Inverts the Burrows-Wheeler transform: links each byte to the one that follows it. */
  private void chain(int symbols) {
    int[] starts = new int[257];
    for (int i = 0; i < symbols; i++) {
      starts[(links[i] & 0xff) + 1]++;
    }
    for (int i = 0; i < 256; i++) {
      starts[i + 1] += starts[i];
    }
    for (int i = 0; i < symbols; i++) {
      links[starts[links[i] & 0xff]++] |= i << 8;
    }
  }

  /**
   * Returns the next bytes of the block.
   *
   * @return their number; 0 at the end of the block
   */
  int read(byte[] target, int offset, int length) throws IOException {
    int to = offset;
    int stop = offset + length;
    while (to < stop) {
      if (repeats > 0) {
        int n = Math.min(repeats, stop - to);
        repeats -= n;
        for (int i = 0; i < n; i++) {
          put(target, to++);
        }
      } else if (left == 0) {
        break;
      } else {
        left--;
        int entry = links[link];
        link = entry >>> 8;
        int value = entry & 0xff;
        if (row == 4) {
          repeats = value;
          row = 0;
        } else {
          row = value == last ? row + 1 : 1;
          last = value;
          put(target, to++);
        }
      }
    }
    if (to == offset && ~crc != stored) {
      throw new IOException("a block does not have its checksum");
    }
    return to - offset;
  }

  private void put(byte[] target, int at) {
    target[at] = (byte) last;
    crc = crc << 8 ^ CRC[crc >>> 24 ^ last];
  }

  /** A canonical Huffman code: the number of codes of each length, and the symbols they encode. */
  private record HuffmanCode(int[] limits, int[] bases, int[] symbols, int shortest) {
    static HuffmanCode read(Bzip2Bits bits, int alphabet) throws IOException {
      int[] lengths = new int[alphabet];
      int length = (int) bits.read(5);
      for (int i = 0; i < alphabet; i++) {
        between(1, length, LONGEST_CODE, "the length of a code");
        while (bits.read(1) != 0) {
          length += bits.read(1) == 0 ? 1 : -1;
          between(1, length, LONGEST_CODE, "the length of a code");
        }
        lengths[i] = length;
      }
      return of(lengths);
    }

    private static HuffmanCode of(int[] lengths) {
      int[] limits = new int[LONGEST_CODE + 1];
      int[] bases = new int[LONGEST_CODE + 1];
      int[] symbols = new int[lengths.length];
      int code = 0;
      int n = 0;
      int shortest = 0;
      for (int length = 1; length <= LONGEST_CODE; length++) {
        code <<= 1;
        bases[length] = n - code;
        for (int i = 0; i < lengths.length; i++) {
          if (lengths[i] == length) {
            symbols[n++] = i;
            code++;
          }
        }
        limits[length] = code;
        if (n == 0) {
          shortest = length;
        }
      }
      return new HuffmanCode(limits, bases, symbols, shortest + 1);
    }

    int next(Bzip2Bits bits) throws IOException {
      int ahead = (int) bits.peek(LONGEST_CODE);
      for (int length = shortest; length <= LONGEST_CODE; length++) {
        int code = ahead >>> LONGEST_CODE - length;
        if (code < limits[length]) {
          bits.skip(length);
          return symbols[bases[length] + code];
        }
      }
      throw new IOException("there is no such Huffman code");
    }
  }
}
