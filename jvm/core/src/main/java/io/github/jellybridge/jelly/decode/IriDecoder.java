package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/**
 * The name and prefix lookups, and the IRIs made of them (Jelly-RDF 1.1, "Prefix, name, and
 * datatype lookup entries" and "IRIs"). A pair of lookup entries usually becomes a term only once
 * per chunk.
 *
 * <p>Id 0 is an empty string. The draft layout defines it so, and prefix 0 means the same in 1.x
 * until the first prefix is used.
 */
public final class IriDecoder {
  /** Entries of the second cache, for names that alternate between several prefixes. */
  private static final int PAIRS = 1 << 12;

  private static final long UNDEFINED = -1;

  private final WireReader in;
  private final TermTable terms;

  private int nameSize;
  // The name's slice of the chunk: offset * 2^32 + length; UNDEFINED if not defined.
  private long[] nameSlice = new long[64];
  // The last IRI made of this name: stamp of its prefix * 2^32 + term; UNDEFINED if none.
  private long[] nameTerm = new long[64];
  private int names = 1;

  private int prefixSize;
  // The prefix's slice of the chunk, as for names; 0 while undefined.
  private long[] prefixSlice = new long[32];
  // A number unique to each definition of a prefix; 0 while undefined.
  private int[] prefixStamp = new int[32];
  private int prefixes = 1;
  private int nextPrefixStamp = 1;

  private final long[] pairKey = new long[PAIRS];
  private final int[] pairTerm = new int[PAIRS];

  // The IRIs of a list that have no term yet: where they are, and prefix * 2^32 + name.
  private int[] missing = new int[0];
  private long[] missingIds = new long[0];

  private long nameEntries;
  private long prefixEntries;

  IriDecoder(WireReader in, TermTable terms, int nameSize, int prefixSize) {
    this.in = in;
    this.terms = terms;
    this.nameSize = nameSize;
    this.prefixSize = prefixSize;
    Arrays.fill(nameSlice, UNDEFINED);
    Arrays.fill(nameTerm, UNDEFINED);
    nameSlice[0] = 0;
    prefixStamp[0] = nextPrefixStamp++;
  }

  /** Empties the lookups and changes their sizes. Terms made of them stay valid. */
  public void restart(int newNameSize, int newPrefixSize) {
    nameSize = newNameSize;
    prefixSize = newPrefixSize;
    Arrays.fill(nameSlice, 1, names, UNDEFINED);
    Arrays.fill(nameTerm, 0, names, UNDEFINED);
    Arrays.fill(prefixSlice, 1, prefixes, 0);
    Arrays.fill(prefixStamp, 1, prefixes, 0);
    names = 1;
    prefixes = 1;
  }

  public long nameEntries() {
    return nameEntries;
  }

  public long prefixEntries() {
    return prefixEntries;
  }

  /** Returns how many entries were defined. */
  long entries() {
    return nameEntries + prefixEntries;
  }

  /** Sets a name to a slice of the chunk. */
  public void defineName(int id, int offset, int length, int at) throws JellyParseException {
    checkEntryId("name", id, nameSize, at);
    if (id >= nameSlice.length) {
      growNames(id);
    }
    setName(id, offset, length);
  }

  /**
   * Sets names with consecutive ids to slices of the chunk.
   *
   * @return false, without a change, if an id is not allowed
   */
  public boolean defineNames(int first, int count, int[] starts, int[] ends) {
    if (first < 1 || first > nameSize || count > nameSize - first + 1) {
      return false;
    }
    int end = first + count;
    if (end > nameSlice.length) {
      growNames(end - 1);
    }
    long[] slices = nameSlice;
    for (int i = 0; i < count; i++) {
      slices[first + i] = (long) starts[i] << 32 | ends[i] - starts[i];
    }
    Arrays.fill(nameTerm, first, end, UNDEFINED);
    names = Math.max(names, end);
    nameEntries += count;
    return true;
  }

  /** Sets a name like {@link #defineName}; returns false where that would need a call. */
  boolean setName(int id, int offset, int length) {
    if (id < 1 || id >= nameSlice.length || id > nameSize) {
      return false;
    }
    if (id >= names) {
      names = id + 1;
    }
    nameSlice[id] = (long) offset << 32 | length;
    nameTerm[id] = UNDEFINED;
    nameEntries++;
    return true;
  }

  /** Sets a prefix like {@link #definePrefix}; returns false where that would need a call. */
  boolean setPrefix(int id, int offset, int length) {
    if (id < 1 || id >= prefixStamp.length || id > prefixSize) {
      return false;
    }
    if (id >= prefixes) {
      prefixes = id + 1;
    }
    prefixSlice[id] = (long) offset << 32 | length;
    prefixStamp[id] = nextPrefixStamp++;
    prefixEntries++;
    return true;
  }

