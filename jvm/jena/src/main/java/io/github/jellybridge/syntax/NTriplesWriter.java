package io.github.jellybridge.syntax;

import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxWriteException;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.io.OutputStream;

/** Writes N-Triples and N-Quads (RDF 1.1 N-Triples §4, N-Quads §3), in canonical form. */
final class NTriplesWriter extends SyntaxWriter {
  private final boolean quads;
  private final boolean star;

  NTriplesWriter(OutputStream sink, SyntaxWriteOptions options) {
    super(sink, options.syntax());
    this.quads = options.syntax() == Syntax.NQUADS;
    this.star = options.rdfStar();
  }

  @Override
  void start() {
    // Every line stands for itself.
  }

  @Override
  void statement(TermTable terms, int s, int p, int o, int g) throws SyntaxWriteException {
    NTriples.append(terms, s, out);
    out.append(' ');
    NTriples.append(terms, p, out);
    out.append(' ');
    if (terms.kind(o) != TermKind.TRIPLE || star) {
      NTriples.append(terms, o, out);
    } else if (!quoted.append(terms, o, out)) {
      throw refused("quoted triples as objects only (see option rdfStar)", terms, o);
    }
    out.append(' ');
    if (g != TermTable.NO_TERM) {
      NTriples.append(terms, g, out);
      out.append(' ');
    }
    out.append('.');
    out.append('\n');
  }

  @Override
  void end() {
    // As above.
  }

  @Override
  boolean named() {
    return quads;
  }

  @Override
  boolean escapesIris() {
    return true;
  }

  @Override
  boolean quoted(boolean object) {
    return object || star;
  }
}
