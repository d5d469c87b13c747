package io.github.jellybridge.borsh;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/**
 * Writes an RDF/Borsh file; mirrors {@link BorshReader}.
 *
 * <p>A file is a set of statements: they are kept in memory (the terms once, 8 bytes a statement)
 * and written, sorted and without repetitions, by {@link #finish()}. Not thread-safe.
 */
public final class BorshWriter implements Closeable {
  private final OutputStream out;
  private final BorshWriteOptions options;
  private final TermDictionary dictionary;
  private final QuadSet quads;
  private byte[] compressed;
  // The ids of the terms of a table that were seen before; 0 for those that were not.
  private TermTable known;
  private long epoch;
  private int[] ids = new int[64];
  private long given;
  private long bytes;
  private boolean finished;

  private BorshWriter(
      OutputStream out,
      BorshWriteOptions options,
      TermDictionary dictionary,
      QuadSet quads,
      byte[] compressed) {
    this.out = out;
    this.options = options;
    this.dictionary = dictionary;
    this.quads = quads;
    this.compressed = compressed;
  }

  /**
   * Starts a file; writes nothing yet.
   *
   * @param out where to write; closed with the writer
   */
  public static BorshWriter open(OutputStream out, BorshWriteOptions options) {
    return new BorshWriter(out, options, new TermDictionary(), new QuadSet(), new byte[0]);
  }

  /**
   * Starts another file in the memory of this one, which is quicker than {@link #open}; for
   * statements that need several files. This writer must be finished, and tells nothing any more.
   *
   * @param next where to write; closed with the writer that is returned
   * @throws IllegalStateException if this writer is not finished
   */
  public BorshWriter next(OutputStream next) {
    if (!finished) {
      throw new IllegalStateException("the file is not finished");
    }
    dictionary.clear();
    quads.clear();
    return new BorshWriter(next, options, dictionary, quads, compressed);
  }

  /**
   * Takes all statements of a batch.
   *
   * @param terms the table that the batch refers to
   * @throws BorshWriteException for a statement that the format cannot hold, or that does not fit
   *     in this file any more; the statements before it were taken
   */
  public void write(StatementBatch batch, TermTable terms) throws IOException {
    int taken = writeWhatFits(batch, terms, 0, batch.size());
    if (taken < batch.size()) {
      throw new BorshWriteException(
          given,
          "a file of at most " + BorshConstants.MAX_TERMS + " terms",
          "one term more; write several files");
    }
  }

  /**
   * Takes statements of a batch until one does not fit because the file has as many terms as it may
   * have: that one belongs into the next file.
   *
   * @param from the first statement
   * @param to one past the last statement
   * @return the first statement that was not taken, of which no term is kept; {@code to} if all
   *     were
   * @throws BorshWriteException for a statement that the format cannot hold
   */
  public int writeWhatFits(StatementBatch batch, TermTable terms, int from, int to)
      throws IOException {
    return writeWhatFits(batch, terms, from, to, Long.MAX_VALUE);
  }

  /**
   * Takes statements of a batch until one does not fit, as {@link #writeWhatFits(StatementBatch,
   * TermTable, int, int)}, in a file of a limited size.
   *
   * @param maxBytes most bytes of both blocks, before their compression; a file has one statement
   *     at least
   */
  public int writeWhatFits(StatementBatch batch, TermTable terms, int from, int to, long maxBytes)
      throws IOException {
    if (finished) {
      throw new IllegalStateException("the file is finished");
    }
    forgetOthers(terms);
    for (int i = from; i < to; i++) {
      int size = dictionary.size();
      int s;
      int p;
      int o;
      int g;
      try {
        // The order of first use, as the Ruby writer has it.
        s = id(terms, batch.s[i], "subject");
        p = id(terms, batch.p[i], "predicate");
        o = id(terms, batch.o[i], "object");
        boolean named = batch.g != null && batch.g[i] != TermTable.NO_TERM;
        g = named ? id(terms, batch.g[i], "graph") : 0;
      } catch (BorshWriteException | IllegalArgumentException e) {
        undo(size);
        throw e;
      }
      boolean full = given > 0 && uncompressedBytes() + BorshConstants.QUAD_BYTES > maxBytes;
      if ((s | p | o | g) < 0 || full || !quads.add(g, s, p, o)) {
        undo(size);
        if (size == 0) {
          throw refused("terms of at most 2 GB", "larger ones");
        }
        return i;
      }
      given++;
    }
    return to;
  }

  private void forgetOthers(TermTable terms) {
    if (terms != known || terms.epoch() != epoch) {
      known = terms;
      epoch = terms.epoch();
      Arrays.fill(ids, 0);
    }
    if (terms.size() > ids.length) {
      ids = Arrays.copyOf(ids, Math.max(terms.size(), ids.length * 2));
    }
  }

