package io.github.jellybridge.syntax;

import io.github.jellybridge.rdf.SyntaxWriteException;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.apache.jena.util.XMLChar;

/**
 * Writes RDF/XML (RDF 1.1 XML Syntax §2): an {@code rdf:Description} for consecutive statements of
 * a subject.
 */
final class RdfXmlWriter extends SyntaxWriter {
  private static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

  /** Names that are no property elements (RDF 1.1 XML Syntax §7.2.5), or stand for others. */
  private static final Set<String> TAKEN =
      Set.of(
          "Description",
          "RDF",
          "ID",
          "about",
          "parseType",
          "resource",
          "nodeID",
          "datatype",
          "li",
          "bagID",
          "aboutEach",
          "aboutEachPrefix");

  // Those that no document may declare (Namespaces in XML 1.0 §3).
  private static final String XML = "http://www.w3.org/XML/1998/namespace";
  private static final String XMLNS = "http://www.w3.org/2000/xmlns/";

  private final Namespaces namespaces;
  private final PreviousTerm subject = new PreviousTerm();
  private boolean inBlock;

  RdfXmlWriter(OutputStream sink, SyntaxWriteOptions options) {
    super(sink, options.syntax());
    this.namespaces = new Namespaces(options.namespaces(), RdfXmlWriter::canDeclare);
  }

