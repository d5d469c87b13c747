package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.split.Split;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.spark.options.ReadAheadMode;
import io.github.jellybridge.spark.scan.FileCodec;
import io.github.jellybridge.spark.scan.FileSlice;

/**
 * Reads Jelly files, or parts of them.
 *
 * @param options how, with the columns to fill
 * @param readAhead when a second thread reads
 */
record JellyCodec(JellyReadOptions options, ReadAheadMode readAhead) implements FileCodec {
  private static final long serialVersionUID = 1L;

  @Override
  public int columns() {
    return options.columns();
  }

  /**
   * An index says how the lookups stand at a place; with those of another file, terms are wrong.
   */
  @Override
  public boolean needsUnchanged(FileSlice slice) {
    return slice.part() instanceof Split split && split.isOfIndex();
  }

  @Override
  public Opener opener(int tasks) {
    BufferPool memory = new BufferPool();
    boolean choosy = !options.checkUnread() && options.blankNodes() != BlankNodes.FRAME;
    return (in, slice, counts, wanted) -> {
      Split split = slice.part() == null ? Split.WHOLE : (Split) slice.part();
      // Counting is so fast that handing over chunks between threads takes longer than reading.
      boolean ahead = !counts && readAhead.applies(tasks, slice.file().hadoopPath());
      JellyReader reader =
          JellyReader.open(
              in, slice.file().uri(), options.toBuilder().readAhead(ahead).build(), memory, split);
      if (wanted != null && choosy) {
        reader.where(wanted);
      }
      return reader;
    };
  }
}
