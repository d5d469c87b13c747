package io.github.jellybridge.files;

import java.util.List;
import java.util.Locale;

/** The compressions, which are chosen by the last extension of file names. */
public enum Compression {
  NONE,
  GZIP(".gz", ".gzip"),
  ZSTD(".zst", ".zstd"),
  BZIP2(".bz2", ".bzip2"),
  XZ(".xz"),
  /** Compressions that are refused by name: their bytes are never taken for the content. */
  OTHER(".lzma", ".lz", ".lz4", ".lzo", ".br", ".snappy", ".deflate", ".z", ".zip", ".7z", ".rar");

  private final List<String> extensions;

  Compression(String... extensions) {
    this.extensions = List.of(extensions);
  }

  /** The extension of files that are written, with its dot; empty for {@link #NONE}. */
  public String extension() {
    return this == NONE ? "" : extensions.get(0);
  }

  /** Returns the compression of a file with this name or path, ignoring case. */
  public static Compression of(String path) {
    for (Compression compression : values()) {
      if (compression.length(path) > 0) {
        return compression;
      }
    }
    return NONE;
  }

  /** Returns a name or path without the extension of its compression. */
  public static String plainName(String path) {
    return path.substring(0, path.length() - of(path).length(path));
  }

  /** Returns the extension of a name or path that tells its compression, with its dot; or "". */
  public static String extensionOf(String path) {
    return path.substring(plainName(path).length());
  }

  /** The length of the extension at the end of a path that is one of this compression; or 0. */
  private int length(String path) {
    String name = path.toLowerCase(Locale.ROOT);
    return extensions.stream()
        .filter(name::endsWith)
        .mapToInt(String::length)
        .findFirst()
        .orElse(0);
  }
}
