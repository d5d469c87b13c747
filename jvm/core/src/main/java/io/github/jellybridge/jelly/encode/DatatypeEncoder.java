package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The datatype lookup of the writer (Jelly-RDF 1.1, "Literals"). */
public final class DatatypeEncoder {
  private static final byte[] XSD_STRING = NTriples.XSD_STRING.getBytes(StandardCharsets.US_ASCII);

  // Owns the clock and the number of the row.
  private final IriEncoder iris;
  private final EncoderLookup lookup;
  private final EntrySink entries;
  private final TextScan scan = new TextScan();

  // Per symbol of the table: its entry, and the time of that lookup.
  private int[] known = new int[64];
  private int[] time = new int[64];
  private SymbolTable symbols;
  private long epoch;
  private int start = 1;

  /** Returned if the current row uses all entries. */
  public static final int FULL = -1;

  /** Creates an empty lookup, whose new entries are added to the sink. */
  public DatatypeEncoder(JellyWriteOptions options, IriEncoder iris, EntrySink entries) {
    this.iris = iris;
    this.lookup = new EncoderLookup(options.maxDatatypeTableSize());
    this.entries = entries;
  }

  /** Restarts, for a reader that begins here and knows no entries. */
  public void restart() {
    lookup.clear();
    entries.restart();
    start = ++iris.clock;
  }

  /** Resets all times, when the clock is about to overflow. */
  public void resetClock() {
    lookup.resetClock();
    Arrays.fill(time, 0);
    start = 1;
  }

  /** Uses the symbols of a table from now on. */
  public void use(TermTable table) {
    if (symbols != table.symbols() || epoch != table.symbols().epoch()) {
      symbols = table.symbols();
      epoch = symbols.epoch();
      start = ++iris.clock;
    }
    if (symbols.size() > known.length) {
      int capacity = Math.max(symbols.size(), known.length * 2);
      known = Arrays.copyOf(known, capacity);
      time = Arrays.copyOf(time, capacity);
    }
  }

  /** Returns an id if it is one. Throws an error about a statement for {@link #FULL}. */
  int required(int id, long statement) throws JellyWriteException {
    if (id == FULL) {
      throw new JellyWriteException(
          statement,
          "at most " + lookup.size() + " datatypes in one statement",
          "more",
          "maxDatatypeTableSize");
    }
    return id;
  }

  /** Returns the lookup id of the datatype with a symbol id, 0 for xsd:string, or {@link #FULL}. */
  public int ofSymbol(int symbol, long statement) throws JellyWriteException {
    int id = known[symbol];
    if (time[symbol] >= start && lookup.unchangedSince(id, time[symbol])) {
      lookup.use(id, iris.row);
      return id;
    }
    id = of(symbols.bytes(symbol), statement);
    if (id == FULL) {
      return FULL;
    }
    known[symbol] = id;
    time[symbol] = iris.clock;
    return id;
  }

  /** Returns the lookup id of a datatype, 0 for xsd:string, or {@link #FULL}. */
  public int of(byte[] text, long statement) throws JellyWriteException {
    if (Arrays.equals(text, XSD_STRING)) {
      return 0;
    }
    if (lookup.size() == 0) {
      throw new JellyWriteException(
          statement,
          "no typed literals, as the datatype table has no entries",
          "datatype " + new String(text, StandardCharsets.UTF_8),
          "maxDatatypeTableSize");
    }
    scan.scan(text, 0, text.length);
    int id = lookup.find(text, 0, text.length, scan.hash);
    if (id == 0) {
      if (Utf8.firstInvalid(text, 0, text.length) >= 0) {
        throw new JellyWriteException(
            statement, "a datatype that is valid UTF-8", "a malformed sequence", null);
      }
      id = lookup.define(text, 0, text.length, scan.hash, iris.row, ++iris.clock);
      if (id == 0) {
        return FULL;
      }
      entries.write(id, text, 0, text.length);
    }
    lookup.use(id, iris.row);
    return id;
  }
}