  private void undo(int size) {
    if (dictionary.size() > size) {
      dictionary.forget(size);
      Arrays.fill(ids, 0);
    }
  }

  private int id(TermTable terms, int term, String position) throws BorshWriteException {
    int id = term >= 0 && term < ids.length ? ids[term] : 0;
    if (id == 0) {
      check(terms, term, position);
      int size = dictionary.size();
      id = dictionary.intern(terms, term);
      if (dictionary.size() > size) {
        checkText(terms, term, position);
      }
      ids[term] = id < 0 ? 0 : id;
    }
    return id;
  }

  private void check(TermTable terms, int term, String position) throws BorshWriteException {
    if (term >= terms.size()) {
      throw new IllegalArgumentException(
          "term id " + term + " is not in the table, which ends before " + terms.size());
    }
    if (term <= TermTable.NO_TERM) {
      throw refused((position.equals("object") ? "an " : "a ") + position, "none");
    }
    if (terms.kind(term) == TermKind.TRIPLE) {
      throw refused("an IRI, a blank node or a literal", "a quoted triple as " + position);
    }
    int lang = terms.langId(term);
    if (lang != 0) {
      checkLanguage(terms, term, lang);
    }
  }

  private void checkLanguage(TermTable terms, int term, int lang) throws BorshWriteException {
    SymbolTable symbols = terms.symbols();
    int datatype = terms.datatypeId(term);
    if (datatype != 0) {
      throw refused(
          "a literal with a language tag or a datatype",
          "both, " + symbols.text(lang) + " and " + symbols.text(datatype));
    }
    byte[] tag = symbols.bytes(lang);
    boolean ascii = tag.length > 0;
    for (byte b : tag) {
      ascii &= b >= 0;
    }
    if (!ascii) {
      throw refused("a language tag in ASCII", "'" + symbols.text(lang) + "'");
    }
  }

  /** Refuses text that no reader would take; of a term that is new, as that is once a file. */
  private void checkText(TermTable terms, int term, String position) throws BorshWriteException {
    int from = terms.valueOffset(term);
    int datatype = terms.datatypeId(term);
    byte[] iri = datatype == 0 ? new byte[0] : terms.symbols().bytes(datatype);
    if (Utf8.firstInvalid(terms.data(), from, from + terms.valueLength(term)) >= 0
        || Utf8.firstInvalid(iri, 0, iri.length) >= 0) {
      throw refused("valid UTF-8 as " + position, "a malformed sequence");
    }
  }

  private BorshWriteException refused(String expected, String found) {
    return new BorshWriteException(given, expected, found);
  }

  /** Returns the number of statements taken so far, repetitions included. */
  public long statementsTaken() {
    return given;
  }

  /** Returns the number of terms so far. */
  public int termCount() {
    return dictionary.size();
  }

  /** Returns the bytes of both blocks so far, before their compression. */
  public long uncompressedBytes() {
    return dictionary.bytes()
        + BorshConstants.INT
        + (long) BorshConstants.QUAD_BYTES * quads.size();
  }

  /** Returns the size of the file in bytes; 0 before {@link #finish()}. */
  public long bytesWritten() {
    return bytes;
  }

  /** Writes the file; does not close the stream. Does nothing the second time. */
  public void finish() throws IOException {
    if (finished) {
      return;
    }
    finished = true;
    quads.sortUnique();
    ByteBuffer header =
        ByteBuffer.allocate(BorshConstants.HEADER_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(BorshConstants.MAGIC)
            .put((byte) options.versionByte())
            .put((byte) BorshConstants.FLAGS)
            .putInt(quads.size());
    write(header.array(), header.capacity());
    writeBlock(dictionary.block(), dictionary.bytes());
    byte[] block = quads.block();
    writeBlock(block, block.length);
    out.flush();
  }

  private void writeBlock(byte[] block, int length) throws IOException {
    LZ4Factory factory = LZ4Factory.fastestInstance();
    int level = options.compressionLevel();
    LZ4Compressor compressor =
        level == 0 ? factory.fastCompressor() : factory.highCompressor(level);
    int longest = compressor.maxCompressedLength(length);
    if (compressed.length < longest) {
      compressed = new byte[longest];
    }
    int size = compressor.compress(block, 0, length, compressed, 0, compressed.length);
    byte[] prefix =
        ByteBuffer.allocate(BorshConstants.INT).order(ByteOrder.LITTLE_ENDIAN).putInt(size).array();
    write(prefix, prefix.length);
    write(compressed, size);
  }

  private void write(byte[] source, int length) throws IOException {
    out.write(source, 0, length);
    bytes += length;
  }

  /** Finishes the file, with the statements that were taken, and closes the stream. */
  @Override
  public void close() throws IOException {
    try (OutputStream closing = out) {
      finish();
      closing.flush();
    }
  }
}
