package io.github.jellybridge.spark.patch;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.patch.PatchReader;
import io.github.jellybridge.spark.options.ReadAheadMode;
import io.github.jellybridge.spark.scan.FileCodec;

/**
 * Reads files of patches, each as a whole and in its order.
 *
 * @param options how, with the columns to fill
 * @param readAhead when a second thread reads
 */
record PatchCodec(JellyReadOptions options, ReadAheadMode readAhead) implements FileCodec {
  private static final long serialVersionUID = 1L;

  @Override
  public int columns() {
    return options.columns();
  }

  @Override
  public Opener opener(int tasks) {
    return (in, slice, counts, wanted) ->
        PatchReader.open(
            in,
            slice.file().uri(),
            options.toBuilder()
                .readAhead(readAhead.applies(tasks, slice.file().hadoopPath()))
                .build());
  }
}
