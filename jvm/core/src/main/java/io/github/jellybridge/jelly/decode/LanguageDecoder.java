package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.wire.IriMessage;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.SymbolTable;
import java.util.Arrays;

/**
 * Maps language tags to symbols. Streams have few distinct tags, but spell them out in every
 * literal. A cache holds the most recent tags of up to seven bytes, keyed by a number made of their
 * bytes.
 */
public final class LanguageDecoder {
  private static final int LONGEST = 7;
  private static final int KNOWN = 16;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final WireReader in;
  private final SymbolTable symbols;
  private final long[] tags = new long[KNOWN];
  private final int[] known = new int[KNOWN];

  public LanguageDecoder(WireReader in, SymbolTable symbols) {
    this.in = in;
    this.symbols = symbols;
  }

  /** Returns the symbol of a cached tag, or 0. */
  public int known(int from, int to) {
    int size = to - from;
    if (size < 1 || size > LONGEST) {
      return 0;
    }
    long tag = tag(from, size);
    int slot = slot(tag);
    return tags[slot] == tag ? known[slot] : 0;
  }

  /** Returns the symbol of a tag whose UTF-8 was checked. */
  public int symbol(int from, int to) {
    int symbol = known(from, to);
    if (symbol == 0) {
      symbol = symbols.intern(in.data, from, to);
      if (to - from <= LONGEST) {
        long tag = tag(from, to - from);
        tags[slot(tag)] = tag;
        known[slot(tag)] = symbol;
      }
    }
    return symbol;
  }

  /** Clears the cache, as the symbols are no longer valid. */
  void clear() {
    Arrays.fill(tags, 0);
  }

  private long tag(int from, int size) {
    return IriMessage.field(in.data, from) & (1L << (size << 3)) - 1 | (long) size << 56;
  }

  private static int slot(long tag) {
    return (int) (tag * MULTIPLIER >>> 60);
  }
}
