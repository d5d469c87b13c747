package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.GRAPHS;
import static io.github.jellybridge.wire.WireRow.QUADS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.bnode;
import static io.github.jellybridge.wire.WireTerm.iri;
import static io.github.jellybridge.wire.WireTerm.lang;
import static io.github.jellybridge.wire.WireTerm.quoted;
import static io.github.jellybridge.wire.WireTerm.text;
import static io.github.jellybridge.wire.WireTerm.typed;
import static org.junit.Assert.assertEquals;

import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import java.util.List;
import org.junit.Test;

/** Protobuf and both specifications: every string must be valid UTF-8. */
public class Utf8Test extends BothLayouts {
  /** Placeholder for the invalid bytes. */
  private static final String MARK = "@@@@";

  private static final List<byte[]> INVALID =
      List.of(
          bytes(0xff, 'a', 'a', 'a'), // a byte that never occurs in UTF-8
          bytes('a', 'a', 'a', 0x80), // a continuation byte without a start
          bytes('a', 'a', 'a', 0xc3), // a start byte without a continuation
          bytes('a', 0xe2, 0x82, 'a'), // one continuation byte missing
          bytes('a', 'a', 0xc0, 0x80), // overlong NUL
          bytes('a', 0xe0, 0x80, 0x80), // overlong
          bytes('a', 0xed, 0xa0, 0x80), // a surrogate
          bytes(0xf0, 0x80, 0x80, 0x80), // overlong
          bytes(0xf4, 0x90, 0x80, 0x80), // beyond U+10FFFF
          bytes(0xf5, 0x80, 0x80, 0x80));

  private static final List<byte[]> VALID =
      List.of(
          bytes(0xf0, 0x90, 0x80, 0x80),
          bytes(0xf4, 0x8f, 0xbf, 0xbf),
          bytes(0xe2, 0x82, 0xac, 0),
          bytes(0xed, 0x9f, 0xbf, 'a'),
          bytes(0xee, 0x80, 0x80, 'a'),
          bytes(0xc2, 0x80, 0xdf, 0xbf));

  @Test
  public void aStreamNameMustBeUtf8() throws Exception {
    check(file(options(TRIPLES).named(MARK), triple(A, B, C)));
  }

  @Test
  public void aNameMustBeUtf8() throws Exception {
    check(file(TRIPLES, WireRow.name(5, MARK), triple(A, B, iri(1, 5))));
  }

  @Test
  public void aPrefixMustBeUtf8() throws Exception {
    check(file(TRIPLES, WireRow.prefix(1, MARK), triple(A, B, C)));
  }

  @Test
  public void aDatatypeMustBeUtf8() throws Exception {
    check(file(TRIPLES, WireRow.datatype(1, MARK), triple(A, B, typed("1", 1))));
  }

  @Test
  public void anEntryMustBeUtf8EvenIfNothingUsesIt() throws Exception {
    check(file(TRIPLES, WireRow.name(5, MARK), triple(A, B, C)));
    check(file(TRIPLES, WireRow.prefix(5, MARK), triple(A, B, C)));
    check(file(TRIPLES, WireRow.datatype(5, MARK), triple(A, B, C)));
  }

  @Test
  public void aBlankNodeMustBeUtf8() throws Exception {
    check(file(TRIPLES, triple(bnode(MARK), B, C)));
    check(file(TRIPLES, triple(A, B, bnode(MARK))));
    check(file(options(TRIPLES).generalized(true), triple(A, bnode(MARK), C)));
    check(file(QUADS, quad(A, B, C, bnode(MARK))));
    check(file(GRAPHS, graphStart(bnode(MARK)), triple(A, B, C), graphEnd()));
  }

  @Test
  public void aLexicalFormMustBeUtf8() throws Exception {
    check(file(TRIPLES, triple(A, B, text(MARK))));
    check(file(TRIPLES, triple(A, B, text("long enough for a vector loop, " + MARK + " twice"))));
    check(file(TRIPLES, triple(A, B, lang(MARK, "en"))));
    check(file(TRIPLES, triple(A, B, typed(MARK, 1))));
  }

  @Test
  public void aLanguageTagMustBeUtf8() throws Exception {
    check(file(TRIPLES, triple(A, B, lang("x", MARK))));
  }

  @Test
  public void stringsOfQuotedTriplesMustBeUtf8() throws Exception {
    WireRow.Options star = options(TRIPLES).rdfStar(true);
    refused(file(star, triple(A, B, quoted(A, B, text(MARK)))));
    refused(file(star, triple(A, B, quoted(bnode(MARK), B, C))));
    refused(file(star, triple(A, B, quoted(A, B, lang("x", MARK)))));
  }

  @Test
  public void aNamespaceNameMustBeUtf8() throws Exception {
    check(
        OneX.file(
            options(TRIPLES).version(2), WireRow.namespace(MARK, iri(1, 1)), triple(A, B, C)));
  }

  @Test
  public void theErrorSaysSo() {
    JellyParseException error =
        Reading.refused(Wire.patch(file(TRIPLES, triple(A, B, text(MARK))), MARK, INVALID.get(0)));
    assertEquals("valid UTF-8 in a lexical form", error.expected());
  }

  private static void check(byte[] file) throws Exception {
    refused(file);
    for (byte[] valid : VALID) {
      Reading.read(Wire.patch(file, MARK, valid));
    }
  }

  private static void refused(byte[] file) {
    for (byte[] invalid : INVALID) {
      Reading.refused(Wire.patch(file, MARK, invalid));
    }
  }

  private static byte[] bytes(int... values) {
    byte[] out = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      out[i] = (byte) values[i];
    }
    return out;
  }
}
