package io.github.jellybridge.sparql;

import java.io.StringReader;
import java.util.function.Predicate;
import org.apache.jena.query.Query;
import org.apache.jena.sparql.lang.sparql_11.JavaCharStream;
import org.apache.jena.sparql.lang.sparql_11.SPARQLParser11Constants;
import org.apache.jena.sparql.lang.sparql_11.SPARQLParser11TokenManager;
import org.apache.jena.sparql.lang.sparql_11.Token;

/** Finds constructs in the text of a query, because ARQ's algebra has no positions. */
final class QueryPosition {
  private QueryPosition() {}

  /** Returns the position of the first token of a kind, for a message; empty without one. */
  static String ofKeyword(String text, int kind) {
    return find(text, token -> token.kind == kind);
  }

  /** Returns the position of the first mention of an IRI, for a message; empty without one. */
  static String ofIri(String text, Query query, String iri) {
    return find(text, token -> iri.equals(iri(token, query)));
  }

  private static String iri(Token token, Query query) {
    return switch (token.kind) {
      case SPARQLParser11Constants.IRIref -> token.image.substring(1, token.image.length() - 1);
      case SPARQLParser11Constants.PNAME_LN -> query.expandPrefixedName(token.image);
      default -> null;
    };
  }

  private static String find(String text, Predicate<Token> wanted) {
    SPARQLParser11TokenManager tokens =
        new SPARQLParser11TokenManager(new JavaCharStream(new StringReader(text), 1, 1));
    Token token = tokens.getNextToken();
    while (token.kind != SPARQLParser11Constants.EOF && !wanted.test(token)) {
      token = tokens.getNextToken();
    }
    return token.kind == SPARQLParser11Constants.EOF
        ? ""
        : "Line " + token.beginLine + ", column " + token.beginColumn + ": ";
  }
}
