package io.github.jellybridge.sparql;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.spark.JellyBridge;
import io.github.jellybridge.testing.TestSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.jena.graph.Graph;
import org.apache.jena.graph.Node;
import org.apache.jena.query.ARQ;
import org.apache.jena.query.Query;
import org.apache.jena.query.QueryFactory;
import org.apache.jena.query.Syntax;
import org.apache.jena.sparql.algebra.Algebra;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.engine.Plan;
import org.apache.jena.sparql.engine.QueryIterator;
import org.apache.jena.sparql.engine.binding.Binding;
import org.apache.jena.sparql.engine.binding.BindingFactory;
import org.apache.jena.sparql.engine.ref.QueryEngineRef;
import org.apache.jena.sparql.modify.TemplateLib;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.Test;

/** Random queries have the same bags of solutions as in ARQ, by its engine for reference. */
public class RandomQueryTest {
  private static final int QUERIES_OF_A_DATASET = 10;

  private final SparkSession spark = SparqlTables.session();

  @Test
  public void randomQueriesHaveTheSolutionsOfArq() {
    long seed = Long.getLong("seed", System.currentTimeMillis());
    int datasets = TestSize.of(10, 50);
    for (int i = 0; i < datasets; i++) {
      RandomQueries random = new RandomQueries(new Random(seed + i));
      DatasetGraph dataset = random.dataset();
      Dataset<Row> table = SparqlTables.table(spark, dataset);
      for (int j = 0; j < QUERIES_OF_A_DATASET; j++) {
        check(random.query(), dataset, table, seed + i);
      }
    }
  }

  private static void check(String text, DatasetGraph dataset, Dataset<Row> table, long seed) {
    String place = "seed " + seed + ", query " + text + "\ndataset " + dataset;
    try {
      Query query = QueryFactory.create(text, Syntax.syntaxSPARQL_11);
      List<Binding> wanted = solutions(query, dataset);
      SparqlQuery ours = SparqlQuery.parse(text);
      if (query.isAskType()) {
        assertEquals(place, !wanted.isEmpty(), ours.ask(table));
      } else if (query.isConstructType()) {
        Graph found = JellyBridge.toGraph(ours.construct(table));
        TreeSet<String> triples = new TreeSet<>();
        found.find().forEachRemaining(triple -> triples.add(triple.toString()));
        assertEquals(place, triples(query, wanted), triples);
      } else {
        List<Var> variables = query.getProjectVars();
        List<Binding> found = SparqlTables.bindings(ours.select(table), variables);
        assertEquals(place, bag(wanted, variables), bag(found, variables));
      }
    } catch (RuntimeException e) {
      throw new AssertionError(place, e);
    }
  }

  /** Evaluates the algebra of a query from the innermost operator to the outermost. */
  private static List<Binding> solutions(Query query, DatasetGraph dataset) {
    Plan plan =
        QueryEngineRef.getFactory()
            .create(
                Algebra.compile(query), dataset, BindingFactory.empty(), ARQ.getContext().copy());
    List<Binding> solutions = new ArrayList<>();
    QueryIterator all = plan.iterator();
    all.forEachRemaining(solutions::add);
    plan.close();
    return solutions;
  }

  private static TreeSet<String> triples(Query query, List<Binding> solutions) {
    TreeSet<String> triples = new TreeSet<>();
    TemplateLib.calcTriples(query.getConstructTemplate().getTriples(), solutions.iterator())
        .forEachRemaining(triple -> triples.add(triple.toString()));
    return triples;
  }

  /** Counts the solutions by their terms. */
  private static TreeMap<String, Integer> bag(List<Binding> solutions, List<Var> variables) {
    TreeMap<String, Integer> bag = new TreeMap<>();
    for (Binding solution : solutions) {
      StringBuilder text = new StringBuilder();
      for (Var variable : variables) {
        Node term = solution.get(variable);
        text.append(term == null ? "unbound" : term).append(" | ");
      }
      bag.merge(text.toString(), 1, Integer::sum);
    }
    return bag;
  }
}
