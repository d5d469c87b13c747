package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import java.util.Arrays;

/**
 * The name and prefix lookups of the writer, and the IRIs made of them (Jelly-RDF 1.1, "Prefix,
 * name, and datatype lookup entries" and "IRIs").
 *
 * <p>An IRI is split after its last {@code #} or {@code /}, or inside a number at its end (see
 * {@link NumericSuffixes}). The entries of a term are cached by its id, so that a repeated term
 * needs no hashing.
 */
public final class IriEncoder {
  private final EntrySink nameEntries;
  private final EntrySink prefixEntries;
  final EncoderLookup names;
  final EncoderLookup prefixes;

  private final TextScan nameScan = new TextScan();
  private final TextScan prefixScan = new TextScan();
  private NumericSuffixes numbers;

  /** Half the range of an int: no batch that starts below it can overflow the clock. */
  public static final int MAX_CLOCK = 1 << 30;

  /** Counts definitions and tables; shows whether a cached pair of entries is still valid. */
  public int clock = 1;

  /** Counts rows, so that entries used by the current row are not replaced. */
  int row = 1;

  // Four ints per term: time of the lookup, name, prefix, and one unused.
  private int[] cache = new int[1 << 12];
  private int tableStart = 1;

  // Offsets of recent prefixes in the table; the reader shares one slice among IRIs of a prefix.
  private static final int RECENT_PREFIXES = 256;
  private final int[] recentAt = new int[RECENT_PREFIXES];
  private final int[] recentLength = new int[RECENT_PREFIXES];
  private final int[] recentTime = new int[RECENT_PREFIXES];
  private final int[] recentId = new int[RECENT_PREFIXES];

  /** The entries of the last looked up IRI. */
  public int name;

  public int prefix;

  /** Whether all IRIs of this row use the empty prefix because the row has run out of prefixes. */
  public boolean prefixless;

  /** Whether the current row restarts for that reason; until then, lookups are skipped. */
  private boolean startsOver;

  /** The id that a prefix id of 0 means; -1 if unknown. */
  private int lastPrefix;

  /** One less than the id that a name id of 0 means; -2 if unknown. */
  private int lastName;

  /** Creates empty lookups, whose new entries are added to the sinks. */
  public IriEncoder(JellyWriteOptions options, EntrySink nameEntries, EntrySink prefixEntries) {
    this.names = new EncoderLookup(options.maxNameTableSize());
    this.prefixes = new EncoderLookup(options.maxPrefixTableSize());
    this.nameEntries = nameEntries;
    this.prefixEntries = prefixEntries;
  }

  /** Also splits IRIs inside numbers from now on: fewer bytes for more work. */
  public void splitNumbers() {
    numbers = new NumericSuffixes(names.size(), prefixes.size());
  }

  /** Starts a new table, which invalidates all cached ids. */
  public void startTable(int size) {
    tableStart = ++clock;
    fit(size);
  }

  /** Resets all times, when the clock is about to overflow. */
  public void resetClock() {
    names.resetClock();
    prefixes.resetClock();
    Arrays.fill(cache, 0);
    Arrays.fill(recentTime, 0);
    clock = 1;
    tableStart = ++clock;
  }

  /** Makes room for terms that were added to the table. */
  public void fit(int size) {
    if (size > cache.length >> 2) {
      cache = Arrays.copyOf(cache, (int) Math.min(Math.max(size, cache.length >> 1) * 4L, MAX));
    }
  }

  private static final long MAX = Integer.MAX_VALUE - 16;

  /** Restarts, for a reader that begins here and knows no entries. */
  public void restart() {
    names.clear();
    prefixes.clear();
    nameEntries.restart();
    prefixEntries.restart();
    tableStart = ++clock;
    lastName = -2;
    lastPrefix = prefixes.size() == 0 ? 0 : -1;
  }

  /** Starts a row, which uses no entries yet. */
  public void startRow() {
    row++;
    prefixless = false;
    startsOver = false;
  }

  /** Starts a row whose IRIs all have the empty prefix. */
  public void startRowWithoutPrefixes() {
    row++;
    prefixless = true;
    startsOver = false;
  }

  /** Continues a row that has run out of prefixes, with the IRIs that it had before. */
  public void continueRow() {
    prefixless = false;
    startsOver = false;
  }

  /**
   * Restarts the current row if it needs more prefixes than the lookup has; returns whether it did.
   */
  public boolean startOverWithoutPrefixes() {
    if (!prefixless) {
      return false;
    }
    row++;
    startsOver = false;
    return true;
  }

  /** Returns whether a pair of entries is unchanged since a time. */
  boolean unchangedSince(int name, int prefix, int time) {
    return names.unchangedSince(name, time) && prefixes.unchangedSince(prefix, time);
  }

  /**
   * Finds the entries of an IRI, writes new ones, and sets {@link #name} and {@link #prefix}.
   *
   * @return null, or the reason for a failure
   */
  public String find(TermTable terms, int id) {
    int[] c = cache;
    int at = id << 2;
    int stamp = c[at];
    if (stamp >= tableStart && !prefixless) {
      int n = c[at + 1];
      int p = c[at + 2];
      if (names.unchangedSince(n, stamp) && prefixes.unchangedSince(p, stamp)) {
        names.use(n, row);
        prefixes.use(p, row);
        name = n;
        prefix = p;
        return null;
      }
    }
    String problem = split(terms, id);
    if (problem == null && !prefixless) {
      c[at] = clock;
      c[at + 1] = name;
      c[at + 2] = prefix;
    }
    return problem;
  }

