package io.github.jellybridge.spark.scan;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that save modes work as with Parquet. */
public class JellySaveModesTest {
  @Rule public final TemporaryFolder temporary = new TemporaryFolder();
  private Path target;
  private Dataset<Row> some;
  private Dataset<Row> others;

  @Before
  public void makeStatements() {
    target = temporary.getRoot().toPath().resolve("target");
    some = WrittenFiles.statements("a", "b", "c");
    others = WrittenFiles.statements("x", "y");
  }

  private static String saved(Path folder) {
    return String.join(" ", WrittenFiles.locals(folder));
  }

  @Test
  public void theDefaultModeWritesWhereNothingIs() throws Exception {
    some.write().format("jelly").save(target.toString());
    assertEquals("a b c", saved(target));
    List<String> names = WrittenFiles.names(target);
    assertTrue(names.toString(), names.contains("_SUCCESS"));
    String uuid = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    Cases.each(
        names,
        name -> {
          assertTrue(name, name.matches("_SUCCESS|part-\\d{5}-" + uuid + "\\.jelly"));
        });
  }

  @Test
  public void theDefaultModeRefusesAPathThatExists() {
    some.write().format("jelly").save(target.toString());
    AnalysisException error =
        assertThrows(
            AnalysisException.class, () -> others.write().format("jelly").save(target.toString()));
    assertEquals("PATH_ALREADY_EXISTS", error.getCondition());
    assertEquals("a b c", saved(target));
  }

  /** A local file system that counts listings of the table's folder. */
  public static final class Listings extends RawLocalFileSystem {
    private static final AtomicInteger COUNT = new AtomicInteger();

    @Override
    public URI getUri() {
      return URI.create("listings:///");
    }

    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
      if (path.getName().equals("target")) {
        COUNT.incrementAndGet();
      }
      return super.listStatus(path);
    }
  }

  /** Tests that only two listings are made: for columns, and for leftovers of dead jobs. */
  @Test
  public void appendListsTheFolderFewTimes() {
    some.write().format("jelly").save(target.toString());
    SparkJelly.spark()
        .sparkContext()
        .hadoopConfiguration()
        .set("fs.listings.impl", Listings.class.getName());
    Listings.COUNT.set(0);
    others.write().format("jelly").mode("append").save("listings://" + target);
    assertEquals("a b c x y", saved(target));
    assertEquals(2, Listings.COUNT.get());
  }

  @Test
  public void appendAddsFiles() {
    some.write().format("jelly").mode(SaveMode.Append).save(target.toString());
    others.write().format("jelly").mode(SaveMode.Append).save(target.toString());
    assertEquals("a b c x y", saved(target));
  }

  @Test
  public void overwriteReplacesAllFiles() throws Exception {
    some.write().format("jelly").mode(SaveMode.Overwrite).save(target.toString());
    Files.writeString(target.resolve("part-old.jelly.note"), "not even RDF");
    Files.writeString(target.resolve("_hidden"), "old");
    others.write().format("jelly").mode(SaveMode.Overwrite).save(target.toString());
    assertEquals("x y", saved(target));
    assertTrue(
        WrittenFiles.names(target).stream()
            .allMatch(n -> n.equals("_SUCCESS") || n.startsWith("part-0")));
  }

  @Test
  public void ignoreLeavesAPathThatExists() {
    some.write().format("jelly").mode(SaveMode.Ignore).save(target.toString());
    others.write().format("jelly").mode(SaveMode.Ignore).save(target.toString());
    assertEquals("a b c", saved(target));
  }

  @Test
  public void aFileInsteadOfTheFolderIsRefused() throws Exception {
    Files.writeString(target, "precious");
    Cases.each(
        List.of(SaveMode.Append, SaveMode.Overwrite),
        mode -> {
          Exception error =
              assertThrows(
                  Exception.class,
                  () -> some.write().format("jelly").mode(mode).save(target.toString()));
          assertTrue(error.getMessage(), WrittenFiles.messages(error).contains("is a file"));
        });
    assertEquals("precious", Files.readString(target));
  }

  @Test
  public void overwriteOfTheSourceIsRefused() {
    some.write().format("jelly").save(target.toString());
    Dataset<Row> own = SparkJelly.read(target);
    Cases.each(
        List.of(own, own.union(own).repartition(2), own.where("s = o")),
        query -> {
          Exception error =
              assertThrows(
                  Exception.class,
                  () ->
                      query
                          .write()
                          .format("jelly")
                          .mode(SaveMode.Overwrite)
                          .save(target.toString()));
          assertTrue(
              error.getMessage(), WrittenFiles.messages(error).contains("the query reads from it"));
        });
    assertEquals("a b c", saved(target));
    own.write().format("jelly").mode(SaveMode.Append).save(target.toString());
    assertEquals("a a b b c c", saved(target));
  }

  @Test
  public void overwriteOfTheSourceByALinkIsRefused() throws Exception {
    some.write().format("jelly").save(target.toString());
    Path link = Files.createSymbolicLink(target.resolveSibling("link"), target);
    Cases.each(
        new Path[][] {{target, link}, {link, target}, {link, link}},
        each -> {
          Dataset<Row> own = SparkJelly.read(each[0]);
          Exception error =
              assertThrows(
                  Exception.class,
                  () -> own.write().format("jelly").mode("overwrite").save(each[1].toString()));
          assertTrue(
              error.getMessage(), WrittenFiles.messages(error).contains("the query reads from it"));
        });
    assertEquals("a b c", saved(target));
  }

  @Test
  public void overwriteOfTheSourceByLinksToItsFilesIsRefused() throws Exception {
    some.write().format("jelly").save(target.toString());
    Path links = Files.createDirectory(target.resolveSibling("links"));
    Files.createSymbolicLink(links.resolve("x.jelly"), WrittenFiles.jellyFiles(target).get(0));
    Dataset<Row> own = SparkJelly.read(links);
    Exception error =
        assertThrows(
            Exception.class,
            () -> own.write().format("jelly").mode("overwrite").save(target.toString()));
    assertTrue(
        error.getMessage(), WrittenFiles.messages(error).contains("the query reads from it"));
    assertEquals("a b c", saved(target));
    own.write().format("jelly").mode("overwrite").save(target.resolveSibling("copy").toString());
    assertEquals("a b c", saved(target.resolveSibling("copy")));
  }

  @Test
  public void anEmptyTableIsAFileThatOthersCanRead() throws Exception {
    some.where("s.value = 'none'").write().format("jelly").save(target.toString());
    assertEquals("", saved(target));
    assertEquals(1, WrittenFiles.jellyFiles(target).size());
    assertEquals(0, SparkJelly.read(target).count());
  }

  @Test
  public void emptyPartitionsOfAQueryMakeNoFiles() throws Exception {
    some.repartition(5).write().format("jelly").save(target.toString());
    assertEquals("a b c", saved(target));
    assertTrue(WrittenFiles.jellyFiles(target).size() <= 4);
  }
}
