package io.github.jellybridge.files;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZUtils;
import org.apache.hadoop.fs.Path;

/**
 * Opens files and decompresses them by extension: {@code .gz}, {@code .zst}, {@code .bz2}, {@code
 * .xz} and their aliases (see {@link Compression}).
 *
 * <p>A compressed file is read to its last byte. Consecutive members or frames are one stream. A
 * file that ends early, fails a checksum or has other bytes after its last member causes a {@link
 * CorruptFileException}, never a shorter result. This is why gzip is not read with {@link
 * java.util.zip.GZIPInputStream}: it takes an input that has no bytes <em>available</em> right now,
 * and any broken second member, for the end of the file. For zstd see {@link
 * ZstdFramesInputStream}.
 */
public final class Decompression {
  private static final int BUFFER_BYTES = 64 * 1024;

  /** More than the memory that an xz decoder takes beside its dictionary. */
  private static final int XZ_OVERHEAD_KIB = 1024;

  private Decompression() {}

  /**
   * Wraps the open stream of a file, decompressing it by the file's extension. The stream is closed
   * with the result, or at once if this method fails.
   *
   * @param limits the memory and the decompressed bytes of a compressed file; more raises an {@link
   *     UnsupportedCompressionException} once that much has been read. Uncompressed files are not
   *     limited.
   */
  public static InputStream decompress(InputStream raw, Path file, DecompressionLimits limits)
      throws IOException {
    return decompress(raw, Compression.of(file.getName()), file.toString(), limits);
  }

  /**
   * Wraps an open stream. The stream is closed with the result, or at once if this method fails.
   *
   * @param file name for error messages
   */
  public static InputStream decompress(
      InputStream raw, Compression compression, String file, DecompressionLimits limits)
      throws IOException {
    if (compression == Compression.NONE) {
      return raw;
    }
    return checked(
        raw,
        compression,
        file,
        limits,
        in -> {
          BufferedInputStream buffered = new BufferedInputStream(in, BUFFER_BYTES);
          buffered.mark(1);
          if (buffered.read() < 0) {
            throw new EOFException("the file is empty, not even a header is there");
          }
          buffered.reset();
          return switch (compression) {
            case GZIP -> gunzip(buffered);
            case ZSTD -> new ZstdFramesInputStream(buffered, file, limits);
            case BZIP2 -> new BZip2CompressorInputStream(buffered, true);
            case XZ -> unxz(buffered, file, limits);
            case OTHER -> throw other(file);
            case NONE -> throw new AssertionError(compression);
          };
        });
  }

  /**
   * Wraps the stream of a part of a file as {@link #decompress(InputStream, Path,
   * DecompressionLimits)} does that of a whole one. Of a {@code .bz2} file, the whole lines that
   * start in the part are given. A part of a {@code .zst} file starts with a frame, and the stream
   * continues to the end of the file. No other compressed file has parts.
   *
   * @param raw the bytes of the file from the start of the part on
   * @param start offset in the file of the first byte of the part
   * @param end offset in the file of the first byte after the part; {@link Long#MAX_VALUE} for the
   *     last part
   * @param limits the largest decompressed size of the part
   */
  public static InputStream decompressPart(
      InputStream raw, Path file, long start, long end, DecompressionLimits limits)
      throws IOException {
    Compression compression = Compression.of(file.getName());
    if (compression != Compression.BZIP2) {
      return decompress(raw, file, limits);
    }
    return checked(
        raw, compression, file.toString(), limits, in -> new Bzip2PartStream(in, start, end));
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
      DecompressionLimits limits,
      Opener opener)
      throws IOException {
    WatchedInputStream watched = new WatchedInputStream(raw);
    try {
      InputStream decoder = opener.open(watched);
      return new CheckedDecoderStream(decoder, watched, compression, file, limits);
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
          ? CheckedDecoderStream.failure(file, compression, 0, limits, e)
          : watched.failure();
    }
  }

  /**
   * Decompresses all members of a gzip file, with a constructor that every Commons Compress has.
   */
  @SuppressWarnings("deprecation") // The builder that replaces it is new in 1.28.
  private static InputStream gunzip(InputStream in) throws IOException {
    return new GzipCompressorInputStream(in, true);
  }

  /** All streams of an xz file; the classes that read them are among Spark's jars. */
  @SuppressWarnings("deprecation") // The builder that replaces it is new in 1.28.
  private static InputStream unxz(InputStream in, String file, DecompressionLimits limits)
      throws IOException {
    if (!XZUtils.isXZCompressionAvailable()) {
      throw new UnsupportedCompressionException(
          file + " is not read: the library org.tukaani:xz is not on the class path.", null);
    }
    return new XZCompressorInputStream(
        in, true, (int) (limits.maxWindowBytes() >> 10) + XZ_OVERHEAD_KIB);
  }

  private static IOException other(String file) {
    return new UnsupportedCompressionException(
        file
            + " is not read: files compressed as "
            + Compression.extensionOf(file)
            + " are not supported. Decompress it, or compress it as .zst, .gz, .bz2 or .xz.",
        null);
  }
}
