package io.github.jellybridge.bench;

import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.jena.graph.Node;
import org.apache.jena.vocabulary.RDF;
import org.apache.jena.vocabulary.XSD;

/**
 * Compares, untimed, every term of every statement in order between jelly-bridge and jelly-jena.
 *
 * <p>The timed answers are lengths and differ in unit between bytes and strings; this check is what
 * makes them comparable.
 */
final class ContentCheck {
  private ContentCheck() {}

  /** Digests of all statements, and the value lengths in UTF-8 that jelly-bridge must answer. */
  record Digest(long hash, String utf8Lengths) {}

  /** Reads the files with jelly-bridge. */
  static long bridge(List<Path> files) throws IOException {
    long hash = 0;
    for (Path file : files) {
      try (JellyReader reader = Decoders.openBridge(file)) {
        while (reader.nextBatch(4096)) {
          StatementBatch batch = reader.batch();
          TermTable terms = reader.terms();
          for (int i = 0; i < batch.size(); i++) {
            hash = hash * 31 + hash(terms, batch.s[i]);
            hash = hash * 31 + hash(terms, batch.p[i]);
            hash = hash * 31 + hash(terms, batch.o[i]);
            hash = hash * 31 + hash(terms, batch.g[i]);
          }
        }
      }
    }
    return hash;
  }

  /** Reads the files with jelly-jena. */
  static Digest jellyJena(List<Path> files) {
    Hashes sink = new Hashes();
    for (Path file : files) {
      EncodedFiles.parse(file, sink);
    }
    return new Digest(sink.hash, sink.lengths.toString());
  }

  private static long hash(TermTable terms, int id) {
    if (id == TermTable.NO_TERM) {
      return 0;
    }
    byte kind = terms.kind(id);
    if (kind == TermKind.TRIPLE) {
      return kind;
    }
    return hash(kind, terms.value(id), terms.lang(id), terms.datatype(id));
  }

  private static long hash(int kind, String value, String lang, String datatype) {
    return kind
        + 7L * value.hashCode()
        + 1_000_003L * Objects.hashCode(lang == null ? null : lang.toLowerCase(Locale.ROOT))
        + 1_000_000_007L * Objects.hashCode(datatype);
  }

  private static final class Hashes extends StatementSinks.Quads {
    private final Decoders.Lengths lengths = new Decoders.Lengths();
    private long hash;

    @Override
    void statement(Node s, Node p, Node o, Node g) {
      lengths.statements++;
      lengths.s += add(s);
      lengths.p += add(p);
      lengths.o += add(o);
      lengths.g += add(g);
    }

    /** Adds a node to the hash. Returns the UTF-8 length of its value. */
    private long add(Node node) {
      hash *= 31;
      if (node == null) {
        return 0;
      }
      if (node.isURI()) {
        hash += hash(TermKind.IRI, node.getURI(), null, null);
        return utf8Length(node.getURI());
      }
      if (node.isBlank()) {
        hash += hash(TermKind.BNODE, node.getBlankNodeLabel(), null, null);
        return utf8Length(node.getBlankNodeLabel());
      }
      if (node.isLiteral()) {
        String lang = node.getLiteralLanguage().isEmpty() ? null : node.getLiteralLanguage();
        String datatype = node.getLiteralDatatypeURI();
        boolean implied =
            lang != null
                || datatype.equals(XSD.xstring.getURI())
                || datatype.equals(RDF.langString.getURI());
        String lex = node.getLiteralLexicalForm();
        hash += hash(TermKind.LITERAL, lex, lang, implied ? null : datatype);
        return utf8Length(lex);
      }
      hash += TermKind.TRIPLE;
      return 0;
    }

    private static long hash(int kind, String value, String lang, String datatype) {
      return ContentCheck.hash(kind, value, lang, datatype);
    }

    private static long utf8Length(String text) {
      long bytes = text.length();
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        // A surrogate pair is two units and four bytes.
        bytes += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
      }
      return bytes;
    }
  }
}
