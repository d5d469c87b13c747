package io.github.jellybridge.rdf.text;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import java.util.Random;
import org.apache.jena.irix.IRIException;
import org.apache.jena.irix.IRIx;
import org.junit.Test;

/** Resolution of IRI references, compared with RFC 3986 and with Jena. */
public class IriReferenceTest {
  /** RFC 3986 §5.4. */
  private static final String[][] EXAMPLES = {
    {"g:h", "g:h"},
    {"g", "http://a/b/c/g"},
    {"./g", "http://a/b/c/g"},
    {"g/", "http://a/b/c/g/"},
    {"/g", "http://a/g"},
    {"//g", "http://g"},
    {"?y", "http://a/b/c/d;p?y"},
    {"g?y", "http://a/b/c/g?y"},
    {"#s", "http://a/b/c/d;p?q#s"},
    {"g#s", "http://a/b/c/g#s"},
    {"g?y#s", "http://a/b/c/g?y#s"},
    {";x", "http://a/b/c/;x"},
    {"g;x", "http://a/b/c/g;x"},
    {"g;x?y#s", "http://a/b/c/g;x?y#s"},
    {"", "http://a/b/c/d;p?q"},
    {".", "http://a/b/c/"},
    {"./", "http://a/b/c/"},
    {"..", "http://a/b/"},
    {"../", "http://a/b/"},
    {"../g", "http://a/b/g"},
    {"../..", "http://a/"},
    {"../../", "http://a/"},
    {"../../g", "http://a/g"},
    {"../../../g", "http://a/g"},
    {"../../../../g", "http://a/g"},
    {"/./g", "http://a/g"},
    {"/../g", "http://a/g"},
    {"g.", "http://a/b/c/g."},
    {".g", "http://a/b/c/.g"},
    {"g..", "http://a/b/c/g.."},
    {"..g", "http://a/b/c/..g"},
    {"./../g", "http://a/b/g"},
    {"./g/.", "http://a/b/c/g/"},
    {"g/./h", "http://a/b/c/g/h"},
    {"g/../h", "http://a/b/c/h"},
    {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
    {"g;x=1/../y", "http://a/b/c/y"},
    {"g?y/./x", "http://a/b/c/g?y/./x"},
    {"g?y/../x", "http://a/b/c/g?y/../x"},
    {"g#s/./x", "http://a/b/c/g#s/./x"},
    {"g#s/../x", "http://a/b/c/g#s/../x"},
  };

  @Test
  public void examplesOfTheRfc() {
    Cases.each(
        EXAMPLES,
        example -> {
          String found = IriReference.resolve("http://a/b/c/d;p?q", example[0]);
          assertEquals(example[0], example[1], found);
        });
  }

  @Test
  public void randomReferencesAreResolvedAsInJena() {
    Random random = new Random(5);
    String[] bases = {
      "http://example.org/a/b/c?q#f", "http://example.org", "file:///x/y.ttl", "https://a.b/x/"
    };
    String[] parts = {"/", "a", "b.c", "..", ".", "?", "q", "a:b", "é", "-", "#", "/", "../", "./"};
    int same = 0;
    for (int round = 0; round < 20_000; round++) {
      StringBuilder reference = new StringBuilder();
      for (int i = random.nextInt(7); i > 0; i--) {
        reference.append(parts[random.nextInt(parts.length)]);
      }
      String text = reference.toString();
      String base = bases[random.nextInt(bases.length)];
      String expected;
      try {
        expected = IRIx.create(base).resolve(text).str();
      } catch (IRIException e) {
        continue;
      }
      // Jena also removes dot segments from absolute IRIs, but keeps them in some others.
      if (!IriReference.isAbsolute(text) && !text.contains("//") && !expected.contains("/./")) {
        assertEquals(base + " and " + text, expected, IriReference.resolve(base, text));
        same++;
      }
    }
    assertTrue("only " + same, same > 5_000);
  }

  @Test
  public void basesMayHaveNoAuthority() {
    assertEquals("urn:a/c", IriReference.resolve("urn:a/b", "c"));
    assertEquals("urn:c", IriReference.resolve("urn:a", "c"));
    assertEquals("urn:c", IriReference.resolve("urn:", "c"));
    assertEquals("urn://h/c", IriReference.resolve("urn:a/b", "//h/c"));
  }

  @Test
  public void charactersThatIrisMustNotHaveStay() {
    String base = "http://example.org/x/y";
    assertEquals("http://example.org/x/a b", IriReference.resolve(base, "a b"));
    assertEquals("http://example.org/e[1]", IriReference.resolve(base, "../e[1]"));
    assertEquals("http://example.org/x/%zz{", IriReference.resolve(base, "%zz{"));
    assertEquals("http://example.org/x/y#[", IriReference.resolve(base, "#["));
  }

  @Test
  public void schemesStartWithALetter() {
    assertTrue(IriReference.isAbsolute("urn:a"));
    assertTrue(IriReference.isAbsolute("a+b-c.1:"));
    Cases.each(
        new String[] {"a:", "z:", "A:", "Z:", "a0:", "a9:", "aAzZ:"},
        scheme -> {
          assertTrue(scheme, IriReference.isAbsolute(scheme));
        });
    for (String relative :
        new String[] {
          "", "a", "1:b", "_:a", ":a", "a/b:c", "é:a", "@:", "[:", "`:", "{:", "a@:", "a[:", "a`:",
          "a{:"
        }) {
      assertFalse(relative, IriReference.isAbsolute(relative));
    }
  }
}
