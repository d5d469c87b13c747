package io.github.jellybridge.borsh;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads an RDF/Borsh file as batches of term ids: the ids of the file.
 *
 * <pre>{@code
 * try (BorshReader reader = BorshReader.open(in, "a.rdfb", BorshReadOptions.defaults())) {
 *   while (reader.nextBatch(4096)) {
 *     StatementBatch batch = reader.batch();
 *     for (int i = 0; i < batch.size(); i++) {
 *       System.out.println(reader.terms().value(batch.s[i]));
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>The whole file is read and checked before the first batch, so no statement of an invalid file
 * is returned. Both blocks stay in memory, decompressed, until the reader is closed. A method that
 * failed on the input fails in the same way when it is called again. Not thread-safe.
 */
public final class BorshReader implements StatementReader {
  private final FileBytes in;
  private final BorshReadOptions options;
  private final TermTable terms = new TermTable();
  private final StatementBatch batch;
  private BorshHeader header;
  private boolean framed;
  private QuadsBlock quads;
  private Exception failure;
  private long read;
  private boolean ended;
  private boolean closed;

  private BorshReader(InputStream in, String file, BorshReadOptions options) {
    this.in = new FileBytes(in, file);
    this.options = options;
    this.batch = StatementBatch.ofColumns(options.columns());
  }

  /**
   * Opens a file. Reads no bytes yet.
   *
   * @param in the bytes; closed with the reader
   * @param file the name that errors carry
   * @param options how to read
   */
  public static BorshReader open(InputStream in, String file, BorshReadOptions options) {
    return new BorshReader(in, file, options);
  }

  /**
   * Reads the header.
   *
   * @throws IllegalStateException if the reader was closed before the header was read
   * @throws BorshParseException if the file does not start with a valid header
   */
  public BorshHeader header() throws IOException {
    if (header == null) {
      StatementReader.requireOpen(closed);
      header = orFailure(this::readHeader);
    }
    return header;
  }

  private BorshHeader readHeader() throws IOException {
    byte[] bytes = in.read(BorshConstants.HEADER_BYTES, "the header");
    if (FileBytes.intAt(bytes, 0) != BorshConstants.MAGIC) {
      throw in.error(0, "the magic number RDFB", printable(bytes));
    }
    int version = bytes[4];
    if (version != BorshConstants.VERSION_SPEC && version != BorshConstants.VERSION_ASCII) {
      throw in.error(4, "the version 0x01 or 0x31", String.format("0x%02x", version & 0xff));
    }
    int flags = bytes[5] & 0xff;
    if ((flags & BorshConstants.FLAGS) != BorshConstants.FLAGS) {
      throw in.error(5, "flags with the low three bits set", "0b" + Integer.toBinaryString(flags));
    }
    return new BorshHeader(version, flags, Integer.toUnsignedLong(FileBytes.intAt(bytes, 6)));
  }

  /** A part of the file that is read once. */
  private interface Part<T> {
    T read() throws IOException;
  }

  /** Reads the next part, or throws the earlier failure: a broken part has no known end. */
  private <T> T orFailure(Part<T> part) throws IOException {
    StatementReader.failAgain(failure);
    try {
      return part.read();
    } catch (IOException | RuntimeException e) {
      failure = e;
      throw e;
    }
  }

  /** Formats the first bytes of a file of another format. */
  private static String printable(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < BorshConstants.INT; i++) {
      char c = (char) (bytes[i] & 0xff);
      text.append(c > ' ' && c < 0x7f ? "" + c : String.format("\\x%02x", (int) c));
    }
    return text.toString();
  }

  /**
   * {@inheritDoc}
   *
   * @throws BorshParseException if anything in the file breaks a rule or a limit
   */
  @Override
  public boolean nextBatch(int maxStatements) throws IOException {
    StatementReader.requireRoom(maxStatements);
    StatementReader.requireOpen(closed);
    batch.clear(read);
    if (ended) {
      return false;
    }
    if (quads == null) {
      quads = orFailure(this::load);
    }
    int n = quads.fill(batch, (int) read, maxStatements);
    batch.size(n);
    batch.startFrame(0, 0);
    read += n;
    ended = read == quads.count();
    return n > 0;
  }

  private QuadsBlock load() throws IOException {
    long count = countWithinLimit();
    long size = in.readInt("the size of the terms block");
    framed = size == BorshConstants.FRAME_MAGIC;
    return framed ? loadFrame(count) : loadBlocks(size, count);
  }

  private long countWithinLimit() throws IOException {
    long count = header().quads();
    if (QuadsBlock.length(count) > options.maxQuadsBytes()) {
      throw in.error(
          6,
          "a quads block of at most "
              + options.maxQuadsBytes()
              + " bytes (see option maxQuadsBytes)",
          count + " quads");
    }
    return count;
  }

  private QuadsBlock loadBlocks(long size, long count) throws IOException {
    Lz4Block packed = readBlock(size, "terms");
    // Room for labels with a scope, which are appended to the block.
    int room = options.scope() == null ? 0 : 1;
    Lz4Block.Expanded block = packed.expandQuickly(options.maxTermsBytes(), room);
    int length = block.length();
    TermsBlock dictionary =
        new TermsBlock(in.file(), block.bytes(), length, terms, options.scope());
    int end = dictionary.read();
    if (dictionary.hasZeros()) {
      packed.checkOffsets();
    }
    if (end < length) {
      throw new BorshParseException(
          in.file(),
          BorshParseException.Section.TERMS,
          end,
          "the end of the terms block",
          (length - end) + " more bytes");
    }
    Lz4Block compressed = readBlock(in.readInt("the size of the quads block"), "quads");
    in.checkEnd();
    byte[] expanded = compressed.expand(options.maxQuadsBytes(), 0).bytes();
    return QuadsBlock.check(in.file(), expanded, 0, count, terms.size() - 1);
  }

  private Lz4Block readBlock(long size, String name) throws IOException {
    if (size == 0) {
      throw in.error(
          in.offset() - BorshConstants.INT, "a compressed " + name + " block", "one of 0 bytes");
    }
    return new Lz4Block(in, in.read(size, "the compressed " + name + " block"), name);
  }

  private QuadsBlock loadFrame(long count) throws IOException {
    byte[] rest = in.readRest(BorshConstants.MAX_ARRAY - BorshConstants.INT);
    byte[] frame =
        ByteBuffer.allocate(BorshConstants.INT + rest.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(BorshConstants.FRAME_MAGIC)
            .put(rest)
            .array();
    long limit = options.maxTermsBytes() + QuadsBlock.length(count);
    byte[] content =
        new Lz4Frame(in, frame).decompress((int) Math.min(limit, BorshConstants.MAX_ARRAY));
    TermsBlock dictionary =
        new TermsBlock(in.file(), content, content.length, terms, options.scope());
    int end = dictionary.read();
    if (end > options.maxTermsBytes()) {
      throw in.error(
          BorshConstants.HEADER_BYTES,
          "terms of at most " + options.maxTermsBytes() + " bytes (see option maxTermsBytes)",
          end + " bytes");
    }
    return QuadsBlock.check(in.file(), content, end, count, terms.size() - 1);
  }

  /**
   * Counts the remaining statements. If nothing was read yet, this trusts the count in the header
   * after a few checks of the whole file: the positions of the blocks, the decompressed length of
   * the quads block (which must match the count and the limit), and the count at its start. The
   * terms and the ids of the quads are not checked.
   *
   * @throws BorshParseException if the input breaks one of these rules
   */
  @Override
  public long countStatements() throws IOException {
    StatementReader.requireOpen(closed);
    if (quads == null && !ended) {
      quads = orFailure(this::loadForCount);
    }
    long count = header().quads();
    long left = ended ? 0 : count - read;
    ended = true;
    read = count;
    return left;
  }

  /** Checks the structure of the file; returns null if no quads had to be decoded. */
  private QuadsBlock loadForCount() throws IOException {
    long count = countWithinLimit();
    long size = in.readInt("the size of the terms block");
    framed = size == BorshConstants.FRAME_MAGIC;
    if (framed) {
      // In a frame, the length of the dictionary is known only after decoding it.
      return loadFrame(count);
    }
    if (size == 0) {
      readBlock(size, "terms");
    }
    in.skip(size, "the compressed terms block");
    countBlock(readBlock(in.readInt("the size of the quads block"), "quads"), count);
    return null;
  }

  private void countBlock(Lz4Block block, long count) throws IOException {
    in.checkEnd();
    long length = block.length();
    if (length != QuadsBlock.length(count)) {
      throw in.error(
          6,
          "a number of quads that agrees with the quads block of " + length + " bytes",
          count + " quads");
    }
    QuadsBlock.checkCount(in.file(), FileBytes.intAt(block.head(BorshConstants.INT), 0), count);
  }

  @Override
  public StatementBatch batch() {
    return batch;
  }

  @Override
  public TermTable terms() {
    return terms;
  }

  /** Returns 1 after the last statement was read, as a file counts as one frame; before that 0. */
  @Override
  public long framesRead() {
    return ended ? 1 : 0;
  }

  @Override
  public long statementsRead() {
    return read;
  }

  @Override
  public long bytesRead() {
    return in.offset();
  }

  /** Returns the number of terms in the dictionary; 0 before the first batch. */
  public int termCount() {
    return terms.size() - 1;
  }

  /** Returns whether the body is one LZ4 frame, not two blocks; false before the first batch. */
  public boolean framed() {
    return framed;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    in.close();
  }
}
