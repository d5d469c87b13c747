package io.github.jellybridge.cli;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshWriteOptions;
import io.github.jellybridge.borsh.BorshWriter;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.ProtocolVersion;
import io.github.jellybridge.jena.RiotWriter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.syntax.SyntaxWriteOptions;
import io.github.jellybridge.syntax.SyntaxWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** The target of a conversion: one file, or several if a file can be full. */
interface StatementTarget extends Closeable {
  /** Writes all statements of a batch. */
  void write(StatementBatch batch, TermTable terms) throws IOException;

  /** Returns whether a kind can be written. */
  static boolean canWrite(FileKind kind) {
    return kind.equals(FileKind.BORSH)
        || kind.syntax() == Syntax.JELLY
        || kind.syntax() != null
            && (SyntaxWriteOptions.canWrite(kind.syntax()) || RiotWriter.canWrite(kind.syntax()));
  }

  /** Creates the next file. */
  interface Files {
    OutputStream create() throws IOException;
  }

  /**
   * Opens a target. Without statements, the result is an empty file of its format.
   *
   * @param prefixes short names of namespaces, for formats that declare them
   */
  static StatementTarget open(
      FileKind kind, Files files, Converter.Options options, Map<String, String> prefixes)
      throws IOException {
    if (kind.equals(FileKind.BORSH)) {
      return new Borsh(files, options.borsh());
    }
    OutputStream out = files.create();
    if (kind.syntax() == Syntax.JELLY) {
      JellyWriter writer = JellyWriter.open(out, jelly(options.jelly(), prefixes));
      return new OneFile(writer::write, writer);
    }
    if (RiotWriter.canWrite(kind.syntax())) {
      RiotWriter writer = RiotWriter.open(out, kind.syntax(), prefixes);
      return new OneFile(writer::write, writer);
    }
    SyntaxWriteOptions text =
        SyntaxWriteOptions.of(kind.syntax())
            .withNamespaces(prefixes)
            .withRdfStar(options.reading().rdfStar())
            .withCanonical(options.canonical());
    SyntaxWriter writer = SyntaxWriter.open(out, text);
    return new OneFile((batch, terms) -> writer.write(batch, terms, 0, batch.size()), writer);
  }

  private static JellyWriteOptions jelly(JellyWriteOptions options, Map<String, String> prefixes) {
    boolean rows = options.protocolVersion() == ProtocolVersion.V1;
    return options.toBuilder()
        .physicalType(PhysicalType.QUADS)
        .rdfStar(rows)
        .generalized(rows)
        .namespaces(prefixes)
        .build();
  }

  /** Writes batches of statements. */
  interface Statements {
    void write(StatementBatch batch, TermTable terms) throws IOException;
  }

  /** A single file, whatever the number of statements. */
  record OneFile(Statements statements, Closeable file) implements StatementTarget {
    @Override
    public void write(StatementBatch batch, TermTable terms) throws IOException {
      statements.write(batch, terms);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /** RDF/Borsh files, each with as many statements as fit. */
  final class Borsh implements StatementTarget {
    /** Limit of the blocks of a file, so that it can be read with the default limits. */
    private static final long MAX_BYTES = BorshReadOptions.DEFAULT_MAX_TERMS_BYTES;

    private final Files files;
    private BorshWriter writer;

    Borsh(Files files, BorshWriteOptions options) throws IOException {
      this.files = files;
      this.writer = BorshWriter.open(files.create(), options);
    }

    @Override
    public void write(StatementBatch batch, TermTable terms) throws IOException {
      int size = batch.size();
      int at = writer.writeWhatFits(batch, terms, 0, size, MAX_BYTES);
      while (at < size) {
        writer.close();
        writer = writer.next(files.create());
        at = writer.writeWhatFits(batch, terms, at, size, MAX_BYTES);
      }
    }

    @Override
    public void close() throws IOException {
      writer.close();
    }
  }
}
