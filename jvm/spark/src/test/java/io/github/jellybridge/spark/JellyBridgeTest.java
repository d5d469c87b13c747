package io.github.jellybridge.spark;

import static io.github.jellybridge.spark.scan.JellySamples.iri;
import static io.github.jellybridge.spark.scan.JellySamples.quad;
import static io.github.jellybridge.spark.scan.JellySamples.text;
import static io.github.jellybridge.spark.scan.JellySamples.triple;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jena.Riot;
import io.github.jellybridge.spark.jena.StatementCollector;
import io.github.jellybridge.spark.jena.StatementLimitException;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.spark.scan.JellySamples;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.jena.graph.Graph;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.out.NodeFmtLib;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.riot.system.StreamRDFLib;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.jena.sparql.core.Quad;
import org.apache.jena.sparql.graph.GraphFactory;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Aggregator;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import scala.Tuple2;

/** Tests tables as objects of Jena and back; jelly-jvm writes and reads the files. */
public class JellyBridgeTest {
  private static final Node QUOTED =
      NodeFactory.createTripleTerm(
          NodeFactory.createBlankNode("b0"),
          iri("p"),
          NodeFactory.createLiteralLang("a \"b\"", "en"));

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final SparkSession spark = LocalSpark.get();

  private static List<Quad> quads() {
    List<Quad> quads = new ArrayList<>(JellySamples.someQuads());
    quads.add(triple(QUOTED, iri("says"), QUOTED));
    return quads;
  }

  private static DatasetGraph dataset(List<Quad> quads) {
    DatasetGraph dataset = DatasetGraphFactory.create();
    quads.forEach(dataset::add);
    return dataset;
  }

  private Path file() {
    return folder.getRoot().toPath().resolve("data.jelly");
  }

  private Dataset<Row> table(List<Quad> quads) {
    JellySamples.writeQuads(file(), quads, 3);
    return spark.read().format("jelly").option("blankNodes", "preserve").load(file().toString());
  }

  @Test
  public void tableAsDataset() {
    DatasetGraph found = JellyBridge.toDatasetGraph(table(quads()));
    assertTrue(Riot.isomorphic(dataset(quads()), found));
    assertEquals(quads().size(), found.stream().count());
  }

  @Test
  public void aTableOfTheDefaultGraphBecomesAGraph() {
    List<Quad> triples = JellySamples.everyKind();
    Graph expected = GraphFactory.createDefaultGraph();
    triples.forEach(t -> expected.add(t.asTriple()));
    assertTrue(expected.isIsomorphicWith(JellyBridge.toGraph(table(triples))));
    assertTrue(
        expected.isIsomorphicWith(JellyBridge.toGraph(table(triples).drop("g").coalesce(1))));
    String text =
        assertThrows(
                IllegalArgumentException.class,
                () -> JellyBridge.toGraph(table(JellySamples.someQuads())))
            .getMessage();
    assertTrue(text, text.contains("is in the graph http://example.org/g1"));
  }

  @Test
  public void aTableBecomesAStream() {
    DatasetGraph found = DatasetGraphFactory.create();
    JellyBridge.send(table(quads()), StreamRDFLib.dataset(found));
    assertTrue(Riot.isomorphic(dataset(quads()), found));
  }

  @Test
  public void beyondTheLimitNothingIsHandedOver() {
    List<String> calls = new ArrayList<>();
    StreamRDF stream =
        new StreamRDFBase() {
          @Override
          public void start() {
            calls.add("start");
          }
        };
    Dataset<Row> table = table(JellySamples.numbered(5));
    StatementLimitException e =
        assertThrows(StatementLimitException.class, () -> JellyBridge.send(table, stream, 4));
    assertEquals(4, e.limit());
    assertTrue(e.getMessage(), e.getMessage().contains("more than 4 statements"));
    assertEquals(List.of(), calls);
    assertThrows(StatementLimitException.class, () -> JellyBridge.toGraph(table, 4));
    assertThrows(StatementLimitException.class, () -> JellyBridge.toDatasetGraph(table, 0));
    JellyBridge.send(table, stream, 5);
    assertEquals(List.of("start"), calls);
    assertEquals(5, JellyBridge.toGraph(table, Integer.MAX_VALUE).size());
    assertThrows(IllegalArgumentException.class, () -> JellyBridge.toGraph(table, -1));
  }

