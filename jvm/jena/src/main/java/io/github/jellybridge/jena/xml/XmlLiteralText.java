package io.github.jellybridge.jena.xml;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/**
 * The text of an XML literal: the exclusive canonical form of its content, with comments and
 * without inclusive namespaces (RDF 1.1 XML Syntax §7.2.17, Exclusive XML Canonicalization 1.0).
 */
final class XmlLiteralText {
  private static final int PIECE = 1 << 13;

  private final StringBuilder text = new StringBuilder();

  /** Prefixes and namespaces that the open elements declare; the default one has no prefix. */
  private final Map<String, String> declared = new HashMap<>(Map.of("", ""));

  /** Of each open element, the values before it of the prefixes that it declares. */
  private final Deque<Map<String, String>> before = new ArrayDeque<>();

  void startElement(String uri, String name, Attributes attributes) {
    text.append('<').append(name);
    Map<String, String> namespaces = new TreeMap<>();
    declare(namespaces, uri, prefix(name));
    List<Integer> sorted =
        IntStream.range(0, attributes.getLength())
            .filter(i -> !isDeclaration(attributes.getQName(i)))
            .boxed()
            .sorted(
                Comparator.<Integer, String>comparing(attributes::getURI)
                    .thenComparing(attributes::getLocalName))
            .toList();
    for (int i : sorted) {
      if (!attributes.getURI(i).isEmpty()) {
        declare(namespaces, attributes.getURI(i), prefix(attributes.getQName(i)));
      }
    }
    namespaces.forEach(
        (prefix, namespace) ->
            attribute(prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix, namespace));
    for (int i : sorted) {
      attribute(attributes.getQName(i), attributes.getValue(i));
    }
    text.append('>');
    namespaces.replaceAll(declared::put);
    before.push(namespaces);
  }

  void endElement(String name) {
    text.append("</").append(name).append('>');
    before
        .pop()
        .forEach((prefix, namespace) -> declared.compute(prefix, (key, inner) -> namespace));
  }

  /** Tells whether an element has started that has not ended. */
  boolean hasOpenElement() {
    return !before.isEmpty();
  }

  void characters(char[] characters, int from, int length) {
    for (int i = from; i < from + length; i++) {
      char c = characters[i];
      switch (c) {
        case '&' -> text.append("&amp;");
        case '<' -> text.append("&lt;");
        case '>' -> text.append("&gt;");
        case '\r' -> text.append("&#xD;");
        default -> text.append(c);
      }
    }
  }

  void comment(char[] characters, int from, int length) {
    text.append("<!--").append(characters, from, length).append("-->");
  }

  void processingInstruction(String target, String data) {
    text.append("<?").append(target);
    if (data != null && !data.isEmpty()) {
      text.append(' ').append(data);
    }
    text.append("?>");
  }

  /** Tells whether so much text has gathered that it should be reported. */
  boolean isLarge() {
    return text.length() >= PIECE;
  }

  /** Reports the text since the last call. */
  void report(ContentHandler handler) throws SAXException {
    char[] piece = new char[PIECE];
    for (int from = 0; from < text.length(); from += PIECE) {
      int to = Math.min(from + PIECE, text.length());
      text.getChars(from, to, piece, 0);
      handler.characters(piece, 0, to - from);
    }
    text.setLength(0);
  }

  static boolean isDeclaration(String attribute) {
    return attribute.equals("xmlns") || attribute.startsWith("xmlns:");
  }

  private static String prefix(String name) {
    return name.substring(0, Math.max(name.indexOf(':'), 0));
  }

  /** Adds the declaration of a namespace unless it holds already. */
  private void declare(Map<String, String> namespaces, String uri, String prefix) {
    if (!prefix.equals("xml") && !uri.equals(declared.get(prefix))) {
      namespaces.put(prefix, uri);
    }
  }

  private void attribute(String name, String value) {
    text.append(' ').append(name).append("=\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '&' -> text.append("&amp;");
        case '<' -> text.append("&lt;");
        case '"' -> text.append("&quot;");
        case '\t' -> text.append("&#x9;");
        case '\n' -> text.append("&#xA;");
        case '\r' -> text.append("&#xD;");
        default -> text.append(c);
      }
    }
    text.append('"');
  }
}
