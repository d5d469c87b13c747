package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.NamespaceDeclaration;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.wire.WireReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Reads and collects namespace declarations (Jelly-RDF 1.1, "Namespace declarations"). */
public final class NamespaceReader {
  /** Limit of declarations kept, so that a file with many of them does not exhaust memory. */
  private static final int MAX_NAMESPACES = 10_000;

  private final WireReader in;
  private final TermDecoder t;
  private final StreamOptions stream;
  private final Layout layout;
  private final Set<NamespaceDeclaration> namespaces = new LinkedHashSet<>();
  private final Map<String, String> latest = new LinkedHashMap<>();

  public NamespaceReader(WireReader in, TermDecoder t, StreamOptions stream, Layout layout) {
    this.in = in;
    this.t = t;
    this.stream = stream;
    this.layout = layout;
  }

  /** Returns the distinct declarations so far, in order. */
  public Set<NamespaceDeclaration> all() {
    return namespaces;
  }

  /** Returns the IRI that each name was last declared for. */
  public Map<String, String> latest() {
    return latest;
  }

  /** Rejects a declaration if the stream must not have any. */
  public void checkAllowed(int at) throws JellyParseException {
    if (layout == Layout.DRAFT) {
      throw in.error(at, "rows of the 1.0.0 draft", "a namespace declaration");
    }
    if (stream.version() < 2) {
      t.tolerate(at, "no namespace declarations in version 1", "a namespace declaration");
    }
  }

  /**
   * Reads the fields of a declaration. Leaves its IRI message in {@code in.bodyStart} and {@code
   * in.bodyEnd}.
   *
   * @return the name
   */
  public String name(int from, int to, int at) throws JellyParseException {
    String name = "";
    int start = -1;
    int end = -1;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int body = in.bodyStart;
      int bodyEnd = in.bodyEnd;
      if (tag >>> 3 == 1) {
        in.expectType(tag, WireReader.LEN, "namespace name (1)", p);
        in.checkUtf8(body, bodyEnd, "a namespace name");
        name = new String(in.data, body, bodyEnd - body, StandardCharsets.UTF_8);
      } else if (tag >>> 3 == 2) {
        in.expectType(tag, WireReader.LEN, "namespace value (2)", p);
        if (start >= 0) {
          throw in.error(p, "one value in a namespace declaration", "another");
        }
        start = body;
        end = bodyEnd;
      }
      p = bodyEnd;
    }
    if (start < 0) {
      throw in.error(at, "a namespace declaration with a value", "one without");
    }
    in.bodyStart = start;
    in.bodyEnd = end;
    return name;
  }

  /** Adds a declaration. */
  public void add(String name, String iri) {
    if (namespaces.size() < MAX_NAMESPACES) {
      namespaces.add(new NamespaceDeclaration(name, iri));
    }
    if (latest.containsKey(name) || latest.size() < MAX_NAMESPACES) {
      latest.put(name, iri);
    }
  }
}
