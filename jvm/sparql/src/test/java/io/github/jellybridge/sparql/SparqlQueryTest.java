package io.github.jellybridge.sparql;

import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.JellyBridge;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.Test;

public class SparqlQueryTest {
  private static final String PREFIX = "PREFIX : <http://example.org/> ";
  private static final Dataset<Row> TABLE =
      table(
          """
          PREFIX : <http://example.org/>
          :a :knows :b . :b :knows :c . :c :knows :d .
          :a :name "Ann"@en . :b :name "Bob" . :a :age 42 .
          :g { :a :name "Anna" . :d :knows :a }
          """);

  private static Dataset<Row> table(String trig) {
    return SparqlTables.table(
        SparqlTables.session(), RDFParser.fromString(trig, Lang.TRIG).toDatasetGraph());
  }

  private static List<String> values(SparqlQuery query) {
    return query.select(TABLE, SolutionTerms.VALUE).collectAsList().stream()
        .map(row -> row.mkString(" "))
        .sorted()
        .toList();
  }

  private static List<String> values(String query) {
    return values(SparqlQuery.parse(PREFIX + query));
  }

  private static void assertRefused(String query, String message) {
    UnsupportedQueryException e =
        assertThrows(UnsupportedQueryException.class, () -> SparqlQuery.parse(query));
    assertEquals(message, e.getMessage());
  }

