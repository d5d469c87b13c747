package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.ScopedLabels;
import io.github.jellybridge.rdf.text.LanguageTags;
import org.apache.jena.datatypes.RDFDatatype;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.riot.RiotException;
import org.apache.jena.riot.system.FactoryRDFStd;

/**
 * Makes the terms of a file. Written labels of blank nodes get the mark of the scope, if there is
 * one; nodes without a label get numbers after a mark that no written label has. So a file has the
 * same labels each time it is read, without a map of them.
 */
final class BlankNodeLabels extends FactoryRDFStd {
  private final ScopedLabels labels;
  private final String unlabelled;
  private long count;

  /** The last tag that was checked: most literals have that of the one before. */
  private String lastTag;

  /**
   * Makes labels.
   *
   * @param scope makes labels unique; null to keep written ones as they are
   * @param file makes nodes without a label unique
   */
  BlankNodeLabels(String scope, String file) {
    labels = new ScopedLabels(scope);
    unlabelled = new ScopedLabels(file + "#unlabelled").label("b");
  }

  /** Returns the label for a written one. */
  String written(String label) {
    return labels.label(label);
  }

  @Override
  public Node createBlankNode(String label) {
    return NodeFactory.createBlankNode(written(label));
  }

  @Override
  public Node createBlankNode() {
    return unlabelled(Long.toString(count++));
  }

  /** Returns a node without a label, for the name that its parser has for it. */
  Node unlabelled(String name) {
    return NodeFactory.createBlankNode(unlabelled + name);
  }

  @Override
  public Node createBlankNode(long mostSigBits, long leastSigBits) {
    return createBlankNode(String.format("%016x%016x", mostSigBits, leastSigBits));
  }

  /**
   * Keeps the case of a language tag, which Jena would change, and rejects a malformed one: the
   * text syntaxes of RDF could not hold it.
   */
  @Override
  public Node createLangLiteral(String text, String tag) {
    check(tag);
    return JenaTerms.langLiteralAsWritten(text, tag);
  }

  /** Does the same for a literal with a base direction, which has to be {@code ltr} or so. */
  @Override
  public Node createLangDirLiteral(String text, String tag, String direction) {
    check(tag + "--" + direction);
    return JenaTerms.dirLangLiteralAsWritten(text, tag, direction);
  }

  private void check(String tag) {
    if (!tag.equals(lastTag)) {
      if (!LanguageTags.isTag(tag)) {
        throw new RiotException("not a language tag such as en-GB or ar--rtl: '" + tag + "'");
      }
      lastTag = tag;
    }
  }

  /** Keeps the text only, of which Jena would parse the value. */
  @Override
  public Node createTypedLiteral(String text, RDFDatatype datatype) {
    return JenaTerms.typedLiteralAsWritten(text, datatype.getURI());
  }

  @Override
  public void reset() {
    // One file, one object.
  }
}
