package io.github.jellybridge.spark.scan;

import static io.github.jellybridge.spark.scan.JellySamples.bnode;
import static io.github.jellybridge.spark.scan.JellySamples.iri;
import static io.github.jellybridge.spark.scan.JellySamples.quad;
import static io.github.jellybridge.spark.scan.JellySamples.quoted;
import static io.github.jellybridge.spark.scan.JellySamples.text;
import static io.github.jellybridge.spark.scan.JellySamples.triple;
import static org.apache.spark.sql.functions.expr;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import eu.neverblink.jelly.core.proto.v1.RdfStreamFrame;
import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import eu.neverblink.jelly.core.proto.v1.RdfStreamRow;
import io.github.jellybridge.spark.JellyFunctionCatalog;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.Before;
import org.junit.Test;

/** Tests that to_jelly makes one frame that jelly-jvm reads as the same statements. */
public class ToJellyTest {
  private static final String TERM = "struct<kind:string,value:string,lang:string,datatype:string>";
  private static final String NO_STATEMENTS =
      "CAST(array() AS array<struct<s:" + TERM + ",p:" + TERM + ",o:" + TERM + ">>)";

  private final SparkSession spark = SparkJelly.spark();

  @Before
  public void addCatalog() {
    spark
        .conf()
        .set("spark.sql.catalog.jelly_bridge", JellyFunctionCatalog.class.getCanonicalName());
  }

  /** The SQL expression of a term. */
  private static String sql(Node term) {
    if (term == null || Quad.isDefaultGraph(term)) {
      return "CAST(NULL AS " + TERM + ")";
    }
    String[] parts = {"iri", "", null, null};
    if (term.isURI()) {
      parts[1] = term.getURI();
    } else if (term.isBlank()) {
      parts[0] = "bnode";
      parts[1] = term.getBlankNodeLabel();
    } else if (term.isTripleTerm()) {
      parts[0] = "triple";
      parts[1] = JellySamples.ntriples(term);
    } else {
      parts[0] = "literal";
      parts[1] = term.getLiteralLexicalForm();
      if (!term.getLiteralLanguage().isEmpty()) {
        parts[2] = term.getLiteralLanguage();
      } else if (!term.getLiteralDatatypeURI().equals(JellySamples.XSD + "string")) {
        parts[3] = term.getLiteralDatatypeURI();
      }
    }
    StringBuilder out = new StringBuilder("named_struct(");
    String[] names = {"kind", "value", "lang", "datatype"};
    for (int i = 0; i < names.length; i++) {
      out.append(i > 0 ? ", '" : "'").append(names[i]).append("', ");
      out.append(
          parts[i] == null
              ? "CAST(NULL AS STRING)"
              : "'" + parts[i].replace("\\", "\\\\").replace("'", "\\'") + "'");
    }
    return out.append(')').toString();
  }

  private static String sql(Quad quad, boolean graph) {
    return "named_struct('s', "
        + sql(quad.getSubject())
        + ", 'p', "
        + sql(quad.getPredicate())
        + ", 'o', "
        + sql(quad.getObject())
        + (graph ? ", 'g', " + sql(quad.getGraph()) : "")
        + ")";
  }

  private Dataset<Row> rows(List<Quad> quads, boolean graph) {
    List<String> structs = quads.stream().map(quad -> sql(quad, graph)).toList();
    return spark.sql("SELECT explode(array(" + String.join(", ", structs) + ")) AS x");
  }

  /** The message for one array of all statements. */
  private byte[] message(List<Quad> quads, boolean graph, String options) {
    return (byte[])
        rows(quads, graph)
            .selectExpr("jelly_bridge.to_jelly(array_agg(x)" + options + ")")
            .head()
            .get(0);
  }

  private static RdfStreamOptions optionsOf(byte[] message) {
    return optionsOf(JellyMessages.frame(message));
  }

  private static RdfStreamOptions optionsOf(RdfStreamFrame frame) {
    return frame.getRows().iterator().next().getOptions();
  }

  @Test
  public void withoutGraphsTriples() {
    byte[] message = message(JellySamples.everyKind(), false, "");
    assertEquals(
        JellySamples.described(JellySamples.everyKind()),
        JellySamples.described(JellyMessages.decode(message)));
    assertEquals(PhysicalStreamType.TRIPLES, optionsOf(message).getPhysicalType());
    assertEquals(1, optionsOf(message).getVersion());
  }

