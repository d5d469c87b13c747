package io.github.jellybridge.borsh;

import java.io.Serializable;

/**
 * How to write a file. Immutable; start from {@link #defaults()}.
 *
 * @param versionByte the byte in the header: {@link #SPEC_VERSION}, or {@link #RUBY_VERSION} for
 *     the readers that accept nothing else
 * @param compressionLevel 0 for fast LZ4, 1 to 12 for ever better and slower LZ4-HC
 */
public record BorshWriteOptions(int versionByte, int compressionLevel) implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The version byte of the specification. */
  public static final int SPEC_VERSION = BorshConstants.VERSION_SPEC;

  /** The version byte of the Ruby and the Rust implementation. */
  public static final int RUBY_VERSION = BorshConstants.VERSION_ASCII;

  /** "Compression": high compression mode, maximum level. */
  public static final int DEFAULT_LEVEL = 12;

  private static final BorshWriteOptions DEFAULTS =
      new BorshWriteOptions(SPEC_VERSION, DEFAULT_LEVEL);

  /** Checks the ranges; throws IllegalArgumentException. */
  public BorshWriteOptions {
    if (versionByte != SPEC_VERSION && versionByte != RUBY_VERSION) {
      throw new IllegalArgumentException("versionByte must be 1 (0x01) or 49 (0x31)");
    }
    if (compressionLevel < 0 || compressionLevel > DEFAULT_LEVEL) {
      throw new IllegalArgumentException("compressionLevel must be 0 to " + DEFAULT_LEVEL);
    }
  }

  /** Returns the defaults: as the specification has it. */
  public static BorshWriteOptions defaults() {
    return DEFAULTS;
  }

  /** Returns these options with another {@link #versionByte}. */
  public BorshWriteOptions withVersionByte(int value) {
    return new BorshWriteOptions(value, compressionLevel);
  }

  /** Returns these options with another {@link #compressionLevel}. */
  public BorshWriteOptions withCompressionLevel(int value) {
    return new BorshWriteOptions(versionByte, value);
  }
}
