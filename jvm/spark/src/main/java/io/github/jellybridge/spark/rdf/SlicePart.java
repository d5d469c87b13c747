package io.github.jellybridge.spark.rdf;

/** How a file was cut into slices. */
enum SlicePart {
  /** By its bytes. */
  BYTES
}
