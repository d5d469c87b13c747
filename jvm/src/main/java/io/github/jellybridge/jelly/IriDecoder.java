package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/**
 * The name and prefix lookups, and IRIs made of them (Jelly-RDF 1.1, "Prefix, name, and datatype
 * lookup entries" and "IRIs"). An IRI becomes a term once per pair of lookup entries and chunk.
 *
 * <p>Id 0 is an empty string here: that is what it means in the draft layout, and what prefix 0 means
 * in 1.x as long as no prefix was given.
 */
final class IriDecoder {
  /** Entries of the second cache, for names that occur with several prefixes in turn. */
  private static final int PAIRS = 1 << 12;

  private static final int UNDEFINED = -1;

  private final Input in;
  private final TermTable terms;

  private final int nameSize;
  private int[] nameOffset = new int[64];
  private int[] nameLength = new int[64];
  private int[] nameStamp = new int[64];
  // The IRI made of this name last, and the stamp of its prefix; UNDEFINED if there is none.
  private int[] nameTerm = new int[64];
  private int[] nameTermPrefix = new int[64];
  private int names = 1;
  private int nextNameStamp = 1;

  private final int prefixSize;
  private int[] prefixOffset = new int[32];
  private int[] prefixLength = new int[32];
  // A number of its own for every definition of a prefix; 0 while undefined.
  private int[] prefixStamp = new int[32];
  private int prefixes = 1;
  private int nextPrefixStamp = 1;

  private final long[] pairKey = new long[PAIRS];
  private final int[] pairTerm = new int[PAIRS];

  private long nameEntries;
  private long prefixEntries;

  IriDecoder(Input in, TermTable terms, int nameSize, int prefixSize) {
    this.in = in;
    this.terms = terms;
    this.nameSize = nameSize;
    this.prefixSize = prefixSize;
    Arrays.fill(nameLength, UNDEFINED);
    Arrays.fill(nameTermPrefix, UNDEFINED);
    nameLength[0] = 0;
    nameStamp[0] = nextNameStamp++;
    prefixStamp[0] = nextPrefixStamp++;
  }

  long nameEntries() {
    return nameEntries;
  }

  long prefixEntries() {
    return prefixEntries;
  }

  /** Sets a name to a slice of the chunk. */
  void defineName(int id, int offset, int length, int at) throws JellyParseException {
    checkEntryId("name", id, nameSize, at);
    if (id >= nameLength.length) {
      growNames(id);
    }
    names = Math.max(names, id + 1);
    nameOffset[id] = offset;
    nameLength[id] = length;
    nameStamp[id] = nextNameStamp++;
    nameTermPrefix[id] = UNDEFINED;
    nameEntries++;
  }

  /** Sets a prefix to a slice of the chunk. */
  void definePrefix(int id, int offset, int length, int at) throws JellyParseException {
    checkEntryId("prefix", id, prefixSize, at);
    if (id >= prefixStamp.length) {
      int capacity = (int) Math.min(prefixSize + 1L, Math.max(id + 1L, id * 2L));
      prefixOffset = Arrays.copyOf(prefixOffset, capacity);
      prefixLength = Arrays.copyOf(prefixLength, capacity);
      prefixStamp = Arrays.copyOf(prefixStamp, capacity);
    }
    prefixes = Math.max(prefixes, id + 1);
    prefixOffset[id] = offset;
    prefixLength[id] = length;
    prefixStamp[id] = nextPrefixStamp++;
    prefixEntries++;
  }

  private void growNames(int id) {
    int old = nameLength.length;
    int capacity = (int) Math.min(nameSize + 1L, Math.max(id + 1L, id * 2L));
    nameOffset = Arrays.copyOf(nameOffset, capacity);
    nameLength = Arrays.copyOf(nameLength, capacity);
    nameStamp = Arrays.copyOf(nameStamp, capacity);
    nameTerm = Arrays.copyOf(nameTerm, capacity);
    nameTermPrefix = Arrays.copyOf(nameTermPrefix, capacity);
    Arrays.fill(nameLength, old, capacity, UNDEFINED);
    Arrays.fill(nameTermPrefix, old, capacity, UNDEFINED);
  }

