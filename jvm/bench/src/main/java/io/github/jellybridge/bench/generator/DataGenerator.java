package io.github.jellybridge.bench.generator;

import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.jena.datatypes.xsd.XSDDatatype;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.vocabulary.RDF;
import org.apache.jena.vocabulary.RDFS;

/** Makes the statements of a data set one subject at a time, so that any size can be streamed. */
public interface DataGenerator {
  /** Grows whenever any generator changes its statements; part of the name of every cached file. */
  int VERSION = 1;

  /** Receives the statements of one subject after another. */
  @FunctionalInterface
  interface Statements {
    /** Takes one triple. */
    void accept(Node subject, Node predicate, Node object);
  }

  /** The two predicates that most data sets have. */
  Node TYPE = RDF.type.asNode();

  Node LABEL = RDFS.label.asNode();

  /** The name of the data set in tables and files. */
  String name();

  /** The preset of jelly-jvm that encodes this data set. */
  RdfStreamOptions preset();

  /**
   * Emits all statements of one subject.
   *
   * @param index the number of the subject, from 0
   * @param random seeded from {@code index} alone, so that a longer data set starts with a shorter
   */
  void subject(long index, SplittableRandom random, Statements out);

  /** The random numbers of one subject. */
  static SplittableRandom random(long index) {
    return new SplittableRandom(0x6a656c6c79L * 1_000_003L + index);
  }

  /** A number below {@code n}, small ones far more often: the popularity curve of real links. */
  static int skewed(SplittableRandom random, int n) {
    double r = random.nextDouble();
    return (int) (n * r * r * r);
  }

  /** An IRI. */
  static Node iri(String iri) {
    return NodeFactory.createURI(iri);
  }

  /** A string. */
  static Node literal(String text) {
    return NodeFactory.createLiteralString(text);
  }

  /** A text in a language. */
  static Node literal(String text, String lang) {
    return NodeFactory.createLiteralLang(text, lang);
  }

  /** A literal with another datatype. */
  static Node literal(String text, XSDDatatype datatype) {
    return NodeFactory.createLiteralDT(text, datatype);
  }

  /** The three generators, in the order of the tables. */
  static List<DataGenerator> all() {
    return List.of(new IriHeavy(), new TextHeavy(), new ManyNames());
  }
}
