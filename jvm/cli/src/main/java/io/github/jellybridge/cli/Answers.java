package io.github.jellybridge.cli;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.LogicalType;
import io.github.jellybridge.jelly.NamespaceDeclaration;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.patch.PatchOptions;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.RdfParseException;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSError;

/**
 * The answers to Python: JSON objects whose member {@code event} tells what they are. Names of
 * members are those of the Python classes that are made of them.
 */
final class Answers {
  private Answers() {}

  /** An answer of a kind, about a file. */
  static JsonObject event(String event, String path) {
    return new JsonObject().put("event", event).put("path", path);
  }

  /** What is in a file. */
  static JsonObject info(FileInfo info) {
    return event("result", info.file().name())
        .put("bytes", bytes(info.file(), info.uncompressedBytes()))
        .put("compression", info.file().compression())
        .put("uncompressed_bytes", info.uncompressedBytes())
        .put("layout", info.header().layout() == Layout.DRAFT ? "1.0.0-draft" : "1.x")
        .put("delimited", info.header().delimited())
        .put("options", options(info.header().options()))
        .put("namespaces", namespaces(info.namespaces()))
        .put("frames", info.frames())
        .put("statements", info.statements())
        .put(
            "lookups",
            new JsonObject()
                .put("names", info.nameEntries())
                .put("prefixes", info.prefixEntries())
                .put("datatypes", info.datatypeEntries()))
        .put("violations", info.violations());
  }

  /** What is in a file of N-Triples, Turtle or another syntax. */
  static JsonObject syntaxInfo(SyntaxInfo info) {
    return info(info.syntax().shortName(), info.file(), info.uncompressedBytes())
        .put("statements", info.statements());
  }

  /** The size of a file; a pipe, or what is at {@code http:}, has none before it is read. */
  private static long bytes(SourceFile file, long uncompressedBytes) {
    boolean unknown = file.length() <= 0 && file.compression() == null;
    return unknown ? uncompressedBytes : file.length();
  }

  private static JsonObject info(String format, SourceFile file, long uncompressedBytes) {
    return event("result", file.name())
        .put("format", format)
        .put("bytes", bytes(file, uncompressedBytes))
        .put("compression", file.compression())
        .put("uncompressed_bytes", uncompressedBytes);
  }

  /** What is in an RDF/Borsh file. */
  static JsonObject borshInfo(BorshInfo info) {
    return info("rdf-borsh", info.file(), info.uncompressedBytes())
        .put("version_byte", info.header().version())
        .put("flags", info.header().flags())
        .put("body", info.framed() ? "frame" : "blocks")
        .put("terms", info.terms())
        .put("statements", info.statements());
  }

  /** What is in a file of patches. */
  static JsonObject patchInfo(PatchInfo info) {
    JsonObject operations = new JsonObject();
    info.operations().forEach(operations::put);
    JsonObject answer =
        info(
                info.options() == null ? "rdf-patch" : "jelly-patch",
                info.file(),
                info.uncompressedBytes())
            .put("operations", operations)
            .put("patches", info.patches());
    if (info.options() != null) {
      answer
          .put("options", options(info.options()))
          .put("delimited", info.delimited())
          .put("frames", info.frames())
          .put("ignored_graphs", info.ignoredGraphs())
          .put("violations", info.violations());
    }
    return answer;
  }

  private static JsonObject options(PatchOptions options) {
    return new JsonObject()
        .put("statement_type", options.statementType().name())
        .put("stream_type", options.streamType().name())
        .put("version", options.version())
        .put("generalized_statements", options.generalizedStatements())
        .put("rdf_star", options.rdfStar())
        .put("max_name_table_size", options.maxNameTableSize())
        .put("max_prefix_table_size", options.maxPrefixTableSize())
        .put("max_datatype_table_size", options.maxDatatypeTableSize());
  }

