package io.github.jellybridge.wire;

import io.github.jellybridge.proto.draft.RdfDatatypeEntry;
import io.github.jellybridge.proto.draft.RdfDefaultGraph;
import io.github.jellybridge.proto.draft.RdfGraph;
import io.github.jellybridge.proto.draft.RdfGraphEnd;
import io.github.jellybridge.proto.draft.RdfGraphStart;
import io.github.jellybridge.proto.draft.RdfIri;
import io.github.jellybridge.proto.draft.RdfLiteral;
import io.github.jellybridge.proto.draft.RdfLiteralSimple;
import io.github.jellybridge.proto.draft.RdfNameEntry;
import io.github.jellybridge.proto.draft.RdfPrefixEntry;
import io.github.jellybridge.proto.draft.RdfQuad;
import io.github.jellybridge.proto.draft.RdfRepeat;
import io.github.jellybridge.proto.draft.RdfStreamFrame;
import io.github.jellybridge.proto.draft.RdfStreamOptions;
import io.github.jellybridge.proto.draft.RdfStreamRow;
import io.github.jellybridge.proto.draft.RdfTerm;
import io.github.jellybridge.proto.draft.RdfTriple;
import java.util.List;

/** Encodes fixtures in the Jelly-RDF 1.0.0 draft layout with protobuf's own generated classes. */
public final class WireDraft {
  private WireDraft() {}

  /** Encodes a frame. */
  public static RdfStreamFrame frame(List<WireRow> rows) {
    RdfStreamFrame.Builder out = RdfStreamFrame.newBuilder();
    rows.forEach(row -> out.addRows(row(row)));
    return out.build();
  }

  /** Encodes a row. */
  public static RdfStreamRow row(WireRow row) {
    RdfStreamRow.Builder out = RdfStreamRow.newBuilder();
    if (row instanceof WireRow.Options r) {
      out.setOptions(options(r));
    } else if (row instanceof WireRow.Name r) {
      out.setName(RdfNameEntry.newBuilder().setId(r.id()).setValue(r.value()));
    } else if (row instanceof WireRow.Prefix r) {
      out.setPrefix(RdfPrefixEntry.newBuilder().setId(r.id()).setValue(r.value()));
    } else if (row instanceof WireRow.Datatype r) {
      out.setDatatype(RdfDatatypeEntry.newBuilder().setId(r.id()).setValue(r.value()));
    } else if (row instanceof WireRow.Triple r) {
      out.setTriple(triple(r.s(), r.p(), r.o()));
    } else if (row instanceof WireRow.Quad r) {
      out.setQuad(quad(r));
    } else if (row instanceof WireRow.GraphStart r) {
      RdfGraphStart.Builder start = RdfGraphStart.newBuilder();
      if (!(r.g() instanceof WireTerm.Missing)) {
        start.setGraph(graph(r.g()));
      }
      out.setGraphStart(start);
    } else if (row instanceof WireRow.GraphEnd) {
      out.setGraphEnd(RdfGraphEnd.getDefaultInstance());
    } else {
      throw new IllegalArgumentException("not in the draft: " + row);
    }
    return out.build();
  }

  /** Encodes an options row. */
  public static RdfStreamOptions options(WireRow.Options o) {
    return RdfStreamOptions.newBuilder()
        .setStreamName(o.streamName())
        .setStreamTypeValue(o.physicalType())
        .setGeneralizedStatements(o.generalized())
        .setUseRepeat(o.useRepeat())
        .setRdfStar(o.rdfStar())
        .setMaxNameTableSize(o.names())
        .setMaxPrefixTableSize(o.prefixes())
        .setMaxDatatypeTableSize(o.datatypes())
        .setVersion(o.version())
        .build();
  }

  private static RdfTriple triple(WireTerm s, WireTerm p, WireTerm o) {
    RdfTriple.Builder out = RdfTriple.newBuilder();
    if (!(s instanceof WireTerm.Missing)) {
      out.setS(term(s));
    }
    if (!(p instanceof WireTerm.Missing)) {
      out.setP(term(p));
    }
    if (!(o instanceof WireTerm.Missing)) {
      out.setO(term(o));
    }
    return out.build();
  }

  private static RdfQuad quad(WireRow.Quad quad) {
    RdfTriple triple = triple(quad.s(), quad.p(), quad.o());
    RdfQuad.Builder out = RdfQuad.newBuilder();
    if (triple.hasS()) {
      out.setS(triple.getS());
    }
    if (triple.hasP()) {
      out.setP(triple.getP());
    }
    if (triple.hasO()) {
      out.setO(triple.getO());
    }
    if (!(quad.g() instanceof WireTerm.Missing)) {
      out.setG(graph(quad.g()));
    }
    return out.build();
  }

  private static RdfTerm term(WireTerm term) {
    RdfTerm.Builder out = RdfTerm.newBuilder();
    if (term instanceof WireTerm.Iri t) {
      out.setIri(iri(t));
    } else if (term instanceof WireTerm.Bnode t) {
      out.setBnode(t.label());
    } else if (term instanceof WireTerm.Literal t) {
      out.setLiteral(literal(t));
    } else if (term instanceof WireTerm.Quoted t) {
      out.setTripleTerm(triple(t.s(), t.p(), t.o()));
    } else if (term instanceof WireTerm.Repeat) {
      out.setRepeat(RdfRepeat.getDefaultInstance());
    }
    return out.build();
  }

  private static RdfGraph graph(WireTerm term) {
    RdfGraph.Builder out = RdfGraph.newBuilder();
    if (term instanceof WireTerm.Iri t) {
      out.setIri(iri(t));
    } else if (term instanceof WireTerm.Bnode t) {
      out.setBnode(t.label());
    } else if (term instanceof WireTerm.Literal t) {
      out.setLiteral(literal(t));
    } else if (term instanceof WireTerm.DefaultGraph) {
      out.setDefaultGraph(RdfDefaultGraph.getDefaultInstance());
    } else if (term instanceof WireTerm.Repeat) {
      out.setRepeat(RdfRepeat.getDefaultInstance());
    }
    return out.build();
  }

  private static RdfIri iri(WireTerm.Iri t) {
    return RdfIri.newBuilder().setPrefixId(t.prefixId()).setNameId(t.nameId()).build();
  }

  private static RdfLiteral literal(WireTerm.Literal t) {
    RdfLiteral.Builder out = RdfLiteral.newBuilder().setLex(t.lex());
    if (t.lang() != null) {
      out.setLangtag(t.lang());
    } else if (t.datatypeId() != null) {
      out.setDatatype(t.datatypeId());
    } else {
      out.setSimple(RdfLiteralSimple.getDefaultInstance());
    }
    return out.build();
  }
}
