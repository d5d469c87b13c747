package io.github.jellybridge.cli;

import io.github.jellybridge.borsh.BorshReader;
import io.github.jellybridge.jelly.ColumnOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.LogicalType;
import io.github.jellybridge.jelly.NamespaceDeclaration;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.patch.PatchOptions;
import io.github.jellybridge.patch.PatchReader;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.Syntax;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The metadata and the counts of a valid file.
 *
 * @param json all properties, with the names in the Python class {@code JellyInfo}
 * @param text all properties, in lines for people
 * @param counts the properties that {@code validate --json} prints
 * @param summary the text that {@code validate} prints
 */
record FileReport(
    Map<String, Object> json, String text, Map<String, Object> counts, String summary) {

  /** Creates a report on a file of Jelly-RDF that was read to its end. */
  static FileReport ofJelly(SourceFile file, JellyReader reader) throws IOException {
    StreamOptions options = reader.header().options();
    ColumnOptions columns = options.columns();
    String layout = name(reader.header().layout());
    String logicalType = new LogicalType(options.logicalType()).name();
    boolean delimited = reader.header().delimited();
    long statements = reader.statementsRead();
    Map<String, Object> json = sizes(file, reader.bytesRead());
    json.put("layout", layout);
    json.put("delimited", delimited);
    json.put(
        "options",
        Json.object(
            "stream_name", options.streamName(),
            "physical_type", options.physicalType().name(),
            "logical_type", logicalType,
            "version", options.version(),
            "generalized_statements", options.generalizedStatements(),
            "rdf_star", options.rdfStar(),
            "max_name_table_size", options.maxNameTableSize(),
            "max_prefix_table_size", options.maxPrefixTableSize(),
            "max_datatype_table_size", options.maxDatatypeTableSize(),
            "stream_type", columns == null ? null : columns.streamType().name(),
            "rdf_version", columns == null ? null : columns.rdfVersion().name()));
    List<Map<String, Object>> namespaces = new ArrayList<>();
    Lines lines = new Lines(file, json);
    lines.add("layout", layout + ", version tag " + options.version());
    lines.add("framing", framing(delimited));
    lines.add("stream name", options.streamName().isEmpty() ? "none" : options.streamName());
    lines.add("physical type", options.physicalType());
    if (columns == null) {
      lines.add("logical type", logicalType);
      lines.add("features", features(options.generalizedStatements(), options.rdfStar()));
    } else {
      lines.add("stream type", columns.streamType());
      lines.add("RDF version", columns.rdfVersion());
    }
    lines.add("frames", reader.framesRead());
    lines.add("statements", statements);
    lines.add("names", lookup(reader.nameEntries(), options.maxNameTableSize()));
    lines.add("prefixes", lookup(reader.prefixEntries(), options.maxPrefixTableSize()));
    lines.add("datatypes", lookup(reader.datatypeEntries(), options.maxDatatypeTableSize()));
    lines.addViolations(reader.violations());
    for (NamespaceDeclaration declaration : reader.namespaces()) {
      namespaces.add(Json.object("name", declaration.name(), "iri", declaration.iri()));
      lines.add("namespace", declaration.name() + ": <" + declaration.iri() + ">");
    }
    json.put("namespaces", namespaces);
    json.put("frames", reader.framesRead());
    json.put("statements", statements);
    json.put(
        "lookups",
        Json.object(
            "names", reader.nameEntries(),
            "prefixes", reader.prefixEntries(),
            "datatypes", reader.datatypeEntries()));
    json.put("violations", reader.violations());
    return new FileReport(
        json,
        lines.text(),
        pick(json, "statements", "frames", "violations"),
        statements
            + " statements in "
            + reader.framesRead()
            + " frames"
            + passed(reader.violations()));
  }

  /** Creates a report on an RDF/Borsh file. */
  static FileReport ofBorsh(SourceFile file, BorshReader reader) throws IOException {
    int version = reader.header().version();
    int flags = reader.header().flags();
    long statements = reader.header().quads();
    Map<String, Object> json = sizes(file, reader.bytesRead());
    json.put("version_byte", version);
    json.put("flags", flags);
    json.put("body", reader.framed() ? "frame" : "blocks");
    json.put("terms", reader.termCount());
    json.put("statements", statements);
    json.put("format", "rdf-borsh");
    Lines lines = new Lines(file, json);
    lines.add(
        "format",
        String.format(Locale.ROOT, "RDF/Borsh, version byte 0x%02x, flags 0x%02x", version, flags));
    lines.add("body", reader.framed() ? "one LZ4 frame" : "two LZ4 blocks");
    lines.add("terms", reader.termCount());
    lines.add("statements", statements);
    return new FileReport(
        json,
        lines.text(),
        pick(json, "statements", "terms"),
        statements + " statements of " + reader.termCount() + " terms");
  }

  /** Creates a report on a file of N-Triples, Turtle or another syntax that was read to its end. */
  static FileReport ofSyntax(SourceFile file, Syntax syntax, StatementReader reader) {
    Map<String, Object> json = sizes(file, reader.bytesRead());
    json.put("statements", reader.statementsRead());
    json.put("format", syntax.shortName());
    Lines lines = new Lines(file, json);
    lines.add("syntax", syntax.shortName());
    lines.add("statements", reader.statementsRead());
    return new FileReport(
        json, lines.text(), pick(json, "statements"), reader.statementsRead() + " statements");
  }

  /** Creates a report on a text RDF Patch, which has no options and no frames. */
  static FileReport ofTextPatch(
      SourceFile file, Map<String, Long> operations, long patches, long bytes) throws IOException {
    return ofPatch(file, null, operations, patches, bytes);
  }

  /** Creates a report on a file of Jelly-Patch that was read to its end. */
  static FileReport ofJellyPatch(SourceFile file, Map<String, Long> operations, PatchReader reader)
      throws IOException {
    return ofPatch(file, reader, operations, reader.patchesRead(), reader.bytesRead());
  }

  private static FileReport ofPatch(
      SourceFile file, PatchReader reader, Map<String, Long> operations, long patches, long bytes)
      throws IOException {
    PatchOptions options = reader == null ? null : reader.options();
    boolean delimited = reader != null && reader.delimited();
    long frames = reader == null ? 0 : reader.framesRead();
    long ignoredGraphs = reader == null ? 0 : reader.ignoredGraphs();
    long violations = reader == null ? 0 : reader.violations();
    Map<String, Object> sizes = sizes(file, bytes);
    Map<String, Object> json = Json.object("path", file.name());
    json.put("format", options == null ? "rdf-patch" : "jelly-patch");
    json.putAll(sizes);
    json.put("operations", operations);
    json.put("patches", patches);
    json.put("options", options == null ? null : json(options));
    json.put("delimited", delimited);
    json.put("frames", frames);
    json.put("ignored_graphs", ignoredGraphs);
    json.put("violations", violations);
    Lines lines = new Lines(file, json);
    if (options == null) {
      lines.add("format", "text RDF Patch");
    } else {
      lines.add("format", "Jelly-Patch, version tag " + options.version());
      lines.add("framing", framing(delimited));
      lines.add("statement type", options.statementType());
      lines.add("stream type", options.streamType());
      lines.add("features", features(options.generalizedStatements(), options.rdfStar()));
      lines.add("frames", frames);
    }
    lines.add("patches", patches);
    String kinds =
        operations.entrySet().stream()
            .map(kind -> kind.getValue() + " " + kind.getKey())
            .collect(Collectors.joining(", "));
    lines.add("operations", kinds.isEmpty() ? "none" : kinds);
    if (ignoredGraphs > 0) {
      lines.add("graphs", ignoredGraphs + " ignored, as these are triples");
    }
    lines.addViolations(violations);
    long total = operations.values().stream().mapToLong(Long::longValue).sum();
    return new FileReport(
        json,
        lines.text(),
        Json.object("operations", total, "patches", patches, "violations", violations),
        total
            + " operations in "
            + patches
            + " patch"
            + (patches == 1 ? "" : "es")
            + passed(violations));
  }

  private static Map<String, Object> json(PatchOptions options) {
    return Json.object(
        "statement_type", options.statementType().name(),
        "stream_type", options.streamType().name(),
        "version", options.version(),
        "generalized_statements", options.generalizedStatements(),
        "rdf_star", options.rdfStar(),
        "max_name_table_size", options.maxNameTableSize(),
        "max_prefix_table_size", options.maxPrefixTableSize(),
        "max_datatype_table_size", options.maxDatatypeTableSize());
  }

  private static Map<String, Object> sizes(SourceFile file, long uncompressedBytes) {
    // The size of a pipe, or of a file at http:, is unknown before it is read.
    boolean unknown = file.length() <= 0 && file.compression() == null;
    return Json.object(
        "path",
        file.name(),
        "bytes",
        unknown ? uncompressedBytes : file.length(),
        "compression",
        file.compression(),
        "uncompressed_bytes",
        uncompressedBytes);
  }

  private static Map<String, Object> pick(Map<String, Object> json, String... names) {
    Map<String, Object> picked = new LinkedHashMap<>();
    for (String name : names) {
      picked.put(name, json.get(name));
    }
    return picked;
  }

  private static String framing(boolean delimited) {
    return delimited ? "delimited" : "not delimited";
  }

  private static String name(Layout layout) {
    return switch (layout) {
      case DRAFT -> "1.0.0-draft";
      case V1 -> "1.x";
      case COLUMNS -> "1.2";
    };
  }

  private static String features(boolean generalized, boolean rdfStar) {
    if (generalized && rdfStar) {
      return "generalized statements, RDF-star";
    }
    return generalized ? "generalized statements" : rdfStar ? "RDF-star" : "none";
  }

  private static String lookup(long entries, int size) {
    return entries + " entries defined, table of " + size;
  }

  private static String passed(long violations) {
    return violations > 0 ? ", " + violations + " violations accepted" : "";
  }

  /** Names and values, one pair per line. */
  private static final class Lines {
    private final StringBuilder text = new StringBuilder();

    Lines(SourceFile file, Map<String, Object> json) {
      add("file", file.name());
      Object compression = json.get("compression");
      String compressed =
          compression == null
              ? ""
              : ", " + compression + "; " + json.get("uncompressed_bytes") + " bytes uncompressed";
      add("size", json.get("bytes") + " bytes" + compressed);
    }

    void add(String name, Object value) {
      text.append(String.format("%-14s %s\n", name + ":", value));
    }

    void addViolations(long violations) {
      if (violations > 0) {
        add("violations", violations + " accepted");
      }
    }

    String text() {
      return text.toString().stripTrailing();
    }
  }
}
