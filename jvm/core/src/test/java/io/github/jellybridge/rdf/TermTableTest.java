package io.github.jellybridge.rdf;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.Test;

public class TermTableTest {
  private final Random random = new Random(7);
  private final List<String> expected = new ArrayList<>();

  @Test
  public void valuesArePutTogetherAllAtOnce() {
    for (int longest = 1; longest < 100; longest++) {
      String text = text(2 * longest);
      byte[] data = text.getBytes(StandardCharsets.UTF_8);
      TermTable terms = new TermTable();
      terms.reset(data, data.length);
      expected.clear();
      addTerms(terms, text, longest);
      terms.valueOffset(3);
      terms.assembleFrom(1);
      addTerms(terms, text, longest);
      terms.assembleFrom(expected.size() / 2 + 1);

      for (int id = 1; id < terms.size(); id++) {
        int length = terms.valueLength(id);
        // firstOffset also gives the position of an assembled value, without assembling it.
        int offset = terms.firstOffset(id);
        String value = new String(terms.data(), offset, length, StandardCharsets.UTF_8);
        assertEquals(expected.get(id - 1), value);
        assertEquals(offset, terms.valueOffset(id));
      }
    }
  }

  @Test
  public void termsOfMoreTextThanThereIsRoomForAreRefusedInWords() {
    int length = 1 << 20;
    TermTable terms = new TermTable();
    terms.reset(new byte[length], length);
    for (int i = 0; i < 2_100; i++) {
      terms.addPair(TermKind.IRI, 0, length - 1, length - 1, 1);
    }
    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> terms.assembleFrom(1));
    assertEquals("the terms of one batch need more than 2 GiB", error.getMessage());
  }

  /** Adds IRIs and literals made of slices with random lengths up to the longest one. */
  private void addTerms(TermTable terms, String text, int longest) {
    for (int i = 0; i < 40; i++) {
      int first = random.nextInt(longest + 1);
      int rest = random.nextInt(longest + 1);
      int prefixAt = random.nextInt(text.length() - first + 1);
      int nameAt = random.nextInt(text.length() - rest + 1);
      String name = text.substring(nameAt, nameAt + rest);
      if (i % 5 == 4) {
        terms.addLiteral(nameAt, rest, 1, 0);
        expected.add(name);
      } else {
        terms.addPair(TermKind.IRI, prefixAt, first, nameAt, rest);
        expected.add(text.substring(prefixAt, prefixAt + first) + name);
      }
    }
  }

  private String text(int length) {
    return random
        .ints(length, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /**
   * Tests that the terms of a quoted triple, and the marks of their labels, leave no trace in the
   * table that would affect later terms.
   */
  @Test
  public void aQuotedTripleIsOneTermAndLabelsAfterItHaveTheirMarks() {
    TermTable terms = new TermTable();
    terms.reset(new byte[0], 0);
    ScopedLabels labels = new ScopedLabels("f");
    NTriplesParser parser = new NTriplesParser(terms, false, true, 64, labels);
    String old = new ScopedLabels("g").label("o");
    String mark = labels.label("");
    String folded = labels.label(old);
    String quoted = "<< _:a <x:p> << _:" + old + " <x:p> \"c\"@en >> >>";
    for (int i = 1; i < 10; i += 3) {
      assertEquals(i, term(parser, quoted));
      assertEquals(i + 1, term(parser, "_:b" + "b".repeat(i)));
      assertEquals(i + 2, term(parser, "_:" + old));
    }
    assertEquals(10, terms.size());
    for (int i = 1; i < 10; i += 3) {
      assertEquals(
          "<<( _:" + mark + "a <x:p> <<( _:" + folded + " <x:p> \"c\"@en )>> )>>", terms.value(i));
      assertEquals(mark + "b" + "b".repeat(i), terms.value(i + 1));
      assertEquals(folded, terms.value(i + 2));
    }
  }

  private static int term(NTriplesParser parser, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return parser.term(bytes, 0, bytes.length);
  }
}
