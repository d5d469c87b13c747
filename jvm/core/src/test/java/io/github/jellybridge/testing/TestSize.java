package io.github.jellybridge.testing;

/**
 * Chooses between the size of a test for every change and that of the long run.
 *
 * <p>{@code ./scripts/test --all} sets {@code JELLY_BRIDGE_TEST_ALL=1}, which selects the long run.
 * Both sizes check the same rules; the long run uses more random cases and larger data.
 */
public final class TestSize {
  private static final boolean ALL = "1".equals(System.getenv("JELLY_BRIDGE_TEST_ALL"));

  private TestSize() {}

  /** Returns the first number, or the second one in the long run. */
  public static int of(int usual, int all) {
    return ALL ? all : usual;
  }
}
