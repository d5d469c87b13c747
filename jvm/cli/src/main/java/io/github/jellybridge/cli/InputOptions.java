package io.github.jellybridge.cli;

import io.github.jellybridge.files.DecompressionLimits;

/**
 * How files are read.
 *
 * @param from the format of all files; null to go by their names
 * @param limits limits of compressed files
 */
record InputOptions(FileKind from, DecompressionLimits limits) {
  /** Go by the names. */
  static final InputOptions DEFAULT = new InputOptions(null, DecompressionLimits.DEFAULT);
}
