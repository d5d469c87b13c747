package io.github.jellybridge.jena.jsonld;

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

/** Strings are encoded so that Java's URIs hold them, and decode to themselves. */
public class StringCodecTest {
  private static final Set<String> TERMS = Set.of("1", "a b", "é", "%", "t");
  private static final StringCodec CODEC = new StringCodec(TERMS);

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
  public void anyStringDecodesToItself() {
    Random random = new Random(1);
    for (int round = 0; round < TestSize.of(5_000, 50_000); round++) {
      String text = random(random);
      assertEquals(text, StringCodec.decode(CODEC.encode(text)));
      assertEquals(text, StringCodec.decode(CODEC.value(text)));
      assertEquals(text, StringCodec.decode(CODEC.mapping(text)));
      assertEquals(text, StringCodec.decode(CODEC.vocabulary(text)));
      assertEquals(text, StringCodec.decode(StringCodec.link(text)));
    }
  }

  @Test
  public void referencesArePathsOfJavaWithoutDots() {
    Random random = new Random(2);
    for (int round = 0; round < TestSize.of(5_000, 50_000); round++) {
      String written = new StringCodec(Set.of()).encode(random(random));
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
  public void namesArePartsBeforeTheColonOfShortIris() {
    Cases.each(
        TERMS,
        term -> {
          for (String local : List.of("a", "", "/a", "%", "a:b")) {
            String written = CODEC.encode(term + ":" + local);
            assertTrue(written, written.startsWith(CODEC.encode(term) + ":"));
            assertFalse(written, written.startsWith("//", written.indexOf(':') + 1));
          }
        });
  }

  @Test
  public void usualNamesAndIrisDoNotChange() {
    for (String text :
        List.of(
            "name", "http://example.org/a-b_c", "schema:name", "_:b0", "@type", "en-NZ", "a/b")) {
      assertEquals(text, CODEC.encode(text));
    }
  }
}