  /** Sets a prefix to a slice of the chunk. */
  public void definePrefix(int id, int offset, int length, int at) throws JellyParseException {
    checkEntryId("prefix", id, prefixSize, at);
    if (id >= prefixStamp.length) {
      int capacity = (int) Math.min(prefixSize + 1L, Math.max(id + 1L, id * 2L));
      prefixSlice = Arrays.copyOf(prefixSlice, capacity);
      prefixStamp = Arrays.copyOf(prefixStamp, capacity);
    }
    setPrefix(id, offset, length);
  }

  private void growNames(int id) {
    int old = nameSlice.length;
    int capacity = (int) Math.min(nameSize + 1L, Math.max(id + 1L, id * 2L));
    nameSlice = Arrays.copyOf(nameSlice, capacity);
    nameTerm = Arrays.copyOf(nameTerm, capacity);
    Arrays.fill(nameSlice, old, capacity, UNDEFINED);
    Arrays.fill(nameTerm, old, capacity, UNDEFINED);
  }

  /** Checks the id of a lookup entry against the declared size. */
  public void checkEntryId(String lookup, int id, int size, int at) throws JellyParseException {
    if (size == 0) {
      throw in.error(at, "no " + lookup + " entries, as the declared table size is 0", "an entry");
    }
    if (id < 1 || id > size) {
      throw in.error(
          at,
          "a " + lookup + " entry with an id from 1 to " + size,
          "id " + Integer.toUnsignedString(id));
    }
  }

  /** Returns the term of an IRI if its name was last used with the same prefix, else 0. */
  int known(int prefix, int name) {
    if (name >= 0 && name < nameTerm.length && prefix >= 0 && prefix < prefixStamp.length) {
      long last = nameTerm[name];
      if ((int) (last >> 32) == prefixStamp[prefix]) {
        return (int) last;
      }
    }
    return TermTable.NO_TERM;
  }

  /**
   * Makes the terms of a list of IRIs (Jelly-RDF 1.2 draft, "RdfColumn"). The table must have room
   * for them.
   *
   * @param nameIds an id for each IRI; 0 means the last one plus 1
   * @param prefixIds an id for each IRI or one for all of them; 0 means the last one
   * @param prefixCount the number of prefix ids
   * @param out the terms, from index 0 on
   * @return how many terms were made; if not all, an entry of the next one is not defined
   */
  public int terms(int[] nameIds, int count, int[] prefixIds, int prefixCount, int[] out) {
    if (missing.length < count) {
      missing = new int[count];
      missingIds = new long[count];
    }
    int[] at = missing;
    long[] ids = missingIds;
    boolean many = prefixCount > 1;
    int prefix = prefixCount == 1 ? prefixIds[0] : 0;
    int name = 0;
    int unknown = 0;
    // No branches: new and old names alternate unpredictably.
    for (int i = 0; i < count; i++) {
      int id = nameIds[i];
      name = id + (name + 1 & ~((id | -id) >> 31));
      if (many) {
        id = prefixIds[i];
        prefix = id + (prefix & ~((id | -id) >> 31));
      }
      if (Integer.compareUnsigned(name, nameTerm.length) >= 0
          || Integer.compareUnsigned(prefix, prefixStamp.length) >= 0) {
        return addMissing(unknown, out, i);
      }
      long last = nameTerm[name];
      out[i] = (int) last;
      at[unknown] = i;
      ids[unknown] = (long) prefix << 32 | name;
      int difference = (int) (last >> 32) ^ prefixStamp[prefix];
      unknown += (difference | -difference) >>> 31;
    }
    return addMissing(unknown, out, count);
  }

  /** Makes the terms that were missing; returns the first one that has no entry, or the count. */
  private int addMissing(int unknown, int[] out, int count) {
    for (int i = 0; i < unknown; i++) {
      int prefix = (int) (missingIds[i] >> 32);
      int name = (int) missingIds[i];
      // An earlier one may be the same.
      int term = known(prefix, name);
      term = term == TermTable.NO_TERM ? newTerm(prefix, name) : term;
      if (term == TermTable.NO_TERM) {
        return missing[i];
      }
      out[missing[i]] = term;
    }
    return count;
  }

