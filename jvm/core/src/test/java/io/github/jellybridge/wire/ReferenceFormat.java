package io.github.jellybridge.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.github.jellybridge.proto.draft.RdfGraph;
import io.github.jellybridge.proto.draft.RdfTerm;
import io.github.jellybridge.proto.rdf.RdfGraphStart;
import io.github.jellybridge.proto.rdf.RdfIri;
import io.github.jellybridge.proto.rdf.RdfLiteral;
import io.github.jellybridge.proto.rdf.RdfQuad;
import io.github.jellybridge.proto.rdf.RdfStreamFrame;
import io.github.jellybridge.proto.rdf.RdfStreamOptions;
import io.github.jellybridge.proto.rdf.RdfStreamRow;
import io.github.jellybridge.proto.rdf.RdfTriple;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Parses Jelly-RDF bytes with protobuf's generated classes into the rows of fixtures. */
final class ReferenceFormat {
  private ReferenceFormat() {}

  /** Splits a delimited file into frames; throws if it is truncated or a length is invalid. */
  static List<byte[]> split(byte[] file) throws IOException {
    List<byte[]> frames = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(file);
    while (!in.isAtEnd()) {
      long length = in.readRawVarint64();
      if (length < 0 || length > Integer.MAX_VALUE) {
        throw new InvalidProtocolBufferException("frame length");
      }
      frames.add(in.readRawBytes((int) length));
    }
    return frames;
  }

  /**
   * The layout, from a version above 1 or else from the first triple, quad, graph start or
   * namespace; without these, from the options: only the draft allows fewer than eight names.
   */
  static Wire layout(List<byte[]> frames) throws IOException {
    boolean mayBeDraft = false;
    for (byte[] frame : frames) {
      for (var row : UnknownFieldSet.parseFrom(frame).getField(1).getLengthDelimitedList()) {
        UnknownFieldSet fields = UnknownFieldSet.parseFrom(row);
        for (var options : fields.getField(1).getLengthDelimitedList()) {
          // The draft is version 1.
          UnknownFieldSet values = UnknownFieldSet.parseFrom(options);
          for (long version : values.getField(15).getVarintList()) {
            if (version > 1) {
              return Wire.V1;
            }
          }
          mayBeDraft = last(values, 9) < 8 && last(values, 14) == 0;
        }
        for (int kind : new int[] {2, 3, 4, 6}) {
          for (var body : fields.getField(kind).getLengthDelimitedList()) {
            return kind == 6 ? Wire.V1 : layout(kind, UnknownFieldSet.parseFrom(body));
          }
        }
      }
    }
    return mayBeDraft ? Wire.DRAFT : Wire.V1;
  }

  private static long last(UnknownFieldSet values, int field) {
    List<Long> all = values.getField(field).getVarintList();
    return all.isEmpty() ? 0 : all.get(all.size() - 1) & 0xffffffffL;
  }

  private static Wire layout(int kind, UnknownFieldSet body) {
    for (int field = kind == 4 ? 2 : 5; field <= 16; field++) {
      if (body.hasField(field)) {
        return Wire.V1;
      }
    }
    if (kind != 4) {
      return body.asMap().isEmpty() ? Wire.V1 : Wire.DRAFT;
    }
    for (var graph : body.getField(1).getLengthDelimitedList()) {
      try {
        for (var field : UnknownFieldSet.parseFrom(graph).asMap().values()) {
          if (!field.getLengthDelimitedList().isEmpty()) {
            return Wire.DRAFT;
          }
        }
      } catch (InvalidProtocolBufferException e) {
        return Wire.V1;
      }
    }
    return Wire.V1;
  }

  /** Parses a frame; a row with nothing set becomes null. */
  static List<WireRow> rows(Wire layout, byte[] frame) throws IOException {
    List<WireRow> rows = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(frame);
    // Each level of quoted triples takes two messages in the draft.
    in.setRecursionLimit(4096);
    if (layout == Wire.V1) {
      RdfStreamFrame.parseFrom(in).getRowsList().forEach(row -> rows.add(row(row)));
    } else {
      io.github.jellybridge.proto.draft.RdfStreamFrame.parseFrom(in)
          .getRowsList()
          .forEach(row -> rows.add(row(row)));
    }
    in.checkLastTagWas(0);
    return rows;
  }

  // ---- 1.x ----

