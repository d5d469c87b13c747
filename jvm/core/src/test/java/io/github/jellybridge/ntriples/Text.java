package io.github.jellybridge.ntriples;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.rdf.Batches;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.TextDirection;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.lang.LabelToNode;
import org.apache.jena.riot.system.ErrorHandler;
import org.apache.jena.riot.system.ErrorHandlerFactory;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.sparql.core.Quad;

/** Reads N-Triples and N-Quads with the code under test and with RIOT. */
final class Text {
  static final SyntaxOptions TRIPLES = SyntaxOptions.of(Syntax.NTRIPLES);
  static final SyntaxOptions QUADS = SyntaxOptions.of(Syntax.NQUADS);

  private Text() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static NTriplesReader open(byte[] text, SyntaxOptions options) {
    return NTriplesReader.open(new ByteArrayInputStream(text), "a.nt", options);
  }

  static List<Statement> read(String text) throws IOException {
    return read(utf8(text), QUADS);
  }

  /** Reads with and without distinct terms, and checks that both ways agree. */
  static List<Statement> read(byte[] text, SyntaxOptions options) throws IOException {
    List<Statement> repeated = null;
    String error = null;
    try {
      repeated = readOnce(text, options.withDistinctTerms(false));
    } catch (SyntaxParseException e) {
      error = e.getMessage();
    }
    try {
      List<Statement> distinct = readOnce(text, options.withDistinctTerms(true));
      assertEquals(repeated, distinct);
      return distinct;
    } catch (SyntaxParseException e) {
      assertEquals(error, e.getMessage());
      throw e;
    }
  }

  private static List<Statement> readOnce(byte[] text, SyntaxOptions options) throws IOException {
    try (NTriplesReader reader = open(text, options)) {
      return Batches.readAll(reader, 1000);
    }
  }

  static long count(byte[] text, SyntaxOptions options) throws IOException {
    try (NTriplesReader reader = open(text, options)) {
      return reader.countStatements();
    }
  }

  static SyntaxParseException refused(String text, SyntaxOptions options) {
    return refused(utf8(text), options);
  }

  static SyntaxParseException refused(byte[] text, SyntaxOptions options) {
    return assertThrows(SyntaxParseException.class, () -> read(text, options));
  }

  /**
   * The statements that RIOT reads, with their labels unchanged; null if it reports any problem.
   */
  static List<Statement> riot(byte[] text, Lang lang) {
    return riot(text, lang, ErrorHandlerFactory.errorHandlerStrictNoLogging, false);
  }

  /** The same with all checks that RIOT has for IRIs, languages and datatypes. */
  static List<Statement> strictRiot(byte[] text, Lang lang) {
    return riot(text, lang, ErrorHandlerFactory.errorHandlerStrictNoLogging, true);
  }

  /** The statements that RIOT reads if warnings are ignored; null if it refuses the text. */
  static List<Statement> lenientRiot(byte[] text, Lang lang) {
    return riot(text, lang, ErrorHandlerFactory.errorHandlerSimple(), false);
  }

  private static List<Statement> riot(
      byte[] text, Lang lang, ErrorHandler handler, boolean checking) {
    List<Statement> found = new ArrayList<>();
    try {
      RDFParser.source(new ByteArrayInputStream(text))
          .lang(lang)
          .labelToNode(LabelToNode.createUseLabelAsGiven())
          .errorHandler(handler)
          .checking(checking)
          .parse(
              new StreamRDFBase() {
                @Override
                public void triple(Triple t) {
                  found.add(statement(t.getSubject(), t.getPredicate(), t.getObject(), null));
                }

                @Override
                public void quad(Quad q) {
                  Node graph = q.isDefaultGraph() ? null : q.getGraph();
                  found.add(statement(q.getSubject(), q.getPredicate(), q.getObject(), graph));
                }
              });
    } catch (RuntimeException e) {
      return null;
    }
    return found;
  }

  private static Statement statement(Node s, Node p, Node o, Node g) {
    return new Statement(0, term(s), term(p), term(o), term(g));
  }

  private static Term term(Node node) {
    if (node == null) {
      return null;
    }
    if (node.isURI()) {
      return Term.iri(node.getURI());
    }
    if (node.isBlank()) {
      return Term.bnode(node.getBlankNodeLabel());
    }
    if (node.isTripleTerm()) {
      Triple t = node.getTriple();
      return Term.quoted(term(t.getSubject()), term(t.getPredicate()), term(t.getObject()));
    }
    TextDirection direction = node.getLiteralBaseDirection();
    String lang = node.getLiteralLanguage() + (direction == null ? "" : "--" + direction);
    return lang.isEmpty()
        ? Term.typed(node.getLiteralLexicalForm(), node.getLiteralDatatypeURI())
        : Term.lang(node.getLiteralLexicalForm(), lang);
  }
}
