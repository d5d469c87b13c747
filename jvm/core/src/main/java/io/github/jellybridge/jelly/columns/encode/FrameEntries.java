package io.github.jellybridge.jelly.columns.encode;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.encode.DatatypeEncoder;
import io.github.jellybridge.jelly.encode.IriEncoder;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/**
 * The lookup entries that the terms of a frame need. An entry that a frame uses is not replaced
 * before its end, as all entries of a frame are applied before its columns. The ids of a term are
 * looked up once for a frame.
 */
final class FrameEntries {
  private static final int NAMES = 2;
  private static final int PREFIXES = 3;
  private static final int DATATYPES = 4;

  // Four ints per term: the stamp of the look-up, the kind of the term, then the name and the
  // prefix of an IRI or the datatype of a literal.
  private static final int SHIFT = 2;
  private static final int KIND = 1;
  private static final int FIRST = 2;
  private static final int SECOND = 3;
  private static final int MAX_CACHE = Integer.MAX_VALUE - 16;

  final IriEncoder iris;
  final TripleTermEncoder triples;
  private final JellyWriteOptions options;
  private final DatatypeEncoder datatypes;
  private final PackedEntryEncoder nameEntries = new PackedEntryEncoder(NAMES);
  private final PackedEntryEncoder prefixEntries = new PackedEntryEncoder(PREFIXES);
  private final PackedEntryEncoder datatypeEntries = new PackedEntryEncoder(DATATYPES);

  private TermTable terms;
  private long epoch;
  private int size;
  private int[] cache = new int[1 << 12];

  /** Grows with each frame and each table. */
  private int stamp = 1;

  /** Whether all IRIs of the frame have the empty prefix, as the lookup has too few entries. */
  private boolean prefixless;

  /** The lookup that had no room, as the option that sets its size. */
  private String fullLookup = "";

  private int fullSize;

  FrameEntries(JellyWriteOptions options) {
    this.options = options;
    this.iris = new IriEncoder(options, nameEntries, prefixEntries);
    this.datatypes = new DatatypeEncoder(options, iris, datatypeEntries);
    this.triples = new TripleTermEncoder(this, options.columns().rdfVersion());
  }

  /** Empties the lookups, for a frame that states the options. */
  void restart() {
    iris.restart();
    datatypes.restart();
    startFrame();
  }

  /** Starts a frame, which uses no entries yet. */
  void startFrame() {
    nameEntries.clear();
    prefixEntries.clear();
    datatypeEntries.clear();
    forgetUse();
    triples.startColumn();
  }

  /** Makes all entries replaceable again, in a frame that has no statements yet. */
  void forgetUse() {
    iris.startRow();
    prefixless = false;
    newStamp();
  }

  /** Uses the empty prefix for all IRIs of a frame that has no statements yet. */
  void useNoPrefixes() {
    iris.startRowWithoutPrefixes();
    prefixless = true;
    newStamp();
  }

  /** Returns whether it was the prefix lookup that had no room. */
  boolean isOutOfPrefixes() {
    return fullLookup.equals("maxPrefixTableSize");
  }

  boolean usesNoPrefixes() {
    return prefixless;
  }

  private void newStamp() {
    if (++stamp == Integer.MAX_VALUE) {
      Arrays.fill(cache, 0);
      stamp = 1;
    }
  }

  /** Uses a table from now on. */
  void use(TermTable table) {
    if (iris.clock > IriEncoder.MAX_CLOCK) {
      iris.resetClock();
      datatypes.resetClock();
    }
    if (table != terms || table.epoch() != epoch) {
      terms = table;
      epoch = table.epoch();
      iris.startTable(table.size());
      newStamp();
    } else {
      iris.fit(table.size());
    }
    datatypes.use(table);
    size = table.size();
    if (size > cache.length >> SHIFT) {
      long needed = Math.max(size, cache.length >> SHIFT - 1) * 4L;
      cache = Arrays.copyOf(cache, (int) Math.min(needed, MAX_CACHE));
    }
  }

  // ---- terms -----------------------------------------------------------------------------------

  /** Returns whether the entries of a term have been found for this frame. */
  boolean isFound(int id) {
    return cache[id << SHIFT] == stamp;
  }

  /** Returns the kind of a term whose entries have been found. */
  byte kind(int id) {
    return (byte) cache[(id << SHIFT) + KIND];
  }

  /** Returns the name id of an IRI whose entries have been found. */
  int name(int id) {
    return cache[(id << SHIFT) + FIRST];
  }

  /** Returns the prefix id of an IRI whose entries have been found. */
  int prefix(int id) {
    return cache[(id << SHIFT) + SECOND];
  }

  /** Returns the datatype id of a literal whose entries have been found; 0 for none. */
  int datatype(int id) {
    return cache[(id << SHIFT) + FIRST];
  }

  /**
   * Finds the entries of the terms in [from, to) of a column.
   *
   * @param position 0 for subjects, 1 predicates, 2 objects, 3 graphs
   * @param number the number of the first statement
   * @return the end of the rows whose terms have been found; less than {@code to} if the lookups
   *     have no room for more
   */
  int find(int[] ids, int from, int to, int position, long number) throws JellyWriteException {
    int[] c = cache;
    int last = -1;
    for (int i = from; i < to; i++) {
      int id = ids[i];
      if (id == last) {
        continue;
      }
      if (id <= 0 || id >= size) {
        requireGraph(id, position, number + i - from);
      } else if (c[id << SHIFT] != stamp && !find(id, position, number + i - from)) {
        return i;
      }
      last = id;
    }
    return to;
  }

