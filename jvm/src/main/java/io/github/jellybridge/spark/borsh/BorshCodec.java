package io.github.jellybridge.spark.borsh;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshReader;
import io.github.jellybridge.spark.common.FileEntry;
import io.github.jellybridge.spark.jelly.FileCodec;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads RDF/Borsh files, each as a whole.
 *
 * @param options how, with the columns to fill
 * @param scoped whether labels of blank nodes are made unique to their file or job
 */
record BorshCodec(BorshReadOptions options, boolean scoped) implements FileCodec {
  private static final long serialVersionUID = 1L;

  /**
   * Files of one Spark job are one dataset, in which a label means one node. The format has no room
   * for the id of the job, but the names of the files have it.
   */
  private static final Pattern FILE_OF_JOB =
      Pattern.compile(
          "part-\\d{5,}-(\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12})(?:[-.].*)?");

  @Override
  public int columns() {
    return options.columns();
  }

  @Override
  public Opener opener(int tasks) {
    return (in, slice, counts, wanted) ->
        BorshReader.open(
            in, slice.file().uri(), scoped ? options.withScope(scope(slice.file())) : options);
  }

  static String scope(FileEntry file) {
    Matcher name = FILE_OF_JOB.matcher(file.name());
    return name.matches() ? "job:" + name.group(1) : file.uri();
  }
}
