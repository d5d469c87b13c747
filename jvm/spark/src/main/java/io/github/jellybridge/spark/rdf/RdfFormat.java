package io.github.jellybridge.spark.rdf;

import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.table.StatementFormat;
import io.github.jellybridge.spark.table.TableOptions;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The syntaxes of RDF as a data source. */
public final class RdfFormat implements StatementFormat {
  static final String NAME = "rdf";
  public static final RdfFormat INSTANCE = new RdfFormat();

  private RdfFormat() {}

  @Override
  public String shortName() {
    return NAME;
  }

  @Override
  public TableOptions readOptions(CaseInsensitiveStringMap map, SessionSettings session) {
    return RdfTableOptions.parse(map, session);
  }

  @Override
  public boolean knowsReadOption(String name) {
    return RdfTableOptions.REGISTRY.knows(name);
  }

  @Override
  public boolean knowsWriteOption(String name) {
    return RdfWrite.REGISTRY.knows(name);
  }

  @Override
  public Write writeOptions(
      CaseInsensitiveStringMap map, boolean hasGraphs, long maxRecordsPerFile, String queryId) {
    return RdfWrite.parse(map, maxRecordsPerFile);
  }
}
