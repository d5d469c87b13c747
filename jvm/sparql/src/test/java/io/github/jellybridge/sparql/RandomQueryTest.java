package io.github.jellybridge.sparql;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.JellyBridge;
import io.github.jellybridge.testing.TestSize;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.query.ARQ;
import org.apache.jena.query.Query;
import org.apache.jena.query.QueryFactory;
import org.apache.jena.query.Syntax;
import org.apache.jena.sparql.algebra.Algebra;
import org.apache.jena.sparql.algebra.Op;
import org.apache.jena.sparql.algebra.Table;
import org.apache.jena.sparql.algebra.TableFactory;
import org.apache.jena.sparql.algebra.TransformCopy;
import org.apache.jena.sparql.algebra.Transformer;
import org.apache.jena.sparql.algebra.op.OpTable;
import org.apache.jena.sparql.algebra.optimize.TransformScopeRename;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.Substitute;
import org.apache.jena.sparql.core.Var;
import org.apache.jena.sparql.engine.ExecutionContext;
import org.apache.jena.sparql.engine.Plan;
import org.apache.jena.sparql.engine.QueryIterator;
import org.apache.jena.sparql.engine.binding.Binding;
import org.apache.jena.sparql.engine.binding.BindingFactory;
import org.apache.jena.sparql.engine.main.OpExecutor;
import org.apache.jena.sparql.engine.main.QC;
import org.apache.jena.sparql.engine.ref.EvaluatorFactory;
import org.apache.jena.sparql.engine.ref.QueryEngineRef;
import org.apache.jena.sparql.engine.ref.RefEval;
import org.apache.jena.sparql.modify.TemplateLib;
import org.apache.jena.sparql.util.Context;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.Test;

/** Random queries have the same bags of solutions as in ARQ. */
public class RandomQueryTest {
  private static final int QUERIES_OF_A_DATASET = 10;
  private static final String REFUSED = "refused";

  private final SparkSession spark = SparqlTables.session();

  @Test
  public void randomQueriesHaveTheSolutionsOfArq() {
    long seed = Long.getLong("seed", System.currentTimeMillis());
    int datasets = TestSize.of(10, 50);
    int refused = 0;
    List<String> different = new ArrayList<>();
    for (int i = 0; i < datasets; i++) {
      RandomQueries random = new RandomQueries(new Random(seed + i));
      DatasetGraph dataset = random.dataset();
      Dataset<Row> table = SparqlTables.table(spark, dataset);
      for (int j = 0; j < QUERIES_OF_A_DATASET; j++) {
        String text = random.query();
        Object wanted = answerOfArq(text, dataset);
        Object found = answer(text, table);
        refused += found.equals(REFUSED) ? 1 : 0;
        if (!wanted.equals(found) && !found.equals(REFUSED)) {
          different.add(
              text
                  + "\nof "
                  + dataset
                  + ", seed "
                  + (seed + i)
                  + ", has in ARQ "
                  + wanted
                  + ", here "
                  + found);
        }
      }
    }
    assertEquals(different.size() + " queries", "", String.join("\n\n", different));
    // MINUS within EXISTS, if a variable of outside may be unbound.
    assertTrue(refused + " queries are refused", refused <= datasets);
  }

  private static Object answer(String text, Dataset<Row> table) {
    try {
      SparqlQuery query = SparqlQuery.parse(text);
      if (query.isAsk()) {
        return query.ask(table);
      }
      if (query.isConstruct()) {
        return triples(JellyBridge.toGraph(query.construct(table)).find());
      }
      Dataset<Row> solutions = query.select(table);
      List<Var> variables = Var.varList(List.of(solutions.columns()));
      return bag(SparqlTables.bindings(solutions, variables), variables);
    } catch (UnsupportedQueryException e) {
      return REFUSED;
    } catch (RuntimeException e) {
      return e.toString();
    }
  }

  /**
   * Returns the answer of ARQ's reference engine, which evaluates the algebra as the recommendation
   * defines it. Variables that a subquery does not project get other names, as EXISTS substitutes
   * outer values by name.
   */
  private static Object answerOfArq(String text, DatasetGraph dataset) {
    Query query = QueryFactory.create(text, Syntax.syntaxSPARQL_11);
    Context context = ARQ.getContext().copy();
    QC.setFactory(context, ExistsByDefinition::new);
    Op renamed = TransformScopeRename.transform(Algebra.compile(query));
    Op op = Transformer.transform(new WithPlainUnits(), renamed);
    Plan plan = QueryEngineRef.getFactory().create(op, dataset, BindingFactory.empty(), context);
    List<Binding> solutions = new ArrayList<>();
    plan.iterator().forEachRemaining(solutions::add);
    if (query.isAskType()) {
      return !solutions.isEmpty();
    }
    if (query.isConstructType()) {
      List<Triple> template = query.getConstructTemplate().getTriples();
      return triples(TemplateLib.calcTriples(template, solutions.iterator()));
    }
    return bag(solutions, query.getProjectVars());
  }

  /**
   * Evaluates patterns of EXISTS as section 18.6 defines it: outer values are substituted. ARQ
   * would use its other engine, which joins them with parts of the pattern.
   */
  private static final class ExistsByDefinition extends OpExecutor {
    ExistsByDefinition(ExecutionContext context) {
      super(context);
    }

    @Override
    protected QueryIterator exec(Op pattern, QueryIterator outer) {
      Op substituted = Substitute.substitute(pattern, outer.next());
      return RefEval.eval(EvaluatorFactory.create(execCxt), substituted).iterator(execCxt);
    }
  }

  /**
   * Replaces the empty group by a table with one empty solution. ARQ takes OPTIONAL with the empty
   * group and a FILTER for a FILTER, so it loses solutions that section 18.5 (LeftJoin) keeps.
   */
  private static final class WithPlainUnits extends TransformCopy {
    @Override
    public Op transform(OpTable table) {
      if (!table.isJoinIdentity()) {
        return table;
      }
      Table plain = TableFactory.create();
      plain.addBinding(BindingFactory.empty());
      return OpTable.create(plain);
    }
  }

  private static TreeSet<String> triples(Iterator<Triple> found) {
    TreeSet<String> triples = new TreeSet<>();
    found.forEachRemaining(triple -> triples.add(triple.toString()));
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
