package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.table.StatementFormat;
import io.github.jellybridge.spark.table.TableOptions;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The Jelly format as a data source. */
public final class JellyFormat implements StatementFormat {
  public static final JellyFormat INSTANCE = new JellyFormat();

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
    return JellyWriteSettings.REGISTRY.knows(name);
  }

  @Override
  public Write writeOptions(
      CaseInsensitiveStringMap map, boolean hasGraphs, long maxRecordsPerFile, String queryId) {
    return JellyWriteSettings.parse(map, hasGraphs, maxRecordsPerFile, queryId);
  }
}
