package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import java.nio.file.Path;
import java.util.List;
import org.apache.jena.sparql.core.Quad;
import org.junit.Rule;
import org.junit.Test;

/** Tests that files have the options of the writer and the same statements with any of them. */
public class JellyWriteOptionsTest {
  @Rule public final SavedFolder folder = new SavedFolder();

  @Test
  public void optionsOfTheStreamAreWritten() throws Exception {
    folder.save(
        WrittenFiles.quads(JellySamples.someQuads()),
        "physicalType",
        "GRAPHS",
        "logicalType",
        "DATASETS",
        "streamName",
        "näme",
        "preset",
        "small",
        "maxPrefixTableSize",
        "17",
        "rdfStar",
        "true",
        "generalized",
        "true",
        "namespaces",
        "{\"ex\": \"http://example.org/\"}");
    var options = WrittenFiles.options(WrittenFiles.jellyFiles(folder.target()).get(0));
    assertEquals(3, options.getPhysicalTypeValue());
    assertEquals(4, options.getLogicalTypeValue());
    assertEquals("näme", options.getStreamName());
    assertEquals(128, options.getMaxNameTableSize());
    assertEquals(17, options.getMaxPrefixTableSize());
    assertEquals(16, options.getMaxDatatypeTableSize());
    assertTrue(options.getRdfStar() && options.getGeneralizedStatements());
    assertEquals("namespaces need it", 2, options.getVersion());
    folder.assertHolds(JellySamples.someQuads());
  }

  @Test
  public void theLogicalTypeChoosesAPhysicalTypeThatFits() throws Exception {
    folder.save(WrittenFiles.quads(JellySamples.someQuads()), "logicalType", "named_graphs");
    assertEquals(2, WrittenFiles.physicalType(folder.target()));
    folder.save(WrittenFiles.statements("a"), "logicalType", "SUBJECT_GRAPHS");
    assertEquals(1, WrittenFiles.physicalType(folder.target()));
  }

  @Test
  public void theLogicalTypeMayBeLeftUnspecified() throws Exception {
    folder.save(WrittenFiles.quads(JellySamples.someQuads()), "logicalType", "unspecified");
    Path quads = WrittenFiles.jellyFiles(folder.target()).get(0);
    assertEquals(0, WrittenFiles.options(quads).getLogicalTypeValue());
    assertEquals(2, WrittenFiles.physicalType(folder.target()));
    folder.assertHolds(JellySamples.someQuads());
    folder.save(WrittenFiles.statements("a"), "logicalType", "UNSPECIFIED");
    assertEquals(1, WrittenFiles.physicalType(folder.target()));
  }

  @Test
  public void compressedFilesSayItByTheirNames() {
    Cases.each(
        new String[][] {{"gzip", ".jelly.gz"}, {"zstd", ".jelly.zst"}},
        each -> {
          folder.save(WrittenFiles.quads(JellySamples.someQuads()), "compression", each[0]);
          List<String> names = WrittenFiles.names(folder.target());
          assertEquals(1, names.stream().filter(n -> n.endsWith(each[1])).count());
          assertEquals(
              JellySamples.described(JellySamples.someQuads()),
              SparkJelly.rows(SparkJelly.read(folder.target(), "blankNodes", "preserve")).stream()
                  .sorted()
                  .toList());
        });
  }

  @Test
  public void filesHoldAtMostMaxRecordsPerFile() {
    List<Quad> quads = JellySamples.numbered(1000);
    folder.save(WrittenFiles.quads(quads).coalesce(1), "maxRecordsPerFile", "300");
    List<Integer> sizes =
        WrittenFiles.jellyFiles(folder.target()).stream()
            .map(f -> JellySamples.readWithJellyJvm(f).size())
            .toList();
    assertEquals(List.of(300, 300, 300, 100), sizes.stream().sorted((a, b) -> b - a).toList());
    folder.assertHolds(quads);
  }
}