  @Test
  public void withGraphsQuads() {
    List<Quad> quads =
        List.of(
            quad(iri("a"), iri("p"), text("x"), iri("g")),
            triple(iri("a"), iri("p"), text("y")),
            quad(bnode("a"), iri("p"), text("z"), bnode("g")));
    byte[] message = message(quads, true, "");
    assertEquals(
        JellySamples.described(quads), JellySamples.described(JellyMessages.decode(message)));
    assertEquals(PhysicalStreamType.QUADS, optionsOf(message).getPhysicalType());
    byte[] graphs = message(quads, true, ", map('physicalType', 'graphs')");
    assertEquals(
        JellySamples.described(quads), JellySamples.described(JellyMessages.decode(graphs)));
    assertEquals(PhysicalStreamType.GRAPHS, optionsOf(graphs).getPhysicalType());
  }

  @Test
  public void optionsAreThoseOfTheFrame() {
    RdfStreamOptions options =
        optionsOf(
            message(
                JellySamples.everyKind(),
                false,
                ", map('streamName', 'sensors', 'preset', 'big', 'maxNameTableSize', '99')"));
    assertEquals("sensors", options.getStreamName());
    assertEquals(99, options.getMaxNameTableSize());
    assertTrue(options.getMaxPrefixTableSize() > 100);
  }

  @Test
  public void quotedTriplesNeedTheirOption() {
    List<Quad> quads =
        List.of(triple(iri("a"), iri("says"), quoted(iri("b"), iri("p"), text("x"))));
    byte[] message = message(quads, false, ", map('rdfStar', 'true')");
    assertEquals(
        JellySamples.described(quads), JellySamples.described(JellyMessages.decode(message)));
    String text = assertThrows(Exception.class, () -> message(quads, false, "")).getMessage();
    assertTrue(text, text.contains("to_jelly cannot write statement 0"));
    assertTrue(text, text.contains("rdfStar"));
  }

  @Test
  public void oneFrameHoweverLong() {
    List<Quad> quads = JellySamples.numbered(10_000);
    spark.range(10_000).createOrReplaceTempView("numbers");
    byte[] message =
        (byte[])
            spark
                .sql(
                    "SELECT jelly_bridge.to_jelly(array_agg(named_struct("
                        + "'s', named_struct('kind', 'iri', 'value', concat('http://example.org/s',"
                        + " id % 97)), 'p', named_struct('kind', 'iri', 'value',"
                        + " concat('http://example.org/p', id % 7)), 'o', named_struct('kind',"
                        + " 'literal', 'value', string(id), 'datatype',"
                        + " 'http://www.w3.org/2001/XMLSchema#integer')))) FROM numbers")
                .head()
                .get(0);
    assertEquals(
        JellySamples.described(quads), JellySamples.described(JellyMessages.decode(message)));
  }

  @Test
  public void delimitedMessageIsAFile() throws IOException {
    byte[] message = message(JellySamples.numbered(3), false, ", map('delimited', 'true')");
    assertEquals(
        JellySamples.described(JellySamples.numbered(3)),
        JellySamples.described(JellyMessages.decode(message)));
    RdfStreamFrame frame = RdfStreamFrame.parseDelimitedFrom(new ByteArrayInputStream(message));
    assertEquals(PhysicalStreamType.TRIPLES, optionsOf(frame).getPhysicalType());
  }

  @Test
  public void nullAndEmptyArray() {
    assertNull(
        spark
            .sql("SELECT jelly_bridge.to_jelly(if(rand() < 2, NULL, " + NO_STATEMENTS + "))")
            .head()
            .get(0));
    byte[] message =
        (byte[])
            spark
                .sql("SELECT jelly_bridge.to_jelly(filter(" + NO_STATEMENTS + ", x -> rand() < 2))")
                .head()
                .get(0);
    assertEquals(1, JellyMessages.frame(message).getRows().size());
    assertEquals(List.of(), JellyMessages.decode(message));
  }

