package io.github.jellybridge.sparql;

import io.github.jellybridge.sparql.expression.Terms;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.jena.atlas.iterator.Iter;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.apache.jena.query.ResultSet;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.ResultSetMgr;
import org.apache.jena.riot.resultset.ResultSetLang;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFWriter;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.engine.ResultSetStream;
import org.apache.jena.sparql.engine.binding.Binding;
import org.apache.jena.sparql.engine.binding.BindingBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Prints the answer of a query: SELECT and ASK through ARQ's writers, CONSTRUCT as N-Triples.
 *
 * @param query the query
 * @param format the format of SELECT and ASK
 */
public record QueryAnswer(SparqlQuery query, Format format) {
  /** A format of solutions. */
  public enum Format {
    /** A table for people, which is held in memory. */
    TEXT(ResultSetLang.RS_Text),
    /** SPARQL 1.1 Query Results JSON Format. */
    JSON(ResultSetLang.RS_JSON),
    /** SPARQL 1.1 Query Results CSV Format. */
    CSV(ResultSetLang.RS_CSV),
    /** SPARQL 1.1 Query Results TSV Format. */
    TSV(ResultSetLang.RS_TSV);

    private final Lang language;

    Format(Lang language) {
      this.language = language;
    }
  }

  /** Answers the query and prints the answer. */
  public void print(Dataset<?> statements, OutputStream out) {
    if (query.isAsk()) {
      ResultSetMgr.write(out, query.ask(statements), format.language);
    } else if (query.isConstruct()) {
      printStatements(query.construct(statements), out);
    } else {
      ResultSet solutions =
          solutions(
              query.select(statements), format == Format.CSV ? QueryAnswer::labelled : n -> n);
      ResultSetMgr.write(out, solutions, format.language);
    }
  }

  private static void printStatements(Dataset<Row> statements, OutputStream out) {
    StreamRDF writer = StreamRDFWriter.getWriterStream(out, Lang.NTRIPLES);
    writer.start();
    for (Iterator<Row> rows = statements.toLocalIterator(); rows.hasNext(); ) {
      Row row = rows.next();
      writer.triple(
          Triple.create(
              Terms.node(row.getStruct(0)),
              Terms.node(row.getStruct(1)),
              Terms.node(row.getStruct(2))));
    }
    writer.finish();
  }

  /** Returns what CSV has for a term: ARQ's writer prints blank nodes without {@code _:}. */
  private static Node labelled(Node node) {
    return node.isBlank() ? NodeFactory.createURI("_:" + node.getBlankNodeLabel()) : node;
  }

  /** Returns the solutions of a SELECT query, as structs, as Jena has them. */
  static ResultSet solutions(Dataset<Row> solutions) {
    return solutions(solutions, node -> node);
  }

  private static ResultSet solutions(Dataset<Row> solutions, UnaryOperator<Node> change) {
    List<Var> variables = Var.varList(List.of(solutions.columns()));
    Iterator<Row> rows = solutions.toLocalIterator();
    return ResultSetStream.create(
        variables, Iter.map(rows, row -> binding(row, variables, change)));
  }

  /** Returns the solution of a row. */
  static Binding binding(Row row, List<Var> variables) {
    return binding(row, variables, node -> node);
  }

  private static Binding binding(Row row, List<Var> variables, UnaryOperator<Node> change) {
    BindingBuilder builder = Binding.builder();
    for (int i = 0; i < variables.size(); i++) {
      if (!row.isNullAt(i)) {
        builder.add(variables.get(i), change.apply(Terms.node(row.getStruct(i))));
      }
    }
    return builder.build();
  }
}