  /** Does the same as {@link #find} without caching the result. */
  public String split(TermTable terms, int id) {
    int length = terms.valueLength(id);
    int first = terms.firstLength(id);
    if (first > 0 && prefixes.size() > 0 && !prefixless) {
      int rest = terms.restOffset(id);
      byte[] d = terms.data();
      int prefixAt = terms.firstOffset(id);
      nameScan.scan(d, rest, length - first);
      if (!splitsNumber(d, rest, length - first)
          && isSeparator(d[prefixAt + first - 1])
          && !nameScan.holdsSeparator()) {
        int slot = prefixAt & RECENT_PREFIXES - 1;
        int known = recentId[slot];
        if (recentAt[slot] == prefixAt
            && recentLength[slot] == first
            && recentTime[slot] >= tableStart
            && prefixes.unchangedSince(known, recentTime[slot])) {
          prefixes.use(known, row);
          prefix = known;
          return scannedName(d, rest, length - first);
        }
        String problem = prefix(d, prefixAt, first);
        if (problem != null || prefixless) {
          return problem;
        }
        recentAt[slot] = prefixAt;
        recentLength[slot] = first;
        recentTime[slot] = clock;
        recentId[slot] = prefix;
        return scannedName(d, rest, length - first);
      }
    }
    int from = terms.valueOffset(id);
    return split(terms.data(), from, from + length);
  }

  /** Finds the entries of an IRI that is not a term of a table. */
  public String split(byte[] d, int from, int to) {
    if (startsOver) {
      return null;
    }
    if (prefixes.size() == 0) {
      prefix = 0;
      return name(d, from, to - from);
    }
    int middle = prefixless ? from : splitPoint(d, from, to);
    if (!prefixless && splitsNumber(d, middle, to - middle)) {
      middle = numberSplitPoint(d, from, middle, to);
    }
    return entries(d, from, middle - from, middle, to - middle);
  }

  private boolean splitsNumber(byte[] d, int from, int length) {
    return numbers != null && numbers.splits(d, from, length);
  }

  /** Returns the split point inside the number if that saves bytes, else {@code middle}. */
  private int numberSplitPoint(byte[] d, int from, int middle, int to) {
    nameScan.scan(d, middle, to - middle);
    if (names.find(d, middle, to - middle, nameScan.hash) != 0) {
      return middle;
    }
    int inNumber = to - numbers.digits();
    prefixScan.scan(d, from, inNumber - from);
    boolean known = prefixes.find(d, from, inNumber - from, prefixScan.hash) != 0;
    return known || numbers.missed(prefixScan.hash) ? inNumber : middle;
  }

  private static boolean isSeparator(byte b) {
    return b == '#' || b == '/';
  }

  /** Returns the position after the last # or /, or {@code from}. */
  private static int splitPoint(byte[] d, int from, int to) {
    for (int i = to; i > from; i--) {
      if (isSeparator(d[i - 1])) {
        return i;
      }
    }
    return from;
  }

  private String entries(byte[] d, int prefixAt, int prefixLength, int nameAt, int nameLength) {
    boolean outOfPrefixes = prefixless;
    String problem = prefix(d, prefixAt, prefixLength);
    return problem != null || prefixless != outOfPrefixes ? problem : name(d, nameAt, nameLength);
  }

  private String prefix(byte[] d, int from, int length) {
    prefixScan.scan(d, from, length);
    int id = prefixes.find(d, from, length, prefixScan.hash);
    if (id == 0) {
      if (!prefixScan.ascii() && Utf8.firstInvalid(d, from, from + length) >= 0) {
        return INVALID;
      }
      id = prefixes.define(d, from, length, prefixScan.hash, row, ++clock);
      if (id == 0) {
        // The caller restarts the row, which then uses the empty prefix only.
        prefixless = true;
        startsOver = true;
        return null;
      }
      prefixEntries.write(id, d, from, length);
    }
    prefixes.use(id, row);
    prefix = id;
    return null;
  }

  private String name(byte[] d, int from, int length) {
    nameScan.scan(d, from, length);
    return scannedName(d, from, length);
  }

  private String scannedName(byte[] d, int from, int length) {
    int id = names.find(d, from, length, nameScan.hash);
    if (id == 0) {
      if (!nameScan.ascii() && Utf8.firstInvalid(d, from, from + length) >= 0) {
        return INVALID;
      }
      id = names.define(d, from, length, nameScan.hash, row, ++clock);
      if (id == 0) {
        return TOO_MANY_NAMES;
      }
      nameEntries.write(id, d, from, length);
    }
    names.use(id, row);
    name = id;
    return null;
  }

  /** The reason for IRIs that are not valid UTF-8. */
  public static final String INVALID = "a malformed sequence";

  /** The reason for statements with more distinct IRIs than the name lookup has entries. */
  public static final String TOO_MANY_NAMES = "more IRIs than names";

  /** The maximum number of bytes that {@link #write} takes. */
  public static final int MAX_BYTES = 14;

  /** Writes the length and the fields of an IRI message; returns the position after it. */
  int write(byte[] d, int at, int prefix, int name) {
    int p = at + 1;
    if (prefix != lastPrefix) {
      lastPrefix = prefix;
      d[p++] = 0x08;
      if (prefix < 0x80) {
        d[p++] = (byte) prefix;
      } else {
        p = FrameBuffer.varint(d, p, prefix);
      }
    }
    if (name != lastName + 1) {
      d[p++] = 0x10;
      if (name < 0x80) {
        d[p++] = (byte) name;
      } else if (name < 0x4000) {
        d[p] = (byte) (name | 0x80);
        d[p + 1] = (byte) (name >> 7);
        p += 2;
      } else {
        p = FrameBuffer.varint(d, p, name);
      }
    }
    lastName = name;
    d[at] = (byte) (p - at - 1);
    return p;
  }
}
