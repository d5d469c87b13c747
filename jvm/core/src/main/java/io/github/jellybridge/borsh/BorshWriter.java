package io.github.jellybridge.borsh;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import io.github.jellybridge.rdf.text.LanguageTags;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/**
 * Writes an RDF/Borsh file; the counterpart of {@link BorshReader}.
 *
 * <p>A file is a set of statements. They are kept in memory (each term once, 8 bytes per statement)
 * and written by {@link #finish()}, sorted and without duplicates. Not thread-safe.
 */
public final class BorshWriter implements Closeable {
  private final OutputStream out;
  private final BorshWriteOptions options;
  private final TermDictionary dictionary;
  private final QuadSet quads;
  private byte[] compressed;
  // The ids of the terms of a table in this file; 0 for terms not seen yet.
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
   * Starts a file. Writes no bytes yet.
   *
   * @param out the target of the bytes; closed with the writer
   */
  public static BorshWriter open(OutputStream out, BorshWriteOptions options) {
    return new BorshWriter(out, options, new TermDictionary(), new QuadSet(), new byte[0]);
  }

  /**
   * Starts another file that reuses the memory of this one, which is faster than {@link #open}. For
   * statements that need several files. This writer must be finished and cannot be used afterwards.
   *
   * @param next the target of the next file; closed with the returned writer
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
   * Adds all statements of a batch.
   *
   * @param terms the table that the batch refers to
   * @throws BorshWriteException for a statement that the format cannot represent, or for which this
   *     file has no room; the statements before it were added
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
   * Adds statements of a batch until the file has the maximum number of terms. The first statement
   * without room belongs in the next file.
   *
   * @param from the first statement
   * @param to one past the last statement
   * @return the first statement that was not added, none of whose terms are kept; {@code to} if all
   *     were added
   * @throws BorshWriteException for a statement that the format cannot represent
   */
  public int writeWhatFits(StatementBatch batch, TermTable terms, int from, int to)
      throws IOException {
    return writeWhatFits(batch, terms, from, to, Long.MAX_VALUE);
  }

  /**
   * Adds statements of a batch like {@link #writeWhatFits(StatementBatch, TermTable, int, int)}, to
   * a file of limited size.
   *
   * @param maxBytes limit of both blocks before compression, in bytes; a file has at least one
   *     statement, even a larger one
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
        // Assign ids in the order of first use, like the Ruby writer.
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
    if (LanguageTags.hasDirection(tag)) {
      throw refused(
          "a language tag without a base direction, which RDF/Borsh does not have",
          symbols.text(lang));
    }
  }

  /** Rejects text that no reader would accept. Called once per file for each new term. */
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

  /** Returns the number of statements added so far, including duplicates. */
  public long statementsTaken() {
    return given;
  }

  /** Returns the number of terms so far. */
  public int termCount() {
    return dictionary.size();
  }

  /** Returns the size of both blocks so far, before compression, in bytes. */
  public long uncompressedBytes() {
    return dictionary.bytes()
        + BorshConstants.INT
        + (long) BorshConstants.QUAD_BYTES * quads.size();
  }

  /** Returns the size of the file in bytes; 0 before {@link #finish()}. */
  public long bytesWritten() {
    return bytes;
  }

  /** Writes the file but does not close the stream. Further calls have no effect. */
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

  /** Finishes the file with the statements added so far and closes the stream. */
  @Override
  public void close() throws IOException {
    try (OutputStream closing = out) {
      finish();
      closing.flush();
    }
  }
}
