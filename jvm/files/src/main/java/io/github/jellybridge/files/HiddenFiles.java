package io.github.jellybridge.files;

import java.util.Arrays;

/**
 * Decides which names file sources skip: those of logs, markers, checksums and incomplete files.
 */
public final class HiddenFiles {
  private HiddenFiles() {}

  /**
   * Returns whether listings skip a file or folder of this name. A folder such as {@code
   * _year=2026} is a partition folder, not a hidden one.
   */
  public static boolean isHidden(String name) {
    return name.startsWith(".")
        || name.endsWith("._COPYING_")
        || (name.startsWith("_") && name.indexOf('=') < 0);
  }

  /** Returns whether a path, relative to that of a table, contains a hidden folder or file. */
  public static boolean isBelowHidden(String path) {
    return Arrays.stream(path.split("/")).anyMatch(HiddenFiles::isHidden);
  }
}
