package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.net.URI;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.Test;

/** Strings are written so that Java's URIs hold them, and read as they were. */
public class JsonLdTextTest {
  private static final Set<String> TERMS = Set.of("1", "a b", "é", "%", "t");
  private static final JsonLdText TEXT = new JsonLdText(TERMS);

  private static String random(Random random) {
    String[] parts = {
      "a", "z", ":", "/", ".", "..", "%", "#", "@", "é", " ", "&", "*", ")", "^", "~0041", "@a"
    };
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i > 0; i--) {
      boolean any = random.nextInt(4) == 0;
      text.append(
          any
              ? String.valueOf((char) random.nextInt(0x3100))
              : parts[random.nextInt(parts.length)]);
    }
    return text.toString();
  }

  @Test
  public void anyStringIsReadAsItWas() {
    Random random = new Random(1);
    for (int round = 0; round < TestSize.of(5_000, 50_000); round++) {
      String text = random(random);
      assertEquals(text, JsonLdText.read(TEXT.write(text)));
      assertEquals(text, JsonLdText.read(TEXT.value(text)));
      assertEquals(text, JsonLdText.read(TEXT.mapping(text)));
      assertEquals(text, JsonLdText.read(TEXT.vocabulary(text)));
      assertEquals(text, JsonLdText.read(JsonLdText.link(text)));
    }
  }

  @Test
  public void referencesArePathsOfJavaWithoutDots() {
    Random random = new Random(2);
    for (int round = 0; round < TestSize.of(5_000, 50_000); round++) {
      String written = new JsonLdText(Set.of()).write(random(random));
      if (written.matches("(?s)(@|[A-Za-z+.-]*:|_:|.*[^/]://).*")) {
        continue;
      }
      URI uri = URI.create(written);
      assertEquals(written, uri.getPath());
      assertFalse(written, written.startsWith("/"));
      for (String name : written.split("/", -1)) {
        assertFalse(written, name.equals(".") || name.equals(".."));
      }
    }
  }

  @Test
  public void namesAreWhatIsInFrontOfTheColonOfShortIris() {
    Cases.each(
        TERMS,
        term -> {
          for (String local : List.of("a", "", "/a", "%", "a:b")) {
            String written = TEXT.write(term + ":" + local);
            assertTrue(written, written.startsWith(TEXT.write(term) + ":"));
            assertFalse(written, written.startsWith("//", written.indexOf(':') + 1));
          }
        });
  }

  @Test
  public void usualNamesAndIrisDoNotChange() {
    for (String text :
        List.of(
            "name", "http://example.org/a-b_c", "schema:name", "_:b0", "@type", "en-NZ", "a/b")) {
      assertEquals(text, TEXT.write(text));
    }
  }
}
