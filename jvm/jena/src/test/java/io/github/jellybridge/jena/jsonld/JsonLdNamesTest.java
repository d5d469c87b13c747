package io.github.jellybridge.jena.jsonld;

import static io.github.jellybridge.jena.jsonld.JsonLdMeaning.BASE;
import static io.github.jellybridge.jena.jsonld.JsonLdMeaning.iri;
import static io.github.jellybridge.jena.jsonld.JsonLdMeaning.means;
import static io.github.jellybridge.jena.jsonld.JsonLdMeaning.one;
import static io.github.jellybridge.jena.jsonld.JsonLdMeaning.read;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jena.Riot;
import io.github.jellybridge.jena.RiotReader;
import io.github.jellybridge.rdf.DocumentLimits;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Keywords, terms, short IRIs, vocabularies and bases of JSON-LD, whatever characters they hold.
 */
public class JsonLdNamesTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void aBaseLosesItsFragment() throws IOException {
    means("<http://a/b> <x:p> 1 .", "{'@context': {'@base': 'http://a/b#f'}, '@id': '', 'x:p': 1}");
    means("<> <x:p> 1 .", "{'@context': {'@base': '#g'}, '@id': '', 'x:p': 1}");
  }

  /** JSON-LD 1.1 API §8.1, as generalized RDF is not asked for. */
  @Test
  public void propertiesThatAreBlankNodesHaveNoStatements() throws IOException {
    means(
        "<x:s> <x:q> _:p .",
        "{'@context': {'t': '_:t'}, '@id': 'x:s', '_:p': 1, 't': 2, 'x:q': {'@id': '_:p'},"
            + " '@reverse': {'_:p': {'@id': 'x:r'}}}");
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
    Cases.each(
        vocabularies.entrySet(),
        vocabulary -> {
          assertEquals(
              vocabulary.getValue() + "../a",
              one(false, Syntax.JSONLD, json.formatted(vocabulary.getKey())));
        });
  }

  @Test
  public void onlyTextThatEndsAsANamespaceIsAPrefix() throws IOException {
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
  public void ambiguousReferencesAreRefused() {
    String inner = "{'@context': {'1': 'x:', 'é': 'x:'}, '@id': 'x:o'}".replace('\'', '"');
    Cases.each(
        List.of("1:a", "é:a"),
        reference -> {
          SyntaxParseException e =
              assertThrows(
                  SyntaxParseException.class,
                  () ->
                      read(
                          Syntax.JSONLD,
                          BASE,
                          "{\"@id\": \"" + reference + "\", \"x:p\": " + inner + "}"));
          assertTrue(e.getMessage(), e.getMessage().contains("cannot be told from a compact one"));
        });
  }

  @Test
  public void messagesHaveTheNamesOfTheDocument() {
    SyntaxParseException e =
        assertThrows(
            SyntaxParseException.class,
            () -> read(Syntax.JSONLD, BASE, "{\"@id\": {\"a b\": \"%20~[\"}}"));
    assertTrue(e.getMessage(), e.getMessage().contains("{\"a b\":\"%20~[\"}"));
  }

  private static Map<String, String> prefixes(String context) throws IOException {
    String json = "{\"@context\": " + context.replace('\'', '"') + ", \"@id\": \"x:s\"}";
    try (RiotReader reader =
        RiotReader.open(
            new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)),
            Riot.FILE,
            SyntaxOptions.of(Syntax.JSONLD))) {
      reader.nextBatch(1);
      return reader.prefixes();
    }
  }

  /** JSON-LD 1.1 API §5.2.2. */
  @Test
  public void prefixesThatAreDeclaredThroughOthersAreExpanded() throws IOException {
    Map<String, String> both = Map.of("ex", "http://e/", "voc", "http://e/v#");
    assertEquals(both, prefixes("{'ex': 'http://e/', 'voc': 'ex:v#'}"));
    assertEquals(both, prefixes("{'voc': 'ex:v#', 'ex': 'http://e/'}"));
    assertEquals(both, prefixes("[{'ex': 'http://e/'}, {'voc': 'ex:v#'}]"));
    assertEquals(both, prefixes("{'ex': {'@id': 'http://e/', '@prefix': true}, 'voc': 'ex:v#'}"));
    assertEquals(
        Map.of("ex", "http://e/", "a", "http://e/a/", "b", "http://e/a/b/", "", "http://e/a/b/c#"),
        prefixes("{'b': 'a:b/', 'a': 'ex:a/', '@vocab': 'b:c#', 'ex': 'http://e/'}"));
    // No prefix: it does not end in a delimiter, or is defined in more than a name.
    assertEquals(Map.of("voc", "ex:v#"), prefixes("{'ex': 'http://e/x', 'voc': 'ex:v#'}"));
    assertEquals(Map.of("voc", "ex:v#"), prefixes("{'ex': {'@id': 'http://e/'}, 'voc': 'ex:v#'}"));
    assertEquals(
        Map.of("http", "x:/", "voc", "http://e/v#"),
        prefixes("{'http': 'x:/', 'voc': 'http://e/v#'}"));
    assertEquals(
        Map.of("", "http://e/", "n", "http://e/names/"),
        prefixes("{'@vocab': 'http://e/', 'n': 'names/'}"));
    // Earlier contexts are forgotten.
    assertEquals(Map.of("a", "ex:a/"), prefixes("[{'ex': 'http://e/'}, null, {'a': 'ex:a/'}]"));
    assertEquals(Map.of(), prefixes("{'@vocab': '', 'n': 'names/'}"));
  }

  @Test
  public void prefixesThatAnotherDocumentMayDefineAreLeftOut() throws IOException {
    String other = "{\"@context\": {\"ex\": \"http://e/\"}}";
    Files.writeString(folder.getRoot().toPath().resolve("c.jsonld"), other);
    String remote = folder.getRoot().toURI() + "c.jsonld";
    for (String context :
        List.of(
            "[\"%s\", {\"voc\": \"ex:v#\", \"a\": \"http://a/\"}]",
            "{\"@import\": \"%s\", \"voc\": \"ex:v#\", \"a\": \"http://a/\"}")) {
      String json = "{\"@context\": " + context.formatted(remote) + ", \"@id\": \"x:s\"}";
      DocumentLimits allowing = new DocumentLimits(10, 1 << 20, true, false);
      try (RiotReader reader =
          RiotReader.open(
              new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)),
              Riot.FILE,
              SyntaxOptions.of(Syntax.JSONLD).withDocuments(allowing))) {
        reader.nextBatch(1);
        assertEquals(Map.of("a", "http://a/"), reader.prefixes());
      }
    }
  }

  /** No format that is written could hold such prefixes. */
  @Test
  public void prefixesWithHalvesOfSurrogatePairsAreLeftOut() throws IOException {
    String json =
        """
        {"@context": {"\\ud800": "http://a/#", "b": "http://b/\\ud800#", "c": "http://c/#"},
         "@id": "x:s", "c:p": "o"}
        """;
    byte[] document = json.getBytes(StandardCharsets.UTF_8);
    SyntaxOptions options = SyntaxOptions.of(Syntax.JSONLD);
    try (RiotReader reader =
        RiotReader.open(new ByteArrayInputStream(document), Riot.FILE, options)) {
      assertTrue(reader.nextBatch(1));
      assertEquals(Map.of("c", "http://c/#"), reader.prefixes());
    }
  }
}
