package io.github.jellybridge.bench;

import java.nio.file.Path;
import java.util.List;

/**
 * Jelly files that are measured together.
 *
 * @param name name in tables
 * @param files Jelly files
 * @param statements statements in all files
 */
record DataSet(String name, List<Path> files, long statements) {
  /** The files as Spark takes them. */
  String[] paths() {
    return files.stream().map(file -> file.toAbsolutePath().toString()).toArray(String[]::new);
  }
}
