package io.github.jellybridge.spark.scan;

import static io.github.jellybridge.spark.scan.JellySamples.bnode;
import static io.github.jellybridge.spark.scan.JellySamples.iri;
import static io.github.jellybridge.spark.scan.JellySamples.quad;
import static io.github.jellybridge.spark.scan.JellySamples.quoted;
import static io.github.jellybridge.spark.scan.JellySamples.text;
import static io.github.jellybridge.spark.scan.JellySamples.triple;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import io.github.jellybridge.spark.JellyFunctionCatalog;
import io.github.jellybridge.testing.Cases;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.Before;
import org.junit.Test;

/** Tests that from_jelly gives the statements that jelly-jvm reads from the same message. */
public class FromJellyTest {
  private static final String PRESERVE = ", map('blankNodes', 'preserve')";

  private final SparkSession spark = SparkJelly.spark();

  @Before
  public void addCatalog() {
    spark
        .conf()
        .set("spark.sql.catalog.jelly_bridge", JellyFunctionCatalog.class.getCanonicalName());
  }

  private Dataset<Row> messages(byte[]... values) {
    List<Row> rows = Stream.of(values).map(value -> RowFactory.create((Object) value)).toList();
    return spark.createDataFrame(rows, StructType.fromDDL("value BINARY")).repartition(1);
  }

  /** The statements of all messages, in the form in which Spark prints rows. */
  private List<String> statements(String options, byte[]... values) {
    return SparkJelly.rows(
        messages(values)
            .selectExpr("explode(jelly_bridge.from_jelly(value" + options + ")) AS x")
            .select("x.*"));
  }

  private static List<String> described(byte[] message) {
    return JellyMessages.decode(message).stream().map(JellySamples::describe).toList();
  }

  @Test
  public void typeOfTheResult() {
    String term = "struct<kind:string,value:string,lang:string,datatype:string>";
    assertEquals(
        "array<struct<s:" + term + ",p:" + term + ",o:" + term + ",g:" + term + ">>",
        messages()
            .selectExpr("jelly_bridge.from_jelly(value) AS x")
            .schema()
            .apply("x")
            .dataType()
            .simpleString());
  }

  @Test
  public void everyKindOfTerm() {
    byte[] message = JellyMessages.triples(JellySamples.everyKind());
    assertEquals(described(message), statements(PRESERVE, message));
  }

  @Test
  public void quotedTriples() {
    Quad said = triple(iri("a"), iri("says"), quoted(iri("b"), iri("p"), text("x")));
    byte[] message = JellyMessages.triples(List.of(said));
    assertEquals(described(message), statements(PRESERVE, message));
  }

  @Test
  public void quadsAndGraphsWithTheDefaultGraphAsNull() {
    List<Quad> quads =
        List.of(
            quad(iri("a"), iri("p"), text("x"), iri("g")),
            triple(iri("a"), iri("p"), text("y")),
            quad(iri("a"), iri("p"), text("z"), bnode("g")));
    Cases.each(
        List.of(PhysicalStreamType.QUADS, PhysicalStreamType.GRAPHS),
        type -> {
          byte[] message = JellyMessages.encode(quads, type, false);
          assertEquals(described(message), statements(PRESERVE, message));
        });
  }

  @Test
  public void messageOfSeveralDelimitedFrames() {
    byte[] message =
        JellyMessages.encode(JellySamples.numbered(20), PhysicalStreamType.TRIPLES, true);
    assertEquals(described(message), statements(PRESERVE, message));
  }

  @Test
  public void messageOfMoreStatementsThanABatchHas() {
    byte[] message = JellyMessages.triples(JellySamples.numbered(20_000));
    assertEquals(described(message), statements(PRESERVE, message));
  }

  @Test
  public void eachMessageIsAStreamOfItsOwn() {
    byte[] one = JellyMessages.triples(JellySamples.numbered(3));
    byte[] other = JellyMessages.quads(JellySamples.everyKind());
    List<String> expected =
        Stream.of(one, other, one).flatMap(message -> described(message).stream()).toList();
    assertEquals(expected, statements(PRESERVE, one, other, one));
  }

  /** Tests that Spark recognizes the same call in SELECT and in GROUP BY. */
  @Test
  public void rowsCanBeGroupedByStatements() {
    byte[] message = JellyMessages.triples(JellySamples.numbered(3));
    messages(message, message).createOrReplaceTempView("messages");
    String statements = "jelly_bridge.from_jelly(value, map('mode', 'PERMISSIVE'))";
    String again = "jelly_bridge.to_jelly(" + statements + ")";
    Cases.each(
        List.of(statements, again),
        call -> {
          Row row =
              spark.sql("SELECT " + call + " AS x, count(*) FROM messages GROUP BY " + call).head();
          assertEquals(2L, row.get(1));
        });
  }

