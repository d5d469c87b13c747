package io.github.jellybridge.sparql;

import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.spark.schema.TermField;
import io.github.jellybridge.sparql.expression.Terms;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.Quad;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.engine.binding.Binding;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** Tables of Jena's datasets, and Jena's results of tables. */
public final class SparqlTables {
  private SparqlTables() {}

  /** A session for many small queries. */
  public static SparkSession session() {
    SparkSession spark = LocalSpark.get();
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    spark.conf().set("spark.sql.codegen.wholeStage", "false");
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
    return spark;
  }

  /** The statements of a dataset. */
  static Dataset<Row> table(SparkSession spark, DatasetGraph dataset) {
    List<Row> rows = new ArrayList<>();
    for (Iterator<Quad> quads = dataset.find(); quads.hasNext(); ) {
      Quad quad = quads.next();
      rows.add(
          RowFactory.create(
              Terms.row(quad.getSubject()),
              Terms.row(quad.getPredicate()),
              Terms.row(quad.getObject()),
              quad.isDefaultGraph() ? null : Terms.row(quad.getGraph())));
    }
    StructType term = TermField.structType();
    StructType type =
        new StructType()
            .add("s", term, false)
            .add("p", term, false)
            .add("o", term, false)
            .add("g", TermField.nullableStructType(), true);
    return spark.createDataFrame(rows, type);
  }

  /** The solutions of a SELECT query as bindings. */
  static List<Binding> bindings(Dataset<Row> solutions, List<Var> variables) {
    return solutions.collectAsList().stream()
        .map(row -> QueryAnswer.binding(row, variables))
        .toList();
  }
}
