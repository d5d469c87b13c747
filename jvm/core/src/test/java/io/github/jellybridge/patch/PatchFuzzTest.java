package io.github.jellybridge.patch;

import io.github.jellybridge.fuzz.SmallHeap;
import io.github.jellybridge.testing.TestSize;
import org.junit.Test;

/** Damaged Jelly-Patch files; {@link PatchFuzzRun} describes the checks. */
public class PatchFuzzTest {
  private static final int MUTANTS = TestSize.of(3_000, 20_000);

  @Test
  public void damagedPatchesAreReadRightOrRefused() throws Exception {
    SmallHeap.fuzz(PatchFuzzRun.class, MUTANTS);
  }
}