  @Test
  public void valuesOfOneRowDoNotShareMemory() {
    byte[] one = JellyMessages.triples(JellySamples.numbered(3));
    byte[] other = JellyMessages.triples(JellySamples.everyKind());
    Row row =
        messages(one)
            .crossJoin(messages(other).withColumnRenamed("value", "other"))
            .selectExpr(
                "transform(array(value, other, value), m -> jelly_bridge.from_jelly(m, map("
                    + "'blankNodes', 'preserve'))) AS x")
            .selectExpr("x[0].o.value", "x[1].o.value", "x[2].o.value")
            .head();
    assertEquals(List.of("0", "1", "2"), row.getList(0));
    assertEquals(row.getList(0), row.getList(2));
    assertEquals(6, row.getList(1).size());
  }

  @Test
  public void blankNodesAreUniqueToTheMessageAndTheSameWhenItIsReadAgain() {
    byte[] one = JellyMessages.triples(List.of(triple(bnode("b"), iri("p"), text("1"))));
    byte[] other = JellyMessages.triples(List.of(triple(bnode("b"), iri("p"), text("2"))));
    List<String> labels = statements("", one, other, one);
    assertEquals(labels.get(0), labels.get(2));
    assertNotEquals(labels.get(0).substring(0, 40), labels.get(1).substring(0, 40));
    assertTrue(labels.get(0), labels.get(0).startsWith("[[bnode,jb"));
    assertEquals(labels, statements(", map('blankNodes', 'message')", one, other, one));
  }

  @Test
  public void nullAndMessageWithoutStatements() {
    assertEquals(
        List.of("[null]", "[ArraySeq()]"),
        SparkJelly.rows(
            messages(null, JellyMessages.withoutStatements())
                .selectExpr("jelly_bridge.from_jelly(value)")));
  }

  @Test
  public void malformedMessageIsAnErrorOrNull() {
    byte[] good = JellyMessages.triples(JellySamples.numbered(3));
    List<byte[]> broken =
        List.of(Arrays.copyOf(good, good.length - 1), new byte[0], "text".getBytes());
    Cases.each(
        broken,
        message -> {
          String text =
              assertThrows(
                      Exception.class,
                      () ->
                          messages(message).selectExpr("jelly_bridge.from_jelly(value)").collect())
                  .getMessage();
          assertTrue(text, text.contains("Malformed Jelly in a message of " + message.length));
          assertTrue(text, text.contains("mode=PERMISSIVE"));
          assertEquals(
              List.of("[3]", "[null]"),
              SparkJelly.rows(
                  messages(good, message)
                      .selectExpr(
                          "size(jelly_bridge.from_jelly(value, map('mode', 'permissive')))")));
        });
  }

  @Test
  public void limitsHold() {
    byte[] message = JellyMessages.triples(JellySamples.numbered(50));
    String text =
        assertThrows(Exception.class, () -> statements(", map('maxNameTable', '8')", message))
            .getMessage();
    assertTrue(text, text.contains("(option maxNameTable)"));
  }

  @Test
  public void wrongOptionsAreRefused() {
    byte[] message = JellyMessages.triples(JellySamples.numbered(1));
    for (String[] wrong :
        List.of(
            new String[] {"'mode', 'DROPMALFORMED'", "one of FAILFAST, PERMISSIVE"},
            new String[] {"'blankNodes', 'file'", "one of message, frame, preserve"},
            new String[] {"'termFormat', 'struct'", "Unknown option 'termFormat' of function"},
            new String[] {"'fs.x', 'y'", "Unknown option 'fs.x' of function 'from_jelly'"},
            new String[] {"'mode', CAST(NULL AS STRING)", "'mode' must not be null"})) {
      String text =
          assertThrows(Exception.class, () -> statements(", map(" + wrong[0] + ")", message))
              .getMessage();
      assertTrue(text, text.contains(wrong[1]));
    }
  }

  @Test
  public void wrongArgumentsAreRefusedByTheAnalysis() {
    Cases.each(
        List.of("", "1", "value, value", "value, map(1, 2)"),
        arguments -> {
          Exception error =
              assertThrows(
                  AnalysisException.class,
                  () -> messages().selectExpr("jelly_bridge.from_jelly(" + arguments + ")"));
          assertTrue(error.getMessage(), error.getMessage().contains("from_jelly takes a binary"));
        });
  }

  @Test
  public void optionsOfEachRow() {
    byte[] good = JellyMessages.triples(JellySamples.numbered(3));
    Dataset<Row> rows =
        messages(good, Arrays.copyOf(good, 5))
            .selectExpr("value", "map('mode', if(length(value) = 5, 'PERMISSIVE', 'FAILFAST')) m")
            .repartition(1);
    assertEquals(
        List.of("[3]", "[null]"),
        SparkJelly.rows(rows.selectExpr("size(jelly_bridge.from_jelly(value, m))")));
  }

  @Test
  public void callsAreInGeneratedCode() {
    Dataset<Row> frame =
        messages(JellyMessages.triples(JellySamples.numbered(3)))
            .selectExpr("explode(jelly_bridge.from_jelly(value)) AS x")
            .where("x.o.value <> '1'");
    assertEquals(2, frame.collectAsList().size());
    String plan = SparkJelly.plan(frame);
    assertTrue(plan, plan.contains(") Generate explode(invoke(from_jelly.invoke("));
  }
}
