package io.github.jellybridge.spark.rdf;

/** How a file was cut of which a slice is a part. */
enum SlicePart {
  /** By its bytes. */
  BYTES
}
