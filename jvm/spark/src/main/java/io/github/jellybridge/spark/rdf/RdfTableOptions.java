package io.github.jellybridge.spark.rdf;

import io.github.jellybridge.rdf.DocumentLimits;
import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.spark.io.SerializableHadoopConf;
import io.github.jellybridge.spark.options.CodecOptions;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.FileStreamOptions;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.options.ReadAheadMode;
import io.github.jellybridge.spark.options.ReadMode;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.scan.FileCodec;
import io.github.jellybridge.spark.scan.TaskPlanner;
import io.github.jellybridge.spark.schema.TermFormat;
import io.github.jellybridge.spark.table.TableOptions;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of data source {@code rdf} for reading, parsed and checked once.
 *
 * @param files which files, and what to do with broken ones
 * @param stream what a trigger of a stream takes
 * @param termFormat how a term looks in a row
 * @param read how files are read; its syntax is null where each file's extension tells it, and its
 *     columns are still all four
 * @param scoped whether labels of blank nodes are made unique to their file or job
 * @param readAhead when a second thread reads the next part of a file
 * @param batchSize statements in a column batch
 * @param splits whether large files of N-Triples and N-Quads are shared by several tasks
 * @param pushdown whether filters, limits and aggregates are taken over from Spark
 */
record RdfTableOptions(
    FileOptions files,
    FileStreamOptions stream,
    TermFormat termFormat,
    SyntaxOptions read,
    boolean scoped,
    ReadAheadMode readAhead,
    int batchSize,
    boolean splits,
    boolean pushdown)
    implements TableOptions {
  static final OptionRegistry REGISTRY =
      OptionRegistry.forFiles(
          RdfFormat.NAME,
          CodecOptions.tableWith(
              OptionSpec.string("syntax", null),
              OptionSpec.string("base", null),
              OptionSpec.choice("blankNodes", "file", "file", "preserve"),
              OptionSpec.integer(
                  "maxNesting", SyntaxOptions.DEFAULT_MAX_NESTING, 0, NTriplesParser.MAX_NESTING),
              OptionSpec.bytes(
                  "maxLineBytes",
                  SyntaxOptions.DEFAULT_MAX_LINE_BYTES,
                  SyntaxOptions.LEAST_LINE_LIMIT,
                  SyntaxOptions.LARGEST_LINE),
              OptionSpec.integer(
                  "maxDepth", DocumentLimits.DEFAULT_MAX_DEPTH, 1, DocumentLimits.LARGEST_DEPTH),
              OptionSpec.bytes(
                  "maxDocumentBytes", DocumentLimits.DEFAULT_MAX_DOCUMENT_BYTES, 1, Long.MAX_VALUE),
              OptionSpec.bool("remoteContexts", false),
              OptionSpec.bool("externalEntities", false),
              OptionSpec.choice("split", "auto", "auto", "none"),
              CodecOptions.READ_AHEAD));

  static RdfTableOptions parse(CaseInsensitiveStringMap map, SessionSettings session) {
    SourceOptions options = REGISTRY.parse(map);
    FileOptions files = FileOptions.of(options, session);
    return new RdfTableOptions(
        files,
        FileStreamOptions.of(options),
        options.choice("termFormat", TermFormat.class),
        read(options, files),
        options.string("blankNodes").equals("file"),
        CodecOptions.readAhead(options),
        options.integer("batchSize"),
        options.string("split").equals("auto"),
        options.bool("pushdown"));
  }

  private static SyntaxOptions read(SourceOptions options, FileOptions files) {
    String syntax = options.string("syntax");
    boolean tolerant = files.mode() == ReadMode.DROPMALFORMED;
    return SyntaxOptions.of(syntax == null ? null : Syntax.ofName(syntax))
        .withBase(options.string("base"))
        .withDropMalformed(tolerant)
        // What is dropped must not depend on what a query reads.
        .withCheckUnread(tolerant || files.ignoreCorruptFiles())
        .withLimits(options.integer("maxNesting"), (int) options.bytes("maxLineBytes"))
        .withDocuments(
            new DocumentLimits(
                options.integer("maxDepth"),
                options.bytes("maxDocumentBytes"),
                options.bool("remoteContexts"),
                options.bool("externalEntities")));
  }

  @Override
  public TaskPlanner tasks(SessionSettings session, SerializableHadoopConf conf) {
    return new RdfTasks(this, session, splits);
  }

  @Override
  public FileCodec codec(int columns, SerializableHadoopConf conf) {
    return new RdfCodec(read.withColumns(columns), scoped, readAhead, conf);
  }
}