  @Test
  public void valuesOfFromJellyAreWrittenBackUnchanged() {
    byte[] message = JellyMessages.quads(JellySamples.everyKind());
    spark
        .sql("SELECT 1")
        .selectExpr("X'" + hex(message) + "' AS value")
        .createOrReplaceTempView("messages");
    byte[] again =
        (byte[])
            spark
                .sql(
                    "SELECT jelly_bridge.to_jelly(jelly_bridge.from_jelly(value,"
                        + " map('blankNodes', 'preserve'))) FROM messages")
                .head()
                .get(0);
    assertEquals(JellyMessages.decode(message), JellyMessages.decode(again));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  public void aggregateMakesAFrameOfEachGroup() {
    List<Quad> quads = JellySamples.numbered(500);
    Cases.each(
        new int[] {1, 3},
        partitions -> {
          List<Row> frames =
              rows(quads, false)
                  .repartition(partitions)
                  .selectExpr("x.s", "x.p", "x.o")
                  .groupBy("s")
                  .agg(expr("jelly_bridge.to_jelly(s, p, o, map('streamName', 'group'))"))
                  .collectAsList();
          assertEquals(97, frames.size());
          List<Quad> all = new ArrayList<>();
          for (Row row : frames) {
            byte[] message = row.getAs(1);
            assertEquals("group", optionsOf(message).getStreamName());
            List<Quad> group = JellyMessages.decode(message);
            assertEquals(1, group.stream().map(Quad::getSubject).distinct().count());
            all.addAll(group);
          }
          assertEquals(JellySamples.described(quads), JellySamples.described(all));
        });
  }

  @Test
  public void termsMayBeTexts() {
    List<Quad> quads = JellySamples.everyKind();
    List<String> structs =
        quads.stream()
            .map(
                quad ->
                    "named_struct('s', r'"
                        + JellySamples.ntriples(quad.getSubject())
                        + "', 'p', r'"
                        + JellySamples.ntriples(quad.getPredicate())
                        + "', 'o', r'"
                        + JellySamples.ntriples(quad.getObject())
                        + "')")
            .toList();
    byte[] message =
        (byte[])
            spark
                .sql("SELECT jelly_bridge.to_jelly(array(" + String.join(", ", structs) + "))")
                .head()
                .get(0);
    assertEquals(
        JellySamples.described(quads), JellySamples.described(JellyMessages.decode(message)));
  }

  @Test
  public void aggregateOfManyPartsIsOneFrame() {
    List<Quad> quads = JellySamples.everyKind();
    byte[] message =
        (byte[])
            rows(quads, true)
                .repartition(4)
                .selectExpr("jelly_bridge.to_jelly(x.s, x.p, x.o, x.g)")
                .head()
                .get(0);
    assertEquals(
        JellySamples.described(quads), JellySamples.described(JellyMessages.decode(message)));
    long options =
        JellyMessages.frame(message).getRows().stream().filter(RdfStreamRow::hasOptions).count();
    assertEquals(1, options);
  }

  @Test
  public void aggregateOfNoRowsIsNull() {
    assertNull(
        rows(JellySamples.everyKind(), false)
            .where("rand() > 2")
            .selectExpr("jelly_bridge.to_jelly(x.s, x.p, x.o)")
            .head()
            .get(0));
  }

  @Test
  public void statementsThatAreNoneAreErrors() {
    String iri = "named_struct('kind', 'iri', 'value', 'http://example.org/a')";
    for (String[] wrong :
        List.of(
            new String[] {"CAST(NULL AS " + TERM + ")", "null"},
            new String[] {"named_struct('kind', 'uri', 'value', 'x')", "'uri'"},
            new String[] {"named_struct('kind', 'literal', 'value', 'x')", "generalized"})) {
      String text =
          assertThrows(
                  Exception.class,
                  () ->
                      spark
                          .sql(
                              "SELECT jelly_bridge.to_jelly(array(named_struct('s', "
                                  + wrong[0]
                                  + ", 'p', "
                                  + iri
                                  + ", 'o', "
                                  + iri
                                  + "))) FROM range(1)")
                          .collect())
              .getMessage();
      assertTrue(text, text.contains("to_jelly cannot write statement 0"));
      assertTrue(text, text.contains(wrong[1]));
    }
  }

  @Test
  public void namedGraphInTriplesIsAnError() {
    List<Quad> quads = List.of(quad(iri("a"), iri("p"), text("x"), iri("g")));
    String text =
        assertThrows(
                Exception.class, () -> message(quads, true, ", map('physicalType', 'triples')"))
            .getMessage();
    assertTrue(text, text.contains("physicalType"));
  }

  @Test
  public void wrongArgumentsAreRefusedByTheAnalysis() {
    for (String arguments :
        List.of(
            "1",
            "array(1)",
            "array(named_struct('s', 1))",
            "array(named_struct('s', 'x', 'p', 'x', 'o', 'x', 'extra', 'x'))",
            "1, 2, 3",
            "map('a', 'b')")) {
      assertThrows(
          arguments,
          AnalysisException.class,
          () -> spark.sql("SELECT jelly_bridge.to_jelly(" + arguments + ")"));
    }
  }
}
