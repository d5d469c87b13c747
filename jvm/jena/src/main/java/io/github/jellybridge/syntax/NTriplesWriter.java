package io.github.jellybridge.syntax;

import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxWriteException;
import io.github.jellybridge.rdf.TermTable;
import java.io.OutputStream;

/**
 * Writes N-Triples and N-Quads in canonical form (RDF 1.2 N-Triples §4, N-Quads §3), except that
 * language tags keep their case unless they must not.
 */
final class NTriplesWriter extends SyntaxWriter {
  private final boolean quads;
  private final boolean star;

  NTriplesWriter(OutputStream sink, SyntaxWriteOptions options) {
    super(sink, options.syntax(), new QuotedTriples(options.rdfStar(), options.canonical()));
    this.quads = options.syntax() == Syntax.NQUADS;
    this.star = options.rdfStar();
  }

  @Override
  void start() {
    // Every line stands for itself.
  }

  @Override
  void statement(TermTable terms, int s, int p, int o, int g) throws SyntaxWriteException {
    quoted.append(terms, s, out);
    out.append(' ');
    NTriples.append(terms, p, out);
    out.append(' ');
    if (!quoted.append(terms, o, out)) {
      throw refused("triple terms as objects only (see option rdfStar)", terms, o);
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
  boolean directions() {
    return true;
  }

  @Override
  boolean quoted(boolean object) {
    return object || star;
  }
}
