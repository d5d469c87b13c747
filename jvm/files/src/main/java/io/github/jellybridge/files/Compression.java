package io.github.jellybridge.files;

import java.util.Locale;

/** The compressions that file names tell by their last extension. */
public enum Compression {
  NONE(""),
  GZIP(".gz"),
  ZSTD(".zst"),
  BZIP2(".bz2");

  private final String extension;

  Compression(String extension) {
    this.extension = extension;
  }

  /** The extension with its dot; empty for {@link #NONE}. */
  public String extension() {
    return extension;
  }

  /** The compression of a file with this name or path, without regard to case. */
  public static Compression of(String path) {
    String name = path.toLowerCase(Locale.ROOT);
    for (Compression compression : values()) {
      if (compression != NONE && name.endsWith(compression.extension)) {
        return compression;
      }
    }
    return NONE;
  }
}
