package io.github.jellybridge.cli;

import io.github.jellybridge.files.UnsupportedCompressionException;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.rdf.RdfParseException;
import io.github.jellybridge.rdf.SyntaxParseException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.FSError;

/**
 * The reason why a command failed on a file.
 *
 * @param kind the kind of failure
 * @param json the message and, if known, the position in the file
 */
record Failure(Kind kind, Map<String, Object> json) {

  /** A kind of failure, with its exit code. */
  enum Kind {
    /** The content of the file breaks a rule of its format. */
    INVALID(CliMain.INVALID),
    /** The file does not exist. */
    MISSING(CliMain.USAGE),
    /** The file cannot be opened, or cannot be used for this command. */
    UNUSABLE(CliMain.USAGE),
    /** The target cannot be written, or jelly-bridge has an internal error. */
    FAILED(CliMain.FAILED);

    private final int exitCode;

    Kind(int exitCode) {
      this.exitCode = exitCode;
    }

    int exitCode() {
      return exitCode;
    }
  }

  /** Reports a file that exists but cannot be opened, or cannot be used for this command. */
  static final class UnusableException extends IOException {
    private static final long serialVersionUID = 1L;

    UnusableException(String message) {
      this(message, null);
    }

    UnusableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Describes an exception. */
  static Failure of(String path, Throwable e) {
    // Parsers may wrap it.
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnsupportedCompressionException) {
        return of(Kind.UNUSABLE, path, oneLine(cause));
      }
    }
    if (e instanceof RdfParseException parse) {
      return ofContent(path, parse);
    }
    if (e instanceof FileNotFoundException) {
      return of(Kind.MISSING, path, path + ": no such file");
    }
    if (e instanceof UnusableException) {
      return of(Kind.UNUSABLE, path, e.getMessage());
    }
    if (e instanceof TargetStream.FailedException) {
      return of(Kind.FAILED, path, e.getMessage());
    }
    if (e instanceof FSError) {
      return of(Kind.UNUSABLE, path, path + ": " + oneLine(e));
    }
    if (e instanceof IOException) {
      String message = oneLine(e);
      // The message of a failed decompression already names the file.
      boolean named = message.startsWith(path + " ");
      String rest = named ? message.substring(path.length() + 1) : message;
      return of(Kind.INVALID, path, path + ": " + rest);
    }
    return of(Kind.FAILED, path, path + ": " + e);
  }

  private static Failure of(Kind kind, String path, String message) {
    return new Failure(kind, Json.object("path", path, "message", message));
  }

  private static Failure ofContent(String path, RdfParseException e) {
    Failure failure = of(Kind.INVALID, path, e.getMessage());
    Map<String, Object> json = failure.json();
    if (e instanceof JellyParseException jelly) {
      json.put("frame", jelly.frame());
    }
    if (e instanceof SyntaxParseException syntax && syntax.line() > 0) {
      json.put("line", syntax.line());
      json.put("column", syntax.column());
    }
    if (e.byteOffset() != SyntaxParseException.UNKNOWN_OFFSET) {
      json.put("byte_offset", e.byteOffset());
    }
    if (e instanceof JellyParseException jelly) {
      json.put("row", jelly.row());
    }
    json.put("expected", e.expected());
    json.put("found", e.found());
    return failure;
  }

  /** Returns the message, which names the file. */
  String message() {
    return (String) json.get("message");
  }

  /** Returns the first line of an exception's message; its class if it has no message. */
  static String oneLine(Throwable e) {
    // The message of an FSError starts with the class of its cause.
    if (e instanceof FSError && e.getCause() != null) {
      return oneLine(e.getCause());
    }
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return message.strip().lines().findFirst().orElse(e.getClass().getSimpleName());
  }
}