  private static JsonObject options(StreamOptions options) {
    return new JsonObject()
        .put("stream_name", options.streamName())
        .put("physical_type", options.physicalType().name())
        .put("logical_type", new LogicalType(options.logicalType()).name())
        .put("version", options.version())
        .put("generalized_statements", options.generalizedStatements())
        .put("rdf_star", options.rdfStar())
        .put("max_name_table_size", options.maxNameTableSize())
        .put("max_prefix_table_size", options.maxPrefixTableSize())
        .put("max_datatype_table_size", options.maxDatatypeTableSize());
  }

  private static List<JsonObject> namespaces(List<NamespaceDeclaration> declarations) {
    List<JsonObject> objects = new ArrayList<>();
    for (NamespaceDeclaration declaration : declarations) {
      objects.add(new JsonObject().put("name", declaration.name()).put("iri", declaration.iri()));
    }
    return objects;
  }

  /** One term as in a row of a DataFrame, or null for no term. */
  static JsonObject term(TermTable terms, int id) {
    if (id == TermTable.NO_TERM) {
      return null;
    }
    return new JsonObject()
        .put("kind", TermKind.label(terms.kind(id)))
        .put("value", terms.value(id))
        .put("lang", terms.lang(id))
        .put("datatype", terms.datatype(id));
  }

  /** One statement as a line of N-Quads-star, without the line feed. */
  static String nquad(TermTable terms, int s, int p, int o, int g) {
    StringBuilder line = new StringBuilder();
    for (int id : new int[] {s, p, o, g}) {
      if (id != TermTable.NO_TERM) {
        line.append(new String(NTriples.term(terms, id), StandardCharsets.UTF_8)).append(' ');
      }
    }
    return line.append('.').toString();
  }

  /**
   * A failure. Member {@code kind} is {@code missing} (no such file), {@code unreadable} (it cannot
   * be opened), {@code unsuitable} (it cannot be indexed), {@code unwritable} (its index cannot be
   * written), {@code failed} (what it is converted to cannot be written), {@code invalid} (what is
   * in it is not Jelly) or {@code internal} (our fault).
   */
  static JsonObject error(String path, Throwable e) {
    JsonObject error = event("error", path);
    if (e instanceof RdfParseException parse) {
      error.put("kind", "invalid").put("message", parse.getMessage());
      if (parse instanceof JellyParseException jelly) {
        error.put("frame", jelly.frame());
      }
      if (parse instanceof SyntaxParseException syntax && syntax.line() > 0) {
        error.put("line", syntax.line()).put("column", syntax.column());
      }
      if (parse.byteOffset() != SyntaxParseException.UNKNOWN_OFFSET) {
        error.put("byte_offset", parse.byteOffset());
      }
      if (parse instanceof JellyParseException jelly) {
        error.put("row", jelly.row());
      }
      return error.put("expected", parse.expected()).put("found", parse.found());
    }
    if (e instanceof FileNotFoundException) {
      return error.put("kind", "missing").put("message", path + ": no such file");
    }
    if (e instanceof SourceFile.UnsuitableException) {
      return error.put("kind", "unsuitable").put("message", e.getMessage());
    }
    if (e instanceof IndexFiles.UnwritableException) {
      return error.put("kind", "unwritable").put("message", e.getMessage());
    }
    if (e instanceof TargetStream.FailedException) {
      return error.put("kind", "failed").put("message", e.getMessage());
    }
    if (e instanceof SourceFile.UnreadableException) {
      return error.put("kind", "unreadable").put("message", e.getMessage());
    }
    if (e instanceof FSError) {
      return error.put("kind", "unreadable").put("message", path + ": " + oneLine(e));
    }
    if (e instanceof IOException) {
      String message = oneLine(e);
      // What cannot be decompressed is named already.
      boolean named = message.startsWith(path + " ");
      String rest = named ? message.substring(path.length() + 1) : message;
      return error.put("kind", "invalid").put("message", path + ": " + rest);
    }
    return error.put("kind", "internal").put("message", path + ": " + e);
  }

  /** The message of an exception, on one line; its class where it has none. */
  static String oneLine(Throwable e) {
    // In front of the message of the one that has it, it puts the name of its class.
    if (e instanceof FSError && e.getCause() != null) {
      return oneLine(e.getCause());
    }
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return message.strip().lines().findFirst().orElse(e.getClass().getSimpleName());
  }
}
