package io.github.jellybridge.sparql;

import java.io.OutputStream;
import java.util.Iterator;
import java.util.List;
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
      ResultSetMgr.write(out, solutions(query.select(statements)), format.language);
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

  /** Returns the solutions of a SELECT query, as structs, as Jena has them. */
  static ResultSet solutions(Dataset<Row> solutions) {
    List<Var> variables = Var.varList(List.of(solutions.columns()));
    Iterator<Row> rows = solutions.toLocalIterator();
    return ResultSetStream.create(
        variables,
        new Iterator<Binding>() {
          @Override
          public boolean hasNext() {
            return rows.hasNext();
          }

          @Override
          public Binding next() {
            return binding(rows.next(), variables);
          }
        });
  }

  /** Returns the solution of a row. */
  static Binding binding(Row row, List<Var> variables) {
    BindingBuilder builder = Binding.builder();
    for (int i = 0; i < variables.size(); i++) {
      if (!row.isNullAt(i)) {
        builder.add(variables.get(i), Terms.node(row.getStruct(i)));
      }
    }
    return builder.build();
  }
}