  /**
   * Returns the term of an IRI with resolved ids that is not {@link #known}; 0 if an entry is not
   * defined. The table must have room for a term.
   */
  int newTerm(int prefix, int name) {
    if (name < 0 || name >= nameSlice.length || prefix < 0 || prefix >= prefixStamp.length) {
      return TermTable.NO_TERM;
    }
    long slice = nameSlice[name];
    int stamp = prefixStamp[prefix];
    if (slice == UNDEFINED || stamp == 0) {
      return TermTable.NO_TERM;
    }
    int offset = (int) (slice >> 32);
    int length = (int) slice;
    if (nameTerm[name] == UNDEFINED) {
      int id = add(prefix, offset, length);
      nameTerm[name] = (long) stamp << 32 | id;
      return id;
    }
    // The name was used with another prefix: keep both terms. Its offset identifies the name.
    long key = (long) stamp << 32 | (offset << 1 | (length == 0 ? 1 : 0)) & 0xffffffffL;
    int slot = (int) (key * 0x9E3779B97F4A7C15L >>> 52);
    if (pairKey[slot] == key) {
      return pairTerm[slot];
    }
    int id = add(prefix, offset, length);
    pairKey[slot] = key;
    pairTerm[slot] = id;
    return id;
  }

  private int add(int prefix, int offset, int length) {
    long slice = prefixSlice[prefix];
    return terms.addPairInRoom(TermKind.IRI, (int) (slice >> 32), (int) slice, offset, length);
  }

  /** Returns the term of an IRI with resolved ids. */
  public int term(int prefix, int name, int at) throws JellyParseException {
    if (Integer.compareUnsigned(name, nameTerm.length) < 0
        && Integer.compareUnsigned(prefix, prefixStamp.length) < 0
        && (int) (nameTerm[name] >> 32) == prefixStamp[prefix]) {
      return (int) nameTerm[name];
    }
    check(prefix, name, at);
    terms.makeRoom(1);
    return newTerm(prefix, name);
  }

  /** Checks that both entries of an IRI are defined. */
  public void check(int prefix, int name, int at) throws JellyParseException {
    if (Integer.compareUnsigned(name, names) >= 0 || nameSlice[name] == UNDEFINED) {
      throw undefined("name", name, nameSize, at);
    }
    if (Integer.compareUnsigned(prefix, prefixes) >= 0 || prefixStamp[prefix] == 0) {
      throw undefined("prefix", prefix, prefixSize, at);
    }
  }

  private JellyParseException undefined(String lookup, int id, int size, int at) {
    String expected = "a " + lookup + " id that was defined before";
    if (id < 0 || id > size) {
      expected =
          size == 0
              ? "no " + lookup + " lookup (its size is 0)"
              : "a " + lookup + " id up to " + size;
    }
    return in.error(at, expected, lookup + " id " + Integer.toUnsignedString(id));
  }

  /** Returns one more than the highest id of a name. */
  public int names() {
    return names;
  }

  /** Returns the slice of a name, offset * 2^32 + length, or -1 if it is not defined. */
  public long nameSlice(int id) {
    return nameSlice[id];
  }

  /** Returns one more than the highest id of a prefix. */
  public int prefixes() {
    return prefixes;
  }

  /** Returns the slice of a prefix, offset * 2^32 + length, or -1 if it is not defined. */
  public long prefixSlice(int id) {
    return prefixStamp[id] == 0 ? UNDEFINED : prefixSlice[id];
  }

  /** Returns the number of bytes that {@link #copy} will write. */
  long retainedBytes() {
    long sum = 0;
    for (int i = 1; i < names; i++) {
      sum += nameSlice[i] == UNDEFINED ? 0 : (int) nameSlice[i];
    }
    for (int i = 1; i < prefixes; i++) {
      sum += (int) prefixSlice[i];
    }
    return sum;
  }

  /**
   * Copies the lookups into the start of the next chunk and forgets the terms.
   *
   * @return one past the last byte written
   */
  int copy(byte[] from, byte[] to, int at) {
    int end = at;
    for (int i = 1; i < names; i++) {
      long slice = nameSlice[i];
      if (slice != UNDEFINED) {
        int length = (int) slice;
        System.arraycopy(from, (int) (slice >> 32), to, end, length);
        nameSlice[i] = (long) end << 32 | length;
        end += length;
      }
    }
    for (int i = 1; i < prefixes; i++) {
      int length = (int) prefixSlice[i];
      System.arraycopy(from, (int) (prefixSlice[i] >> 32), to, end, length);
      prefixSlice[i] = (long) end << 32 | length;
      end += length;
      prefixStamp[i] = prefixStamp[i] == 0 ? 0 : i + 1;
    }
    // Stamps restart, so they never overflow.
    nextPrefixStamp = prefixes + 1;
    Arrays.fill(nameTerm, 0, names, UNDEFINED);
    Arrays.fill(pairKey, 0);
    return end;
  }
}
