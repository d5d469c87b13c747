package io.github.jellybridge.rdf;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The RDF syntaxes of files, with their names and file extensions. */
public enum Syntax {
  /** RDF 1.1 N-Triples. */
  NTRIPLES("N-Triples", "nt", List.of("nt"), "application/n-triples", "ntriples"),
  /** RDF 1.1 N-Quads. */
  NQUADS("N-Quads", "nq", List.of("nq"), "application/n-quads", "nquads"),
  /** RDF 1.1 Turtle. */
  TURTLE("Turtle", "ttl", List.of("ttl"), "text/turtle", "turtle"),
  /** RDF 1.1 TriG. */
  TRIG("TriG", "trig", List.of("trig"), "application/trig", "trig"),
  /** RDF 1.1 XML Syntax. */
  RDFXML("RDF/XML", "rdfxml", List.of("rdf", "xml", "owl"), "application/rdf+xml", "xml", "rdf"),
  /** JSON-LD 1.1. */
  JSONLD("JSON-LD", "jsonld", List.of("jsonld"), "application/ld+json", "json-ld"),
  /** RDF Binary using Apache Thrift. */
  THRIFT("RDF-Thrift", "thrift", List.of("rt", "trdf"), "application/rdf+thrift", "rdf_thrift"),
  /** RDF Binary using Protocol Buffers. */
  PROTOBUF(
      "RDF-Protobuf",
      "protobuf",
      List.of("rpb", "pbrdf"),
      "application/rdf+protobuf",
      "rdf-proto",
      "rdf_proto"),
  /** Jelly. */
  JELLY("Jelly", "jelly", List.of("jelly"), "application/x-jelly-rdf", "x-jelly-rdf");

  private final String title;
  private final String shortName;
  private final List<String> extensions;
  private final String mediaType;
  private final List<String> otherNames;

  Syntax(
      String title,
      String shortName,
      List<String> extensions,
      String mediaType,
      String... otherNames) {
    this.title = title;
    this.shortName = shortName;
    this.extensions = extensions;
    this.mediaType = mediaType;
    this.otherNames = List.of(otherNames);
  }

  /** Returns the name as the specification spells it. */
  public String title() {
    return title;
  }

  /** Returns the short name used in options. */
  public String shortName() {
    return shortName;
  }

  /** Returns the file extensions without their dot; written files have the first one. */
  public List<String> extensions() {
    return extensions;
  }

  /** Returns the media type. */
  public String mediaType() {
    return mediaType;
  }

  /** Returns whether this is one of the two binary syntaxes of Jena. */
  public boolean isBinaryOfJena() {
    return this == THRIFT || this == PROTOBUF;
  }

  /** Returns whether each line is a statement: true for N-Triples and N-Quads. */
  public boolean isLines() {
    return this == NTRIPLES || this == NQUADS;
  }

  /**
   * Finds a syntax by its short name, its title, its media type, its name in Jena RIOT or another
   * common name, ignoring case.
   *
   * @throws IllegalArgumentException for an unknown name
   */
  public static Syntax ofName(String name) {
    String wanted = name.trim().toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(syntax -> syntax.isNamed(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no syntax '" + name + "'; there are " + shortNames() + "."));
  }

  private boolean isNamed(String name) {
    return name.equals(shortName)
        || name.equals(title.toLowerCase(Locale.ROOT))
        || name.equals(mediaType)
        || otherNames.contains(name);
  }

  /** Returns the short names of all syntaxes, for messages. */
  public static String shortNames() {
    return Arrays.stream(values()).map(Syntax::shortName).collect(Collectors.joining(", "));
  }

  /** Returns the extensions of all syntaxes with their dots, for messages. */
  public static String allExtensions() {
    return Arrays.stream(values())
        .flatMap(syntax -> syntax.extensions.stream())
        .map(extension -> "." + extension)
        .collect(Collectors.joining(", "));
  }

  /**
   * Finds a syntax by the extension of a file, ignoring case.
   *
   * @param name the name of the file, without the extension of a compression
   */
  public static Optional<Syntax> ofFile(String name) {
    String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(syntax -> syntax.extensions.contains(extension))
        .findFirst();
  }
}
