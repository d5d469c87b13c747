package io.github.jellybridge.jelly;

import io.github.jellybridge.fuzz.SmallHeap;
import io.github.jellybridge.testing.TestSize;
import org.junit.Test;

/** Damaged Jelly files; {@link FuzzRun} describes the checks. */
public class FuzzTest {
  private static final int MUTANTS = TestSize.of(3_000, 25_000);

  @Test
  public void damagedFilesAreReadRightOrRefused() throws Exception {
    SmallHeap.fuzz(FuzzRun.class, MUTANTS);
  }
}
