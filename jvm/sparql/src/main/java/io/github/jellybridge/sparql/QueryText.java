package io.github.jellybridge.sparql;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.jena.query.Query;
import org.apache.jena.query.QueryException;
import org.apache.jena.query.QueryFactory;
import org.apache.jena.query.QueryParseException;
import org.apache.jena.query.Syntax;
import org.apache.jena.sparql.expr.ExprException;
import org.apache.jena.sparql.lang.sparql_11.JavaCharStream;
import org.apache.jena.sparql.lang.sparql_11.SPARQLParser11Constants;
import org.apache.jena.sparql.lang.sparql_11.SPARQLParser11TokenManager;
import org.apache.jena.sparql.lang.sparql_11.Token;

/**
 * The text of a query. ARQ parses it; as ARQ's algebra has no positions, constructs are found among
 * the tokens.
 */
record QueryText(String text) {
  /**
   * Parses the query.
   *
   * @param prefixes namespaces by prefixes that the query may use without declaring them
   * @param base IRI that relative IRIs are resolved against, unless the query has one; or null
   * @throws IllegalArgumentException for a syntax error, with its line and column
   */
  Query parse(Map<String, String> prefixes, String base) {
    try {
      try {
        return parse(text, prefixes, base);
      } catch (ExprException e) {
        // ARQ fails early for a constant that is no regular expression. It is an error value.
        return parse(withoutConstantPatterns(), prefixes, base);
      }
    } catch (QueryParseException e) {
      throw new IllegalArgumentException("SPARQL: " + withoutTokens(e.getMessage()), e);
    } catch (QueryException e) {
      throw new IllegalArgumentException("SPARQL: " + e.getMessage(), e);
    }
  }

  private static Query parse(String text, Map<String, String> prefixes, String base) {
    Query query = new Query();
    prefixes.forEach(query::setPrefix);
    return QueryFactory.parse(query, text, base, Syntax.syntaxSPARQL_11);
  }

  /** Removes the list of all tokens that the parser would have accepted. */
  private static String withoutTokens(String message) {
    if (message == null) {
      return "The query is nested too deep.";
    }
    int end = message.indexOf("\nWas expecting");
    return (end < 0 ? message : message.substring(0, end)).strip();
  }

  /** Tells whether the query has a token of one of some kinds. */
  boolean hasAny(Set<Integer> kinds) {
    return tokens().stream().anyMatch(token -> kinds.contains(token.kind));
  }

  /** Returns the position of the first token of a kind, for a message; empty without one. */
  String positionOf(int kind) {
    return position(token -> token.kind == kind);
  }

  /** Returns the position of the first mention of an IRI, for a message; empty without one. */
  String positionOf(String iri, Query query) {
    return position(token -> iri.equals(iri(token, query)));
  }

  private String position(Predicate<Token> wanted) {
    return tokens().stream()
        .filter(wanted)
        .findFirst()
        .map(token -> "Line " + token.beginLine + ", column " + token.beginColumn + ": ")
        .orElse("");
  }

  private static String iri(Token token, Query query) {
    return switch (token.kind) {
      case SPARQLParser11Constants.IRIref -> token.image.substring(1, token.image.length() - 1);
      case SPARQLParser11Constants.PNAME_LN -> query.expandPrefixedName(token.image);
      default -> null;
    };
  }

  private List<Token> tokens() {
    SPARQLParser11TokenManager source =
        new SPARQLParser11TokenManager(new JavaCharStream(new StringReader(text), 1, 1));
    List<Token> tokens = new ArrayList<>();
    Token token = source.getNextToken();
    while (token.kind != SPARQLParser11Constants.EOF) {
      tokens.add(token);
      token = source.getNextToken();
    }
    return tokens;
  }

  /** Writes constant arguments of REGEX and REPLACE as {@code STR("…")}, on their lines. */
  private String withoutConstantPatterns() {
    StringBuilder result = new StringBuilder();
    Deque<Boolean> isPattern = new ArrayDeque<>();
    List<Token> tokens = tokens();
    int line = 1;
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      int before = i == 0 ? -1 : tokens.get(i - 1).kind;
      int after = i + 1 == tokens.size() ? -1 : tokens.get(i + 1).kind;
      boolean isConstant =
          token.kind >= SPARQLParser11Constants.STRING_LITERAL1
              && token.kind <= SPARQLParser11Constants.STRING_LITERAL_LONG2
              && Boolean.TRUE.equals(isPattern.peek())
              && before == SPARQLParser11Constants.COMMA
              && (after == SPARQLParser11Constants.COMMA
                  || after == SPARQLParser11Constants.RPAREN);
      if (token.kind == SPARQLParser11Constants.LPAREN) {
        isPattern.push(
            before == SPARQLParser11Constants.REGEX || before == SPARQLParser11Constants.REPLACE);
      } else if (token.kind == SPARQLParser11Constants.RPAREN) {
        isPattern.poll();
      }
      result.append("\n".repeat(token.beginLine - line)).append(' ');
      result.append(isConstant ? "STR(" + token.image + ")" : token.image);
      line = token.endLine;
    }
    return result.toString();
  }
}
