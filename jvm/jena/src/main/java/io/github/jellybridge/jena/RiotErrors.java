package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxParseException;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;
import org.apache.jena.riot.system.ErrorHandler;

/**
 * Makes what parsers of RIOT report our own errors, with file, line and column. Most warnings are
 * let pass: they are about IRIs and lexical forms that are unwise, in input that is valid.
 */
final class RiotErrors implements ErrorHandler {
  /** Warnings of what RDF/XML forbids (RDF 1.1 XML Syntax §7.2.34, §5.1: rdf:ID, rdf:nodeID). */
  private static final Pattern WRONG =
      Pattern.compile("(Not a valid XML NCName|Reuse of rdf:ID).*", Pattern.DOTALL);

  private final String file;
  private final Syntax syntax;

  RiotErrors(String file, Syntax syntax) {
    this.file = file;
    this.syntax = syntax;
  }

  /** An error at a place; line and column are below 1 where they are not known. */
  SyntaxParseException at(long line, long column, String expected, String found) {
    return new SyntaxParseException(
        file, line, column, SyntaxParseException.UNKNOWN_OFFSET, expected, found);
  }

  /** An error that a library has words for. */
  SyntaxParseException wrong(long line, long column, String message) {
    String text = message == null ? "something else" : message.strip();
    return at(line, column, "valid " + syntax.title(), "'" + text.replace('\n', ' ') + "'");
  }

  /** As {@link #at}, to be thrown through code that knows no checked exceptions. */
  UncheckedIOException unchecked(long line, long column, String expected, String found) {
    return new UncheckedIOException(at(line, column, expected, found));
  }

  @Override
  public void warning(String message, long line, long column) {
    if (WRONG.matcher(message).matches()) {
      error(message, line, column);
    }
  }

  @Override
  public void error(String message, long line, long column) {
    throw new UncheckedIOException(wrong(line, column, message));
  }

  @Override
  public void fatal(String message, long line, long column) {
    throw new UncheckedIOException(wrong(line, column, message));
  }
}
