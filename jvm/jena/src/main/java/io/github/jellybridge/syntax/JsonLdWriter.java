package io.github.jellybridge.syntax;

import com.apicatalog.jsonld.lang.LanguageTag;
import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.SyntaxWriteException;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.text.IriCharacters;
import jakarta.json.spi.JsonProvider;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * Writes JSON-LD 1.1 in expanded form (JSON-LD 1.1 §5.1), with short IRIs if there are namespaces:
 * a node object for consecutive statements of a subject.
 */
final class JsonLdWriter extends SyntaxWriter {
  private static final JsonProvider JSON = JsonProvider.provider();
  private static final String TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

  /** Properties of an object that are remembered, as none may come twice. */
  private static final int MAX_PROPERTIES = 1 << 10;

  private final Namespaces namespaces;
  private final Set<String> prefixes = new HashSet<>();
  private final PreviousTerm graph = new PreviousTerm();
  private final PreviousTerm subject = new PreviousTerm();
  private final Set<String> properties = new HashSet<>();
  private final ByteBuilder text = new ByteBuilder();
  private String property;
  private boolean inGraph;
  private boolean inNode;
  private boolean first = true;

  JsonLdWriter(OutputStream sink, SyntaxWriteOptions options) {
    super(sink, options.syntax());
    Set<String> names = options.namespaces().keySet();
    namespaces =
        new Namespaces(
            options.namespaces(), (name, iri) -> canDeclare(name, iri) && !looksShort(iri, names));
    for (Namespaces.Namespace namespace : namespaces.all()) {
      prefixes.add(new String(namespace.name(), StandardCharsets.UTF_8));
    }
  }

  /**
   * Only such a namespace is one to every reader (JSON-LD 1.1 §4.1.5): it ends as IRIs do before a
   * local name. What starts with {@code _:} is a blank node.
   */
  private static boolean canDeclare(String name, String iri) {
    return name.matches("[A-Za-z_][A-Za-z0-9_.-]*")
        && !name.equals("_")
        && iri.matches(".*[:/?#\\[\\]@]")
        && SyntaxWriteOptions.isNamespace("", iri);
  }

  /** Also in a context, an IRI is read as a compact one if its scheme is a prefix. */
  private static boolean looksShort(String iri, Set<String> prefixes) {
    byte[] text = iri.getBytes(StandardCharsets.UTF_8);
    return looksShort(text, 0, text.length, prefixes);
  }

  @Override
  void start() {
    if (prefixes.isEmpty()) {
      append("[");
      return;
    }
    append("{\"@context\": {");
    boolean more = false;
    for (Namespaces.Namespace namespace : namespaces.all()) {
      append(more ? ", " : "");
      string(namespace.name(), 0, namespace.name().length);
      append(": ");
      string(namespace.iri(), 0, namespace.iri().length);
      more = true;
    }
    append("}, \"@graph\": [");
  }

  @Override
  void statement(TermTable terms, int s, int p, int o, int g) throws SyntaxWriteException {
    if (graph.changes(terms, g)) {
      endGraph();
      if (g != TermTable.NO_TERM) {
        element();
        append("{\"@id\": ");
        id(terms, g);
        append(", \"@graph\": [");
        inGraph = true;
        first = true;
      }
      subject.forget();
    }
    boolean typed = typed(terms, p, o);
    String key = typed ? "@type" : key(terms, p);
    boolean same = !subject.changes(terms, s);
    if (!same || !key.equals(property) && !fresh(key)) {
      startNode(terms, s);
    }
    if (key.equals(property)) {
      append(", ");
    } else {
      append(property == null ? ", " : "], ");
      byte[] name = key.getBytes(StandardCharsets.UTF_8);
      string(name, 0, name.length);
      append(": [");
      property = key;
      properties.add(key);
    }
    if (typed) {
      id(terms, o);
    } else {
      value(terms, o);
    }
  }

  private String key(TermTable terms, int p) throws SyntaxWriteException {
    int from = terms.valueOffset(p);
    compact(terms.data(), from, from + terms.valueLength(p));
    return new String(text.array(), 0, text.length(), StandardCharsets.UTF_8);
  }

  private boolean fresh(String key) {
    return properties.size() < MAX_PROPERTIES && !properties.contains(key);
  }

  /** Types are written as such, where the object of the statement can be one. */
  private static boolean typed(TermTable terms, int p, int o) {
    return terms.kind(o) != TermKind.LITERAL && terms.value(p).equals(TYPE);
  }

