package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.ReaderMemory;
import io.github.jellybridge.jelly.Split;

/**
 * Reads Jelly files, or parts of them.
 *
 * @param options how, with the columns to fill
 */
record JellyCodec(JellyReadOptions options) implements FileCodec {
  private static final long serialVersionUID = 1L;

  @Override
  public int columns() {
    return options.columns();
  }

  @Override
  public Opener opener() {
    ReaderMemory memory = new ReaderMemory();
    // Counting is so fast that handing over chunks between threads takes longer than reading.
    JellyReadOptions counting = options.toBuilder().readAhead(false).build();
    boolean choosy = !options.checkUnread() && options.blankNodes() != BlankNodes.FRAME;
    return (in, slice, counts, wanted) -> {
      Split split = slice.part() == null ? Split.WHOLE : (Split) slice.part();
      JellyReader reader =
          JellyReader.open(in, slice.file().uri(), counts ? counting : options, memory, split);
      if (wanted != null && choosy) {
        reader.where(wanted);
      }
      return reader;
    };
  }
}
