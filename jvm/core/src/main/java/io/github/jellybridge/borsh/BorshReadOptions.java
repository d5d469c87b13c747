package io.github.jellybridge.borsh;

import io.github.jellybridge.rdf.StatementBatch;
import java.io.Serializable;

/**
 * How to read a file. Immutable; start from {@link #defaults()}.
 *
 * @param scope what makes the labels of blank nodes unique, such as the name of the file; null to
 *     keep them as they are
 * @param columns which columns of a batch to fill: {@link StatementBatch#S} and so on, or'ed
 * @param maxTermsBytes largest decompressed terms block accepted, in bytes
 * @param maxQuadsBytes largest decompressed quads block accepted, in bytes: 4 and 8 a quad
 */
public record BorshReadOptions(String scope, int columns, int maxTermsBytes, int maxQuadsBytes)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * Enough for 65,535 terms of 2 KiB. There has to be a limit, as LZ4 makes up to 255 bytes of one;
   * files that the Spark writer makes stay below it unless told otherwise.
   */
  public static final int DEFAULT_MAX_TERMS_BYTES = 128 << 20;

  /** Enough for 16 million quads. */
  public static final int DEFAULT_MAX_QUADS_BYTES = 128 << 20;

  /** A block is one array. */
  public static final int LARGEST_BLOCK = BorshConstants.MAX_ARRAY;

  private static final BorshReadOptions DEFAULTS =
      new BorshReadOptions(
          null, StatementBatch.ALL, DEFAULT_MAX_TERMS_BYTES, DEFAULT_MAX_QUADS_BYTES);

  /** Checks the ranges; throws IllegalArgumentException. */
  public BorshReadOptions {
    if ((columns & ~StatementBatch.ALL) != 0) {
      throw new IllegalArgumentException("columns must be an or of S, P, O and G");
    }
    checkLimit("maxTermsBytes", maxTermsBytes);
    checkLimit("maxQuadsBytes", maxQuadsBytes);
  }

  private static void checkLimit(String name, int value) {
    if (value < BorshConstants.INT || value > LARGEST_BLOCK) {
      throw new IllegalArgumentException(name + " must be 4 to " + LARGEST_BLOCK);
    }
  }

  /** Returns the defaults: labels as they are, all columns. */
  public static BorshReadOptions defaults() {
    return DEFAULTS;
  }

  /** Returns these options with another {@link #scope}. */
  public BorshReadOptions withScope(String value) {
    return new BorshReadOptions(value, columns, maxTermsBytes, maxQuadsBytes);
  }

  /** Returns these options with other {@link #columns}. */
  public BorshReadOptions withColumns(int value) {
    return new BorshReadOptions(scope, value, maxTermsBytes, maxQuadsBytes);
  }

  /** Returns these options with other limits for the decompressed blocks, in bytes. */
  public BorshReadOptions withLimits(int terms, int quads) {
    return new BorshReadOptions(scope, columns, terms, quads);
  }
}
