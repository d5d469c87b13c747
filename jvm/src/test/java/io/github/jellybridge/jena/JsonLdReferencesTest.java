package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.DocumentLimits;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.jena.sparql.core.DatasetGraph;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Names and references of JSON-LD mean the IRIs that they mean in Turtle. */
public class JsonLdReferencesTest {
  private static final String BASE = "http://example.org/x%20y/doc?q#f";

  /** Contexts from elsewhere. */
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static DatasetGraph read(Syntax syntax, String base, String document) throws IOException {
    DocumentLimits limits = new DocumentLimits(100, 1 << 20, true, false);
    SyntaxOptions options = SyntaxOptions.of(syntax).withBase(base).withDocuments(limits);
    return Riot.read(document.getBytes(StandardCharsets.UTF_8), options, 3);
  }

  /** Compares a document, with single quotation marks, and statements. */
  private static void means(String turtle, String jsonLd) throws IOException {
    means(BASE, turtle, jsonLd.replace('\'', '"'));
  }

  private static void means(String base, String turtle, String jsonLd) throws IOException {
    DatasetGraph found = read(Syntax.JSONLD, base, jsonLd);
    DatasetGraph expected = read(Syntax.TURTLE, base, turtle);
    assertTrue(jsonLd + " is " + found + ", not " + expected, Riot.isomorphic(expected, found));
  }

  /** The one IRI that the subject, or else the predicate, of a statement is. */
  private static String one(boolean subject, Syntax syntax, String document) throws IOException {
    return read(syntax, BASE, document).stream()
        .map(quad -> (subject ? quad.getSubject() : quad.getPredicate()).getURI())
        .reduce((a, b) -> a + " and " + b)
        .orElse("");
  }

