package io.github.jellybridge.spark.options;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.fs.Path;
import org.junit.Test;

/** Tests when a second thread reads the next part of a file. */
public class ReadAheadModeTest {
  private static final Path LOCAL = new Path("file:/data/a.jelly");
  private static final Path REMOTE = new Path("s3a://bucket/a.jelly");

  @Test
  public void aTaskAloneReadsAhead() {
    assertTrue(ReadAheadMode.AUTO.applies(1, LOCAL));
    assertTrue(ReadAheadMode.AUTO.applies(1, new Path("/data/a.jelly")));
  }

  @Test
  public void tasksThatShareCoresReadLocalFilesThemselves() {
    assertFalse(ReadAheadMode.AUTO.applies(2, LOCAL));
    assertFalse(ReadAheadMode.AUTO.applies(2, new Path("/data/a.jelly")));
  }

  @Test
  public void filesOfOtherMachinesAreWaitedForInAnotherThread() {
    assertTrue(ReadAheadMode.AUTO.applies(200, REMOTE));
  }

  @Test
  public void explicitModesAlwaysApply() {
    assertTrue(ReadAheadMode.TRUE.applies(2, LOCAL));
    assertFalse(ReadAheadMode.FALSE.applies(1, REMOTE));
  }
}
