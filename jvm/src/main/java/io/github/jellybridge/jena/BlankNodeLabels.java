package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.BlankNodeScope;
import java.nio.charset.StandardCharsets;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.impl.LiteralLabelFactory;
import org.apache.jena.riot.system.FactoryRDFStd;

/**
 * Makes the terms of a file, blank nodes above all: labels that are written get the mark of the
 * scope, if there is one; nodes without a label get numbers behind a mark that no written label
 * has. So a file that is read again has the same labels, and no map of them is needed.
 */
final class BlankNodeLabels extends FactoryRDFStd {
  private final byte[] mark;
  private final String markText;
  private final String unlabelled;
  private long count;

  /**
   * Makes labels.
   *
   * @param scope what makes labels unique; null to leave those that are written as they are
   * @param file what makes nodes without a label unique
   */
  BlankNodeLabels(String scope, String file) {
    mark = scope == null ? null : BlankNodeScope.mark(scope);
    markText = scope == null ? null : text(mark);
    unlabelled = text(BlankNodeScope.mark(file + "#unlabelled")) + "b";
  }

  private static String text(byte[] mark) {
    return new String(mark, StandardCharsets.US_ASCII);
  }

  /** Returns the label for one that is written. */
  String written(String label) {
    if (mark == null) {
      return label;
    }
    byte[] bytes = label.getBytes(StandardCharsets.UTF_8);
    if (BlankNodeScope.marked(bytes, 0, bytes.length)) {
      return text(BlankNodeScope.fold(mark, bytes, 0)) + label.substring(BlankNodeScope.LENGTH);
    }
    return markText + label;
  }

  @Override
  public Node createBlankNode(String label) {
    return NodeFactory.createBlankNode(written(label));
  }

  @Override
  public Node createBlankNode() {
    return NodeFactory.createBlankNode(unlabelled + count++);
  }

  @Override
  public Node createBlankNode(long mostSigBits, long leastSigBits) {
    return createBlankNode(String.format("%016x%016x", mostSigBits, leastSigBits));
  }

  /** Keeps the case of a language tag, which Jena otherwise changes. */
  @Override
  @SuppressWarnings("deprecation") // nothing else keeps it
  public Node createLangLiteral(String text, String tag) {
    return NodeFactory.createLiteral(LiteralLabelFactory.createLang(text, tag));
  }

  @Override
  public void reset() {
    // One file, one object.
  }
}
