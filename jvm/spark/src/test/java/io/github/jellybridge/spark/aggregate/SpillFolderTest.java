package io.github.jellybridge.spark.aggregate;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.Test;

/** Tests that temporary files are in the folder that Spark itself uses. */
public class SpillFolderTest {
  @Test
  public void theClusterManagerComesFirstThenTheSettingThenTheSystem() {
    Map<String, String> yarn = Map.of("LOCAL_DIRS", "/a,/b", "SPARK_LOCAL_DIRS", "/c");
    assertArrayEquals(new String[] {"/a", "/b"}, SpillFolder.candidates(yarn, "/d"));
    Map<String, String> spark = Map.of("SPARK_LOCAL_DIRS", "/c");
    assertArrayEquals(new String[] {"/c"}, SpillFolder.candidates(spark, "/d"));
    assertArrayEquals(new String[] {"/d", "/e"}, SpillFolder.candidates(Map.of(), "/d,/e"));
    String system = System.getProperty("java.io.tmpdir");
    assertArrayEquals(new String[] {system}, SpillFolder.candidates(Map.of(), null));
  }

  @Test
  public void filesAreNewAndEmpty() throws IOException {
    Path file = SpillFolder.newFile("jelly-test-");
    try {
      assertTrue(Files.isWritable(file));
      assertEquals(0, Files.size(file));
    } finally {
      Files.delete(file);
    }
  }
}
