package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.spark.common.Compression;
import io.github.jellybridge.spark.common.SessionSettings;
import io.github.jellybridge.spark.common.write.RowFileFormat;
import java.util.List;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The Jelly format as a data source. */
final class JellyFormat implements StatementFormat {
  static final JellyFormat INSTANCE = new JellyFormat();

  private JellyFormat() {}

  @Override
  public String shortName() {
    return "jelly";
  }

  @Override
  public TableOptions readOptions(CaseInsensitiveStringMap map, SessionSettings session) {
    return JellyOptions.parse(map, session);
  }

  @Override
  public boolean knowsReadOption(String name) {
    return JellyOptions.REGISTRY.knows(name);
  }

  @Override
  public boolean knowsWriteOption(String name) {
    return WriteOptions.REGISTRY.knows(name);
  }

  @Override
  public Write writeOptions(
      CaseInsensitiveStringMap map, boolean hasGraphs, long maxRecordsPerFile, String queryId) {
    return new JellyWrite(WriteOptions.parse(map, hasGraphs, maxRecordsPerFile), queryId);
  }

  private record JellyWrite(WriteOptions options, String queryId) implements Write {
    @Override
    public List<String> frameColumns() {
      return options.frameColumns();
    }

    @Override
    public Compression compression() {
      return options.compression();
    }

    @Override
    public long maxRecordsPerFile() {
      return options.maxRecordsPerFile();
    }

    @Override
    public RowFileFormat encoder(List<TermColumn> terms, List<GroupColumn> frames) {
      // Blank nodes mean the same in all files of a query, whichever task or epoch writes them.
      JellyWriteOptions codec = options.codec().toBuilder().scope(queryId).build();
      return new StatementFileFormat(codec, terms, frames);
    }
  }
}
