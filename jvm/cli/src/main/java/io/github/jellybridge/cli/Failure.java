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
 * Why a command failed on a file.
 *
 * @param kind the kind of failure
 * @param json the message and, if known, the position in the file
 */
record Failure(Kind kind, Map<String, Object> json) {

  /** A kind of failure, with its exit code. */
  enum Kind {
    /** Its content breaks a rule of its format. */
    INVALID(CliMain.INVALID),
    /** There is no such file. */
    MISSING(CliMain.USAGE),
    /** It cannot be opened, or not be used for this command. */
    UNUSABLE(CliMain.USAGE),
    /** The target cannot be written, or there is a fault in jelly-bridge. */
    FAILED(CliMain.FAILED);

    private final int exitCode;

    Kind(int exitCode) {
      this.exitCode = exitCode;
    }

    int exitCode() {
      return exitCode;
    }
  }

  /** A file that is there but cannot be opened, or not be used for this command. */
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
      // A failed decompression names the file itself.
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

  /** Returns the message of an exception, on one line; its class if it has none. */
  static String oneLine(Throwable e) {
    // Its own message starts with the class of its cause.
    if (e instanceof FSError && e.getCause() != null) {
      return oneLine(e.getCause());
    }
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return message.strip().lines().findFirst().orElse(e.getClass().getSimpleName());
  }
}
