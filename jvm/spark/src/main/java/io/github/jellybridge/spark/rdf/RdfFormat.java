package io.github.jellybridge.spark.rdf;

import io.github.jellybridge.rdf.DocumentLimits;
import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.NamespacesOption;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.ReadMode;
import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.scan.FileCodec;
import io.github.jellybridge.spark.scan.RequestedColumns;
import io.github.jellybridge.spark.table.TableFormat;
import io.github.jellybridge.spark.table.TableOptions;
import io.github.jellybridge.spark.write.RowOrder;
import io.github.jellybridge.spark.write.TableWrites;
import io.github.jellybridge.spark.write.WritePlan;
import io.github.jellybridge.spark.write.WriteRequest;
import io.github.jellybridge.syntax.SyntaxWriteOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The syntaxes of RDF as the format of data source {@code rdf}. */
public final class RdfFormat implements TableFormat {
  /** The only instance. */
  public static final RdfFormat INSTANCE = new RdfFormat();

  private static final String NAME = "rdf";
  private static final String SYNTAX = "syntax";

  private static final OptionRegistry READ_OPTIONS =
      OptionRegistry.forFiles(
              NAME,
              OptionSpec.choice(
                      SYNTAX,
                      null,
                      shortNames(Arrays.stream(Syntax.values())),
                      "Syntax of all files. A media type or the name in Jena RIOT is accepted as"
                          + " well.",
                      Syntax::ofName)
                  .withDefaultText("the syntax of each file's extension"),
              OptionSpec.text(
                      "base",
                      "absolute IRI",
                      "Base of relative IRIs. N-Triples and N-Quads have none.")
                  .withDefaultText("the URI of each file"),
              OptionSpec.choice(
                  "blankNodes",
                  "file",
                  List.of("file", "preserve"),
                  "Scope of blank node labels. `file` makes them unique to each file or writing"
                      + " job; `preserve` keeps them as written."),
              OptionSpec.choice(
                  "split",
                  "auto",
                  List.of("auto", "none"),
                  "Whether several tasks share large files of N-Triples and N-Quads (`auto`), or"
                      + " one task reads each file (`none`)."),
              TableOptions.READ_AHEAD)
          .with(TableOptions.SPECS)
          .with(
              List.of(
                  OptionSpec.bool(
                      "rdfStar",
                      false,
                      "Whether N-Triples and N-Quads may have the quoted triples of RDF-star,"
                          + " `<< s p o >>`, as subjects and objects. They become triple terms."),
                  OptionSpec.bytes(
                      "maxLineBytes",
                      SyntaxOptions.DEFAULT_MAX_LINE_BYTES,
                      SyntaxOptions.LEAST_LINE_LIMIT,
                      SyntaxOptions.LARGEST_LINE,
                      "Longest line of N-Triples and N-Quads accepted."),
                  OptionSpec.integer(
                      "maxNesting",
                      SyntaxOptions.DEFAULT_MAX_NESTING,
                      0,
                      NTriplesParser.MAX_NESTING,
                      "Deepest nesting of triple terms accepted in N-Triples, N-Quads and Jelly."),
                  OptionSpec.integer(
                      "maxDepth",
                      DocumentLimits.DEFAULT_MAX_DEPTH,
                      1,
                      DocumentLimits.LARGEST_DEPTH,
                      "Deepest nesting accepted of brackets and triple terms in Turtle and TriG,"
                          + " of elements in RDF/XML, of objects and arrays in JSON-LD, and of"
                          + " triple terms in RDF Thrift and RDF Protobuf."),
                  OptionSpec.bytes(
                      "maxDocumentBytes",
                      DocumentLimits.DEFAULT_MAX_DOCUMENT_BYTES,
                      1,
                      Long.MAX_VALUE,
                      "Largest document accepted that has to be in memory as a whole: JSON-LD, and"
                          + " RDF/XML with external entities."),
                  OptionSpec.bool(
                      "remoteContexts",
                      false,
                      "Whether contexts of JSON-LD may be loaded from elsewhere (`http:`, `https:`,"
                          + " `file:`)."),
                  OptionSpec.bool(
                      "externalEntities",
                      false,
                      "Whether entities and document types of RDF/XML may be loaded from"
                          + " elsewhere.")));