  @Test
  public void columnsMayBeTextOrLackFields() {
    List<Row> rows =
        quads().stream()
            .map(
                q ->
                    RowFactory.create(
                        "x",
                        q.isDefaultGraph() ? null : NodeFmtLib.strNT(q.getGraph()),
                        JellySamples.ntriples(q.getObject()),
                        JellySamples.ntriples(q.getPredicate()),
                        JellySamples.ntriples(q.getSubject())))
            .toList();
    StructType type = new StructType();
    for (String name : List.of("extra", "G", "o", "p", "s")) {
      type = type.add(name, DataTypes.StringType);
    }
    Dataset<Row> texts = spark.createDataFrame(rows, type);
    // Jena writes blank nodes with other labels.
    assertEquals(
        JellySamples.described(JellySamples.everyKind()),
        JellySamples.described(
            new ArrayList<>(
                JellyBridge.toDatasetGraph(texts.limit(6).drop("G")).stream().toList())));
    assertEquals(quads().size(), JellyBridge.toDatasetGraph(texts).stream().count());
    Dataset<Row> short_ =
        spark.sql(
            "SELECT named_struct('value', 'u:a', 'kind', 'iri') AS s, named_struct('kind', 'iri',"
                + " 'value', 'u:p') AS p, '\"x\"@en' AS o, NULL AS g");
    Quad expected =
        triple(
            NodeFactory.createURI("u:a"),
            NodeFactory.createURI("u:p"),
            NodeFactory.createLiteralLang("x", "en"));
    assertTrue(JellyBridge.toGraph(short_).contains(expected.asTriple()));
  }

  @Test
  public void rowsThatAreNoStatementsAreErrors() {
    Dataset<Row> table = table(JellySamples.everyKind());
    Dataset<Row> without =
        table.withColumn("p", lit(null).cast(table.schema().apply("p").dataType()));
    String text =
        assertThrows(IllegalArgumentException.class, () -> JellyBridge.toGraph(without))
            .getMessage();
    assertTrue(text, text.contains("has no p"));
    assertThrows(IllegalArgumentException.class, () -> JellyBridge.toGraph(table.drop("o")));
    assertThrows(
        IllegalArgumentException.class, () -> JellyBridge.toGraph(table.withColumn("o", lit(1))));
  }

  @Test
  public void datasetAsTableEqualsTheResultOfJellyJvm() {
    JellyBridge.toDataFrame(spark, dataset(quads()))
        .coalesce(1)
        .write()
        .format("jelly")
        .option("rdfStar", true)
        .save(folder.getRoot().toPath().resolve("out").toString());
    Path part =
        Path.of(
            folder
                .getRoot()
                .toPath()
                .resolve("out")
                .toFile()
                .listFiles((dir, name) -> name.endsWith(".jelly"))[0]
                .getPath());
    assertEquals(
        JellySamples.described(quads()),
        JellySamples.described(JellySamples.readWithJellyJvm(part)));
  }

  @Test
  public void manyStatementsBecomeSeveralMessagesInOrder() {
    List<Quad> quads = JellySamples.numbered(200_000);
    Dataset<Row> table = JellyBridge.toDataFrame(spark, quads.iterator());
    assertEquals(200_000, table.count());
    Row row = table.selectExpr("first(o.value)", "last(o.value)").head();
    assertEquals(RowFactory.create("0", "199999"), row);
    assertEquals(List.of("s", "p", "o", "g"), List.of(table.columns()));
  }

  @Test
  public void graphAndParserAsTable() {
    String turtle = "PREFIX e: <http://example.org/> e:a e:p [ e:q 1, 'x'@en ] .";
    Graph graph = GraphFactory.createDefaultGraph();
    RDFParser.fromString(turtle, Lang.TURTLE).parse(graph);
    StatementCollector collector = JellyBridge.collector();
    RDFParser.fromString(turtle, Lang.TURTLE).parse(collector);
    for (Dataset<Row> table :
        List.of(JellyBridge.toDataFrame(spark, graph), collector.dataFrame(spark))) {
      assertTrue(graph.isIsomorphicWith(JellyBridge.toGraph(table)));
    }
    assertEquals(0, JellyBridge.collector().dataFrame(spark).count());
  }

  @Test
  public void termsAsRowsAndNodes() {
    for (Quad quad : quads()) {
      for (Node node : List.of(quad.getSubject(), quad.getPredicate(), quad.getObject())) {
        Row row = JellyBridge.toRow(node);
        assertEquals(JellySamples.describe(node), row.toString());
        assertEquals(node, JellyBridge.toNode(row));
        assertEquals(node, Term.of(node).node());
      }
    }
    assertNull(JellyBridge.toRow(null));
    assertNull(JellyBridge.toNode(null));
    for (Row wrong :
        List.of(
            RowFactory.create("uri", "x", null, null),
            RowFactory.create("triple", "<u:a>", null, null),
            RowFactory.create("iri", null, null, null),
            RowFactory.create("iri", "x:a", null, "x:d"),
            RowFactory.create("bnode", "b", "en", null),
            RowFactory.create("literal", "x", "en", "x:d"),
            RowFactory.create("literal", "x", "", null),
            RowFactory.create("iri", "x:a"))) {
      assertThrows(IllegalArgumentException.class, () -> JellyBridge.toNode(wrong));
    }
    assertThrows(
        IllegalArgumentException.class, () -> JellyBridge.toRow(NodeFactory.createVariable("x")));
  }

