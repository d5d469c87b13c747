package io.github.jellybridge.jena.jsonld;

import static io.github.jellybridge.jena.jsonld.JsonLdMeaning.means;
import static io.github.jellybridge.jena.jsonld.JsonLdMeaning.read;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxParseException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Contexts of JSON-LD from elsewhere are found where references say, and define any names. */
public class JsonLdContextsTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

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
  public void locationsOfContextsAreResolved() throws IOException {
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
