package io.github.jellybridge.spark.rdf;

import io.github.jellybridge.files.Compression;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.spark.options.NamespacesOption;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.table.StatementFormat;
import io.github.jellybridge.spark.table.StatementWrites;
import io.github.jellybridge.spark.terms.GroupColumn;
import io.github.jellybridge.spark.terms.TermColumn;
import io.github.jellybridge.spark.write.RowFileFormat;
import io.github.jellybridge.spark.write.RowOrder;
import io.github.jellybridge.syntax.SyntaxWriteOptions;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of a write to data source {@code rdf}, parsed and checked once.
 *
 * @param codec how files are written
 * @param compression of the files
 * @param singleFile whether one task writes all rows
 * @param maxRecordsPerFile rows at which another file is started; 0 for never, as for a single file
 */
record RdfWrite(
    SyntaxWriteOptions codec, Compression compression, boolean singleFile, long maxRecordsPerFile)
    implements StatementFormat.Write {
  static final OptionRegistry REGISTRY =
      OptionRegistry.of(
          RdfFormat.NAME,
          OptionSpec.string("syntax", null),
          OptionSpec.string("namespaces", null),
          OptionSpec.bool("rdfStar", false),
          OptionSpec.bool("singleFile", false),
          StatementWrites.COMPRESSION,
          StatementWrites.MAX_RECORDS_PER_FILE,
          StatementWrites.OVERWRITE_MODE);

  static RdfWrite parse(CaseInsensitiveStringMap map, long maxRecordsPerFile) {
    SourceOptions options = REGISTRY.parse(map);
    boolean singleFile = options.bool("singleFile");
    if (singleFile && options.integer("maxRecordsPerFile") > 0) {
      throw new IllegalArgumentException(
          "Options 'singleFile' and 'maxRecordsPerFile' contradict each other; leave out one.");
    }
    return new RdfWrite(
        SyntaxWriteOptions.of(syntax(options.string("syntax")))
            .withNamespaces(namespaces(options.string("namespaces")))
            .withRdfStar(options.bool("rdfStar")),
        options.choice("compression", Compression.class),
        singleFile,
        singleFile ? 0 : options.integerOr("maxRecordsPerFile", maxRecordsPerFile));
  }

  private static Map<String, String> namespaces(String json) {
    Map<String, String> namespaces = NamespacesOption.parse(json);
    namespaces.forEach(
        (name, iri) -> {
          if (iri == null || !SyntaxWriteOptions.isNamespace(name, iri)) {
            throw new IllegalArgumentException(
                "Option 'namespaces' must name absolute IRIs by short names such as 'foaf', but '"
                    + name
                    + "' stands for '"
                    + iri
                    + "'.");
          }
        });
    return namespaces;
  }

  private static Syntax syntax(String name) {
    Syntax syntax = name == null ? null : Syntax.ofName(name);
    if (syntax == null || !SyntaxWriteOptions.canWrite(syntax)) {
      throw new IllegalArgumentException(
          "Option 'syntax' must say what to write, one of "
              + SyntaxWriteOptions.shortNames()
              + (syntax == Syntax.JELLY ? " (data source 'jelly' writes Jelly)" : "")
              + (name == null ? "." : ", but is '" + name + "'."));
    }
    return syntax;
  }

  @Override
  public RowOrder order() {
    return singleFile ? RowOrder.inOneTask("s") : RowOrder.NONE;
  }

  @Override
  public List<String> frameColumns() {
    return List.of();
  }

  @Override
  public RowFileFormat encoder(List<TermColumn> terms, List<GroupColumn> frames) {
    return new RdfFileFormat(codec, terms);
  }
}
