package io.github.jellybridge.files;

import java.util.Arrays;

/**
 * Tells which names file sources skip: those of logs, markers, checksums and half-written files.
 */
public final class HiddenFiles {
  private HiddenFiles() {}

  /**
   * Whether a file or folder of this name is skipped in a listing. A folder such as {@code
   * _year=2026} is a partition folder, not a hidden one.
   */
  public static boolean isHidden(String name) {
    return name.startsWith(".")
        || name.endsWith("._COPYING_")
        || (name.startsWith("_") && name.indexOf('=') < 0);
  }

  /** Whether a path, relative to a table's, leads through a folder that is skipped. */
  public static boolean isBelowHidden(String path) {
    return Arrays.stream(path.split("/")).anyMatch(HiddenFiles::isHidden);
  }
}
