package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;

import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.testing.Cases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.junit.Rule;
import org.junit.Test;

/** Tests that invalid rows are refused with one clear error, and that the old files stay. */
public class JellyWriteRefusalTest {
  @Rule public final SavedFolder folder = new SavedFolder();

  private static Dataset<Row> withObject(Row object) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      rows.add(
          RowFactory.create(
              WrittenFiles.iri("s" + i),
              WrittenFiles.iri("p"),
              i == 4500 ? object : WrittenFiles.iri("o")));
    }
    return SparkJelly.spark().createDataFrame(rows, WrittenFiles.TRIPLE).coalesce(1);
  }

  @Test
  public void textThatIsNoNTriplesIsRefusedWithItsRow() {
    SavedFolder.assertContains(
        folder.refused(WrittenFiles.statements("a").withColumn("o", functions.lit("no term"))),
        "Cannot write row 0 of task 0: column o: byte 0: expected",
        "found");
  }

  @Test
  public void termsThatAreNoneAreRefusedWithTheirRow() {
    String row = "Cannot write row 4500 of task 0";
    SavedFolder.assertContains(folder.refused(withObject(null)), row, "an object", "null");
    SavedFolder.assertContains(
        folder.refused(withObject(RowFactory.create(null, "x", null, null))),
        row,
        "column o",
        "a kind");
    SavedFolder.assertContains(
        folder.refused(withObject(RowFactory.create("IRI", "x", null, null))),
        row,
        "'IRI'",
        "bnode");
    SavedFolder.assertContains(
        folder.refused(withObject(RowFactory.create("iri", null, null, null))),
        row,
        "a value",
        "null");
    SavedFolder.assertContains(
        folder.refused(withObject(RowFactory.create("iri", "x", "en", null))), row, "no language");
    SavedFolder.assertContains(
        folder.refused(withObject(RowFactory.create("literal", "x", "en", "http://d"))),
        row,
        "both, en, http://d");
    SavedFolder.assertContains(
        folder.refused(withObject(RowFactory.create("literal", "x", "", null))),
        row,
        "language tag");
    SavedFolder.assertContains(
        folder.refused(withObject(RowFactory.create("triple", "<< <a> <b> <c> >>", null, null))),
        row,
        "rdfStar");
    SavedFolder.assertContains(
        folder.refused(
            withObject(RowFactory.create("literal", "x", null, "http://d")),
            "maxDatatypeTableSize",
            "0"),
        row,
        "maxDatatypeTableSize");
  }

  @Test
  public void rowsWithoutASubjectOrAPredicateAreRefused() {
    Cases.each(
        new String[][] {{"s", "a subject"}, {"p", "a predicate"}},
        each -> {
          Dataset<Row> rows =
              withObject(WrittenFiles.iri("o"))
                  .withColumn(
                      each[0], functions.expr("if(s.value like '%s4500', null, " + each[0] + ")"));
          SavedFolder.assertContains(
              folder.refused(rows), "Cannot write row 4500 of task 0", each[1], "null");
        });
  }

  @Test
  public void aNewPathIsNotMadeByAWriteThatIsRefused() {
    Dataset<Row> rows = withObject(RowFactory.create("dog", "x", null, null));
    Path fresh = folder.in("fresh");
    assertThrows(
        Exception.class, () -> rows.write().format("jelly").save(fresh.resolve("a").toString()));
    LocalSpark.awaitTasks();
    assertFalse(Files.exists(fresh.resolve("a")));
  }

  @Test
  public void aLiteralAsSubjectNeedsGeneralized() {
    Dataset<Row> rows =
        WrittenFiles.statements("a")
            .withColumn("s", functions.expr("named_struct('kind', 'literal', 'value', 'x')"));
    SavedFolder.assertContains(folder.refused(rows), "Cannot write row 0 of task 0", "generalized");
    folder.save(rows, "generalized", "true");
    assertEquals(1, SparkJelly.read(folder.target()).where("s.kind = 'literal'").count());
  }

  @Test
  public void graphsInAStreamOfTriplesAreRefused() {
    SavedFolder.assertContains(
        folder.refused(WrittenFiles.quads(JellySamples.someQuads()), "physicalType", "TRIPLES"),
        "physicalType");
  }

  @Test
  public void columnsThatAreMissingOrNoTermsAreRefused() {
    SavedFolder.assertContains(
        folder.refused(WrittenFiles.statements("a").drop("o")), "There is no column 'o'");
    SavedFolder.assertContains(
        folder.refused(WrittenFiles.statements("a").withColumn("o", functions.lit(1))),
        "Column 'o' must hold terms",
        "but it is int");
  }

  @Test
  public void wrongOptionsAreRefused() {
    Dataset<Row> rows = WrittenFiles.statements("a");
    SavedFolder.assertContains(
        folder.refused(rows, "compresion", "gzip"),
        "Unknown option 'compresion'",
        "did you mean 'compression'",
        "checkpointBytes");
    for (Map.Entry<String, String> wrong :
        Map.of(
                "compression", "bzip2",
                "maxNameTableSize", "7",
                "logicalType", "TRIPLES",
                "namespaces", "ex=http://example.org/",
                "physicalType", "dots")
            .entrySet()) {
      SavedFolder.assertContains(
          folder.refused(rows, wrong.getKey(), wrong.getValue()), wrong.getKey());
    }
    SavedFolder.assertContains(
        folder.refused(rows, "physicalType", "quads", "logicalType", "FLAT_TRIPLES"),
        "does not go with");
    SavedFolder.assertContains(
        folder.refused(rows, "frameSize", "10", "logicalType", "GRAPHS"), "frameColumns");
    SavedFolder.assertContains(
        folder.refused(rows, "blankNodes", "file"),
        "Unknown option 'blankNodes' of data source 'jelly' when it writes");
  }

  @Test
  public void clusterByIsRefusedByItsName() {
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                WrittenFiles.statements("a")
                    .write()
                    .format("jelly")
                    .clusterBy("s")
                    .save(folder.target().toString()));
    assertEquals(
        "Data source 'jelly' does not support the method clusterBy; set the option clusterBy"
            + " instead.",
        error.getMessage());
  }
}
