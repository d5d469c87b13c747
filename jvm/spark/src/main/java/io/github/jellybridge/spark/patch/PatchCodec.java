package io.github.jellybridge.spark.patch;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.patch.PatchReader;
import io.github.jellybridge.spark.options.ReadAheadMode;
import io.github.jellybridge.spark.scan.FileCodec;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads files of patches, each as a whole and in its order.
 *
 * @param options how to read, with the columns to fill
 * @param readAhead when a second thread reads ahead
 */
record PatchCodec(JellyReadOptions options, ReadAheadMode readAhead) implements FileCodec {
  private static final long serialVersionUID = 1L;

  @Override
  public int columns() {
    return options.columns();
  }

  @Override
  public FileCodec withColumns(int columns) {
    return new PatchCodec(options.toBuilder().columns(columns).build(), readAhead);
  }

  @Override
  public Opener opener(int tasks, Configuration conf) {
    return (in, slice, counts, filter) ->
        PatchReader.open(
            in,
            slice.file().uri(),
            options.toBuilder()
                .readAhead(readAhead.applies(tasks, slice.file().hadoopPath()))
                .build());
  }
}
