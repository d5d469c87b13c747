package io.github.jellybridge.testing;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.rdf.RdfParseException;

/** Compares the expected and found parts of a parse error. */
public final class ParseErrors {
  private ParseErrors() {}

  /** Checks the expected and the found part of an error. */
  public static void assertSays(String expected, String found, RdfParseException error) {
    assertEquals(
        "expected " + expected + ", found " + found,
        "expected " + error.expected() + ", found " + error.found());
  }
}
