package io.github.jellybridge.borsh;

import io.github.jellybridge.fuzz.SmallHeap;
import io.github.jellybridge.testing.TestSize;
import org.junit.Test;

/** Damaged RDF/Borsh files; {@link BorshFuzzRun} says what has to hold. */
public class BorshFuzzTest {
  private static final int MUTANTS = TestSize.of(3_000, 60_000);

  @Test
  public void damagedFilesAreReadRightOrRefused() throws Exception {
    SmallHeap.fuzz(BorshFuzzRun.class, MUTANTS);
  }
}
