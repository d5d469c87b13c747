package io.github.jellybridge.bench.contender;

import eu.neverblink.jelly.core.JellyConverterFactory;
import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.ProtoDecoder;
import eu.neverblink.jelly.core.ProtoDecoderConverter;
import eu.neverblink.jelly.core.ProtoEncoderConverter;
import eu.neverblink.jelly.core.RdfHandler;
import eu.neverblink.jelly.core.memory.RowBuffer;
import eu.neverblink.jelly.core.proto.v1.RdfStreamFrame;
import eu.neverblink.jelly.core.utils.IoUtils;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** jelly-core with records as nodes: what jelly-jvm does when no RDF library costs anything. */
final class PlainNodes
    extends JellyConverterFactory<
        PlainNodes.Term,
        String,
        ProtoEncoderConverter<PlainNodes.Term>,
        ProtoDecoderConverter<PlainNodes.Term, String>> {
  /** A term; the value is null for quoted triples and the default graph. */
  sealed interface Term {
    String value();
  }

  /** An IRI. */
  record Iri(String value) implements Term {}

  /** A blank node. */
  record Blank(String value) implements Term {}

  /** A literal; language and datatype may be null. */
  record Literal(String value, String lang, String datatype) implements Term {}

  /** A quoted triple. */
  record Quoted(Term s, Term p, Term o) implements Term {
    @Override
    public String value() {
      return null;
    }
  }

  /** The default graph. */
  record DefaultGraph(String value) implements Term {}

  private PlainNodes() {}

  /** Decodes one delimited file into a handler. */
  static void decode(Path file, RdfHandler.AnyStatementHandler<Term> handler) throws IOException {
    ProtoDecoder<Term, String> decoder =
        new PlainNodes().anyStatementDecoder(handler, JellyOptions.DEFAULT_SUPPORTED_OPTIONS);
    RowBuffer buffer = RowBuffer.newSingle(decoder::ingestRow);
    RdfStreamFrame.Mutable reused = RdfStreamFrame.newInstance().setRows(buffer);
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      IoUtils.AutodetectDelimitingResponse found = IoUtils.autodetectDelimiting(in);
      if (!found.isDelimited()) {
        throw new IOException("not a delimited Jelly file: " + file);
      }
      IoUtils.<RdfStreamFrame>readStream(found.newInput(), () -> reused, frame -> buffer.clear());
    }
  }

  @Override
  public ProtoEncoderConverter<Term> encoderConverter() {
    throw new UnsupportedOperationException("decodes only");
  }

  @Override
  public ProtoDecoderConverter<Term, String> decoderConverter() {
    return new Converter();
  }

  private static final class Converter implements ProtoDecoderConverter<Term, String> {
    private static final DefaultGraph DEFAULT_GRAPH = new DefaultGraph(null);

    @Override
    public Term makeSimpleLiteral(String lex) {
      return new Literal(lex, null, null);
    }

    @Override
    public Term makeLangLiteral(String lex, String lang) {
      return new Literal(lex, lang, null);
    }

    @Override
    public Term makeDtLiteral(String lex, String datatype) {
      return new Literal(lex, null, datatype);
    }

    @Override
    public String makeDatatype(String datatype) {
      return datatype;
    }

    @Override
    public Term makeBlankNode(String label) {
      return new Blank(label);
    }

    @Override
    public Term makeIriNode(String iri) {
      return new Iri(iri);
    }

    @Override
    public Term makeTripleNode(Term s, Term p, Term o) {
      return new Quoted(s, p, o);
    }

    @Override
    public Term makeDefaultGraphNode() {
      return DEFAULT_GRAPH;
    }
  }

  /** Sums the lengths of values. */
  static final class LengthSink implements RdfHandler.AnyStatementHandler<Term> {
    final Decoders.Lengths sum = new Decoders.Lengths();

    @Override
    public void handleTriple(Term s, Term p, Term o) {
      handleQuad(s, p, o, null);
    }

    @Override
    public void handleQuad(Term s, Term p, Term o, Term g) {
      sum.statements++;
      sum.s += length(s);
      sum.p += length(p);
      sum.o += length(o);
      sum.g += length(g);
    }

    private static int length(Term term) {
      return term == null || term.value() == null ? 0 : term.value().length();
    }
  }
}