  private static WireRow row(RdfStreamRow row) {
    return switch (row.getRowCase()) {
      case OPTIONS -> options(row.getOptions());
      case TRIPLE -> {
        WireTerm.Quoted t = triple(row.getTriple());
        yield new WireRow.Triple(t.s(), t.p(), t.o());
      }
      case QUAD -> quad(row.getQuad());
      case GRAPH_START -> new WireRow.GraphStart(graph(row.getGraphStart()));
      case GRAPH_END -> new WireRow.GraphEnd();
      case NAMESPACE ->
          new WireRow.Namespace(
              row.getNamespace().getName(),
              row.getNamespace().hasValue() ? iri(row.getNamespace().getValue()) : null);
      case NAME -> new WireRow.Name(row.getName().getId(), row.getName().getValue());
      case PREFIX -> new WireRow.Prefix(row.getPrefix().getId(), row.getPrefix().getValue());
      case DATATYPE ->
          new WireRow.Datatype(row.getDatatype().getId(), row.getDatatype().getValue());
      default -> null;
    };
  }

  private static WireRow options(RdfStreamOptions o) {
    return new WireRow.Options(
        o.getStreamName(),
        o.getPhysicalTypeValue(),
        o.getGeneralizedStatements(),
        o.getRdfStar(),
        true,
        o.getMaxNameTableSize(),
        o.getMaxPrefixTableSize(),
        o.getMaxDatatypeTableSize(),
        o.getLogicalTypeValue(),
        o.getVersion());
  }

  private static WireTerm.Quoted triple(RdfTriple t) {
    WireTerm s =
        switch (t.getSubjectCase()) {
          case S_IRI -> iri(t.getSIri());
          case S_BNODE -> WireTerm.bnode(t.getSBnode());
          case S_LITERAL -> literal(t.getSLiteral());
          case S_TRIPLE_TERM -> triple(t.getSTripleTerm());
          default -> WireTerm.REPEAT;
        };
    WireTerm p =
        switch (t.getPredicateCase()) {
          case P_IRI -> iri(t.getPIri());
          case P_BNODE -> WireTerm.bnode(t.getPBnode());
          case P_LITERAL -> literal(t.getPLiteral());
          case P_TRIPLE_TERM -> triple(t.getPTripleTerm());
          default -> WireTerm.REPEAT;
        };
    WireTerm o =
        switch (t.getObjectCase()) {
          case O_IRI -> iri(t.getOIri());
          case O_BNODE -> WireTerm.bnode(t.getOBnode());
          case O_LITERAL -> literal(t.getOLiteral());
          case O_TRIPLE_TERM -> triple(t.getOTripleTerm());
          default -> WireTerm.REPEAT;
        };
    return new WireTerm.Quoted(s, p, o);
  }

  private static WireRow quad(RdfQuad t) {
    WireTerm s =
        switch (t.getSubjectCase()) {
          case S_IRI -> iri(t.getSIri());
          case S_BNODE -> WireTerm.bnode(t.getSBnode());
          case S_LITERAL -> literal(t.getSLiteral());
          case S_TRIPLE_TERM -> triple(t.getSTripleTerm());
          default -> WireTerm.REPEAT;
        };
    WireTerm p =
        switch (t.getPredicateCase()) {
          case P_IRI -> iri(t.getPIri());
          case P_BNODE -> WireTerm.bnode(t.getPBnode());
          case P_LITERAL -> literal(t.getPLiteral());
          case P_TRIPLE_TERM -> triple(t.getPTripleTerm());
          default -> WireTerm.REPEAT;
        };
    WireTerm o =
        switch (t.getObjectCase()) {
          case O_IRI -> iri(t.getOIri());
          case O_BNODE -> WireTerm.bnode(t.getOBnode());
          case O_LITERAL -> literal(t.getOLiteral());
          case O_TRIPLE_TERM -> triple(t.getOTripleTerm());
          default -> WireTerm.REPEAT;
        };
    WireTerm g =
        switch (t.getGraphCase()) {
          case G_IRI -> iri(t.getGIri());
          case G_BNODE -> WireTerm.bnode(t.getGBnode());
          case G_DEFAULT_GRAPH -> WireTerm.DEFAULT_GRAPH;
          case G_LITERAL -> literal(t.getGLiteral());
          default -> WireTerm.REPEAT;
        };
    return new WireRow.Quad(s, p, o, g);
  }

  private static WireTerm graph(RdfGraphStart g) {
    return switch (g.getGraphCase()) {
      case G_IRI -> iri(g.getGIri());
      case G_BNODE -> WireTerm.bnode(g.getGBnode());
      case G_DEFAULT_GRAPH -> WireTerm.DEFAULT_GRAPH;
      case G_LITERAL -> literal(g.getGLiteral());
      default -> WireTerm.MISSING;
    };
  }

