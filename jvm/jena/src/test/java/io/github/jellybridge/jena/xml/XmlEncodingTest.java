package io.github.jellybridge.jena.xml;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jena.Riot;
import io.github.jellybridge.rdf.DocumentLimits;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.apache.jena.sparql.core.DatasetGraph;
import org.junit.Test;

/** RDF/XML in the encodings that every parser of XML must know (XML 1.0 §4.3.3), and in others. */
public class XmlEncodingTest {
  /** In the bytes of UTF-16, these hold those of {@code < > " & /}. */
  private static final String LOOKALIKES =
      "\u3c00\u3e22\u223e\u2600\u2f3c\ud83d\ude00é".repeat(400);

  private static String document(String encoding, String text) {
    return "<?xml version='1.0'"
        + (encoding.isEmpty() ? "" : " encoding='" + encoding + "'")
        + "?>\n<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='x:'>\n"
        + "<rdf:Description rdf:about='x:s'><x:p>"
        + text
        + "</x:p></rdf:Description></rdf:RDF>";
  }

  private static byte[] bytes(String mark, String document, Charset charset) {
    return (mark + document).getBytes(charset);
  }

  private static DatasetGraph read(byte[] document) throws IOException {
    SyntaxOptions options =
        SyntaxOptions.of(Syntax.RDFXML).withDocuments(new DocumentLimits(5, 1, false, false));
    return Riot.read(document, options, 10);
  }

  private static void same(String text, byte[] document) throws IOException {
    DatasetGraph found = read(document);
    assertEquals(
        text, found.stream().findFirst().orElseThrow().getObject().getLiteralLexicalForm());
    assertTrue(Riot.isomorphic(Riot.parse(document, Syntax.RDFXML), found));
  }

  @Test
  public void utf16IsReadInBothOrders() throws IOException {
    for (Charset charset : new Charset[] {StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE}) {
      same(LOOKALIKES, bytes("\ufeff", document("UTF-16", LOOKALIKES), charset));
      same(LOOKALIKES, bytes("\ufeff", document("", LOOKALIKES), charset));
      same(LOOKALIKES, bytes("", document(charset.name(), LOOKALIKES), charset));
    }
  }

  @Test
  public void utf8IsReadWithAByteOrderMarkAndWithout() throws IOException {
    for (String mark : new String[] {"", "\ufeff"}) {
      for (String encoding : new String[] {"", "UTF-8", "utf-8"}) {
        same(LOOKALIKES, bytes(mark, document(encoding, LOOKALIKES), StandardCharsets.UTF_8));
      }
    }
  }

  @Test
  public void otherEncodingsAreRead() throws IOException {
    String latin = "é".repeat(9_000);
    same(latin, bytes("", document("ISO-8859-1", latin), StandardCharsets.ISO_8859_1));
    same("ASCII", bytes("", document("US-ASCII", "ASCII"), StandardCharsets.US_ASCII));
    String kana = "カタカナ 漢字 ".repeat(3_000);
    for (String encoding :
        new String[] {"ISO-2022-JP", "Shift_JIS", "EUC-JP", "GB18030", "windows-31j"}) {
      same(kana, bytes("", document(encoding, kana), Charset.forName(encoding)));
    }
    same("EBCDIC", bytes("", document("IBM037", "EBCDIC"), Charset.forName("IBM037")));
  }

  /** In ISO-2022-JP, the bytes of some characters are those of {@code <}, of others {@code >}. */
  @Test
  public void depthIsCountedInElements() throws IOException {
    Charset charset = Charset.forName("ISO-2022-JP");
    StringBuilder flat = new StringBuilder();
    for (int i = 0; i < 400; i++) {
      flat.append("自社カコア").append(i).append("</x:p><x:p>");
    }
    byte[] document = bytes("", document("ISO-2022-JP", flat.toString()), charset);
    assertEquals(401, read(document).stream().count());
    for (String encoding : new String[] {"ISO-2022-JP", "IBM037", "UTF-16"}) {
      String deep = document(encoding, "<rdf:Description><x:p>".repeat(2));
      SyntaxParseException e =
          assertThrows(
              SyntaxParseException.class, () -> read(bytes("", deep, Charset.forName(encoding))));
      assertTrue(e.getMessage(), e.getMessage().contains("maxDepth"));
    }
  }

  @Test
  public void malformedBytesAreRefusedInEveryEncoding() {
    Map<String, byte[]> malformed =
        Map.of(
            "US-ASCII", new byte[] {(byte) 0xe9},
            "Shift_JIS", new byte[] {(byte) 0x81, ' '},
            "EUC-JP", new byte[] {(byte) 0xff},
            "windows-1252", new byte[] {(byte) 0x81},
            "GB18030", new byte[] {(byte) 0xff, (byte) 0xff});
    for (String encoding : malformed.keySet()) {
      byte[] whole = document(encoding, "a\nb#").getBytes(StandardCharsets.US_ASCII);
      int at = new String(whole, StandardCharsets.US_ASCII).lastIndexOf("#</");
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(whole, 0, at);
      out.writeBytes(malformed.get(encoding));
      out.write(whole, at + 1, whole.length - at - 1);
      SyntaxParseException e =
          assertThrows(encoding, SyntaxParseException.class, () -> read(out.toByteArray()));
      assertEquals(e.getMessage(), "valid " + Charset.forName(encoding), e.expected());
      assertEquals(e.getMessage(), 4, e.line());
      assertEquals(e.getMessage(), 2, e.column());
    }
  }

  @Test
  public void halfACharacterOfUtf16IsRefused() throws IOException {
    Map<String, String> positions =
        Map.of(
            "a\ud800b",
            "line 3, column 40:",
            "\n".repeat(300) + "é\udc00",
            "line 303, column 2:",
            "a".repeat(20_000) + "\n\udc00",
            "line 4, column 1:");
    for (String text : positions.keySet()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      for (char c : ("\ufeff" + document("UTF-16", text)).toCharArray()) {
        out.write(c >>> 8);
        out.write(c);
      }
      SyntaxParseException e =
          assertThrows(SyntaxParseException.class, () -> read(out.toByteArray()));
      assertTrue(e.getMessage(), e.getMessage().contains("valid UTF-16"));
      assertTrue(e.getMessage(), e.getMessage().contains(positions.get(text)));
    }
    byte[] whole = bytes("\ufeff", document("UTF-16", "text"), StandardCharsets.UTF_16BE);
    assertThrows(SyntaxParseException.class, () -> read(Arrays.copyOf(whole, whole.length - 1)));
  }

  @Test
  public void elementsOfUtf16NestNoDeeperThanTheLimit() {
    String deep = "<rdf:Description><x:p>".repeat(2);
    SyntaxParseException e =
        assertThrows(
            SyntaxParseException.class,
            () -> read(bytes("\ufeff", document("UTF-16", deep), StandardCharsets.UTF_16LE)));
    assertTrue(e.getMessage(), e.getMessage().contains("line 3, column"));
    assertTrue(e.getMessage(), e.getMessage().contains("maxDepth"));
  }

  @Test
  public void unknownEncodingsAreRefusedByName() {
    for (String encoding : new String[] {"utf-7", "x-user-defined"}) {
      byte[] document = bytes("", document(encoding, "text"), StandardCharsets.US_ASCII);
      SyntaxParseException e = assertThrows(SyntaxParseException.class, () -> read(document));
      assertEquals("an encoding that Java has", e.expected());
      assertEquals("'" + encoding + "'", e.found());
    }
  }
}
