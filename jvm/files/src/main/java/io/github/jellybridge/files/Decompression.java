package io.github.jellybridge.files;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.hadoop.fs.Path;

/**
 * Opens files and decompresses them by extension: {@code .gz}, {@code .zst}, {@code .bz2}.
 *
 * <p>A compressed file is read to its last byte: several members or frames one after the other are
 * one stream, and a file that ends early, fails a checksum or has something else behind its last
 * member is a {@link CorruptFileException}, never a shorter result. That is why gzip does not go
 * through {@link java.util.zip.GZIPInputStream}, which takes an input that has no bytes
 * <em>available</em> right now, and any broken second member, for the end of the file; for zstd see
 * {@link ZstdFramesInputStream}.
 */
public final class Decompression {
  /** The decompressed size limit of a file, unless the caller sets another limit: 1 TiB. */
  public static final long DEFAULT_MAX_BYTES = 1L << 40;

  private static final int BUFFER_BYTES = 64 * 1024;

  private Decompression() {}

  /**
   * Wraps the open stream of a file whose extension tells the compression; it is closed with the
   * result, and at once when this method fails.
   *
   * @param maxDecompressedBytes what a compressed file may expand to at most; a longer one raises
   *     an {@link IOException} once that much has been read. Uncompressed files are not limited.
   */
  public static InputStream decompress(InputStream raw, Path file, long maxDecompressedBytes)
      throws IOException {
    return decompress(raw, Compression.of(file.getName()), file.toString(), maxDecompressedBytes);
  }

  /**
   * Wraps an open stream; it is closed with the result, and at once when this method fails.
   *
   * @param file name for error messages
   */
  public static InputStream decompress(
      InputStream raw, Compression compression, String file, long maxDecompressedBytes)
      throws IOException {
    if (compression == Compression.NONE) {
      return raw;
    }
    return checked(
        raw,
        compression,
        file,
        maxDecompressedBytes,
        in -> {
          BufferedInputStream buffered = new BufferedInputStream(in, BUFFER_BYTES);
          buffered.mark(1);
          if (buffered.read() < 0) {
            throw new EOFException("the file is empty, not even a header is there");
          }
          buffered.reset();
          return switch (compression) {
            case GZIP -> gunzip(buffered);
            case ZSTD -> new ZstdFramesInputStream(buffered);
            case BZIP2 -> new BZip2CompressorInputStream(buffered, true);
            case NONE -> throw new AssertionError(compression);
          };
        });
  }

  /**
   * Wraps the stream of a part of a file as {@link #decompress(InputStream, Path, long)} does that
   * of a whole one. Of a {@code .bz2} file, the whole lines that start in the part are given; no
   * other compressed file has parts.
   *
   * @param raw the bytes of the file from the start of the part on
   * @param start offset in the file of the first byte of the part
   * @param end offset in the file of the first byte after the part; {@link Long#MAX_VALUE} for the
   *     last part
   * @param maxDecompressedBytes limit of the decompressed size of the part
   */
  public static InputStream decompressPart(
      InputStream raw, Path file, long start, long end, long maxDecompressedBytes)
      throws IOException {
    Compression compression = Compression.of(file.getName());
    if (compression != Compression.BZIP2) {
      return decompress(raw, file, maxDecompressedBytes);
    }
    return checked(
        raw,
        compression,
        file.toString(),
        maxDecompressedBytes,
        in -> new Bzip2PartStream(in, start, end));
  }

  /** Opens a decompressor. */
  @FunctionalInterface
  private interface Opener {
    InputStream open(InputStream in) throws IOException;
  }

  private static InputStream checked(
      InputStream raw,
      Compression compression,
      String file,
      long maxDecompressedBytes,
      Opener opener)
      throws IOException {
    WatchedInputStream watched = new WatchedInputStream(raw);
    try {
      InputStream decoder = opener.open(watched);
      return new CheckedDecoderStream(decoder, watched, compression, file, maxDecompressedBytes);
    } catch (IOException | RuntimeException | LinkageError e) {
      try {
        raw.close();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      if (e instanceof LinkageError error) {
        throw error;
      }
      throw watched.failure() == null
          ? CheckedDecoderStream.corrupt(file, compression, 0, e)
          : watched.failure();
    }
  }

  /** All members of a gzip file, through a constructor that every Commons Compress has. */
  @SuppressWarnings("deprecation") // The builder that replaces it is new in 1.28.
  private static InputStream gunzip(InputStream in) throws IOException {
    return new GzipCompressorInputStream(in, true);
  }
}
