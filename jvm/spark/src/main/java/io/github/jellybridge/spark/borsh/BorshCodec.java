package io.github.jellybridge.spark.borsh;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshReader;
import io.github.jellybridge.files.JobFiles;
import io.github.jellybridge.spark.scan.FileCodec;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads RDF/Borsh files, each as a whole.
 *
 * @param options how to read, with the columns to fill
 * @param scoped whether labels of blank nodes are made unique to their file or job
 */
record BorshCodec(BorshReadOptions options, boolean scoped) implements FileCodec {
  private static final long serialVersionUID = 1L;

  @Override
  public int columns() {
    return options.columns();
  }

  @Override
  public FileCodec withColumns(int columns) {
    return new BorshCodec(options.withColumns(columns), scoped);
  }

  @Override
  public Opener opener(int tasks, Configuration conf) {
    return (in, slice, counts, filter) ->
        BorshReader.open(
            in,
            slice.file().uri(),
            scoped
                ? options.withScope(JobFiles.scope(slice.file().name(), slice.file().uri()))
                : options);
  }
}