  @Override
  void start() throws SyntaxWriteException {
    append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rdf:RDF xmlns:rdf=\"" + RDF + "\"");
    for (Namespaces.Namespace namespace : namespaces.all()) {
      append("\n    xmlns:");
      out.append(namespace.name());
      append("=\"");
      text(namespace.iri(), 0, namespace.iri().length);
      out.append('"');
    }
    append(">\n");
  }

  /** Prefixes must be names of XML, and some are taken. */
  private static boolean canDeclare(String name, String iri) {
    return name.matches("[A-Za-z_][A-Za-z0-9_-]*")
        && !name.equals("rdf")
        && !name.regionMatches(true, 0, "xml", 0, 3)
        && !iri.isEmpty()
        && !iri.equals(XML)
        && !iri.equals(XMLNS);
  }

  @Override
  void statement(TermTable terms, int s, int p, int o, int g) throws SyntaxWriteException {
    if (subject.changes(terms, s)) {
      endBlock();
      append("  <rdf:Description ");
      resource(terms, s, "about");
      append(">\n");
      inBlock = true;
    }
    append("    <");
    int nameFrom = out.length();
    property(terms, p);
    int nameTo = out.length();
    namespace(terms, p, nameFrom);
    if (terms.kind(o) != TermKind.LITERAL) {
      out.append(' ');
      resource(terms, o, "resource");
      append("/>\n");
      return;
    }
    byte[] name = Arrays.copyOfRange(out.array(), nameFrom, nameTo);
    literal(terms, o);
    append("</");
    out.append(name);
    append(">\n");
  }

  private void endBlock() {
    if (inBlock) {
      append("  </rdf:Description>\n");
      inBlock = false;
    }
  }

  @Override
  void end() {
    endBlock();
    append("</rdf:RDF>\n");
  }

  @Override
  boolean named() {
    return false;
  }

  @Override
  boolean escapesIris() {
    return false;
  }

  @Override
  boolean directions() {
    return false;
  }

  @Override
  boolean quoted(boolean object) {
    return false;
  }

  // ---- terms -----------------------------------------------------------------------------------

  private void resource(TermTable terms, int id, String attribute) throws SyntaxWriteException {
    int from = terms.valueOffset(id);
    int to = from + terms.valueLength(id);
    boolean iri = terms.kind(id) == TermKind.IRI;
    append("rdf:" + (iri ? attribute : "nodeID") + "=\"");
    if (iri) {
      text(terms.data(), from, to);
    } else {
      label(terms.data(), from, to);
    }
    out.append('"');
  }

  /** A label must be a name of XML; others are written in hexadecimal, as those of N-Triples. */
  private void label(byte[] label, int from, int to) {
    boolean name = from < to && Namespaces.startsName(label[from]);
    for (int i = from; i < to && name; i++) {
      name = Namespaces.plain(label[i]) || label[i] == '.';
    }
    boolean rewritten =
        to - from >= 3 && label[from] == 'j' && label[from + 1] == 'b' && label[from + 2] == 'x';
    if (name && !rewritten) {
      out.append(label, from, to - from);
      return;
    }
    append("jbx");
    for (int i = from; i < to; i++) {
      append(String.format("%02X", label[i] & 0xff));
    }
  }

  /** Appends the name of a property element. */
  private void property(TermTable terms, int p) throws SyntaxWriteException {
    int from = terms.valueOffset(p);
    int to = from + terms.valueLength(p);
    byte[] iri = terms.data();
    int local = localName(terms, p);
    Namespaces.Namespace namespace = namespaces.find(iri, from, to, false);
    if (namespace != null) {
      out.append(namespace.name());
      local = from + namespace.iri().length;
    } else {
      append("ns");
    }
    out.append(':');
    out.append(iri, local, to - local);
  }

  /** Declares the namespace of a property whose namespace is not declared above. */
  private void namespace(TermTable terms, int p, int nameFrom) throws SyntaxWriteException {
    int from = terms.valueOffset(p);
    if (namespaces.find(terms.data(), from, from + terms.valueLength(p), false) == null) {
      append(" xmlns:ns=\"");
      text(terms.data(), from, localName(terms, p));
      out.append('"');
    }
  }

  /** Where the longest local name of a predicate starts that is a name of XML. */
  private int localName(TermTable terms, int p) throws SyntaxWriteException {
    int from = terms.valueOffset(p);
    int to = from + terms.valueLength(p);
    byte[] iri = terms.data();
    int start = to;
    int first = to;
    for (int i = to; i > from; start = i) {
      i--;
      while ((iri[i] & 0xc0) == 0x80) {
        i--;
      }
      int character = character(iri, i, start);
      if (!XMLChar.isNCName(character) || character == '.') {
        break;
      }
      first = XMLChar.isNCNameStart(character) ? i : first;
    }
    start = first;
    if (start == to || start == from) {
      throw refused("a predicate that ends in a name of XML, such as one letter", terms, p);
    }
    if (startsWith(iri, from, to, XMLNS) || startsWith(iri, from, to, RDF) && isTaken(terms, p)) {
      throw refused("a predicate for which RDF/XML has no other use", terms, p);
    }
    return start;
  }

  private static int character(byte[] utf8, int from, int to) {
    return to - from == 1
        ? utf8[from]
        : new String(utf8, from, to - from, StandardCharsets.UTF_8).codePointAt(0);
  }

  private static boolean startsWith(byte[] iri, int from, int to, String start) {
    int i = 0;
    while (i < start.length() && from + i < to && iri[from + i] == start.charAt(i)) {
      i++;
    }
    return i == start.length();
  }

  private static boolean isTaken(TermTable terms, int p) {
    return TAKEN.contains(terms.value(p).substring(RDF.length()));
  }

  private void literal(TermTable terms, int o) throws SyntaxWriteException {
    if (terms.langId(o) != 0) {
      byte[] lang = terms.symbols().bytes(terms.langId(o));
      append(" xml:lang=\"");
      text(lang, 0, lang.length);
      out.append('"');
    } else if (terms.datatypeId(o) != 0) {
      byte[] datatype = terms.symbols().bytes(terms.datatypeId(o));
      append(" rdf:datatype=\"");
      text(datatype, 0, datatype.length);
      out.append('"');
    }
    out.append('>');
    int from = terms.valueOffset(o);
    text(terms.data(), from, from + terms.valueLength(o));
  }

  /** Appends text as content or as the value of an attribute (XML 1.0 §2.4, §3.3.3, §2.11). */
  private void text(byte[] b, int from, int to) throws SyntaxWriteException {
    int start = from;
    for (int i = from; i < to; i++) {
      String escape =
          switch (b[i]) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '"' -> "&quot;";
            case '\t' -> "&#9;";
            case '\n' -> "&#10;";
            case '\r' -> "&#13;";
            default -> null;
          };
      if (escape != null) {
        out.append(b, start, i - start);
        append(escape);
        start = i + 1;
      } else if (b[i] >= 0 && b[i] < ' ' || noncharacter(b, i, to)) {
        throw refused(
            "characters that XML 1.0 has",
            "U+%04X".formatted(b[i] >= 0 ? b[i] : 0xffc0 | b[i + 2] & 0x3f));
      }
    }
    out.append(b, start, to - start);
  }

  /** U+FFFE and U+FFFF: EF BF BE and EF BF BF. */
  private static boolean noncharacter(byte[] b, int at, int to) {
    return b[at] == (byte) 0xef
        && at + 2 < to
        && b[at + 1] == (byte) 0xbf
        && (b[at + 2] & 0xfe) == 0xbe;
  }
}
