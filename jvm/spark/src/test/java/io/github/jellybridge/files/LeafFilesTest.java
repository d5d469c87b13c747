package io.github.jellybridge.files;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.listing.BucketFileSystem;
import io.github.jellybridge.spark.listing.CountingFileSystem;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.listing.FileIndex;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.spark.listing.RootPaths;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.options.TestFiles;
import io.github.jellybridge.testing.Cases;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Tests that listing works on any Hadoop file system and explains what to do if files vanish
 * meantime.
 */
public class LeafFilesTest {
  private static final Map<String, String> MOCK =
      Map.of("fs.mock.impl", MockFileSystem.class.getName(), "recursiveFileLookup", "true");

  @Rule public final TemporaryFolder temporary = new TemporaryFolder();

  private String at(String name) {
    return "mock://" + temporary.getRoot().toPath().resolve(name);
  }

  private void write(String... names) {
    TestFiles.write(temporary.getRoot().toPath(), names);
  }

  private static List<String> names(FileIndex index) {
    return index.files().stream().map(FileEntry::name).toList();
  }

  private static Map<String, String> ignoring(boolean missing) {
    Map<String, String> options = new TreeMap<>(MOCK);
    options.put("ignoreMissingFiles", Boolean.toString(missing));
    return options;
  }

  @Test
  public void aStreamThatPublishesAllTheTimeIsSeenAsBefore() {
    String query = "00000000-0000-4000-8000-000000000001";
    String job = "00000000-0000-4000-8000-000000000002";
    String busy = "t/busy-" + query + "-" + job;
    write(busy + "/part-00000-" + job + ".jelly", busy + "/part-00000-" + query + ".jelly");
    assertEquals(List.of("part-00000-" + query + ".jelly"), names(TestFiles.index(MOCK, at("t"))));
    // A job that is not of a stream may have deleted files.
    write("x/busy-" + job + "/a.jelly");
    UncheckedIOException error =
        assertThrows(UncheckedIOException.class, () -> TestFiles.index(MOCK, at("x")));
    assertTrue(error.getMessage(), error.getMessage().contains("Read it when they have ended"));
  }

  @Test
  public void aJobThatBeginsWhileItsTableIsListedIsSeenAsAWhole() {
    write("t/begins/below/old");
    assertEquals(List.of("new", "old", "new"), names(TestFiles.index(MOCK, at("t"))));
    write("u/k=begins/old", "u/k=later/old");
    assertEquals(List.of("new", "old", "new", "old"), names(TestFiles.index(MOCK, at("u/k=*"))));
  }

  @Test
  public void aJobThatBeginsWhileAFolderOfManyFilesIsListedIsSeenAsAWhole() {
    List<String> old = IntStream.range(0, 1000).mapToObj(i -> String.format("%04d", i)).toList();
    write(old.stream().map(name -> "pages/" + name).toArray(String[]::new));
    assertEquals(old, names(TestFiles.index(MOCK, at("pages"))));
  }

  @Test
  public void fileSystemsComeFromTheOptionsAndReportHosts() {
    write("t/a", "t/x/b");
    FileIndex index = TestFiles.index(MOCK, at("t"));
    assertEquals(List.of("a", "b"), names(index));
    FileEntry first = index.files().get(0);
    assertEquals(at("t/a").replace("mock://", "mock:"), first.path());
    assertArrayEquals(new String[] {"h2", "h1", "h3"}, first.hosts());
  }

  @Test
  public void aBucketIsNamedWithOrWithoutATrailingSlash() {
    write("a", "x/b");
    Map<String, String> bucket = new TreeMap<>(MOCK);
    bucket.put("fs.bucket.impl", BucketFileSystem.class.getName());
    bucket.put("fs.bucket.impl.disable.cache", "true");
    bucket.put(BucketFileSystem.FOLDER, temporary.getRoot().toString());
    Cases.each(
        List.of("true", "false"),
        recursive -> {
          bucket.put("recursiveFileLookup", recursive);
          for (String path : List.of("bucket://name/", "bucket://name")) {
            List<String> expected = recursive.equals("true") ? List.of("a", "b") : List.of("a");
            assertEquals(path, expected, names(TestFiles.index(bucket, path)));
          }
        });
  }

  @Test
  public void aVanishedFileIsAnErrorUnlessIgnored() {
    write("t/a", "t/gone/b");
    UncheckedIOException folder =
        assertThrows(UncheckedIOException.class, () -> TestFiles.index(ignoring(false), at("t")));
    assertTrue(folder.getMessage(), folder.getMessage().contains("'ignoreMissingFiles'"));
    assertEquals(List.of("a"), names(TestFiles.index(ignoring(true), at("t"))));

    write("u/a", "u/gone", "u/z");
    assertThrows(UncheckedIOException.class, () -> TestFiles.index(ignoring(false), at("u")));
    assertEquals(List.of("a", "z"), names(TestFiles.index(ignoring(true), at("u"))));
  }

  @Test
  public void otherFailuresNameTheFolder() {
    write("t/broken/b");
    UncheckedIOException e =
        assertThrows(UncheckedIOException.class, () -> TestFiles.index(ignoring(true), at("t")));
    assertTrue(e.getMessage(), e.getMessage().contains("t/broken: out of order"));
  }

  @Test
  public void failuresInTheThreadsOfAListingAreTheSame() {
    for (int i = 0; i < 20; i++) {
      write("t/f" + i + "/a");
    }
    write("t/f7/broken/b");
    for (int i = 0; i < 20; i++) {
      write("t/f" + i + "/x/a");
    }
    UncheckedIOException e =
        assertThrows(UncheckedIOException.class, () -> TestFiles.index(ignoring(true), at("t")));
    assertTrue(e.getMessage(), e.getMessage().contains("t/f7/broken: out of order"));
  }

  @Test
  public void manyPathsAreLookedUpAndListedByManyThreads() {
    String[] files = IntStream.range(10, 40).mapToObj(i -> "f" + i).toArray(String[]::new);
    write(files);
    String root = "counted://" + temporary.getRoot() + "/";
    String[] paths = Arrays.stream(files).map(root::concat).toArray(String[]::new);
    Map<String, String> counted = CountingFileSystem.OPTIONS;
    CountingFileSystem.forgetCalls();
    SessionSettings session = SessionSettings.of(LocalSpark.get());
    CaseInsensitiveStringMap options = TestFiles.options(counted, paths);
    FileOptions parsed = FileOptions.of(OptionRegistry.forFiles("test").parse(options), session);
    assertEquals(30, RootPaths.resolve(parsed, session.hadoopConf(options)).paths().size());
    assertTrue(CountingFileSystem.threads("status") > 1);
    assertEquals(List.of(files), names(TestFiles.index(counted, paths)));
    assertTrue(CountingFileSystem.threads("list") > 1);
  }

  /**
   * Tests that file entries share the path of their folder, as a folder may have a million files.
   */
  @Test
  public void theFilesOfAFolderShareItsPath() {
    write("t/a", "t/b", "t/x/c", "t/x/d");
    Path root = new Path(temporary.getRoot().toURI().resolve("t"));
    Set<Path> folders = Collections.newSetFromMap(new IdentityHashMap<>());
    for (LeafFiles.Leaf leaf : LeafFiles.list(List.of(root), new Configuration(), false).files()) {
      folders.add(leaf.folder());
    }
    assertEquals(2, folders.size());
  }
}
