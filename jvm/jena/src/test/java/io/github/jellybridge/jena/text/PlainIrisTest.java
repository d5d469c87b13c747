package io.github.jellybridge.jena.text;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Random;
import org.apache.jena.irix.IRIxResolver;
import org.junit.Test;

/** RIOT resolves each plain IRI to itself and finds no fault in it. */
public class PlainIrisTest {
  private static final IRIxResolver RIOT =
      IRIxResolver.create()
          .base("http://example.org/a/b?c#d")
          .resolve(true)
          .allowRelative(false)
          .build();

  /** What random IRIs are made of: whatever means something in one, and what must not be there. */
  private static final List<String> PIECES =
      List.of(
          "http://",
          "https://",
          "HTTP://",
          "http:",
          "urn:",
          "file://",
          "//",
          "/",
          ".",
          "..",
          "/.",
          "/..",
          "./",
          "?",
          "#",
          ":",
          ":80",
          "@",
          "%",
          "%41",
          "%c3",
          "-",
          "--",
          "xn--",
          "_",
          "~",
          "!$&'()*+,;=",
          "[",
          "]",
          "[::1]",
          "1.2.3.4",
          "0",
          "example",
          "org",
          "a",
          "Z",
          "é",
          "日",
          " ",
          "|",
          "\\",
          "^",
          "`",
          "{",
          "}",
          "\"",
          "<",
          ">",
          "\u0000",
          "\u007f",
          "\ue000",
          "\ud83d\ude00",
          "x".repeat(64));

  @Test
  public void randomIrisThatArePlainAreResolvedToThemselves() {
    Random random = new Random(7);
    int plain = 0;
    for (int i = 0; i < 300_000; i++) {
      StringBuilder iri = new StringBuilder();
      if (random.nextInt(8) > 0) {
        iri.append(random.nextBoolean() ? "http://" : "https://example.org");
      }
      for (int n = random.nextInt(7); n > 0; n--) {
        iri.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      if (PlainIris.isPlain(iri.toString())) {
        plain++;
        assertEquals(iri.toString(), RIOT.resolve(iri.toString()).str());
      }
    }
    assertTrue("plain: " + plain, plain > 10_000);
  }

  @Test
  public void frequentIrisArePlain() {
    for (String iri :
        List.of(
            "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
            "https://schema.org/Person",
            "http://example.org",
            "http://dbpedia.org/resource/Albert_Einstein_(film)",
            "http://www.wikidata.org/entity/statement/Q1-2D-3?a=b/c&d#e/f?g")) {
      assertTrue(iri, PlainIris.isPlain(iri));
    }
  }

  @Test
  public void irisThatResolvingChangesOrRiotRefusesAreNotPlain() {
    for (String iri :
        List.of(
            "",
            "a",
            "#a",
            "//example.org/",
            "http:",
            "http://",
            "http:///a",
            "http:a",
            "http://example.org/a/../b",
            "http://example.org/./b",
            "http://example.org/a b",
            "http://example.org/a#b#c",
            "http://exa mple.org/",
            "http://-a.org/",
            "http://example..org/",
            "http://[::1/",
            "file:///a",
            "urn:a:b")) {
      assertFalse(iri, PlainIris.isPlain(iri));
    }
  }
}
