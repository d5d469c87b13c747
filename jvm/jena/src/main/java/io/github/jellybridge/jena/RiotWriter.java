package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.NTriplesParseException;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxWriteException;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.text.LanguageTags;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Set;
import org.apache.jena.atlas.RuntimeIOException;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFLanguages;
import org.apache.jena.riot.RiotException;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFWriter;
import org.apache.jena.sparql.core.Quad;
import org.apache.jena.sys.JenaSystem;
import org.apache.jena.vocabulary.RDF;

/**
 * Writes RDF Thrift and RDF Protobuf, statement by statement, through the writers of Jena RIOT.
 * Blank nodes keep their labels. Not thread-safe.
 */
public final class RiotWriter implements Closeable {
  static {
    // Libraries that register formats with the stream writers fail if those come first.
    JenaSystem.init();
  }

  /** Datatypes of literals with a language, without or with a direction. */
  private static final Set<String> LANGUAGE_TYPES =
      Set.of(RDF.langString.getURI(), RDF.dirLangString.getURI());

  private final OutputStream out;
  private final Syntax syntax;
  private final StreamRDF stream;
  private TermTable terms;
  private JenaTerms nodes;
  private long statements;

  private RiotWriter(OutputStream out, Syntax syntax) {
    this.out = out;
    this.syntax = syntax;
    Lang lang = RDFLanguages.contentTypeToLang(syntax.mediaType());
    this.stream = StreamRDFWriter.getWriterStream(out, lang);
  }

  /** Tells whether a syntax is written here. */
  public static boolean canWrite(Syntax syntax) {
    return syntax.isBinaryOfJena();
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
   * @throws SyntaxWriteException if a statement would be read as another one
   */
  public void write(StatementBatch batch, TermTable table) throws IOException {
    if (terms != table) {
      terms = table;
      nodes = JenaTerms.asWritten(table);
    }
    for (int i = 0; i < batch.size(); i++, statements++) {
      Triple triple = triple(batch, i);
      check(triple);
      Node graph = nodes.node(batch.g[i]);
      if (graph == null) {
        run(() -> stream.triple(triple));
      } else if (Quad.isDefaultGraph(graph)) {
        throw refused("a graph that is not named as the default graph of Jena", graph);
      } else {
        check(graph);
        run(() -> stream.quad(Quad.create(graph, triple)));
      }
    }
  }

  private Triple triple(StatementBatch batch, int i) throws SyntaxWriteException {
    try {
      return nodes.triple(batch, i);
    } catch (NTriplesParseException e) {
      // The text of a quoted triple.
      throw new SyntaxWriteException(syntax.title(), statements, e.expected(), e.found());
    }
  }

  /** Rejects terms that readers of these syntaxes take for others, or cannot read. */
  private void check(Node node) throws SyntaxWriteException {
    if (node.isTripleTerm()) {
      check(node.getTriple());
    } else if (node.isURI() && node.getURI().startsWith("_:")) {
      throw refused("an IRI that does not look like a label", node);
    } else if (node.isLiteral()) {
      String lang = node.getLiteralLanguage();
      if (!lang.isEmpty() && !LanguageTags.isTag(lang)) {
        throw refused("a language tag", node);
      }
      // It becomes a string.
      if (lang.isEmpty() && LANGUAGE_TYPES.contains(node.getLiteralDatatypeURI())) {
        throw refused("a literal with a language, or of another datatype", node);
      }
    }
  }

  private void check(Triple triple) throws SyntaxWriteException {
    check(triple.getSubject());
    check(triple.getPredicate());
    check(triple.getObject());
  }

  private SyntaxWriteException refused(String expected, Node found) {
    return new SyntaxWriteException(syntax.title(), statements, expected, found.toString());
  }

  /** Finishes the file and closes the stream. */
  @Override
  public void close() throws IOException {
    try (out) {
      run(stream::finish);
    }
  }

  /** Unwraps errors of the storage from the exceptions of the writers. */
  private static void run(Runnable step) throws IOException {
    try {
      step.run();
    } catch (RuntimeIOException | RiotException e) {
      // Thrift puts its own exception between the two.
      for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
        if (cause instanceof IOException storage) {
          throw storage;
        }
      }
      throw new IOException(e);
    }
  }
}
