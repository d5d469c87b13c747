package io.github.jellybridge.jena.jsonld;

import static io.github.jellybridge.jena.jsonld.JsonLdMeaning.BASE;
import static io.github.jellybridge.jena.jsonld.JsonLdMeaning.iri;
import static io.github.jellybridge.jena.jsonld.JsonLdMeaning.isAbsolute;
import static io.github.jellybridge.jena.jsonld.JsonLdMeaning.means;
import static io.github.jellybridge.jena.jsonld.JsonLdMeaning.one;
import static io.github.jellybridge.jena.jsonld.JsonLdMeaning.resolved;
import static org.junit.Assert.assertEquals;

import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.testing.TestSize;
import java.io.IOException;
import java.util.Random;
import org.junit.Test;

/** Random references of JSON-LD mean the IRIs that they mean in Turtle. */
public class JsonLdReferencesTest {
  private static final int ROUNDS = TestSize.of(200, 1000);

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  private static String random(Random random) {
    String[] parts = {
      "/",
      "//",
      "a",
      "b.c",
      "..",
      ".",
      "?",
      "#",
      ":",
      "::",
      "1",
      "é",
      "%20",
      "%2F",
      "%",
      "[",
      "]",
      "@",
      "z",
      "y",
      "-",
      "_",
      "~",
      "!",
      "$",
      "&",
      "'",
      "(",
      ")",
      "*",
      "+",
      ",",
      ";",
      "=",
      "../",
      "./",
      " ",
      "{",
      "\ue000",
      "\u00a0",
      "\ud83d\ude00",
      "http:",
      "urn:a",
      "@id",
      "Z",
      "ltr"
    };
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(parts[random.nextInt(parts.length)]);
    }
    return text.toString();
  }

  private static boolean isPlain(String text) {
    return text.chars().noneMatch(c -> c <= ' ' || "<>\"{}|^`\\".indexOf(c) >= 0);
  }

  private static boolean isKeyword(String text) {
    return text.matches("@[A-Za-z]+");
  }

  /** JSON-LD 1.1 API §5.2, step 6.2: text with two slashes after its first colon is complete. */
  private static boolean isComplete(String text) {
    int colon = text.indexOf(':', 1);
    return isAbsolute(text) || colon > 0 && text.startsWith("//", colon + 1);
  }

  /** Neither a keyword nor a blank node. */
  private static boolean isReference(String text) {
    return !isKeyword(text) && !text.startsWith("_:");
  }

  /** The IRI that a reference means in JSON-LD, or an empty text. */
  private static String meaning(String reference) throws IOException {
    String iri = isComplete(reference) && !isAbsolute(reference) ? " " : resolved(reference);
    return isPlain(iri) ? iri : "";
  }

  @Test
  public void randomReferencesAreResolvedAsInTurtle() throws IOException {
    Random random = new Random(7);
    for (int round = 0; round < ROUNDS; round++) {
      String x = random(random);
      if (isReference(x)) {
        String json = "{\"@id\": " + quoted(x) + ", \"x:p\": \"a b\"}";
        assertEquals(json, meaning(x), one(true, Syntax.JSONLD, json));
      }
    }
  }

  @Test
  public void randomTypesAndKeysOfMapsAreResolvedAsInTurtle() throws IOException {
    Random random = new Random(10);
    for (int round = 0; round < ROUNDS; round++) {
      String x = random(random);
      // What absolute IRIs with dots are in Turtle is another question.
      if (!isReference(x) || isAbsolute(x)) {
        continue;
      }
      String meaning = meaning(x);
      means(
          BASE,
          meaning.isEmpty() ? "" : "<x:s> a " + iri(meaning) + " .",
          "{\"@id\": \"x:s\", \"@type\": " + quoted(x) + "}");
      means(
          BASE,
          meaning.isEmpty() ? "" : "<x:s> <x:m> " + iri(meaning) + " .",
          "{\"@context\": {\"m\": {\"@id\": \"x:m\", \"@container\": \"@id\"}},"
              + " \"@id\": \"x:s\", \"m\": {"
              + quoted(x)
              + ": {}}}");
      if (!meaning.isEmpty()) {
        means(
            BASE,
            "<x:s> <x:p> \"a b\"^^" + iri(meaning) + " .",
            "{\"@id\": \"x:s\", \"x:p\": {\"@value\": \"a b\", \"@type\": " + quoted(x) + "}}");
      }
    }
  }

  @Test
  public void randomBasesAreResolvedAsInTurtle() throws IOException {
    Random random = new Random(8);
    for (int round = 0; round < ROUNDS; round++) {
      String x = random(random);
      String y = random(random);
      String z = random(random);
      if (!isPlain(x + y + z) || (x + y).contains(":") || !isReference(z) || isComplete(z)) {
        continue;
      }
      means(
          BASE,
          "@base " + iri(x) + ". @base " + iri(y) + ". " + iri(z) + " <x:p> 1 .",
          "{\"@context\": [{\"@base\": %s}, {\"@base\": %s}], \"@id\": %s, \"x:p\": 1}"
              .formatted(quoted(x), quoted(y), quoted(z)));
    }
  }

  @Test
  public void randomNamesFollowAVocabulary() throws IOException {
    Random random = new Random(9);
    for (int round = 0; round < ROUNDS; round++) {
      String x = random(random);
      String y = random(random);
      boolean odd = !isPlain(x + y) || isComplete(x) && !isAbsolute(x);
      if (odd || !isReference(x) || !isReference(y) || isComplete(y)) {
        continue;
      }
      String json =
          "{\"@context\": {\"@vocab\": %s}, \"@id\": \"x:s\", %s: 1}"
              .formatted(quoted(x), quoted(y));
      assertEquals(json, resolved(x) + y, one(false, Syntax.JSONLD, json));
    }
  }
}
