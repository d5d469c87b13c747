package io.github.jellybridge.borsh;

import io.github.jellybridge.fuzz.SmallHeap;
import io.github.jellybridge.testing.TestSize;
import org.junit.Test;

/** Damaged RDF/Borsh files; {@link BorshFuzzRun} describes the checks. */
public class BorshFuzzTest {
  private static final int MUTANTS = TestSize.of(3_000, 60_000);

  @Test
  public void damagedFilesAreReadRightOrRefused() throws Exception {
    SmallHeap.fuzz(BorshFuzzRun.class, MUTANTS);
  }
}
