package io.github.jellybridge.borsh;

import io.github.jellybridge.rdf.StatementBatch;
import java.io.Serializable;

/**
 * Options for reading a file. Immutable; start from {@link #defaults()}.
 *
 * @param scope the string that makes the labels of blank nodes unique, such as the name of the
 *     file; null to keep labels unchanged
 * @param columns the columns of a batch to fill: {@link StatementBatch#S} and so on, or'ed
 * @param maxTermsBytes largest decompressed terms block accepted, in bytes
 * @param maxQuadsBytes largest decompressed quads block accepted, in bytes: 4 plus 8 per quad
 */
public record BorshReadOptions(String scope, int columns, int maxTermsBytes, int maxQuadsBytes)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * Default limit of terms blocks, in bytes: enough for 65,535 terms of 2 KiB. A limit is
   * necessary, as LZ4 can expand one byte to 255. By default, files of the Spark writer stay below
   * it.
   */
  public static final int DEFAULT_MAX_TERMS_BYTES = 128 << 20;

  /** Default limit of quads blocks, in bytes: enough for 16 million quads. */
  public static final int DEFAULT_MAX_QUADS_BYTES = 128 << 20;

  /** Largest limit of blocks, in bytes, as a block is held in one array. */
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

  /** Returns the defaults: unchanged labels, all columns. */
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
