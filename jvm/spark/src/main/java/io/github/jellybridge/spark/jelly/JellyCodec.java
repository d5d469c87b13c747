package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.split.Split;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.spark.io.SerializableHadoopConf;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.ReadAheadMode;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.scan.FileCodec;
import io.github.jellybridge.spark.scan.FileSlice;
import io.github.jellybridge.spark.scan.TaskPlanner;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads Jelly files, or parts of them.
 *
 * @param options how to read, with the columns to fill
 * @param readAhead when a second thread reads ahead
 * @param split how several tasks may share a file
 * @param statistics whether statistics of files may answer for them
 */
record JellyCodec(
    JellyReadOptions options, ReadAheadMode readAhead, SplitMode split, boolean statistics)
    implements FileCodec {
  private static final long serialVersionUID = 1L;

  @Override
  public int columns() {
    return options.columns();
  }

  @Override
  public FileCodec withColumns(int columns) {
    return new JellyCodec(
        options.toBuilder().columns(columns).build(), readAhead, split, statistics);
  }

  @Override
  public FileCodec forRuns() {
    return new JellyCodec(options.toBuilder().runs(true).build(), readAhead, split, statistics);
  }

  @Override
  public TaskPlanner tasks(
      FileOptions files, SessionSettings session, SerializableHadoopConf conf) {
    return new FileSplitter(files, this, session, conf);
  }

  /**
   * An index holds the lookups at a split point; with the lookups of another file, terms would be
   * wrong.
   */
  @Override
  public boolean needsUnchanged(FileSlice slice) {
    return slice.part() instanceof Split split && split.isOfIndex();
  }

  @Override
  public Opener opener(int tasks, Configuration conf) {
    BufferPool memory = new BufferPool();
    boolean filters = !options.checkUnread() && options.blankNodes() != BlankNodes.FRAME;
    return (in, slice, counts, filter) -> {
      Split split = slice.part() == null ? Split.WHOLE : (Split) slice.part();
      // Counting is so fast that passing chunks between threads takes longer than reading them.
      boolean ahead = !counts && readAhead.applies(tasks, slice.file().hadoopPath());
      JellyReader reader =
          JellyReader.open(
              in, slice.file().uri(), options.toBuilder().readAhead(ahead).build(), memory, split);
      if (filter != null && filters) {
        reader.filter(filter);
      }
      return reader;
    };
  }
}
