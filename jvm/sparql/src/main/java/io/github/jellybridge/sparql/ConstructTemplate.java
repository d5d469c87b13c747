package io.github.jellybridge.sparql;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.struct;

import io.github.jellybridge.sparql.expression.Terms;
import java.util.List;
import java.util.UUID;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.lang.sparql_11.SPARQLParser11Constants;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;

/** Makes statements of solutions (CONSTRUCT, section 16.2). */
final class ConstructTemplate {
  private static final String SOLUTION = "solution number";

  private final List<Triple> triples;
  // No other query uses the labels of this one.
  private final String prefix = "c" + UUID.randomUUID().toString().replace("-", "") + "n";

  ConstructTemplate(List<Triple> triples) {
    this.triples = triples;
  }

  /** Returns the statements, each once except on a stream, as {@code s, p, o, g}. */
  Dataset<Row> statements(Solutions solutions) {
    if (triples.isEmpty()) {
      Column none = Terms.unbound();
      return solutions
          .table()
          .limit(0)
          .select(none.as("s"), none.as("p"), none.as("o"), none.as("g"));
    }
    Column[] made =
        triples.stream()
            .map(
                triple ->
                    struct(
                        term(triple.getSubject(), solutions).as("s"),
                        term(triple.getPredicate(), solutions).as("p"),
                        term(triple.getObject(), solutions).as("o"),
                        Terms.unbound().as("g")))
            .toArray(Column[]::new);
    Dataset<Row> rows = solutions.table();
    if (makesBlankNodes()) {
      if (rows.isStreaming()) {
        throw new UnsupportedQueryException(
            SPARQLParser11Constants.CONSTRUCT,
            "a blank node in CONSTRUCT on a stream",
            "Use an IRI, or a variable.");
      }
      rows = rows.withColumn(SOLUTION, monotonically_increasing_id());
    }
    String valid = "s.kind in ('iri', 'bnode') and p.kind = 'iri' and o is not null";
    Dataset<Row> statements =
        rows.select(explode(array(made)).as("statement")).select("statement.*").where(valid);
    // A stream would have to remember all statements.
    return rows.isStreaming() ? statements : statements.distinct();
  }

  /** Tells whether each solution makes other statements. */
  boolean makesBlankNodes() {
    return triples.stream().anyMatch(ConstructTemplate::hasBlankNode);
  }

  private static boolean hasBlankNode(Triple triple) {
    return isBlankNode(triple.getSubject()) || isBlankNode(triple.getObject());
  }

  private static boolean isBlankNode(Node node) {
    return node.isBlank() || Var.isBlankNodeVar(node);
  }

  private Column term(Node node, Solutions solutions) {
    if (isBlankNode(node)) {
      String name = node.isBlank() ? node.getBlankNodeLabel() : node.getName().substring(1);
      String label = prefix + Integer.toHexString(name.hashCode()) + "n";
      Column number = ColumnName.quoted(SOLUTION).cast(DataTypes.StringType);
      return struct(
          lit("bnode").as("kind"),
          concat(lit(label), number).as("value"),
          lit(null).cast(DataTypes.StringType).as("lang"),
          lit(null).cast(DataTypes.StringType).as("datatype"));
    }
    if (!Var.isVar(node)) {
      return Terms.constant(node);
    }
    Var variable = Var.alloc(node);
    return solutions.variables().contains(variable) ? ColumnName.column(variable) : Terms.unbound();
  }
}
