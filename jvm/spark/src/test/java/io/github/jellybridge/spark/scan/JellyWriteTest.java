package io.github.jellybridge.spark.scan;

import static io.github.jellybridge.spark.scan.JellySamples.bnode;
import static io.github.jellybridge.spark.scan.JellySamples.iri;
import static io.github.jellybridge.spark.scan.JellySamples.lang;
import static io.github.jellybridge.spark.scan.JellySamples.quad;
import static io.github.jellybridge.spark.scan.JellySamples.quoted;
import static io.github.jellybridge.spark.scan.JellySamples.text;
import static io.github.jellybridge.spark.scan.JellySamples.triple;
import static io.github.jellybridge.spark.scan.JellySamples.typed;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.Rule;
import org.junit.Test;

/** Tests that jelly-jvm reads the statements of the rows from the written files. */
public class JellyWriteTest {
  @Rule public final SavedFolder folder = new SavedFolder();

  @Test
  public void quadsOfEveryKindOfTerm() {
    folder.save(WrittenFiles.quads(JellySamples.someQuads()));
    folder.assertHolds(JellySamples.someQuads());
  }

  @Test
  public void withoutAColumnForGraphsTriplesAreWritten() throws Exception {
    folder.save(WrittenFiles.quads(JellySamples.everyKind()).drop("g"));
    folder.assertHolds(JellySamples.everyKind());
    assertEquals(1, WrittenFiles.physicalType(folder.target()));
    folder.save(WrittenFiles.quads(JellySamples.everyKind()));
    assertEquals(2, WrittenFiles.physicalType(folder.target()));
    folder.save(WrittenFiles.quads(JellySamples.everyKind()).withColumn("g", functions.lit(null)));
    assertEquals(1, WrittenFiles.physicalType(folder.target()));
  }

  @Test
  public void moreLanguagesAndDatatypesThanAreKept() {
    List<Quad> quads = new ArrayList<>();
    for (int i = 0; i < 12_000; i++) {
      String number = Integer.toString(i);
      for (Node object : List.of(lang(number, "x-" + i), typed(number, "t" + i), lang("", "en"))) {
        quads.add(triple(iri("s"), iri("p"), object));
      }
    }
    folder.save(WrittenFiles.quads(quads).coalesce(1));
    folder.assertHolds(quads);
  }

  @Test
  public void namesOfFilesAreTheSameInAllLocales() {
    Locale before = Locale.getDefault();
    // A locale with digits of its own.
    Locale.setDefault(Locale.forLanguageTag("ar-EG"));
    try {
      folder.save(WrittenFiles.statements("a", "b").coalesce(1), "maxRecordsPerFile", "1");
    } finally {
      Locale.setDefault(before);
    }
    List<Path> files = WrittenFiles.jellyFiles(folder.target());
    assertEquals(2, files.size());
    for (Path file : files) {
      String name = file.getFileName().toString();
      assertTrue(name, name.matches("part-00000-[-0-9a-f]{36}(-001)?\\.jelly"));
    }
  }

  @Test
  public void theOrderOfColumnsDoesNotMatter() {
    folder.save(WrittenFiles.quads(JellySamples.someQuads()).select("g", "o", "p", "s"));
    folder.assertHolds(JellySamples.someQuads());
  }

  @Test
  public void theOrderOfTheFieldsOfATermDoesNotMatterAndSomeMayBeMissing() {
    Dataset<Row> rows =
        WrittenFiles.statements("a", "b")
            .select(
                functions
                    .struct(functions.expr("s.value as value"), functions.expr("s.kind as kind"))
                    .as("s"),
                functions.col("p"),
                functions.struct("o.datatype", "o.lang", "o.value", "o.kind").as("o"));
    folder.save(rows);
    assertEquals(List.of("a", "b"), WrittenFiles.locals(folder.target()));
  }

  @Test
  public void columnsOfNTriplesText() {
    List<Quad> quads = new ArrayList<>(JellySamples.someQuads());
    quads.add(
        quad(
            quoted(iri("a"), iri("p"), quoted(bnode("b"), iri("q"), lang("\"", "en"))),
            iri("p"),
            text("\\ \r\n\t\u0001"),
            iri("g1")));
    StructType strings = new StructType();
    for (String name : List.of("s", "p", "o", "g")) {
      strings = strings.add(name, DataTypes.StringType);
    }
    List<Row> rows =
        quads.stream()
            .map(
                q ->
                    RowFactory.create(
                        JellySamples.ntriples(q.getSubject()),
                        JellySamples.ntriples(q.getPredicate()),
                        JellySamples.ntriples(q.getObject()),
                        q.isDefaultGraph() ? null : JellySamples.ntriples(q.getGraph())))
            .toList();
    folder.save(SparkJelly.spark().createDataFrame(rows, strings), "rdfStar", "true");
    folder.assertHolds(quads);
  }

  @Test
  public void quotedTriples() {
    List<Quad> quads =
        List.of(
            triple(quoted(iri("a"), iri("p"), text("x\ny")), iri("says"), bnode("b")),
            triple(
                iri("c"),
                iri("says"),
                quoted(quoted(iri("a"), iri("p"), bnode("b")), iri("q"), lang("z", "en"))));
    folder.save(WrittenFiles.quads(quads), "rdfStar", "true");
    folder.assertHolds(quads);
  }

  @Test
  public void longTextAndManyRows() {
    List<Quad> quads = new ArrayList<>(JellySamples.numbered(10_000));
    quads.add(triple(iri("a"), iri("p"), text("ä𝄞".repeat(50_000))));
    folder.save(WrittenFiles.quads(quads).repartition(3));
    folder.assertHolds(quads);
  }

  @Test
  public void ourReaderGivesTheRowsBackInTheirOrder() {
    Dataset<Row> rows = WrittenFiles.quads(JellySamples.numbered(9_000)).coalesce(1);
    folder.save(rows);
    assertEquals(
        SparkJelly.rows(rows).stream()
            .map(r -> r.replace("http://www.w3.org/2001/XMLSchema#string", "null"))
            .toList(),
        SparkJelly.rows(SparkJelly.read(folder.target())));
  }
}
