package io.github.jellybridge.sparql;

import io.github.jellybridge.spark.jena.StandardColumns;
import io.github.jellybridge.sparql.expression.Expressions;
import io.github.jellybridge.sparql.expression.Terms;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.query.Query;
import org.apache.jena.sparql.algebra.Algebra;
import org.apache.jena.sparql.algebra.Op;
import org.apache.jena.sparql.algebra.OpVisitorBase;
import org.apache.jena.sparql.algebra.op.OpSlice;
import org.apache.jena.sparql.algebra.walker.Walker;
import org.apache.jena.sparql.lang.sparql_11.SPARQLParser11Constants;
import org.apache.jena.sparql.util.NodeFactoryExtra;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * A SPARQL 1.1 query over tables of statements.
 *
 * <p>Tables have the columns {@code s, p, o} and optionally {@code g}, of structs or N-Triples
 * text. The default graph has the statements whose graph is null. Parsing fails for a query with a
 * construct that is not supported, such as SERVICE or DESCRIBE.
 */
public final class SparqlQuery {
  /** Largest number of steps of a property path with {@code *} or {@code +}, by default. */
  public static final int DEFAULT_MAX_PATH_LENGTH = 1_000;

  /** Functions that give another value each time. */
  private static final Set<Integer> UNSTABLE =
      Set.of(
          SPARQLParser11Constants.RAND,
          SPARQLParser11Constants.UUID,
          SPARQLParser11Constants.STRUUID,
          SPARQLParser11Constants.BNODE);

  private final QueryText text;
  private final Query query;
  private final Op op;
  private final boolean unionGraphs;
  private final boolean uniqueStatements;
  private final int maxPathLength;

  private SparqlQuery(
      QueryText text,
      Query query,
      Op op,
      boolean unionGraphs,
      boolean uniqueStatements,
      int maxPathLength) {
    this.text = text;
    this.query = query;
    this.op = op;
    this.unionGraphs = unionGraphs;
    this.uniqueStatements = uniqueStatements;
    this.maxPathLength = maxPathLength;
  }

  /**
   * Parses a query.
   *
   * @throws IllegalArgumentException for a syntax error, with its line and column
   * @throws UnsupportedQueryException if a construct is not supported
   */
  public static SparqlQuery parse(String query) {
    return parse(query, Map.of(), null);
  }

  /**
   * Parses a query.
   *
   * @param prefixes namespaces by prefixes that the query may use without declaring them
   * @throws IllegalArgumentException for a syntax error, with its line and column
   * @throws UnsupportedQueryException if a construct is not supported
   */
  public static SparqlQuery parse(String query, Map<String, String> prefixes) {
    return parse(query, prefixes, null);
  }

  /**
   * Parses a query.
   *
   * @param prefixes namespaces by prefixes that the query may use without declaring them
   * @param base IRI that relative IRIs are resolved against, unless the query has one; or null
   * @throws IllegalArgumentException for a syntax error, with its line and column
   * @throws UnsupportedQueryException if a construct is not supported
   */
  public static SparqlQuery parse(String query, Map<String, String> prefixes, String base) {
    QueryText text = new QueryText(query);
    Query parsed = text.parse(prefixes, base);
    Op op = Algebra.compile(parsed);
    new SupportedQuery(text, parsed).check(op);
    return new SparqlQuery(text, parsed, op, false, false, DEFAULT_MAX_PATH_LENGTH);
  }

  /** Returns this query with the union of all graphs as its default graph. */
  public SparqlQuery withUnionGraph() {
    return new SparqlQuery(text, query, op, true, uniqueStatements, maxPathLength);
  }

  /**
   * Returns this query for tables that are known to have each statement once. Otherwise duplicates
   * are removed, as a graph is a set of triples, which takes a shuffle.
   */
  public SparqlQuery withUniqueStatements() {
    return new SparqlQuery(text, query, op, unionGraphs, true, maxPathLength);
  }

  /** Returns this query with another limit for steps of paths with {@code *} or {@code +}. */
  public SparqlQuery withMaxPathLength(int steps) {
    return new SparqlQuery(text, query, op, unionGraphs, uniqueStatements, steps);
  }