  /** What a reference means in Turtle; absolute IRIs stay as they are in JSON-LD. */
  private static String resolved(String reference) throws IOException {
    return isAbsolute(reference)
        ? reference
        : one(true, Syntax.TURTLE, iri(reference) + " <x:p> 1 .");
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  // ---- any references --------------------------------------------------------------------------

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

  /** Turtle for an IRI, whatever it holds. */
  private static String iri(String text) {
    StringBuilder iri = new StringBuilder("<");
    for (char c : text.toCharArray()) {
      iri.append(c <= ' ' || "<>\"{}|^`\\".indexOf(c) >= 0 ? String.format("\\u%04x", (int) c) : c);
    }
    return iri.append('>').toString();
  }

  private static boolean isPlain(String text) {
    return text.chars().noneMatch(c -> c <= ' ' || "<>\"{}|^`\\".indexOf(c) >= 0);
  }

  private static boolean isKeyword(String text) {
    return text.matches("@[A-Za-z]+");
  }

  private static boolean isAbsolute(String text) {
    return text.matches("(?s)[A-Za-z][A-Za-z0-9+.-]*:.*");
  }

  /** JSON-LD 1.1 API §5.2, step 6.2: what has two slashes behind its first colon is complete. */
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
    for (int round = 0; round < 1000; round++) {
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
    for (int round = 0; round < 1000; round++) {
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
    for (int round = 0; round < 1000; round++) {
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
    for (int round = 0; round < 1000; round++) {
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

  // ---- rules -----------------------------------------------------------------------------------

  @Test
  public void aBaseLosesItsFragment() throws IOException {
    means("<http://a/b> <x:p> 1 .", "{'@context': {'@base': 'http://a/b#f'}, '@id': '', 'x:p': 1}");
    means("<> <x:p> 1 .", "{'@context': {'@base': '#g'}, '@id': '', 'x:p': 1}");
  }

  @Test
  public void onlyLettersOfAsciiMakeAKeyword() throws IOException {
    for (String name : List.of("@é", "@a1", "@", "@-", "@a-b", "@ａ")) {
      means(iri(name) + " <x:p> 1 .", "{'@id': '" + name + "', 'x:p': 1}");
      means(
          "<x:s> <x:" + name + "> 1 .",
          "{'@context': {'@vocab': 'x:'}, '@id': 'x:s', '" + name + "': 1, '@unknown': 2}");
    }
  }

  @Test
  public void namesOfTermsMayBeOdd() throws IOException {
    for (String name :
        List.of("t]", "a b", "%", "1", "é", "{x}", "a_b", "?", "#", "@1", "y", "$&*)")) {
      String context = "{'@context': {'" + name + "': 'http://t/%20#'}, ";
      means("<x:s> a <http://t/%20#> .", context + "'@id': 'x:s', '@type': '" + name + "'}");
      means("<x:s> <http://t/%20#> 1 .", context + "'@id': 'x:s', '" + name + "': 1}");
      means(
          "<http://t/%20#a/b> <http://t/%20#%41> 1 .",
          context + "'@id': '" + name + ":a/b', '" + name + ":%41': 1}");
    }
  }

  @Test
  public void shortIrisMayBeTermsWhateverTheirPrefix() throws IOException {
    for (String name : List.of("ex", "1", "%", "$x", "@1", "é", "a_b", "a b")) {
      means(
          "<x:s> <http://t/%20#p%41> <x:o> .",
          "{'@context': {'%s': 'http://t/%20#', '%s:p%41': {'@type': '@id'}},".replace("%s", name)
              + " '@id': 'x:s', '%s:p%41': 'x:o'}".replace("%s", name));
    }
    means(
        "<x:o> <x:p> 1 .",
        "{'@context': {'1:p': {'@type': '@id'}}, '@id': 'x:s', '1:p': {'@id': 'x:o', 'x:p': 1}}");
  }

  @Test
  public void aVocabularyMayBeATermOrAShortIri() throws IOException {
    means(
        "<x:s> <http://t/%20#%41> 1 .",
        "{'@context': [{'t': 'http://t/%20#'}, {'@vocab': 't'}], '@id': 'x:s', '%41': 1}");
    means(
        "<x:s> <http://t/%20#a/%41> 1 .",
        "{'@context': [{'t': 'http://t/%20#'}, {'@vocab': 't:a/'}], '@id': 'x:s', '%41': 1}");
  }

  @Test
  public void aRelativeVocabularyIsResolvedBeforeNamesFollow() throws IOException {
    String json = "{\"@context\": {\"@vocab\": \"%s\"}, \"@id\": \"x:s\", \"../a\": 1}";
    Map<String, String> vocabularies =
        Map.of(
            "v#", "http://example.org/x%20y/v#",
            "../", "http://example.org/",
            "", "http://example.org/x%20y/doc?q",
            "//v/./", "http://v/");
    for (Map.Entry<String, String> vocabulary : vocabularies.entrySet()) {
      assertEquals(
          vocabulary.getValue() + "../a",
          one(false, Syntax.JSONLD, json.formatted(vocabulary.getKey())));
    }
  }

  @Test
  public void onlyWhatEndsAsNamespacesDoIsAPrefix() throws IOException {
    for (String end : List.of("/", "#", "?", "[", "]", "@", ":")) {
      means(
          "<http://t/a" + end + "b> <x:p> 1 .",
          "{'@context': {'t': 'http://t/a" + end + "'}, '@id': 't:b', 'x:p': 1}");
    }
    for (String end : List.of("", "%20", "=", "~", "1:a", "é")) {
      means(
          "<t:b> <x:p> 1 .",
          "{'@context': {'t': 'http://t/a" + end + "'}, '@id': 't:b', 'x:p': 1}");
    }
  }

  @Test
  public void propertiesWithAColonAreLookedIntoEvenIfTheyAreNoIris() throws IOException {
    means("<x:o> <x:p> 1 .", "{'@id': 'x:s', '1:a': {'@id': 'x:o', 'x:p': 1}}");
    means("", "{'@id': 'x:s', 'a%3A': {'@id': 'x:o', 'x:p': 1}}");
  }

  @Test
  public void differentNamesOfOneIriAreOneProperty() throws IOException {
    means(
        "<x:s> <http://v/%41b> 1, 2, 3 .",
        "{'@context': {'@vocab': 'http://v/', 'p': 'http://v/%41'},"
            + " '@id': 'x:s', '%41b': [1, 3], 'http://v/%41b': [1, 2]}");
  }

  @Test
  public void languagesAndTextsStayAsTheyAre() throws IOException {
    means(
        "<x:s> <x:l> \"a%20b [y] z^~\"@en-nz, \"\"@zh . <x:s> <x:p> \"&a/*b)\", \"@id\", \"^\" .",
        "{'@context': {'l': {'@id': 'x:l', '@container': '@language'}}, '@id': 'x:s',"
            + " 'l': {'en-NZ': 'a%20b [y] z^~', 'zh': ''}, 'x:p': ['&a/*b)', '@id', '^']}");
  }

  @Test
  public void aBaseDirectionIsLeftOut() throws IOException {
    means(
        "<x:s> <x:p> \"ltr\", \"b\" .",
        "{'@context': {'dir': '@direction'}, '@id': 'x:s',"
            + " 'x:p': [{'@value': 'ltr', 'dir': 'rtl'}, {'@value': 'b', '@direction': 'ltr'}]}");
    assertThrows(
        SyntaxParseException.class,
        () -> means("", "{'x:p': {'@value': 'a', '@direction': 'up'}}"));
  }

  @Test
  public void typesWithContextsOfTheirOwnAreStillSorted() throws IOException {
    for (String names : List.of("a#,a0", "a.,a0", "a-,a.", "a@,aA", "a,a[", "a?,aé", "a:,a;")) {
      String first = names.split(",")[0];
      String last = names.split(",")[1];
      String context =
          String.format(
              "{'@context': {'%s': {'@id': 'x:a', '@context': {'p': 'x:first'}},"
                  + " '%s': {'@id': 'x:b', '@context': {'p': 'x:last'}}}, '@id': 'x:s', ",
              first, last);
      for (String types : List.of(first + "', '" + last, last + "', '" + first)) {
        means(
            "<x:s> a <x:a>, <x:b>; <x:last> 1 .", context + "'@type': ['" + types + "'], 'p': 1}");
      }
    }
  }

  @Test
  public void whatIsNeitherShortNorRelativeForSureIsRefused() {
    String inner = "{'@context': {'1': 'x:', 'é': 'x:'}, '@id': 'x:o'}".replace('\'', '"');
    for (String reference : List.of("1:a", "é:a")) {
      SyntaxParseException e =
          assertThrows(
              SyntaxParseException.class,
              () ->
                  read(
                      Syntax.JSONLD,
                      BASE,
                      "{\"@id\": \"" + reference + "\", \"x:p\": " + inner + "}"));
      assertTrue(e.getMessage(), e.getMessage().contains("cannot be told from a short one"));
    }
  }

  @Test
  public void messagesHaveTheNamesOfTheDocument() {
    SyntaxParseException e =
        assertThrows(
            SyntaxParseException.class,
            () -> read(Syntax.JSONLD, BASE, "{\"@id\": {\"a b\": \"%20~[\"}}"));
    assertTrue(e.getMessage(), e.getMessage().contains("{\"a b\":\"%20~[\"}"));
  }

  // ---- contexts from elsewhere -----------------------------------------------------------------

  private String context(String name, String json) throws IOException {
    File file = new File(folder.getRoot(), name);
    Files.createDirectories(file.getParentFile().toPath());
    Files.writeString(file.toPath(), "{\"@context\": " + json.replace('\'', '"') + "}");
    return file.toURI().toString();
  }

  @Test
  public void contextsFromElsewhereDefineOddNames() throws IOException {
    String url =
        context("c.jsonld", "{'1': 'http://t/%20#', 'a b': 'x:q', '@vocab': 'v%20#', 'v': 'x:v'}");
    means(
        "<http://t/%20#%41> <x:q> 1; <http://example.org/x%20y/v%20#../c> 2 .",
        "{'@context': '" + url + "', '@id': '1:%41', 'a b': 1, '../c': 2}");
    means(
        "<x:s> <x:vname> 1 .",
        "{'@context': ['"
            + url
            + "', {'@vocab': null}, {'@vocab': 'v'}], '@id': 'x:s', 'name': 1}");
  }

  @Test
  public void placesOfContextsAreResolved() throws IOException {
    context("a b/c%.jsonld", "['d.jsonld', {'@import': '../e.jsonld'}]");
    context("a b/d.jsonld", "{'d': 'x:d'}");
    context("e.jsonld", "{'e': 'x:e'}");
    means(
        folder.getRoot().toURI() + "doc",
        "<x:s> <x:d> 1; <x:e> 2 .",
        "{'@context': './a%20b/../a%20b/c%25.jsonld', '@id': 'x:s', 'd': 1, 'e': 2}"
            .replace('\'', '"'));
  }

  @Test
  public void aContextThatIsNotThereIsNamed() {
    String base = folder.getRoot().toURI() + "doc";
    SyntaxParseException e =
        assertThrows(
            SyntaxParseException.class,
            () -> read(Syntax.JSONLD, base, "{\"@context\": \"n%20o.jsonld\", \"@id\": \"a\"}"));
    String place = folder.getRoot().toURI().getPath() + "n%20o.jsonld]";
    assertTrue(e.getMessage(), e.getMessage().contains(place));
    assertEquals("valid JSON-LD", e.expected());
  }
}
