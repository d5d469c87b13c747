package io.github.jellybridge.borsh;

import static org.junit.Assert.assertEquals;

import net.jpountz.lz4.LZ4Factory;
import org.junit.Test;

/** The tests of this package run with the implementation of LZ4 that the build names. */
public final class Lz4ImplementationTest {

  @Test
  public void theImplementationIsTheNativeOneUnlessTheBuildAsksForJava() {
    String expected = System.getProperty("jellybridge.lz4", "JNI");
    assertEquals("LZ4Factory:" + expected, LZ4Factory.fastestInstance().toString());
  }
}