  /** Tells whether this is a SELECT query. */
  public boolean isSelect() {
    return query.isSelectType();
  }

  /** Tells whether this is an ASK query. */
  public boolean isAsk() {
    return query.isAskType();
  }

  /** Tells whether this is a CONSTRUCT query. */
  public boolean isConstruct() {
    return query.isConstructType();
  }

  /**
   * Returns the solutions of a SELECT query: a column of terms for each variable, in the order of
   * the query; null where it is unbound.
   */
  public Dataset<Row> select(Dataset<?> statements) {
    return select(statements, SolutionTerms.STRUCT);
  }

  /** Returns the solutions of a SELECT query, with terms in a form. */
  public Dataset<Row> select(Dataset<?> statements, SolutionTerms form) {
    require(isSelect(), "SELECT");
    Solutions solutions = solutions(statements, true);
    Column[] columns =
        query.getProjectVars().stream()
            .map(
                variable ->
                    form.of(
                            solutions.variables().contains(variable)
                                ? ColumnName.column(variable)
                                : Terms.unbound())
                        .as(variable.getName()))
            .toArray(Column[]::new);
    return solutions.table().select(columns);
  }

  /** Returns the answer of an ASK query. */
  public boolean ask(Dataset<?> statements) {
    require(isAsk(), "ASK");
    if (statements.isStreaming()) {
      throw new UnsupportedQueryException(
          text.positionOf(SPARQLParser11Constants.ASK) + "ASK on a stream", "Use SELECT.");
    }
    return !solutions(statements, false).table().isEmpty();
  }

  /**
   * Returns the statements of a CONSTRUCT query, each once: the columns {@code s, p, o, g}, of
   * which {@code g} is null.
   */
  public Dataset<Row> construct(Dataset<?> statements) {
    require(isConstruct(), "CONSTRUCT");
    ConstructTemplate template = new ConstructTemplate(query.getConstructTemplate().getTriples());
    boolean sliced = query.hasLimit() || query.hasOffset();
    boolean duplicates = sliced || template.makesBlankNodes() || !isRepeatable();
    try {
      return template.statements(solutions(statements, duplicates));
    } catch (UnsupportedQueryException e) {
      throw e.in(text);
    }
  }

  /** Tells whether solutions are the same each time that they are computed. */
  private boolean isRepeatable() {
    boolean[] isSliced = {false};
    Walker.walk(
        op instanceof OpSlice slice ? slice.getSubOp() : op,
        new OpVisitorBase() {
          @Override
          public void visit(OpSlice slice) {
            isSliced[0] = true;
          }
        });
    return !isSliced[0] && !text.hasAny(UNSTABLE);
  }

  private void require(boolean fits, String type) {
    if (!fits) {
      throw new IllegalArgumentException(
          "SPARQL: expected a query of type " + type + ", found " + query.queryType() + ".");
    }
  }

  private Solutions solutions(Dataset<?> statements, boolean duplicates) {
    try {
      return translated(statements, duplicates);
    } catch (UnsupportedQueryException e) {
      throw e.in(text);
    }
  }

  private Solutions translated(Dataset<?> statements, boolean duplicates) {
    if (statements.isStreaming()) {
      SupportedQuery.checkStream(op);
    }
    Dataset<Row> rows = StandardColumns.of(statements);
    DatasetTable dataset =
        new DatasetTable(
            rows,
            unionGraphs,
            uniqueStatements,
            query.hasDatasetDescription(),
            nodes(query.getGraphURIs()),
            nodes(query.getNamedGraphURIs()),
            new JoinOrder(rows));
    String now = NodeFactoryExtra.nowAsDateTime().getLiteralLexicalForm();
    return new OpTranslator(new Expressions(now), maxPathLength, isRepeatable())
        .translate(op, Scope.of(dataset, duplicates));
  }

  private static List<Node> nodes(List<String> iris) {
    return iris.stream().map(NodeFactory::createURI).toList();
  }
}
