package io.github.jellybridge.borsh;

import java.io.Serializable;

/**
 * Options for writing a file. Immutable; start from {@link #defaults()}.
 *
 * @param versionByte the version in the header: {@link #SPEC_VERSION}, or {@link #RUBY_VERSION} for
 *     readers that accept only this one
 * @param compressionLevel 0 for fast LZ4, 1 to 12 for LZ4-HC; higher is smaller and slower
 */
public record BorshWriteOptions(int versionByte, int compressionLevel) implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The version byte of the specification. */
  public static final int SPEC_VERSION = BorshConstants.VERSION_SPEC;

  /** The version byte of the Ruby and the Rust implementation. */
  public static final int RUBY_VERSION = BorshConstants.VERSION_ASCII;

  /** Default compression level. "Compression": high compression mode, maximum level. */
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

  /** Returns the defaults: the version and compression of the specification. */
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