  @Test
  public void mistakesAreReportedWithLineAndColumn() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> SparqlQuery.parse("SELECT * {\n  ?s ?p }"));
    assertTrue(e.getMessage(), e.getMessage().contains("line 2, column 9"));
    assertFalse(e.getMessage(), e.getMessage().contains("\n"));
  }

  @Test
  public void malformedRegularExpressionsAreErrorsOfTheExpression() {
    assertEquals(List.of(), values("SELECT ?n { :b :name ?n FILTER(REGEX(?n, '[')) }"));
    assertEquals(
        List.of("Bob"),
        values("SELECT ?n { :b :name ?n FILTER(!REGEX(?n, 'x') || REGEX(?n, '[')) }"));
    assertEquals(
        List.of("error"),
        values("SELECT ?x { :b :name ?n BIND(COALESCE(REPLACE(?n, '[', 'x'), 'error') AS ?x) }"));
    assertEquals(
        List.of("error"),
        values("SELECT ?x { :b :name ?n BIND(COALESCE(REGEX(?n, 'b', 'no'), 'error') AS ?x) }"));
  }

  @Test
  public void divisionsByZeroAreErrorsOfTheExpression() {
    for (String division : List.of("1 / 0", "1.5 / 0", "1 / 0.0", "0 / 0", "?n / (?n - 42)")) {
      assertEquals(
          division,
          List.of("null"),
          values("SELECT ?x { :a :age ?n BIND(" + division + " AS ?x) }"));
    }
  }

  @Test
  public void arithmeticOfFiltersIsSparksOwn() {
    SparqlQuery query =
        SparqlQuery.parse(PREFIX + "SELECT ?s { ?s :age ?n FILTER(?n * 2 + 1 > 80) }");
    assertEquals(1, query.select(TABLE).count());
    String plan = query.select(TABLE).queryExecution().analyzed().toString();
    assertTrue(plan, plan.contains("try_multiply") && plan.contains("try_add"));
  }

  @Test
  public void unknownPrefixesAreReported() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> SparqlQuery.parse("SELECT * { ?s x:y ?o }"));
    assertTrue(e.getMessage(), e.getMessage().contains("x:y"));
  }

  @Test
  public void describeIsRefused() {
    assertRefused(
        "\n DESCRIBE <a:b>",
        "SPARQL: Line 2, column 2: DESCRIBE is not supported. The recommendation leaves its result"
            + " open; use CONSTRUCT.");
  }

  @Test
  public void serviceIsRefusedAnywhere() {
    String reason =
        " is not supported. A query is answered from one table; read the other data" + " into it.";
    assertRefused(
        "SELECT * { SERVICE <a:b> { ?s ?p ?o } }", "SPARQL: Line 1, column 12: SERVICE" + reason);
    assertRefused(
        "SELECT * { ?s ?p ?o\nFILTER NOT EXISTS { SERVICE <a:b> { ?s ?p ?o } } }",
        "SPARQL: Line 2, column 21: SERVICE" + reason);
  }

  @Test
  public void unknownFunctionsAreRefused() {
    String reason =
        " is not supported. The functions are those of SPARQL 1.1 and of Apache Jena ARQ.";
    assertRefused(
        PREFIX + "SELECT * { ?s ?p ?o FILTER(:f(?o)) }",
        "SPARQL: Line 1, column 59: the function <http://example.org/f>" + reason);
    assertRefused(
        "SELECT (<java:java.lang.System>(1) AS ?x) {}",
        "SPARQL: Line 1, column 9: the function <java:java.lang.System>" + reason);
  }

  @Test
  public void answersHaveTheirTypes() {
    SparqlQuery ask = SparqlQuery.parse("ASK {}");
    assertTrue(ask.isAsk() && ask.ask(TABLE));
    assertThrows(IllegalArgumentException.class, () -> ask.select(TABLE));
    assertThrows(IllegalArgumentException.class, () -> ask.construct(TABLE));
  }

  @Test
  public void jellyBridgeAnswersSelectAndConstruct() {
    Row name = JellyBridge.sparql(PREFIX + "SELECT ?n { :b :name ?n }", TABLE).first();
    assertEquals("[[literal,Bob,null,null]]", name.toString());
    assertEquals(
        1, JellyBridge.sparql(PREFIX + "CONSTRUCT { :a :b :c } { ?s ?p ?o }", TABLE).count());
    assertThrows(IllegalArgumentException.class, () -> JellyBridge.sparql("ASK {}", TABLE));
  }

  @Test
  public void callersMayDeclarePrefixes() {
    SparqlQuery query =
        SparqlQuery.parse("SELECT ?n { ex:b ex:name ?n }", Map.of("ex", "http://example.org/"));
    assertEquals(List.of("Bob"), values(query));
  }

  @Test
  public void statementsWithoutGraphAreTheDefaultGraph() {
    assertEquals(List.of("Ann"), values("SELECT ?n { :a :name ?n }"));
    assertEquals(List.of("Anna"), values("SELECT ?n { GRAPH :g { :a :name ?n } }"));
    assertEquals(List.of("Anna"), values("SELECT ?n FROM :g { :a :name ?n }"));
    assertEquals(
        List.of("Ann", "Anna"),
        values(SparqlQuery.parse(PREFIX + "SELECT ?n { :a :name ?n }").withUnionGraph()));
  }

  @Test
  public void termsHaveThreeForms() {
    SparqlQuery query = SparqlQuery.parse(PREFIX + "SELECT ?n { :a :name ?n }");
    assertEquals("[[literal,Ann,en,null]]", query.select(TABLE).first().toString());
    assertEquals("[\"Ann\"@en]", query.select(TABLE, SolutionTerms.NTRIPLES).first().toString());
    assertEquals("[Ann]", query.select(TABLE, SolutionTerms.VALUE).first().toString());
  }

  @Test
  public void variablesThatDifferInCaseAreDifferent() {
    assertEquals(
        List.of("Bob http://example.org/b"),
        values("SELECT ?X ?x { ?x :name ?X FILTER(?x = :b) }"));
  }

  @Test
  public void repeatedStatementsCountOnce() {
    Dataset<Row> twice = TABLE.union(TABLE);
    SparqlQuery query = SparqlQuery.parse(PREFIX + "SELECT ?n { :b :name ?n }");
    assertEquals(1, query.select(twice).count());
    assertEquals(2, query.withUniqueStatements().select(twice).count());
  }

  @Test
  public void constructGivesEachStatementOnce() {
    assertEquals(1, constructed("CONSTRUCT { :a :b :c } { ?s ?p ?o }"));
    assertEquals(3, constructed("CONSTRUCT { ?s :b [] } { ?s :knows ?o }"));
    assertEquals(0, constructed("CONSTRUCT {} { ?s :knows ?o }"));
    // A literal is no subject, and an unbound variable gives no statement.
    assertEquals(0, constructed("CONSTRUCT { ?n :of ?s . ?s :b ?x } { ?s :name ?n }"));
  }

  @Test
  public void aggregatesOfPartsOfAGroupAreAggregatedAgain() {
    StringBuilder turtle = new StringBuilder("PREFIX : <http://example.org/> ");
    for (int i = 1; i <= 100; i++) {
      turtle.append(":s%d :n %d ; :mixed %s . ".formatted(i, i, i == 50 ? "'x'" : i + ".5"));
    }
    Dataset<Row> numbers = table(turtle.toString()).repartition(5);
    String aggregates =
        "SELECT (SUM(?n) AS ?a) (AVG(?n) AS ?b) (MIN(?n) AS ?c) (MAX(?n) AS ?d) "
            + "(SUM(DISTINCT ?n) AS ?e) (COUNT(?n) AS ?f) ";
    Map.of(
            "{ ?s :n ?n }", "[5050,50.5,1,100,5050,100]",
            "{ ?s :n ?n FILTER(?n > 100) }", "[0,0,null,null,0,0]",
            // A text has no sum. ARQ takes it as less than a number.
            "{ ?s :mixed ?n }", "[null,null,x,100.5,null,100]",
            "{ ?s :n ?x BIND(IF(?x > 3, 1 / 0, ?x) AS ?n) }", "[null,null,null,null,null,3]")
        .forEach(
            (pattern, wanted) -> {
              Dataset<Row> answer =
                  SparqlQuery.parse(PREFIX + aggregates + pattern)
                      .withUniqueStatements()
                      .select(numbers, SolutionTerms.VALUE);
              assertEquals(pattern, wanted, answer.first().toString());
            });
  }

  @Test
  public void longChainsOfConditionsAreNoDeepExpressions() {
    String iris =
        IntStream.range(0, 2000).mapToObj(i -> ":x" + i).collect(Collectors.joining(", "));
    assertEquals(
        List.of("Bob"), values("SELECT ?n { ?s :name ?n FILTER(?s IN (" + iris + ", :b)) }"));
    String equations =
        IntStream.range(0, 500).mapToObj(i -> "?n = " + i).collect(Collectors.joining(" || "));
    assertEquals(List.of("42"), values("SELECT ?n { ?s ?p ?n FILTER(" + equations + ") }"));
    String unequal = equations.replace("||", "&&").replace("=", "!=");
    assertEquals(List.of(), values("SELECT ?n { ?s :age ?n FILTER(" + unequal + ") }"));
    String graphs =
        IntStream.range(0, 1000).mapToObj(i -> "FROM :g" + i).collect(Collectors.joining(" "));
    assertEquals(List.of("Anna"), values("SELECT ?n " + graphs + " FROM :g { :a :name ?n }"));
  }

  @Test
  public void aValueIsAssignedOnceToASolution() {
    String random = "?s :name ?n BIND(RAND() AS ?r) ";
    assertEquals(
        List.of("Ann", "Bob"),
        values("SELECT ?n { " + random + "FILTER EXISTS { ?s :knows ?q FILTER(?r >= 0) } }"));
    assertEquals(
        List.of("Ann 42", "Bob null"),
        values(
            "SELECT ?n ?a { "
                + random
                + "OPTIONAL { ?s :age ?a FILTER EXISTS { ?s :knows ?k FILTER(?r < 2) } } }"));
    assertEquals(
        List.of("Ann 42", "Bob null"),
        values("SELECT ?n ?a { ?s :name ?n OPTIONAL { ?s :age ?a FILTER(RAND() < 2) } }"));
    assertEquals(
        List.of("true"),
        values("SELECT (SUM(RAND()) > 0 && COUNT(DISTINCT UUID()) = 2 AS ?x) { ?s :name ?n }"));
  }

  @Test
  public void copiesOfAStatementMakeOneBlankNode() {
    SparqlQuery query = SparqlQuery.parse(PREFIX + "CONSTRUCT { [] :of ?n } { ?s :name ?n }");
    assertEquals(2, query.construct(TABLE.union(TABLE)).count());
    SparqlQuery unique =
        SparqlQuery.parse(PREFIX + "SELECT DISTINCT ?u { ?s :name ?n BIND(UUID() AS ?u) }");
    assertEquals(2, unique.select(TABLE.union(TABLE)).count());
  }

  @Test
  public void aGraphThatDoesNotExistHasNoGroup() {
    String count = "{ SELECT (COUNT(*) AS ?n) { ?s ?p ?o } }";
    assertEquals(List.of(), values("SELECT ?n { GRAPH :none " + count + " }"));
    assertEquals(List.of("2"), values("SELECT ?n { GRAPH :g " + count + " }"));
    assertFalse(SparqlQuery.parse(PREFIX + "ASK { GRAPH :none " + count + " }").ask(TABLE));
  }

  @Test
  public void blankNodesOfTheQueryAreNotBound() {
    Dataset<Row> statements = table("PREFIX : <http://example.org/> :a :p 1, 2 . :b :p 3 .");
    SparqlQuery distinct = SparqlQuery.parse(PREFIX + "SELECT DISTINCT * { ?s :p [] }");
    assertEquals(2, distinct.select(statements).count());
    SparqlQuery count = SparqlQuery.parse(PREFIX + "SELECT (COUNT(DISTINCT *) AS ?n) { ?s :p [] }");
    assertEquals("[2]", count.select(statements, SolutionTerms.VALUE).first().toString());
  }

  @Test
  public void minusOfAnOuterVariableThatMayBeUnboundIsRefused() {
    String query =
        "SELECT ?s { ?s :name ?n OPTIONAL { ?s :age ?x } "
            + "FILTER EXISTS { ?x :knows ?y MINUS { ?x :name ?z } } }";
    UnsupportedQueryException e =
        assertThrows(UnsupportedQueryException.class, () -> values(query));
    assertTrue(e.getMessage(), e.getMessage().contains("that compares the outer variable ?x"));
    assertTrue(e.getMessage(), e.getMessage().contains("Line 1, column "));
  }

  /** A statement about a name with a language tag, which Jena's parsers would change. */
  private static Dataset<Row> tagged(String tag) {
    Column term =
        struct(
            lit("literal").as("kind"),
            lit("Ann").as("value"),
            lit(tag).as("lang"),
            lit(null).cast("string").as("datatype"));
    return TABLE.where("o.lang = 'en'").withColumn("o", term);
  }

  @Test
  public void languageTagsStayAsTheyAreWritten() {
    for (String query :
        List.of(
            "SELECT ?n ?l { ?s :name ?n BIND(LANG(?n) AS ?l) FILTER(?l = 'pt-br') }",
            "SELECT ?n ?l { ?s :name ?n BIND(LANG(?n) AS ?l) FILTER(LANG(?n) = 'pt-br') }",
            "SELECT ?n (LANG(?m) AS ?l) { ?s :name ?n { SELECT (MIN(?n) AS ?m) { ?s :name ?n } } }",
            "SELECT ?n ?l { ?s :name ?n . ?s :name 'Ann'@PT-br BIND(LANG(COALESCE(?n, 1)) AS"
                + " ?l) }")) {
      List<Row> rows =
          SparqlQuery.parse(PREFIX + query)
              .select(tagged("pt-br"), SolutionTerms.VALUE)
              .collectAsList();
      assertEquals(query, "[[Ann,pt-br]]", rows.toString());
    }
  }

  @Test
  public void malformedLanguageTagsBreakNoQuery() {
    Dataset<Row> statements = tagged("en_US");
    String query = "SELECT ?n (LANG(?n) AS ?l) (STRLEN(?n) AS ?u) { ?s :name ?n } ORDER BY ?n";
    assertEquals(
        "[Ann,en_US,3]",
        SparqlQuery.parse(PREFIX + query)
            .select(statements, SolutionTerms.VALUE)
            .first()
            .toString());
  }

  @Test
  public void errorsThatAreExceptionsOfArqLeaveAVariableUnbound() {
    for (String call :
        List.of(
            "HOURS(?s)",
            "STRLANG('x', 'en_US')",
            "REGEX('x', ?s)",
            "REPLACE(STR(?n), 'A', '$')",
            "'P1Y'^^<http://www.w3.org/2001/XMLSchema#duration> - "
                + "'PT1H'^^<http://www.w3.org/2001/XMLSchema#dayTimeDuration>")) {
      List<String> found = values("SELECT (" + call + " AS ?x) { ?s :name ?n }");
      assertEquals(call, 2, found.size());
    }
    assertEquals(List.of(), values("SELECT ?n { ?s :name ?n FILTER(HOURS(?s) = 1) }"));
  }

  @Test
  public void offsetsMayBeLargerThanAnyTable() {
    assertEquals(List.of(), values("SELECT ?n { ?s :name ?n } OFFSET 3000000000"));
  }

  private static long constructed(String query) {
    return SparqlQuery.parse(PREFIX + query).construct(TABLE).count();
  }

  @Test
  public void longPathsAreErrors() {
    SparqlQuery query = SparqlQuery.parse(PREFIX + "SELECT ?x { :a :knows+ ?x }");
    assertEquals(3, query.withMaxPathLength(3).select(TABLE).count());
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> query.withMaxPathLength(2).select(TABLE));
    assertTrue(e.getMessage(), e.getMessage().contains("more than 2 steps"));
  }

  @Test
  public void answersArePrintedInTheFormatsOfTheRecommendation() {
    SparqlQuery query = SparqlQuery.parse(PREFIX + "SELECT ?n { :a :name ?n }");
    assertEquals("n\r\nAnn\r\n", printed(query, QueryAnswer.Format.CSV));
    assertEquals("?n\n\"Ann\"@en\n", printed(query, QueryAnswer.Format.TSV));
    assertTrue(printed(query, QueryAnswer.Format.JSON).contains("\"xml:lang\": \"en\""));
    assertTrue(printed(query, QueryAnswer.Format.TEXT).contains("| \"Ann\"@en |"));
    assertEquals(
        "<http://example.org/a> <http://example.org/is> \"Ann\"@en .\n",
        printed(
            SparqlQuery.parse(PREFIX + "CONSTRUCT { :a :is ?n } { :a :name ?n }"),
            QueryAnswer.Format.TEXT));
  }

  private static String printed(SparqlQuery query, QueryAnswer.Format format) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new QueryAnswer(query, format).print(TABLE, out);
    return out.toString(StandardCharsets.UTF_8);
  }
}
