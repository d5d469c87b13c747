package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.SymbolTable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The datatype lookup (Jelly-RDF 1.1, "Prefix, name, and datatype lookup entries"). Maps ids to
 * symbols of the term table. xsd:string becomes symbol 0, that of literals without a datatype.
 */
public final class DatatypeDecoder {
  private static final int UNDEFINED = -1;
  private static final byte[] XSD_STRING = NTriples.XSD_STRING.getBytes(StandardCharsets.US_ASCII);

  private final SymbolTable symbols;
  private int size;
  private int[] symbol = new int[16];
  private long entries;

  DatatypeDecoder(SymbolTable symbols, int size) {
    this.symbols = symbols;
    this.size = size;
    Arrays.fill(symbol, UNDEFINED);
  }

  public int size() {
    return size;
  }

  /** Empties the lookup and changes its size. */
  public void restart(int newSize) {
    size = newSize;
    Arrays.fill(symbol, UNDEFINED);
  }

  public long entries() {
    return entries;
  }

  /** Sets an entry. The caller has checked the id. */
  public void define(int id, byte[] data, int from, int to) {
    if (id >= symbol.length) {
      int old = symbol.length;
      symbol = Arrays.copyOf(symbol, (int) Math.min(size + 1L, id * 2L));
      Arrays.fill(symbol, old, symbol.length, UNDEFINED);
    }
    boolean isString = Arrays.equals(data, from, to, XSD_STRING, 0, XSD_STRING.length);
    symbol[id] = isString ? 0 : symbols.intern(data, from, to);
    entries++;
  }

  /** Returns an upper bound, exclusive, of the ids defined so far. */
  public int ids() {
    return symbol.length;
  }

  /** Returns the IRI of a defined datatype. */
  public byte[] iri(int id) {
    return symbol[id] == 0 ? XSD_STRING : symbols.bytes(symbol[id]);
  }

  /** Returns the symbol of a datatype, or -1 if the id is not defined. */
  public int symbol(int id) {
    return id > 0 && id < symbol.length ? symbol[id] : UNDEFINED;
  }

  /** Interns all entries again after the symbol table was cleared. */
  void reintern(byte[][] old) {
    for (int i = 0; i < symbol.length; i++) {
      if (symbol[i] > 0) {
        byte[] iri = old[symbol[i]];
        symbol[i] = symbols.intern(iri, 0, iri.length);
      }
    }
  }
}
