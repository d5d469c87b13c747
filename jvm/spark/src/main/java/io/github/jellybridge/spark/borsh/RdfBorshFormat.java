package io.github.jellybridge.spark.borsh;

import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.table.StatementFormat;
import io.github.jellybridge.spark.table.TableOptions;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The RDF/Borsh format as a data source. */
public final class RdfBorshFormat implements StatementFormat {
  static final String NAME = "rdf-borsh";
  public static final RdfBorshFormat INSTANCE = new RdfBorshFormat();

  private RdfBorshFormat() {}

  @Override
  public String shortName() {
    return NAME;
  }

  @Override
  public TableOptions readOptions(CaseInsensitiveStringMap map, SessionSettings session) {
    return BorshTableOptions.parse(map, session);
  }

  @Override
  public boolean knowsReadOption(String name) {
    return BorshTableOptions.REGISTRY.knows(name);
  }

  @Override
  public boolean knowsWriteOption(String name) {
    return BorshWrite.REGISTRY.knows(name);
  }

  @Override
  public Write writeOptions(
      CaseInsensitiveStringMap map, boolean hasGraphs, long maxRecordsPerFile, String queryId) {
    return BorshWrite.parse(map, hasGraphs, maxRecordsPerFile);
  }
}
