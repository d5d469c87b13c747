package io.github.jellybridge.jelly.wire;

/**
 * Iterates over the fields of a message in bytes that may be of another format. Never throws, and
 * may be given the start of a message only.
 */
final class FieldScan {
  private final byte[] d;
  private final int to;
  int pos;
  int tag;
  int start;
  int end;

  /** The value of a varint field. */
  long value;

  boolean broken;

  /** Whether the available bytes end inside a number. */
  boolean cut;

  FieldScan(byte[] d, int from, int to) {
    this.d = d;
    this.pos = from;
    // A length inside a message may be wrong.
    this.to = Math.min(to, d.length);
  }

  /** Reads a varint; returns -1 if it is cut, negative or above 2^31. */
  long varint() {
    long value = 0;
    for (int shift = 0; shift < 35 && pos < to; shift += 7) {
      byte b = d[pos++];
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value <= Integer.MAX_VALUE ? value : -1;
      }
    }
    cut = pos == to;
    return -1;
  }

  /** Reads a varint of any size; sets broken if it is cut or too long. */
  private long number() {
    long value = 0;
    for (int shift = 0; shift < 70 && pos < to; shift += 7) {
      byte b = d[pos++];
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    cut = pos == to;
    broken = true;
    return 0;
  }

  /** Finds the next field; its end may be after the available bytes. */
  boolean next() {
    if (pos >= to) {
      return false;
    }
    long number = number();
    tag = (int) number;
    long length = 0;
    start = pos;
    switch (tag & 7) {
      case WireReader.VARINT -> {
        value = number();
        length = pos - start;
      }
      case WireReader.FIXED64 -> length = 8;
      case WireReader.FIXED32 -> length = 4;
      case WireReader.LEN -> {
        length = varint();
        start = pos;
      }
      default -> length = -1;
    }
    if (broken || number >>> 3 == 0 || number >>> 32 != 0) {
      length = -1;
    }
    if (length < 0 || length > Integer.MAX_VALUE - start) {
      broken = true;
      pos = to;
      return false;
    }
    end = start + (int) length;
    pos = end;
    return true;
  }
}
