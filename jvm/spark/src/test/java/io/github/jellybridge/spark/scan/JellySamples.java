package io.github.jellybridge.spark.scan;

import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.datatypes.TypeMapper;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.apache.jena.sparql.core.Quad;

/** Writes Jelly files with jelly-jvm and reads them back with it. */
public final class JellySamples {
  public static final String EX = "http://example.org/";
  public static final String XSD = "http://www.w3.org/2001/XMLSchema#";

  private JellySamples() {}

  public static Node iri(String local) {
    return NodeFactory.createURI(EX + local);
  }

  public static Node bnode(String label) {
    return NodeFactory.createBlankNode(label);
  }

  public static Node text(String lexical) {
    return NodeFactory.createLiteralString(lexical);
  }

  public static Node lang(String lexical, String tag) {
    return NodeFactory.createLiteralLang(lexical, tag);
  }

  public static Node typed(String lexical, String type) {
    return NodeFactory.createLiteralDT(
        lexical, TypeMapper.getInstance().getSafeTypeByName(XSD + type));
  }

  public static Node quoted(Node s, Node p, Node o) {
    return NodeFactory.createTripleTerm(s, p, o);
  }

  /** A statement of the default graph. */
  public static Quad triple(Node s, Node p, Node o) {
    return new Quad(Quad.defaultGraphIRI, s, p, o);
  }

  public static Quad quad(Node s, Node p, Node o, Node g) {
    return new Quad(g, s, p, o);
  }

  /** Triples with every kind of term. */
  public static List<Quad> everyKind() {
    return List.of(
        triple(iri("a"), iri("name"), text("plain \"quoted\" \\ line\nbreak")),
        triple(iri("a"), iri("name"), lang("Grüße 🎈", "de-AT")),
        triple(iri("a"), iri("age"), typed("42", "integer")),
        triple(bnode("b0"), iri("knows"), iri("a")),
        triple(bnode("b0"), iri("knows"), bnode("b1")),
        triple(iri("a"), iri("empty"), text("")));
  }

  /** The given number of triples over few subjects and predicates, in order. */
  public static List<Quad> numbered(int count) {
    List<Quad> quads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      quads.add(triple(iri("s" + i % 97), iri("p" + i % 7), typed(Integer.toString(i), "integer")));
    }
    return quads;
  }

  /** Writes triples with {@code frameSize} rows per frame. */
  public static Path writeTriples(Path file, List<Quad> triples, int frameSize) {
    return write(file, triples, PhysicalStreamType.TRIPLES, frameSize);
  }

  /** Writes quads with {@code frameSize} rows per frame. */
  public static Path writeQuads(Path file, List<Quad> quads, int frameSize) {
    return write(file, quads, PhysicalStreamType.QUADS, frameSize);
  }

  private static Path write(Path file, List<Quad> quads, PhysicalStreamType type, int frameSize) {
    try {
      return Files.write(file, JellyMessages.encode(quads, type, true, frameSize));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The statements that jelly-jvm reads from a file; the graph is null for the default graph. */
  public static List<Quad> readWithJellyJvm(Path file) {
    try {
      return JellyMessages.decode(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A term as one line of text: kind, value, language and datatype. */
  public static String describe(Node term) {
    if (term == null) {
      return "null";
    }
    if (term.isURI()) {
      return "[iri," + term.getURI() + ",null,null]";
    }
    if (term.isBlank()) {
      return "[bnode," + term.getBlankNodeLabel() + ",null,null]";
    }
    if (term.isTripleTerm()) {
      return "[triple," + ntriples(term) + ",null,null]";
    }
    String tag = term.getLiteralLanguage();
    String type = term.getLiteralDatatypeURI();
    boolean plain = !tag.isEmpty() || type.equals(XSD + "string");
    return "[literal,"
        + term.getLiteralLexicalForm()
        + ","
        + (tag.isEmpty() ? null : tag)
        + ","
        + (plain ? null : type)
        + "]";
  }

  /** Quads with terms of every kind, some in named graphs. */
  public static List<Quad> someQuads() {
    List<Quad> quads = new ArrayList<>(everyKind());
    quads.add(quad(iri("a"), iri("p"), text("x"), iri("g1")));
    quads.add(quad(iri("a"), iri("p"), typed("1", "integer"), bnode("g2")));
    quads.add(quad(bnode("b0"), iri("p"), lang("z", "en-GB"), iri("g1")));
    return quads;
  }

  /** Quads as sorted texts; jelly-jvm has no name for the default graph. */
  public static List<String> described(List<Quad> quads) {
    return quads.stream()
        .map(q -> q.isDefaultGraph() ? new Quad(null, q.asTriple()) : q)
        .map(JellySamples::describe)
        .sorted()
        .toList();
  }

  /** A statement in the form in which Spark prints a row of four structs. */
  public static String describe(Quad quad) {
    return "["
        + describe(quad.getSubject())
        + ","
        + describe(quad.getPredicate())
        + ","
        + describe(quad.getObject())
        + ","
        + describe(quad.getGraph())
        + "]";
  }

  /** N-Triples text of a term, with canonical escapes and raw blank node labels. */
  public static String ntriples(Node term) {
    if (term.isURI()) {
      return "<" + term.getURI() + ">";
    }
    if (term.isBlank()) {
      return "_:" + term.getBlankNodeLabel();
    }
    if (term.isTripleTerm()) {
      Triple triple = term.getTriple();
      return "<<( "
          + ntriples(triple.getSubject())
          + " "
          + ntriples(triple.getPredicate())
          + " "
          + ntriples(triple.getObject())
          + " )>>";
    }
    String escaped =
        term.getLiteralLexicalForm()
            .replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\b", "\\b")
            .replace("\t", "\\t")
            .replace("\n", "\\n")
            .replace("\f", "\\f")
            .replace("\r", "\\r");
    String tag = term.getLiteralLanguage();
    String type = term.getLiteralDatatypeURI();
    String tail =
        !tag.isEmpty() ? "@" + tag : type.equals(XSD + "string") ? "" : "^^<" + type + ">";
    return "\"" + escaped + "\"" + tail;
  }
}