  private void requireGraph(int id, int position, long statement) throws JellyWriteException {
    if (id >= size) {
      throw new IllegalArgumentException(
          "term id " + id + " is not in the table, which ends before " + size);
    }
    if (id < 0 || position != 3) {
      String article = position == 2 ? "an " : "a ";
      throw new JellyWriteException(
          statement, article + Texts.POSITIONS[position], "none (null)", null);
    }
  }

  private boolean find(int id, int position, long statement) throws JellyWriteException {
    int at = id << SHIFT;
    byte kind = terms.kind(id);
    switch (kind) {
      case TermKind.IRI -> {
        if (!room(iris.find(terms, id), position, statement)) {
          return false;
        }
        cache[at + FIRST] = iris.name;
        cache[at + SECOND] = iris.prefix;
      }
      case TermKind.LITERAL -> {
        int datatype = datatype(terms, id, statement);
        if (datatype < 0) {
          return false;
        }
        cache[at + FIRST] = datatype;
      }
      case TermKind.TRIPLE -> {
        if (!triples.find(terms, id, statement)) {
          return false;
        }
      }
      default -> {
        // Other kinds need no entries.
      }
    }
    cache[at + KIND] = kind;
    cache[at] = stamp;
    return true;
  }

  /** Finds the entries of an IRI without caching; returns false if there is no room for them. */
  boolean splitIri(TermTable table, int id, int position, long statement)
      throws JellyWriteException {
    return room(iris.split(table, id), position, statement);
  }

  /** Finds the entries of the IRI of a namespace; returns false if there is no room for them. */
  boolean splitNamespace(byte[] iri, long statement) throws JellyWriteException {
    String problem = iris.split(iri, 0, iri.length);
    if (IriEncoder.INVALID.equals(problem)) {
      throw new JellyWriteException(statement, "an IRI as the namespace", problem, null);
    }
    return room(problem, 0, statement);
  }

  private boolean room(String problem, int position, long statement) throws JellyWriteException {
    if (problem == null) {
      if (iris.prefixless && !prefixless) {
        iris.continueRow();
        return full("maxPrefixTableSize", options.maxPrefixTableSize());
      }
      return true;
    }
    if (problem.equals(IriEncoder.TOO_MANY_NAMES)) {
      return full("maxNameTableSize", options.maxNameTableSize());
    }
    throw new JellyWriteException(
        statement,
        "an IRI as the " + Texts.POSITIONS[position] + " that is valid UTF-8",
        problem,
        null);
  }

  private boolean full(String lookup, int entries) {
    fullLookup = lookup;
    fullSize = entries;
    return false;
  }

  /** Returns the error for a statement or stream whose terms have no room in the lookups. */
  JellyWriteException full(String where, long statement) {
    String what =
        switch (fullLookup) {
          case "maxNameTableSize" -> "names of IRIs";
          case "maxPrefixTableSize" -> "prefixes of IRIs";
          default -> "datatypes";
        };
    return new JellyWriteException(
        statement, "at most " + fullSize + " " + what + " in " + where, "more", fullLookup);
  }

  /** Returns the datatype id of a literal: 0 if it has none, -1 if there is no room for it. */
  int datatype(TermTable table, int id, long statement) throws JellyWriteException {
    int symbol = table.datatypeId(id);
    if (symbol == 0) {
      return 0;
    }
    SymbolTable symbols = table.symbols();
    if (table.langId(id) != 0) {
      throw new JellyWriteException(
          statement,
          "a literal with a language tag or a datatype",
          "both, " + symbols.text(table.langId(id)) + " and " + symbols.text(symbol),
          null);
    }
    byte[] iri = symbols.bytes(symbol);
    if (NTriples.isLanguageType(iri, 0, iri.length)) {
      throw new JellyWriteException(
          statement,
          "a language tag in a literal of datatype " + symbols.text(symbol),
          "none",
          null);
    }
    int found;
    if (table == terms) {
      found = datatypes.ofSymbol(symbol, statement);
    } else {
      found = datatypes.of(iri, statement);
    }
    if (found == DatatypeEncoder.FULL) {
      full("maxDatatypeTableSize", options.maxDatatypeTableSize());
    }
    return found;
  }

  // ---- the frame -------------------------------------------------------------------------------

  /** Returns the number of bytes of the new entries. */
  long length() {
    return (long) nameEntries.length() + prefixEntries.length() + datatypeEntries.length();
  }

  /** Ends the entries of the frame; returns their length in bytes. */
  long finish() {
    return (long) nameEntries.finish().end
        + prefixEntries.finish().end
        + datatypeEntries.finish().end;
  }

  /** Writes the entries after {@link #finish}. */
  void write(FrameBuffer out) {
    nameEntries.finish().write(out);
    prefixEntries.finish().write(out);
    datatypeEntries.finish().write(out);
  }
}
