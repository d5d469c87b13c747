package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxWriteException;
import io.github.jellybridge.rdf.TermTable;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.apache.jena.atlas.RuntimeIOException;
import org.apache.jena.graph.Node;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFLanguages;
import org.apache.jena.riot.RiotException;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFWriter;
import org.apache.jena.sparql.core.Quad;
import org.apache.jena.sys.JenaSystem;

/**
 * Writes RDF Thrift and RDF Protobuf, statement by statement, through the writers of Jena RIOT.
 * Blank nodes keep their labels. Not thread-safe.
 */
public final class RiotWriter implements Closeable {
  static {
    // What registers its formats with the writers of streams fails if they come first.
    JenaSystem.init();
  }

  private final Syntax syntax;
  private final OutputStream out;
  private final StreamRDF stream;
  private TermTable terms;
  private JenaTerms nodes;
  private long statements;

  private RiotWriter(OutputStream out, Syntax syntax) {
    this.syntax = syntax;
    this.out = out;
    Lang lang = RDFLanguages.contentTypeToLang(syntax.mediaType());
    this.stream = StreamRDFWriter.getWriterStream(out, lang);
  }

  /** Tells whether a syntax is written here. */
  public static boolean canWrite(Syntax syntax) {
    return syntax == Syntax.THRIFT || syntax == Syntax.PROTOBUF;
  }

  /**
   * Opens a file and writes the prefixes.
   *
   * @param out closed with this
   * @param prefixes short names of namespaces
   * @throws IllegalArgumentException for a syntax that is written elsewhere
   */
  public static RiotWriter open(OutputStream out, Syntax syntax, Map<String, String> prefixes)
      throws IOException {
    if (!canWrite(syntax)) {
      throw new IllegalArgumentException(syntax.title() + " has a writer of its own");
    }
    RiotWriter writer = new RiotWriter(out, syntax);
    run(
        () -> {
          writer.stream.start();
          prefixes.forEach(writer.stream::prefix);
        });
    return writer;
  }

  /**
   * Writes all statements of a batch.
   *
   * @param table that of the ids
   * @throws SyntaxWriteException for a graph that these syntaxes take for the default one; nothing
   *     of the batch is written
   */
  public void write(StatementBatch batch, TermTable table) throws IOException {
    if (terms != table) {
      terms = table;
      nodes = JenaTerms.asWritten(table);
    }
    for (int i = 0; i < batch.size(); i++) {
      if (batch.g[i] != TermTable.NO_TERM) {
        checkName(nodes.node(batch.g[i]), statements + i);
      }
    }
    statements += batch.size();
    run(
        () -> {
          for (int i = 0; i < batch.size(); i++) {
            if (batch.g[i] == TermTable.NO_TERM) {
              stream.triple(nodes.triple(batch, i));
            } else {
              stream.quad(nodes.quad(batch, i));
            }
          }
        });
  }

  private void checkName(Node graph, long statement) throws SyntaxWriteException {
    if (Quad.isDefaultGraph(graph)) {
      throw new SyntaxWriteException(
          syntax.title(), statement, "a graph that is not named as Jena's default one", "" + graph);
    }
  }

  /** Finishes the file and closes the stream. */
  @Override
  public void close() throws IOException {
    try (out) {
      run(stream::finish);
    }
  }

  /** Turns what the writers throw for an error of the storage back into it. */
  private static void run(Runnable step) throws IOException {
    try {
      step.run();
    } catch (RuntimeIOException | RiotException e) {
      // The library of Thrift puts an exception of its own between the two.
      for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
        if (cause instanceof IOException storage) {
          throw storage;
        }
      }
      throw new IOException(e);
    }
  }
}
