package io.github.jellybridge.jena.jsonld;

import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jena.Riot;
import io.github.jellybridge.rdf.DocumentLimits;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.jena.sparql.core.DatasetGraph;

/** What names and references of JSON-LD mean, said in Turtle. */
final class JsonLdMeaning {
  static final String BASE = "http://example.org/x%20y/doc?q#f";

  private JsonLdMeaning() {}

  static DatasetGraph read(Syntax syntax, String base, String document) throws IOException {
    DocumentLimits limits = new DocumentLimits(100, 1 << 20, true, false);
    SyntaxOptions options = SyntaxOptions.of(syntax).withBase(base).withDocuments(limits);
    return Riot.read(document.getBytes(StandardCharsets.UTF_8), options, 3);
  }

  /** Compares a document, with single quotation marks, and statements. */
  static void means(String turtle, String jsonLd) throws IOException {
    means(BASE, turtle, jsonLd.replace('\'', '"'));
  }

  static void means(String base, String turtle, String jsonLd) throws IOException {
    DatasetGraph found = read(Syntax.JSONLD, base, jsonLd);
    DatasetGraph expected = read(Syntax.TURTLE, base, turtle);
    assertTrue(jsonLd + " is " + found + ", not " + expected, Riot.isomorphic(expected, found));
  }

  /** The one IRI that the subject, or else the predicate, of a statement is. */
  static String one(boolean subject, Syntax syntax, String document) throws IOException {
    return read(syntax, BASE, document).stream()
        .map(quad -> (subject ? quad.getSubject() : quad.getPredicate()).getURI())
        .reduce((a, b) -> a + " and " + b)
        .orElse("");
  }

  /** Resolves a reference as Turtle does; JSON-LD keeps absolute IRIs unchanged. */
  static String resolved(String reference) throws IOException {
    return isAbsolute(reference)
        ? reference
        : one(true, Syntax.TURTLE, iri(reference) + " <x:p> 1 .");
  }

  /** Turtle for an IRI, whatever it holds. */
  static String iri(String text) {
    StringBuilder iri = new StringBuilder("<");
    for (char c : text.toCharArray()) {
      iri.append(c <= ' ' || "<>\"{}|^`\\".indexOf(c) >= 0 ? String.format("\\u%04x", (int) c) : c);
    }
    return iri.append('>').toString();
  }

  static boolean isAbsolute(String text) {
    return text.matches("(?s)[A-Za-z][A-Za-z0-9+.-]*:.*");
  }
}
