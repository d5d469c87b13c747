package io.github.jellybridge.files;

import io.github.jellybridge.rdf.TaskErrors;
import java.io.IOException;

/**
 * The compression of a file is none that is read, or a limit of the options forbids to read it. The
 * bytes are not at fault, so this is an error also where corrupt files are left out.
 */
public final class UnsupportedCompressionException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The message names the file. */
  UnsupportedCompressionException(String message, Throwable cause) {
    super(message, cause);
  }

  /** A driver without this class gets another one. */
  private Object writeReplace() {
    return TaskErrors.sent(this);
  }

  /** A file that expands to more than a limit. */
  static UnsupportedCompressionException size(String file, long limit) {
    return new UnsupportedCompressionException(
        file
            + " expands to more than "
            + limit
            + " bytes. If that is right, raise the option 'maxDecompressedBytes'.",
        null);
  }

  /** A file whose window, or dictionary, is larger than a limit. */
  static UnsupportedCompressionException window(
      String file, long bytes, DecompressionLimits limits, Throwable cause) {
    long largest = DecompressionLimits.LARGEST_WINDOW;
    return new UnsupportedCompressionException(
        file
            + " needs a window of "
            + Long.toUnsignedString(bytes)
            + " bytes to be decompressed, more than the limit of "
            + limits.maxWindowBytes()
            + " bytes. "
            + (bytes >= 0 && bytes <= largest
                ? "Raise the option 'maxWindowBytes' (max_window_bytes in Python,"
                    + " --max-window-bytes on the command line), or compress"
                : "No option allows more than " + largest + ": compress")
            + " the file with a smaller window (zstd --long=27, xz -9).",
        cause);
  }
}