  private static WireTerm.Iri iri(RdfIri iri) {
    return WireTerm.iri(iri.getPrefixId(), iri.getNameId());
  }

  private static WireTerm literal(RdfLiteral l) {
    return switch (l.getLiteralKindCase()) {
      case LANGTAG -> WireTerm.lang(l.getLex(), l.getLangtag());
      case DATATYPE -> WireTerm.typed(l.getLex(), l.getDatatype());
      default -> WireTerm.text(l.getLex());
    };
  }

  // ---- 1.0.0 draft ----

  private static WireRow row(io.github.jellybridge.proto.draft.RdfStreamRow row) {
    return switch (row.getRowCase()) {
      case OPTIONS -> options(row.getOptions());
      case TRIPLE -> {
        WireTerm.Quoted t = triple(row.getTriple());
        yield new WireRow.Triple(t.s(), t.p(), t.o());
      }
      case QUAD -> {
        var q = row.getQuad();
        yield new WireRow.Quad(
            q.hasS() ? term(q.getS()) : WireTerm.MISSING,
            q.hasP() ? term(q.getP()) : WireTerm.MISSING,
            q.hasO() ? term(q.getO()) : WireTerm.MISSING,
            q.hasG() ? graph(q.getG()) : WireTerm.MISSING);
      }
      case GRAPH_START ->
          new WireRow.GraphStart(
              row.getGraphStart().hasGraph()
                  ? graph(row.getGraphStart().getGraph())
                  : WireTerm.MISSING);
      case GRAPH_END -> new WireRow.GraphEnd();
      case NAME -> new WireRow.Name(row.getName().getId(), row.getName().getValue());
      case PREFIX -> new WireRow.Prefix(row.getPrefix().getId(), row.getPrefix().getValue());
      case DATATYPE ->
          new WireRow.Datatype(row.getDatatype().getId(), row.getDatatype().getValue());
      default -> null;
    };
  }

  private static WireRow options(io.github.jellybridge.proto.draft.RdfStreamOptions o) {
    return new WireRow.Options(
        o.getStreamName(),
        o.getStreamTypeValue(),
        o.getGeneralizedStatements(),
        o.getRdfStar(),
        o.getUseRepeat(),
        o.getMaxNameTableSize(),
        o.getMaxPrefixTableSize(),
        o.getMaxDatatypeTableSize(),
        // Later drafts already had the logical type.
        o.getUnknownFields().getField(14).getVarintList().stream()
            .mapToInt(Long::intValue)
            .reduce(0, (before, after) -> after),
        o.getVersion());
  }

  private static WireTerm.Quoted triple(io.github.jellybridge.proto.draft.RdfTriple t) {
    return new WireTerm.Quoted(
        t.hasS() ? term(t.getS()) : WireTerm.MISSING,
        t.hasP() ? term(t.getP()) : WireTerm.MISSING,
        t.hasO() ? term(t.getO()) : WireTerm.MISSING);
  }

  private static WireTerm term(RdfTerm t) {
    return switch (t.getTermCase()) {
      case IRI -> iri(t.getIri());
      case BNODE -> WireTerm.bnode(t.getBnode());
      case LITERAL -> literal(t.getLiteral());
      case TRIPLE_TERM -> triple(t.getTripleTerm());
      case REPEAT -> WireTerm.REPEAT;
      default -> WireTerm.MISSING;
    };
  }

  private static WireTerm graph(RdfGraph g) {
    return switch (g.getGraphCase()) {
      case IRI -> iri(g.getIri());
      case BNODE -> WireTerm.bnode(g.getBnode());
      case LITERAL -> literal(g.getLiteral());
      case DEFAULT_GRAPH -> WireTerm.DEFAULT_GRAPH;
      case REPEAT -> WireTerm.REPEAT;
      default -> WireTerm.MISSING;
    };
  }

  private static WireTerm.Iri iri(io.github.jellybridge.proto.draft.RdfIri iri) {
    return WireTerm.iri(iri.getPrefixId(), iri.getNameId());
  }

  private static WireTerm literal(io.github.jellybridge.proto.draft.RdfLiteral l) {
    return switch (l.getLiteralKindCase()) {
      case SIMPLE -> WireTerm.text(l.getLex());
      case LANGTAG -> WireTerm.lang(l.getLex(), l.getLangtag());
      case DATATYPE -> WireTerm.typed(l.getLex(), l.getDatatype());
      // A literal without a kind is invalid. So is datatype 0, which represents it here.
      default -> WireTerm.typed(l.getLex(), 0);
    };
  }
}
