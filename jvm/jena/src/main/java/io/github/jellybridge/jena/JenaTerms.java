package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import io.github.jellybridge.rdf.text.LanguageTags;
import java.util.Arrays;
import org.apache.jena.datatypes.BaseDatatype;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.TextDirection;
import org.apache.jena.graph.Triple;
import org.apache.jena.graph.impl.LiteralLabelFactory;
import org.apache.jena.sparql.core.Quad;

/**
 * Makes the terms of a {@link TermTable} Jena nodes; the only code that does.
 *
 * <p>A node is made once for each id and remembered until the table's epoch changes. Not
 * thread-safe.
 */
public final class JenaTerms {
  private static final byte[] NOTHING = {};

  /** The end of a language tag with a base direction. */
  private static final String DIRECTION = "--rtl";

  private final TermTable terms;
  private final boolean asWritten;
  private Node[] nodes = new Node[256];
  private long epoch;

  /** Bridges the terms of one table to nodes as Jena makes them, with language tags in its case. */
  public JenaTerms(TermTable terms) {
    this(terms, false);
  }

  private JenaTerms(TermTable terms, boolean asWritten) {
    this.terms = terms;
    this.asWritten = asWritten;
    this.epoch = terms.epoch();
  }

  /**
   * Bridges the terms of one table to nodes that are only written: language tags keep their case,
   * and literals have no value.
   */
  static JenaTerms asWritten(TermTable terms) {
    return new JenaTerms(terms, true);
  }

  /**
   * Returns a term as a node.
   *
   * @param id a valid id, or {@link TermTable#NO_TERM}
   * @return the node; null for {@link TermTable#NO_TERM}
   * @throws IllegalArgumentException for an id that no term has, or malformed text of a quoted
   *     triple
   */
  public Node node(int id) {
    if (id == TermTable.NO_TERM) {
      return null;
    }
    if (id < 0 || id >= terms.size()) {
      throw new IllegalArgumentException("no term has the id " + id);
    }
    if (epoch != terms.epoch()) {
      Arrays.fill(nodes, null);
      epoch = terms.epoch();
    }
    if (id >= nodes.length) {
      nodes = Arrays.copyOf(nodes, Math.max(id + 1, nodes.length * 2));
    }
    if (nodes[id] == null) {
      nodes[id] = make(id);
    }
    return nodes[id];
  }

  /** Returns a statement of a batch that has all columns, without its graph. */
  public Triple triple(StatementBatch batch, int i) {
    return Triple.create(node(batch.s[i]), node(batch.p[i]), node(batch.o[i]));
  }

  /**
   * Returns a statement of a batch that has all columns; no graph is {@link
   * Quad#defaultGraphNodeGenerated}.
   *
   * @throws IllegalArgumentException if it is in a graph that Jena takes for the default one
   */
  public Quad quad(StatementBatch batch, int i) {
    Node graph = graphName(batch.g[i]);
    return Quad.create(graph == null ? Quad.defaultGraphNodeGenerated : graph, triple(batch, i));
  }

  /** Returns the name of a graph, as {@link #named} does; null for {@link TermTable#NO_TERM}. */
  Node graphName(int id) {
    return id == TermTable.NO_TERM ? null : named(node(id));
  }

  /**
   * Returns the name of a graph.
   *
   * @throws IllegalArgumentException for one that Jena takes for the default graph
   */
  public static Node named(Node graph) {
    if (Quad.isDefaultGraph(graph)) {
      throw new IllegalArgumentException(
          "expected a graph that Jena does not take for the default one, found <" + graph + ">");
    }
    return graph;
  }

  private Node make(int id) {
    String value = terms.value(id);
    byte kind = terms.kind(id);
    return switch (kind) {
      case TermKind.IRI -> NodeFactory.createURI(value);
      case TermKind.BNODE -> NodeFactory.createBlankNode(value);
      case TermKind.LITERAL -> literal(value, terms.lang(id), terms.datatype(id), asWritten);
      case TermKind.TRIPLE -> quoted(Utf8.bytes(value));
      default -> throw new IllegalArgumentException("no term has the id " + id);
    };
  }

  private Node quoted(byte[] text) {
    TermTable parts = new TermTable();
    parts.reset(NOTHING, 0);
    int[] ids = new int[3];
    new NTriplesParser(parts).quotedTriple(text, 0, text.length, ids);
    JenaTerms inner = new JenaTerms(parts, asWritten);
    return NodeFactory.createTripleTerm(inner.node(ids[0]), inner.node(ids[1]), inner.node(ids[2]));
  }

  /** Makes a literal; without language and datatype it is an xsd:string. */
  static Node literal(String value, String lang, String datatype) {
    return literal(value, lang, datatype, false);
  }

  /** Makes a literal, possibly of its texts alone, without changing or parsing them. */
  static Node literal(String value, String lang, String datatype, boolean asWritten) {
    if (lang != null) {
      boolean directed = LanguageTags.hasDirection(lang);
      int end = directed ? lang.length() - DIRECTION.length() : lang.length();
      String direction = directed ? lang.substring(end + 2) : null;
      return langLiteral(value, lang.substring(0, end), direction, asWritten);
    }
    if (datatype == null) {
      return NodeFactory.createLiteralString(value);
    }
    return asWritten
        ? typedLiteralAsWritten(value, datatype)
        : NodeFactory.createLiteralDT(value, NodeFactory.getType(datatype));
  }

  private static Node langLiteral(String value, String lang, String direction, boolean asWritten) {
    if (!asWritten) {
      try {
        return direction == null
            ? NodeFactory.createLiteralLang(value, lang)
            : NodeFactory.createLiteralDirLang(value, lang, direction);
      } catch (RuntimeException e) {
        // Jena cannot change the case of a malformed tag, while Jelly accepts any text as one.
      }
    }
    return direction == null
        ? langLiteralAsWritten(value, lang)
        : dirLangLiteralAsWritten(value, lang, direction);
  }

  /** Makes a literal whose language tag keeps its case, which Jena would change. */
  @SuppressWarnings("deprecation") // nothing else keeps it
  static Node langLiteralAsWritten(String value, String lang) {
    return NodeFactory.createLiteral(LiteralLabelFactory.createLang(value, lang));
  }

  /** Makes a literal with a base direction whose language tag keeps its case. */
  @SuppressWarnings("deprecation") // nothing else keeps it
  static Node dirLangLiteralAsWritten(String value, String lang, String direction) {
    return NodeFactory.createLiteral(
        LiteralLabelFactory.createDirLang(value, lang, TextDirection.create(direction)));
  }

  /**
   * Makes a literal of text and datatype only. Jena would parse its value at once, for which long
   * numbers take a time that grows with the square of their digits.
   */
  static Node typedLiteralAsWritten(String value, String datatype) {
    return NodeFactory.createLiteralDT(value, new BaseDatatype(datatype));
  }
}
