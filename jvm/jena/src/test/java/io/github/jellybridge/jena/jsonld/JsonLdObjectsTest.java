package io.github.jellybridge.jena.jsonld;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.testing.Cases;
import java.io.IOException;
import org.junit.Test;

/** Objects of JSON-LD that its standard leaves out or refuses, where the library does neither. */
public class JsonLdObjectsTest {
  @Test
  public void graphsMayBeEmptyOrHoldRowsWithoutStatements() throws IOException {
    JsonLdMeaning.means("", "{'@graph': {}}");
    JsonLdMeaning.means("", "{'@graph': 'text'}");
    JsonLdMeaning.means("", "{'@id': 'x:g', '@graph': {'@id': 'x:a'}}");
    JsonLdMeaning.means("<x:g> <x:p> 1 .", "{'@id': 'x:g', '@graph': {'@id': 'x:a'}, 'x:p': 1}");
    JsonLdMeaning.means("<x:s> <x:p> [] .", "{'@id': 'x:s', 'x:p': {'@graph': {'@list': [1]}}}");
    JsonLdMeaning.means(
        "<x:s> <x:p> [], [] .",
        "{'@context': {'g': {'@id': 'x:p', '@container': ['@graph', '@index']}},"
            + "'@id': 'x:s', 'g': {'a': {'@graph': {}}, 'b': {'@graph': {'@value': null}}}}");
  }

  private static String found(String document) {
    return assertThrows(
            SyntaxParseException.class,
            () ->
                JsonLdMeaning.read(Syntax.JSONLD, JsonLdMeaning.BASE, document.replace('\'', '"')))
        .found();
  }

  @Test
  public void aTextLikeAKeywordIsNoIri() throws IOException {
    JsonLdMeaning.means(
        "<x:s> <x:p> <x:b> ; <x:q> '@alice' .",
        "{'@context': {'p': {'@id': 'x:p', '@type': '@id'}},"
            + "'@id': 'x:s', 'p': ['@alice', 'x:b'], 'x:q': '@alice'}");
    JsonLdMeaning.means(
        "<x:s> a <x:T> ; <v:q> <x:b> .",
        "{'@context': {'@vocab': 'v:', 'q': {'@type': '@vocab'}},"
            + "'@id': 'x:s', '@type': ['x:T', '@alice'], 'q': ['@alice', 'x:b']}");
    JsonLdMeaning.means(
        "<x:s> <x:p> [] .", "{'@id': 'x:s', 'x:p': {'x:q': {'@id': '@alice', 'x:r': 1}}}");
    assertEquals(
        "'The datatype [@alice] is no IRI.'", found("{'x:p': {'@value': 'a', '@type': '@alice'}}"));
    // As a key, where the library fails.
    assertEquals(
        "'An @id entry was encountered whose value was not a string"
            + " [code=INVALID_KEYWORD_ID_VALUE].'",
        found("{'@context': {'m': {'@id': 'x:m', '@container': '@id'}}, 'm': {'@a': {'x:q': 1}}}"));
  }

  /** As in PyLD; contexts have no order. */
  @Test
  public void termsMayReferToTermsDefinedLater() throws IOException {
    String context = "{'@context': {'@vocab': 'v:', %s}, '@id': 'x:s', 'a': 'w'}";
    for (String terms :
        new String[] {
          "'a': 't', 't': {'@id': 'x:y'}",
          "'a': {'@id': 't'}, 't': {'@id': 'u'}, 'u': {'@id': 'x:y', '@language': 'en'}",
          "'t': {'@id': 'x:y'}, 'a': 't'"
        }) {
      JsonLdMeaning.means("<x:s> <x:y> 'w' .", context.formatted(terms));
    }
    JsonLdMeaning.means(
        "<x:s> <x:a> 'w'^^<x:y> .",
        context.formatted("'a': {'@id': 'x:a', '@type': 't'}, 't': {'@id': 'x:y'}"));
  }

  @Test
  public void theIriOfATermIsRelativeToTheVocabularyOnly() throws IOException {
    String context = "{'@context': {%s}, '@id': 'x:s', 'a': 1, 'b:c': 2}";
    for (String vocabulary : new String[] {"v:", "http://v/", "http://v#", ""}) {
      String base = vocabulary.isEmpty() ? "http://example.org/x%20y/doc?q" : vocabulary;
      JsonLdMeaning.means(
          "<x:s> <" + base + "p/q> 1 ; <" + base + "n#c> 2 .",
          context.formatted("'@vocab': '" + vocabulary + "', 'a': 'p/q', 'b': 'n#'"));
    }
    Cases.each(
        new String[] {"'a': 'p'", "'a': {'@id': 'p'}", "'b': {'@reverse': 'p'}"},
        term -> {
          assertEquals(
              "'A local context contains a term that has an invalid or missing IRI mapping"
                  + " [code=INVALID_IRI_MAPPING].'",
              found(context.formatted(term)));
        });
  }

  @Test
  public void setsAndListsHaveNoTypes() {
    Cases.each(
        new String[] {"@set", "@list"},
        key -> {
          assertEquals(
              "'A set or a list has no entry @type.'",
              found("{'x:p': {'" + key + "': ['a'], '@type': 'x:T'}}"));
        });
  }

  /** JSON-LD 1.1 §1.4: the library would keep one of the values. */
  @Test
  public void keysThatRecurInAnObjectAreRefused() throws IOException {
    Cases.each(
        new String[] {
          "{'x:p': 1,\n %s: 2}",
          "{'a': {'x:p': 1}, 'x:p': [{}],\n %s: 2}",
          "{'@context': {'x:p': 'x:q',\n %s: 'x:r'}}",
          "{'x:q': {'@type': '@json', '@value': {'x:p': {},\n %s: {}}}}",
          "[{}, {'x:p': null,\n %s: null}]",
          "{'x:q': {'@list': [{'x:p': true, 'x:q': 1,\n %s: true}]}}"
        },
        document -> {
          for (String key : new String[] {"'x:p'", "'x\\u003ap'"}) {
            String json = document.formatted(key).replace('\'', '"');
            SyntaxParseException e =
                assertThrows(
                    SyntaxParseException.class,
                    () -> JsonLdMeaning.read(Syntax.JSONLD, JsonLdMeaning.BASE, json));
            assertEquals(2, e.line());
            assertEquals(key.length() == 5 ? 2 : 7, e.column());
            assertEquals("an object whose keys differ", e.expected());
            assertEquals("the key 'x:p' again", e.found());
          }
        });
    JsonLdMeaning.means(
        "<x:s> <x:p> 1, 2 ; <x:q> [ <x:p> 3 ] .",
        "{'@context': {'p': 'x:p'}, '@id': 'x:s', 'p': 1, 'x:p': 2, 'x:q': {'p': 3}}");
  }

  @Test
  public void directionsAreText() {
    String message = "'The value of @direction is not \"ltr\", \"rtl\", or null and thus invalid";
    Cases.each(
        new String[] {"1.5", "true", "[]", "{}"},
        value -> {
          String found = found("{'x:p': {'@value': 'a', '@direction': " + value + "}}");
          assertEquals(message, found.substring(0, message.length()));
        });
  }
}
