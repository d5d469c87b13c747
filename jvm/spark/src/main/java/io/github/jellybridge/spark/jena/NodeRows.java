package io.github.jellybridge.spark.jena;

import io.github.jellybridge.jena.JenaTerms;
import io.github.jellybridge.jena.TermFields;
import io.github.jellybridge.spark.terms.TermColumn;
import java.util.HashMap;
import java.util.Map;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/** Converts rows of terms and statements to Jena nodes and quads. */
public final class NodeRows {
  /** Number of IRIs that are remembered, so that equal IRIs share a node. */
  private static final int MAX_SHARED = 10_000;

  private static final int[] IN_ORDER = {0, 1, 2, 3};

  private final Map<String, Node> iris = new HashMap<>();

  /**
   * Returns the node of a term, a struct of {@code kind, value, lang, datatype}; null for null. The
   * fields of a row with a schema may be in any order, and the last two may be missing.
   */
  public static Node node(Row term) {
    if (term == null) {
      return null;
    }
    int[] fields = IN_ORDER;
    if (term.schema() != null) {
      fields = TermColumn.of("term", 0, term.schema(), false).fields();
    } else if (term.size() != IN_ORDER.length) {
      throw new IllegalArgumentException(
          "A term is a struct of kind, value, lang and datatype, not " + term);
    }
    return node(term, fields);
  }

  private static Node node(Row term, int[] fields) {
    return new TermFields(
            text(term, fields[0]),
            text(term, fields[1]),
            text(term, fields[2]),
            text(term, fields[3]))
        .node();
  }

  private static String text(Row term, int field) {
    return field < 0 ? null : term.getString(field);
  }

  /** Returns the term of a node, a struct of {@code kind, value, lang, datatype}; null for null. */
  public static Row row(Node node) {
    if (node == null) {
      return null;
    }
    TermFields term = TermFields.of(node);
    return RowFactory.create(term.kind(), term.value(), term.lang(), term.datatype());
  }

  /**
   * Returns the quad of a row of {@link StandardColumns}.
   *
   * @throws IllegalArgumentException if a subject, predicate or object is missing, or a struct is
   *     not a term
   */
  Quad quad(Row row) {
    Node graph =
        row.isNullAt(3)
            ? Quad.defaultGraphNodeGenerated
            : JenaTerms.named(shared(row.getStruct(3)));
    return Quad.create(graph, present(row, 0), present(row, 1), present(row, 2));
  }

  private Node present(Row row, int column) {
    if (row.isNullAt(column)) {
      throw new IllegalArgumentException(
          "A statement has no " + "spo".charAt(column) + ", the column is null: " + row);
    }
    return shared(row.getStruct(column));
  }

  private Node shared(Row term) {
    boolean iri = "iri".equals(term.getString(0)) && !term.isNullAt(1);
    if (!iri || !term.isNullAt(2) || !term.isNullAt(3)) {
      return node(term, IN_ORDER);
    }
    if (iris.size() == MAX_SHARED) {
      iris.clear();
    }
    return iris.computeIfAbsent(term.getString(1), text -> node(term, IN_ORDER));
  }
}