  private static final OptionRegistry WRITE_OPTIONS =
      OptionRegistry.of(
          NAME,
          OptionSpec.choice(
                  SYNTAX,
                  null,
                  shortNames(Arrays.stream(Syntax.values()).filter(SyntaxWriteOptions::canWrite)),
                  "Syntax of the files.",
                  Syntax::ofName)
              .withDefaultText("required"),
          NamespacesOption.spec(
              "Namespace declarations of Turtle, TriG, RDF/XML and JSON-LD: short names and their"
                  + " IRIs."),
          OptionSpec.bool(
              "singleFile",
              false,
              "Whether all rows go into one file, or one in each partition folder, instead of one"
                  + " per task."),
          OptionSpec.bool(
              "rdfStar",
              false,
              "Whether triple terms in N-Triples and N-Quads are written `<< s p o >>`, as subjects"
                  + " and objects, as in RDF-star. Else they are `<<( s p o )>>`, as objects only,"
                  + " as in RDF 1.2."),
          OptionSpec.bool(
              "canonical",
              false,
              "Whether language tags in N-Triples and N-Quads are written in lower case, as in"
                  + " canonical N-Triples. The rest of the text is canonical in any case."),
          TableWrites.COMPRESSION,
          TableWrites.ZSTD_LEVEL,
          TableWrites.ZSTD_WORKERS,
          TableWrites.MAX_RECORDS_PER_FILE,
          TableWrites.OVERWRITE_MODE);

  private RdfFormat() {}

  private static List<String> shortNames(Stream<Syntax> syntaxes) {
    return syntaxes.map(Syntax::shortName).toList();
  }

  @Override
  public String shortName() {
    return NAME;
  }

  @Override
  public OptionRegistry readOptions() {
    return READ_OPTIONS;
  }

  @Override
  public OptionRegistry writeOptions() {
    return WRITE_OPTIONS;
  }

  @Override
  public FileCodec codec(SourceOptions options, FileOptions files) {
    boolean tolerant = files.mode() == ReadMode.DROPMALFORMED;
    Syntax syntax = options.parsed(SYNTAX);
    SyntaxOptions read =
        SyntaxOptions.of(syntax)
            .withBase(options.string("base"))
            .withDropMalformed(tolerant)
            // The dropped lines must not depend on the columns of a query.
            .withCheckUnread(tolerant || files.ignoreCorruptFiles())
            .withRdfStar(options.bool("rdfStar"))
            .withLimits(options.integer("maxNesting"), (int) options.bytes("maxLineBytes"))
            .withDocuments(
                new DocumentLimits(
                    options.integer("maxDepth"),
                    options.bytes("maxDocumentBytes"),
                    options.bool("remoteContexts"),
                    options.bool("externalEntities")));
    return new RdfCodec(
        read,
        options.string("blankNodes").equals("file"),
        TableOptions.readAhead(options),
        options.string("split").equals("auto"));
  }

  @Override
  public WritePlan writePlan(WriteRequest request) {
    SourceOptions options = request.options();
    boolean singleFile = options.bool("singleFile");
    if (singleFile && options.integer("maxRecordsPerFile") > 0) {
      throw new IllegalArgumentException(
          "Options 'singleFile' and 'maxRecordsPerFile' contradict each other; leave out one.");
    }
    SyntaxWriteOptions writer =
        SyntaxWriteOptions.of(syntax(options))
            .withNamespaces(namespaces(options))
            .withRdfStar(options.bool("rdfStar"))
            .withCanonical(options.bool("canonical"));
    RequestedColumns columns = request.columns(List.of());
    return new WritePlan(
        new RdfFileFormat(writer, columns.terms()),
        columns.partitions(),
        List.of(),
        singleFile ? RowOrder.inOneTask("s") : RowOrder.NONE,
        TableWrites.compression(options),
        singleFile ? 0 : request.maxRecordsPerFile());
  }

  private static Map<String, String> namespaces(SourceOptions options) {
    Map<String, String> namespaces = options.parsed("namespaces");
    namespaces.forEach(
        (name, iri) -> {
          if (iri == null || !SyntaxWriteOptions.isNamespace(name, iri)) {
            throw new IllegalArgumentException(
                "Option 'namespaces' must name absolute IRIs by short names such as 'foaf', but '"
                    + name
                    + "' is the name of '"
                    + iri
                    + "'.");
          }
        });
    return namespaces;
  }

  private static Syntax syntax(SourceOptions options) {
    Syntax syntax = options.parsed(SYNTAX);
    if (syntax == null || !SyntaxWriteOptions.canWrite(syntax)) {
      throw new IllegalArgumentException(
          "Option 'syntax' must say what to write, one of "
              + SyntaxWriteOptions.shortNames()
              + (syntax == Syntax.JELLY ? " (data source 'jelly' writes Jelly)" : "")
              + (syntax == null ? "." : ", but is '" + options.raw().get(SYNTAX) + "'."));
    }
    return syntax;
  }
}