  /** Starts an element of the innermost array. */
  private void element() {
    append(first ? "\n" : ",\n");
    first = false;
  }

  private void startNode(TermTable terms, int s) throws SyntaxWriteException {
    endNode();
    element();
    append("{\"@id\": ");
    id(terms, s);
    inNode = true;
  }

  private void endNode() {
    if (inNode) {
      append("]}");
      inNode = false;
    }
    property = null;
    properties.clear();
  }

  private void endGraph() {
    endNode();
    if (inGraph) {
      append("\n]}");
      inGraph = false;
      first = false;
    }
  }

  @Override
  void end() {
    endGraph();
    append(prefixes.isEmpty() ? "\n]\n" : "\n]}\n");
  }

  @Override
  boolean named() {
    return true;
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

  private void id(TermTable terms, int id) throws SyntaxWriteException {
    if (terms.kind(id) == TermKind.BNODE) {
      text.clear();
      NTriples.append(terms, id, text);
      string(text.array(), 0, text.length());
      return;
    }
    int from = terms.valueOffset(id);
    iri(terms.data(), from, from + terms.valueLength(id));
  }

  /** Appends an IRI as a string. */
  private void iri(byte[] iri, int from, int to) throws SyntaxWriteException {
    compact(iri, from, to);
    string(text.array(), 0, text.length());
  }

  /** Makes {@link #text} an IRI as short as it gets, if it will be read as the IRI that it is. */
  private void compact(byte[] iri, int from, int to) throws SyntaxWriteException {
    text.clear();
    int local = from;
    Namespaces.Namespace namespace = namespaces.find(iri, from, to, false);
    if (namespace != null) {
      text.append(namespace.name());
      text.append(':');
      local += namespace.iri().length;
    } else if (looksShort(iri, from, to, prefixes)) {
      throw refused(
          "no IRI that reads like a short one (see option namespaces)",
          "<" + new String(iri, from, to - from, StandardCharsets.UTF_8) + ">");
    }
    text.append(iri, local, to - local);
  }

  /** Tells whether the scheme of an IRI is a prefix without {@code //} after it. */
  private static boolean looksShort(byte[] iri, int from, int to, Set<String> prefixes) {
    if (prefixes.isEmpty()) {
      return false;
    }
    int rest = IriCharacters.schemeEnd(iri, from, to);
    boolean authority = rest + 1 < to && iri[rest] == '/' && iri[rest + 1] == '/';
    String scheme = new String(iri, from, rest - 1 - from, StandardCharsets.US_ASCII);
    return prefixes.contains(scheme) && !authority;
  }

  private void value(TermTable terms, int o) throws SyntaxWriteException {
    if (terms.kind(o) != TermKind.LITERAL) {
      append("{\"@id\": ");
      id(terms, o);
      append("}");
      return;
    }
    append("{\"@value\": ");
    int from = terms.valueOffset(o);
    string(terms.data(), from, from + terms.valueLength(o));
    if (terms.langId(o) != 0) {
      byte[] lang = terms.symbols().bytes(terms.langId(o));
      // Processors of JSON-LD leave out the values of others, Jena's also of irregular ones.
      if (!LanguageTag.isWellFormed(new String(lang, StandardCharsets.US_ASCII))) {
        throw refused(
            "a language tag that is well-formed and not irregular (RFC 5646 §2.1)", terms, o);
      }
      append(", \"@language\": ");
      string(lang, 0, lang.length);
    } else if (terms.datatypeId(o) != 0) {
      byte[] datatype = terms.symbols().bytes(terms.datatypeId(o));
      append(", \"@type\": ");
      iri(datatype, 0, datatype.length);
    }
    append("}");
  }

  /** Appends a string (RFC 8259 §7). */
  private void string(byte[] b, int from, int to) {
    if (isPlain(b, from, to)) {
      out.append('"');
      out.append(b, from, to - from);
      out.append('"');
    } else {
      String text = new String(b, from, to - from, StandardCharsets.UTF_8);
      out.append(JSON.createValue(text).toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Tells whether a string has no characters to escape. */
  private static boolean isPlain(byte[] b, int from, int to) {
    int i = from;
    while (i < to && b[i] != '"' && b[i] != '\\' && (b[i] < 0 || b[i] >= ' ')) {
      i++;
    }
    return i == to;
  }
}
