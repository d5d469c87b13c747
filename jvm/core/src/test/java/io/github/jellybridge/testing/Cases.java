package io.github.jellybridge.testing;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Runs a check on each of several cases, so that one failure does not hide others. */
public final class Cases {
  private Cases() {}

  /** A check of one case. */
  @FunctionalInterface
  public interface Check<T> {
    /** Throws if the check fails. */
    void of(T value) throws Exception;
  }

  /** A check of one number. */
  @FunctionalInterface
  public interface IntCheck {
    /** Throws if the check fails. */
    void of(int value) throws Exception;
  }

  /**
   * Checks every case, also after a failure.
   *
   * @throws AssertionError if any fail; it names these cases, with their errors as suppressed ones
   */
  public static <T> void each(Iterable<? extends T> cases, Check<T> check) {
    int count = 0;
    List<String> failed = new ArrayList<>();
    List<Throwable> errors = new ArrayList<>();
    for (T value : cases) {
      try {
        check.of(value);
      } catch (Exception | AssertionError e) {
        failed.add("case " + count + " (" + text(value) + "): " + e);
        errors.add(e);
      }
      count++;
    }
    if (!failed.isEmpty()) {
      AssertionError error =
          new AssertionError(
              failed.size() + " of " + count + " cases failed:\n" + String.join("\n", failed));
      errors.forEach(error::addSuppressed);
      throw error;
    }
  }

  /** Checks every case of an array. */
  public static <T> void each(T[] cases, Check<T> check) {
    each(Arrays.asList(cases), check);
  }

  /** Checks every number. */
  public static void each(int[] cases, IntCheck check) {
    each(IntStream.of(cases).boxed().toList(), (Integer value) -> check.of(value));
  }

  private static String text(Object value) {
    if (value == null || !value.getClass().isArray()) {
      return String.valueOf(value);
    }
    if (value instanceof byte[] bytes) {
      return bytes.length + " bytes";
    }
    List<String> items = new ArrayList<>();
    for (int i = 0; i < Array.getLength(value); i++) {
      items.add(text(Array.get(value, i)));
    }
    return items.toString();
  }
}
