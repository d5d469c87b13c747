package io.github.jellybridge.borsh;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;

/**
 * Decompresses one LZ4 frame (LZ4 Frame Format Description 1.6), in which the Rust implementation
 * stores dictionary and quads.
 *
 * <p>commons-compress reads the blocks and compares the checksums. It skips most of the frame
 * descriptor, which this class checks.
 */
final class Lz4Frame {
  private static final int CONTENT_SIZE = 0x08;
  private static final int RESERVED = 0x02;
  private static final int DICTIONARY = 0x01;
  private static final int LEAST_BLOCK_CODE = 4;

  private static final int FLAGS_AT = 4;
  private static final int CONTENT_SIZE_AT = 6;

  private static final int PIECE_BYTES = 1 << 20;

  private final FileBytes in;
  private final byte[] frame;
  private final long base;

  /**
   * Creates a decompressor of a frame.
   *
   * @param in for errors
   * @param frame all bytes from the magic number to the end of the file
   */
  Lz4Frame(FileBytes in, byte[] frame) {
    this.in = in;
    this.frame = frame;
    this.base = in.offset() - frame.length;
  }

  /**
   * Decompresses the frame.
   *
   * @param limit maximum length to which it may expand, in bytes
   */
  byte[] decompress(int limit) throws BorshParseException {
    checkDescriptor();
    ByteArrayInputStream source = new ByteArrayInputStream(frame);
    byte[] content;
    try (InputStream decompressed = new FramedLZ4CompressorInputStream(source)) {
      content = read(decompressed, limit, source);
    } catch (BorshParseException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw error(consumed(source), "a valid LZ4 frame", "'" + e.getMessage() + "'");
    }
    checkContentSize(content.length);
    if (source.available() > 0) {
      throw error(consumed(source), "the end of the file after the LZ4 frame", "more bytes");
    }
    return content;
  }

  /** Reads everything in pieces, as the size that the frame claims may be wrong. */
  private byte[] read(InputStream decompressed, int limit, ByteArrayInputStream source)
      throws IOException {
    List<byte[]> pieces = new ArrayList<>();
    long length = 0;
    byte[] piece = decompressed.readNBytes(PIECE_BYTES);
    while (piece.length > 0) {
      pieces.add(piece);
      length += piece.length;
      if (length > limit) {
        throw error(
            consumed(source),
            "dictionary and quads of at most "
                + limit
                + " bytes together (see options maxTermsBytes and maxQuadsBytes)",
            "more");
      }
      piece = decompressed.readNBytes(PIECE_BYTES);
    }
    ByteBuffer content = ByteBuffer.allocate((int) length);
    pieces.forEach(content::put);
    return content.array();
  }

  private int consumed(ByteArrayInputStream source) {
    return frame.length - source.available();
  }

  private void checkDescriptor() throws BorshParseException {
    if (frame.length < CONTENT_SIZE_AT) {
      return; // The decompressor reports the truncation.
    }
    int flags = frame[FLAGS_AT] & 0xff;
    if (flags >>> 6 != 1 || (flags & RESERVED) != 0) {
      throw error(FLAGS_AT, "LZ4 frame flags of version 01", Integer.toHexString(flags));
    }
    if ((flags & DICTIONARY) != 0) {
      throw error(FLAGS_AT, "an LZ4 frame without an external dictionary", "one with it");
    }
    int size = frame[FLAGS_AT + 1] & 0xff;
    if ((size & 0x8f) != 0 || size >>> 4 < LEAST_BLOCK_CODE) {
      throw error(FLAGS_AT + 1, "an LZ4 block size code of 4 to 7", Integer.toHexString(size));
    }
  }

  private void checkContentSize(int length) throws BorshParseException {
    if ((frame[FLAGS_AT] & CONTENT_SIZE) == 0) {
      return;
    }
    long low = Integer.toUnsignedLong(FileBytes.intAt(frame, CONTENT_SIZE_AT));
    long size = low | (long) FileBytes.intAt(frame, CONTENT_SIZE_AT + BorshConstants.INT) << 32;
    if (size != length) {
      String expected = Long.toUnsignedString(size);
      throw error(0, "an LZ4 frame of " + expected + " bytes, as its header says", "" + length);
    }
  }

  private BorshParseException error(int index, String expected, String found) {
    return in.error(base + index, expected, found);
  }
}
