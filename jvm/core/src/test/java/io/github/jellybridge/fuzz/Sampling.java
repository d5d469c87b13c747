package io.github.jellybridge.fuzz;

import java.util.Arrays;

/**
 * Chooses the inputs of fuzzing that get the checks which take most of the time. The choice depends
 * on the input only, so that a finding can be repeated.
 */
public final class Sampling {
  private static final int ONE_OF = 8;

  private Sampling() {}

  /** Whether this is one of about eight inputs. */
  public static boolean isSampled(byte[] input) {
    return Math.floorMod(Arrays.hashCode(input), ONE_OF) == 0;
  }
}