  /** Tests a language or datatype that the kind of term does not allow; writers also refuse it. */
  @Test
  public void termsWithALanguageAndADatatypeAreRefused() {
    String good = "'kind', 'iri', 'value', 'x:a', 'lang', null, 'datatype', null";
    for (String wrong :
        List.of(
            "'kind', 'literal', 'value', 'x', 'lang', 'en', 'datatype', 'x:d'",
            "'kind', 'literal', 'value', 'x', 'lang', '', 'datatype', null",
            "'kind', 'iri', 'value', 'x:a', 'lang', null, 'datatype', 'x:d'")) {
      Dataset<Row> table =
          spark.sql(
              "SELECT named_struct("
                  + good
                  + ") AS s, named_struct("
                  + good
                  + ") AS p, named_struct("
                  + wrong
                  + ") AS o");
      String message =
          assertThrows(IllegalArgumentException.class, () -> JellyBridge.toGraph(table))
              .getMessage();
      assertTrue(message, message.contains("no RDF term"));
    }
  }

  @Test
  public void statementsAreObjects() {
    Dataset<Statement> statements = JellyBridge.statements(table(quads()));
    List<Quad> found = statements.collectAsList().stream().map(Statement::quad).toList();
    assertEquals(JellySamples.described(quads()), JellySamples.described(found));
    assertEquals(found.stream().map(Statement::of).toList(), statements.collectAsList());
    assertEquals(2, statements.filter(col("g.value").equalTo("http://example.org/g1")).count());
  }

  @Test
  public void statementsKeepTheirTermsInTypedFiltersAndAggregates() {
    List<Statement> expected = quads().stream().map(Statement::of).toList();
    Dataset<Statement> statements = JellyBridge.statements(table(quads()));
    FilterFunction<Statement> literals = st -> "literal".equals(st.o().kind());
    List<Statement> found = statements.filter(literals).collectAsList();
    assertEquals(expected.stream().filter(st -> st.o().kind().equals("literal")).toList(), found);

    FilterFunction<Tuple2<Statement, Statement>> same = p -> p._1().equals(p._2());
    Dataset<Tuple2<Statement, Statement>> pairs = statements.joinWith(statements, lit(true));
    assertEquals(expected.size(), pairs.filter(same).count());

    String all = statements.select(new Concatenation().toColumn()).first();
    assertEquals(expected.stream().map(st -> st + "\n").collect(Collectors.joining()), all);
  }

  /** Concatenates the text of all statements. */
  private static final class Concatenation extends Aggregator<Statement, String, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public String zero() {
      return "";
    }

    @Override
    public String reduce(String before, Statement statement) {
      return before + statement + "\n";
    }

    @Override
    public String merge(String one, String other) {
      return one + other;
    }

    @Override
    public String finish(String all) {
      return all;
    }

    @Override
    public Encoder<String> bufferEncoder() {
      return Encoders.STRING();
    }

    @Override
    public Encoder<String> outputEncoder() {
      return Encoders.STRING();
    }
  }

  @Test
  public void textsAreParsedInTheSessionOfTheirTable() {
    Path data = file();
    JellySamples.writeQuads(data, quads(), 3);
    Dataset<Row> table =
        spark
            .newSession()
            .read()
            .format("jelly")
            .option("termFormat", "ntriples")
            .option("blankNodes", "preserve")
            .load(data.toString());
    assertTrue(Riot.isomorphic(dataset(quads()), JellyBridge.toDatasetGraph(table)));
  }

  @Test
  public void columnsAreFoundAsTheSessionTakesNames() {
    Dataset<Row> table = table(quads());
    spark.conf().set("spark.sql.caseSensitive", true);
    try {
      Dataset<Row> more =
          table.select(col("o").as("S"), lit(1).as("G"), col("s"), col("p"), col("o"), col("g"));
      assertTrue(Riot.isomorphic(dataset(quads()), JellyBridge.toDatasetGraph(more)));
    } finally {
      spark.conf().unset("spark.sql.caseSensitive");
    }
  }

  @Test
  public void statementsCanBeMadeAndWritten() {
    List<Statement> list = quads().stream().map(Statement::of).toList();
    Path out = folder.getRoot().toPath().resolve("out");
    spark
        .createDataset(list, Statement.encoder())
        .coalesce(1)
        .write()
        .format("jelly")
        .option("rdfStar", true)
        .save(out.toString());
    Dataset<Row> again =
        spark.read().format("jelly").option("blankNodes", "preserve").load(out.toString());
    assertEquals(list, JellyBridge.statements(again).collectAsList());
    assertTrue(Riot.isomorphic(dataset(quads()), JellyBridge.toDatasetGraph(again)));
    assertEquals(
        quad(iri("a"), iri("p"), text("x"), iri("g1")),
        new Statement(
                Term.iri("http://example.org/a"),
                Term.iri("http://example.org/p"),
                Term.literal("x"),
                Term.iri("http://example.org/g1"))
            .quad());
  }
}
