package io.github.jellybridge.jelly;

import eu.neverblink.jelly.core.JellyConverterFactory;
import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.NodeEncoder;
import eu.neverblink.jelly.core.ProtoDecoder;
import eu.neverblink.jelly.core.ProtoDecoderConverter;
import eu.neverblink.jelly.core.ProtoEncoder;
import eu.neverblink.jelly.core.ProtoEncoderConverter;
import eu.neverblink.jelly.core.RdfHandler;
import eu.neverblink.jelly.core.memory.ReusableRowBuffer;
import eu.neverblink.jelly.core.memory.RowBuffer;
import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import eu.neverblink.jelly.core.proto.v1.RdfStreamFrame;
import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import eu.neverblink.jelly.core.utils.IoUtils;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Writes and reads Jelly with jelly-jvm's core, as the terms that tests expect. */
public final class JellyCore {
  /** Represents the default graph where jelly-jvm requires a node. */
  private static final Term DEFAULT_GRAPH = Term.iri("urn:default-graph");

  private static final Factory FACTORY = new Factory();

  private JellyCore() {}

  /**
   * Encodes statements.
   *
   * @param rowsPerFrame rows after which a frame ends; a bare file always has one frame
   */
  public static byte[] encode(
      List<Statement> statements, RdfStreamOptions options, int rowsPerFrame, boolean delimited)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ReusableRowBuffer rows = RowBuffer.newReusableForEncoder(64);
    ProtoEncoder<Term> encoder = FACTORY.encoder(ProtoEncoder.Params.of(options, false, rows));
    boolean graphs = options.getPhysicalType() == PhysicalStreamType.GRAPHS;
    Term graph = null;
    boolean inGraph = false;
    for (Statement s : statements) {
      if (graphs && !(inGraph && Objects.equals(graph, s.g()))) {
        if (inGraph) {
          encoder.handleGraphEnd();
        }
        encoder.handleGraphStart(s.g());
        graph = s.g();
        inGraph = true;
      }
      if (options.getPhysicalType() == PhysicalStreamType.QUADS) {
        encoder.handleQuad(s.s(), s.p(), s.o(), s.g());
      } else {
        encoder.handleTriple(s.s(), s.p(), s.o());
      }
      if (delimited && rows.size() >= rowsPerFrame) {
        flush(rows, out, true);
      }
    }
    if (inGraph) {
      encoder.handleGraphEnd();
    }
    flush(rows, out, delimited);
    return out.toByteArray();
  }

  private static void flush(ReusableRowBuffer rows, ByteArrayOutputStream out, boolean delimited)
      throws IOException {
    RdfStreamFrame.Mutable frame = RdfStreamFrame.newInstance().setRows(rows);
    if (delimited) {
      IoUtils.writeFrameAsDelimited(frame.toByteArray(), out);
    } else {
      out.write(frame.toByteArray());
    }
    rows.clear();
  }

  /** Decodes a file; every statement has the number of its frame. */
  static List<Statement> decode(byte[] file) throws IOException {
    List<Statement> found = new ArrayList<>();
    long[] frame = {0};
    ProtoDecoder<Term, String> decoder =
        FACTORY.anyStatementDecoder(
            new RdfHandler.AnyStatementHandler<>() {
              @Override
              public void handleTriple(Term s, Term p, Term o) {
                found.add(new Statement(frame[0], s, p, o, null));
              }

              @Override
              public void handleQuad(Term s, Term p, Term o, Term g) {
                found.add(new Statement(frame[0], s, p, o, DEFAULT_GRAPH.equals(g) ? null : g));
              }
            },
            JellyOptions.DEFAULT_SUPPORTED_OPTIONS);
    var in = IoUtils.autodetectDelimiting(new ByteArrayInputStream(file));
    if (in.isDelimited()) {
      IoUtils.readStream(
          in.newInput(),
          RdfStreamFrame.getFactory(),
          f -> {
            f.getRows().forEach(decoder::ingestRow);
            frame[0]++;
          });
    } else {
      RdfStreamFrame.parseFrom(in.newInput()).getRows().forEach(decoder::ingestRow);
    }
    return found;
  }

  private static final class Factory
      extends JellyConverterFactory<
          Term, String, ProtoEncoderConverter<Term>, ProtoDecoderConverter<Term, String>> {
    @Override
    public ProtoEncoderConverter<Term> encoderConverter() {
      return new Encoding();
    }

    @Override
    public ProtoDecoderConverter<Term, String> decoderConverter() {
      return new Decoding();
    }
  }

  private static final class Encoding implements ProtoEncoderConverter<Term> {
    @Override
    public Object nodeToProto(NodeEncoder<Term> encoder, Term term) {
      if (term instanceof Term.Iri t) {
        return encoder.makeIri(t.value());
      } else if (term instanceof Term.Bnode t) {
        return encoder.makeBlankNode(t.label());
      } else if (term instanceof Term.Quoted t) {
        return encoder.makeQuotedTriple(t.s(), t.p(), t.o());
      }
      Term.Literal t = (Term.Literal) term;
      if (t.lang() != null) {
        return encoder.makeLangLiteral(term, t.lex(), t.lang());
      }
      return t.datatype() == null
          ? encoder.makeSimpleLiteral(t.lex())
          : encoder.makeDtLiteral(term, t.lex(), t.datatype());
    }

    @Override
    public Object graphNodeToProto(NodeEncoder<Term> encoder, Term term) {
      return term == null ? encoder.makeDefaultGraph() : nodeToProto(encoder, term);
    }
  }

  private static final class Decoding implements ProtoDecoderConverter<Term, String> {
    @Override
    public Term makeSimpleLiteral(String lex) {
      return Term.text(lex);
    }

    @Override
    public Term makeLangLiteral(String lex, String lang) {
      return Term.lang(lex, lang);
    }

    @Override
    public Term makeDtLiteral(String lex, String datatype) {
      return Term.typed(lex, datatype);
    }

    @Override
    public String makeDatatype(String datatype) {
      return datatype;
    }

    @Override
    public Term makeBlankNode(String label) {
      return Term.bnode(label);
    }

    @Override
    public Term makeIriNode(String iri) {
      return Term.iri(iri);
    }

    @Override
    public Term makeTripleNode(Term s, Term p, Term o) {
      return Term.quoted(s, p, o);
    }

    @Override
    public Term makeDefaultGraphNode() {
      return DEFAULT_GRAPH;
    }
  }
}
