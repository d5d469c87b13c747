package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.listing.LocalSpark;
import java.nio.file.Path;
import java.util.List;
import org.apache.jena.sparql.core.Quad;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.rules.TemporaryFolder;

/** A temporary folder with a target folder that tests save to repeatedly. */
public final class SavedFolder extends TemporaryFolder {
  /** The target folder. */
  public Path target() {
    return in("target");
  }

  /** A path in the temporary folder. */
  Path in(String name) {
    return getRoot().toPath().resolve(name);
  }

  /** Replaces the saved rows. */
  public void save(Dataset<Row> rows, String... options) {
    DataFrameWriter<Row> writer = rows.write().format("jelly").mode("overwrite");
    for (int i = 0; i < options.length; i += 2) {
      writer.option(options[i], options[i + 1]);
    }
    writer.save(target().toString());
  }

  /** Returns the messages of the error of saving; checks that the saved rows stay. */
  String refused(Dataset<Row> rows, String... options) {
    save(WrittenFiles.statements("old"));
    Exception error = assertThrows(Exception.class, () -> save(rows, options));
    assertEquals("the old data is whole", List.of("old"), WrittenFiles.locals(target()));
    LocalSpark.awaitTasks();
    assertTrue("nothing is left", WrittenFiles.isClean(target()));
    return WrittenFiles.messages(error);
  }

  /** Checks that jelly-jvm reads these quads from all files together. */
  void assertHolds(List<Quad> quads) {
    assertEquals(
        JellySamples.described(quads), JellySamples.described(WrittenFiles.read(target())));
  }

  public static void assertContains(String message, String... parts) {
    for (String part : parts) {
      assertTrue(message, message.contains(part));
    }
  }
}