  /** Checks the id of a lookup entry against the declared size. */
  void checkEntryId(String lookup, int id, int size, int at) throws JellyParseException {
    if (size == 0) {
      throw in.error(
          at, "no " + lookup + " entries, as the declared table size is 0", "an entry");
    }
    if (id < 1 || id > size) {
      throw in.error(
          at,
          "a " + lookup + " entry with an id from 1 to " + size,
          "id " + Integer.toUnsignedString(id));
    }
  }

  /** Returns the term of an IRI with resolved ids. */
  int term(int prefix, int name, int at) throws JellyParseException {
    if (Integer.compareUnsigned(name, nameTermPrefix.length) < 0
        && Integer.compareUnsigned(prefix, prefixStamp.length) < 0
        && nameTermPrefix[name] == prefixStamp[prefix]) {
      return nameTerm[name];
    }
    return newTerm(prefix, name, at);
  }

  private int newTerm(int prefix, int name, int at) throws JellyParseException {
    check(prefix, name, at);
    int stamp = prefixStamp[prefix];
    if (nameTermPrefix[name] == UNDEFINED) {
      int id = add(prefix, name);
      nameTerm[name] = id;
      nameTermPrefix[name] = stamp;
      return id;
    }
    // This name was used with another prefix: keep both.
    long key = (long) stamp << 32 | nameStamp[name];
    int slot = (int) (key * 0x9E3779B97F4A7C15L >>> 52);
    if (pairKey[slot] == key) {
      return pairTerm[slot];
    }
    int id = add(prefix, name);
    pairKey[slot] = key;
    pairTerm[slot] = id;
    return id;
  }

  private int add(int prefix, int name) {
    return terms.addPair(
        TermKind.IRI,
        prefixOffset[prefix],
        prefixLength[prefix],
        nameOffset[name],
        nameLength[name]);
  }

  /** Checks that both entries of an IRI are defined. */
  void check(int prefix, int name, int at) throws JellyParseException {
    if (Integer.compareUnsigned(name, names) >= 0 || nameLength[name] < 0) {
      throw undefined("name", name, nameSize, at);
    }
    if (Integer.compareUnsigned(prefix, prefixes) >= 0 || prefixStamp[prefix] == 0) {
      throw undefined("prefix", prefix, prefixSize, at);
    }
  }

  private JellyParseException undefined(String lookup, int id, int size, int at) {
    String expected = "a " + lookup + " id that was defined before";
    if (id < 0 || id > size) {
      expected = size == 0 ? "no " + lookup + " lookup (its size is 0)" : "a " + lookup + " id up to " + size;
    }
    return in.error(at, expected, lookup + " id " + Integer.toUnsignedString(id));
  }

  /** Returns the bytes that {@link #carry} will write. */
  long carriedBytes() {
    long sum = 0;
    for (int i = 1; i < names; i++) {
      sum += Math.max(0, nameLength[i]);
    }
    for (int i = 1; i < prefixes; i++) {
      sum += prefixLength[i];
    }
    return sum;
  }

  /**
   * Copies the lookups into the start of the next chunk and forgets the terms.
   *
   * @return one past the last byte written
   */
  int carry(byte[] from, byte[] to, int at) {
    int end = at;
    for (int i = 1; i < names; i++) {
      int length = nameLength[i];
      if (length > 0) {
        System.arraycopy(from, nameOffset[i], to, end, length);
      }
      // Empty and undefined names too: their offsets must not point behind the next chunk.
      nameOffset[i] = end;
      end += Math.max(0, length);
      nameStamp[i] = i + 1;
    }
    for (int i = 1; i < prefixes; i++) {
      System.arraycopy(from, prefixOffset[i], to, end, prefixLength[i]);
      prefixOffset[i] = end;
      end += prefixLength[i];
      prefixStamp[i] = prefixStamp[i] == 0 ? 0 : i + 1;
    }
    // Offsets of empty strings stay in bounds; stamps start over, so they never overflow.
    prefixOffset[0] = 0;
    nameOffset[0] = 0;
    nextNameStamp = names + 1;
    nextPrefixStamp = prefixes + 1;
    Arrays.fill(nameTermPrefix, 0, names, UNDEFINED);
    Arrays.fill(pairKey, 0);
    return end;
  }
}
