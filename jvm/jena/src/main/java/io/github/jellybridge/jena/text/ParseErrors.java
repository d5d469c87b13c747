package io.github.jellybridge.jena.text;

import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxParseException;
import java.io.UncheckedIOException;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.apache.jena.riot.system.ErrorHandler;

/**
 * Makes the typed errors of a file, with line and column, also of the errors that RIOT's parsers
 * report. Most of their warnings are ignored: they concern unwise IRIs and lexical forms in valid
 * input.
 */
public final class ParseErrors implements ErrorHandler {
  /** Warnings about errors of RDF/XML (RDF 1.1 XML Syntax §7.2.34, §5.1: rdf:ID, rdf:nodeID). */
  private static final Pattern WRONG =
      Pattern.compile("(Not a valid XML NCName|Reuse of rdf:ID).*", Pattern.DOTALL);

  /** Longest message of a library that is shown. */
  private static final int SHOWN_CHARACTERS = 500;

  private final String file;
  private final Syntax syntax;
  private LongSupplier line = () -> 0;
  private LongSupplier column = () -> 0;

  /**
   * Makes errors of a file.
   *
   * @param syntax its syntax; null if no error of a library is to be reported
   */
  public ParseErrors(String file, Syntax syntax) {
    this.file = file;
    this.syntax = syntax;
  }

  /** Follows a parser that knows its position, for errors without one. */
  public void follow(LongSupplier lineNow, LongSupplier columnNow) {
    line = lineNow;
    column = columnNow;
  }

  /**
   * Makes an error of an exception of a library, be it thrown on purpose or by a fault of the
   * library.
   *
   * @param position the position in the file in words, or an empty text
   * @param message the message for users
   */
  public SyntaxParseException failed(String position, String message, Throwable cause) {
    String text = message.strip().replace('\n', ' ');
    String shown =
        text.length() > SHOWN_CHARACTERS ? text.substring(0, SHOWN_CHARACTERS) + "..." : text;
    long at = Math.max(0, line.getAsLong());
    SyntaxParseException error =
        at(
            at,
            at == 0 ? 0 : Math.max(1, column.getAsLong()),
            "valid " + syntax.title(),
            position + "'" + shown + "'");
    error.initCause(cause);
    return error;
  }

  /** Makes an error at a position; line and column are below 1 where they are unknown. */
  public SyntaxParseException at(long line, long column, String expected, String found) {
    return new SyntaxParseException(
        file, line, column, SyntaxParseException.UNKNOWN_OFFSET, expected, found);
  }

  /** Makes an error of the message of a library. */
  public SyntaxParseException wrong(long line, long column, String message) {
    String text = message == null ? "something else" : message.strip();
    return at(line, column, "valid " + syntax.title(), "'" + text.replace('\n', ' ') + "'");
  }

  /** As {@link #at}, to be thrown through code without checked exceptions. */
  public UncheckedIOException unchecked(long line, long column, String expected, String found) {
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
