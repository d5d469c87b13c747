package io.github.jellybridge.spark.rdf;

import io.github.jellybridge.files.Compression;
import io.github.jellybridge.files.JobFiles;
import io.github.jellybridge.ntriples.ByteRange;
import io.github.jellybridge.ntriples.NTriplesReader;
import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.spark.io.ReadAheadInputStream;
import io.github.jellybridge.spark.io.SerializableHadoopConf;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.ReadAheadMode;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.scan.FileCodec;
import io.github.jellybridge.spark.scan.FileSlice;
import io.github.jellybridge.spark.scan.TaskPlanner;
import io.github.jellybridge.syntax.SyntaxFiles;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads files in the syntaxes of RDF. The syntax is named in the options, else it follows from the
 * extension of each file.
 *
 * @param options how to read, with the columns to fill; the syntax is null if extensions determine
 *     it
 * @param scoped whether labels of blank nodes are made unique to their file or job
 * @param readAhead when a second thread reads ahead
 * @param splits whether large files of N-Triples and N-Quads are shared by several tasks
 */
record RdfCodec(SyntaxOptions options, boolean scoped, ReadAheadMode readAhead, boolean splits)
    implements FileCodec {
  private static final long serialVersionUID = 1L;

  @Override
  public int columns() {
    return options.columns();
  }

  @Override
  public FileCodec withColumns(int columns) {
    return new RdfCodec(options.withColumns(columns), scoped, readAhead, splits);
  }

  @Override
  public TaskPlanner tasks(
      FileOptions files, SessionSettings session, SerializableHadoopConf conf) {
    return new RdfTasks(files, options.syntax(), session, splits);
  }

  @Override
  public FileCodec forRows() {
    return new RdfCodec(options.withDistinctTerms(false), scoped, readAhead, splits);
  }

  @Override
  public Opener opener(int tasks, Configuration conf) {
    return (in, slice, counts, filter) ->
        readAhead.applies(tasks, slice.file().hadoopPath())
            ? openAhead(in, slice, filter, conf)
            : open(in, slice, filter, conf);
  }

  private StatementReader openAhead(
      InputStream in, FileSlice slice, PredicateFilter filter, Configuration conf)
      throws IOException {
    ReadAheadInputStream ahead = new ReadAheadInputStream(in);
    try {
      return open(ahead, slice, filter, conf);
    } catch (IOException | RuntimeException e) {
      // The second thread must have left the stream before the caller closes it.
      try {
        ahead.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  private StatementReader open(
      InputStream in, FileSlice slice, PredicateFilter filter, Configuration conf)
      throws IOException {
    FileEntry file = slice.file();
    Syntax syntax = syntax(options.syntax(), file);
    String scope = scoped ? JobFiles.scope(file.name(), file.uri()) : null;
    SyntaxOptions read = options.withSyntax(syntax).withScope(scope);
    if (!syntax.isLines()) {
      return SyntaxFiles.open(in, file.uri(), read);
    }
    NTriplesReader reader = NTriplesReader.open(in, file.uri(), read, part(slice, conf));
    if (filter != null && !read.checkUnread()) {
      reader.filter(filter);
    }
    return reader;
  }

  private static ByteRange part(FileSlice slice, Configuration conf) {
    if (slice.part() == null) {
      return ByteRange.WHOLE;
    }
    if (Compression.of(slice.file().name()) != Compression.NONE) {
      // The stream contains only lines of the part; their position in the text is unknown.
      return new ByteRange(0, ByteRange.TO_THE_END, () -> LinesBefore.count(slice, conf));
    }
    long end = slice.start() + slice.length();
    return new ByteRange(
        slice.start(),
        end == slice.file().length() ? ByteRange.TO_THE_END : end,
        () -> LinesBefore.count(slice, conf));
  }

  /**
   * Returns the syntax of a file: the one that the options name, or that of its extension.
   *
   * @throws IllegalArgumentException if neither determines it
   */
  static Syntax syntax(Syntax named, FileEntry file) {
    return knownSyntax(named, file)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The extension of "
                        + file.uri()
                        + " says nothing about its syntax: name it with the option 'syntax' ("
                        + Syntax.shortNames()
                        + "), or leave such files out with 'pathGlobFilter'. Known extensions are "
                        + Syntax.allExtensions()
                        + "."));
  }

  /**
   * Returns the syntax of a file, or empty if neither the options nor the extension determine it.
   */
  static Optional<Syntax> knownSyntax(Syntax named, FileEntry file) {
    if (named != null) {
      return Optional.of(named);
    }
    return Syntax.ofFile(Compression.plainName(file.name()));
  }
}
