package io.github.jellybridge.syntax;

import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxWriteException;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes Turtle and TriG (RDF 1.2 Turtle §2, TriG §2) in blocks: subject and predicate are left out
 * where they are those of the statement before.
 */
final class TurtleWriter extends SyntaxWriter {
  private static final byte[] TYPE =
      "http://www.w3.org/1999/02/22-rdf-syntax-ns#type".getBytes(StandardCharsets.US_ASCII);

  private final boolean graphs;
  private final Namespaces namespaces;
  private final PreviousTerm graph = new PreviousTerm();
  private final PreviousTerm subject = new PreviousTerm();
  private final PreviousTerm predicate = new PreviousTerm();
  private boolean inGraph;
  private boolean inBlock;

  TurtleWriter(OutputStream sink, SyntaxWriteOptions options) {
    super(sink, options.syntax());
    this.graphs = options.syntax() == Syntax.TRIG;
    this.namespaces = new Namespaces(options.namespaces(), SyntaxWriteOptions::isNamespace);
  }

  @Override
  void start() {
    for (Namespaces.Namespace namespace : namespaces.all()) {
      append("@prefix ");
      out.append(namespace.name());
      append(": ");
      NTriples.appendIri(namespace.iri(), 0, namespace.iri().length, out);
      append(" .\n");
    }
    if (namespaces.all().length > 0) {
      out.append('\n');
    }
  }

  @Override
  void statement(TermTable terms, int s, int p, int o, int g) throws SyntaxWriteException {
    if (graph.changes(terms, g)) {
      endGraph();
      if (g != TermTable.NO_TERM) {
        term(terms, g);
        append(" {\n");
        inGraph = true;
      }
      subject.forget();
    }
    if (subject.changes(terms, s)) {
      endBlock();
      term(terms, s);
      inBlock = true;
      predicate.forget();
      predicate.changes(terms, p);
      out.append(' ');
      predicate(terms, p);
    } else if (predicate.changes(terms, p)) {
      append(" ;\n    ");
      predicate(terms, p);
    } else {
      append(" ,\n        ");
    }
    if (terms.kind(o) != TermKind.TRIPLE) {
      term(terms, o);
    } else if (!quoted.append(terms, o, out)) {
      throw refused("triple terms as objects only", terms, o);
    }
  }

  private void predicate(TermTable terms, int p) {
    int from = terms.valueOffset(p);
    int to = from + terms.valueLength(p);
    if (Arrays.equals(terms.data(), from, to, TYPE, 0, TYPE.length)) {
      append("a ");
      return;
    }
    term(terms, p);
    out.append(' ');
  }

  private void endBlock() {
    if (inBlock) {
      append(" .\n");
      inBlock = false;
    }
  }

  private void endGraph() {
    endBlock();
    if (inGraph) {
      append("}\n");
      inGraph = false;
    }
  }

  @Override
  void end() {
    endGraph();
  }

  @Override
  boolean named() {
    return graphs;
  }

  @Override
  boolean escapesIris() {
    return true;
  }

  @Override
  boolean directions() {
    return true;
  }

  @Override
  boolean quoted(boolean object) {
    return object;
  }

  private void term(TermTable terms, int id) {
    int from = terms.valueOffset(id);
    int to = from + terms.valueLength(id);
    byte kind = terms.kind(id);
    if (kind == TermKind.IRI) {
      iri(terms.data(), from, to);
    } else if (kind == TermKind.LITERAL && terms.datatypeId(id) != 0) {
      byte[] datatype = terms.symbols().bytes(terms.datatypeId(id));
      NTriples.appendString(terms.data(), from, to, out);
      append("^^");
      iri(datatype, 0, datatype.length);
    } else {
      NTriples.append(terms, id, out);
    }
  }

  private void iri(byte[] iri, int from, int to) {
    Namespaces.Namespace namespace = namespaces.find(iri, from, to, true);
    if (namespace == null) {
      NTriples.appendIri(iri, from, to, out);
      return;
    }
    out.append(namespace.name());
    out.append(':');
    out.append(iri, from + namespace.iri().length, to - from - namespace.iri().length);
  }
}
