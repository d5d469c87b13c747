package io.github.jellybridge.wire;

import io.github.jellybridge.proto.rdf.RdfDatatypeEntry;
import io.github.jellybridge.proto.rdf.RdfDefaultGraph;
import io.github.jellybridge.proto.rdf.RdfGraphEnd;
import io.github.jellybridge.proto.rdf.RdfGraphStart;
import io.github.jellybridge.proto.rdf.RdfIri;
import io.github.jellybridge.proto.rdf.RdfLiteral;
import io.github.jellybridge.proto.rdf.RdfNameEntry;
import io.github.jellybridge.proto.rdf.RdfNamespaceDeclaration;
import io.github.jellybridge.proto.rdf.RdfPrefixEntry;
import io.github.jellybridge.proto.rdf.RdfQuad;
import io.github.jellybridge.proto.rdf.RdfStreamFrame;
import io.github.jellybridge.proto.rdf.RdfStreamOptions;
import io.github.jellybridge.proto.rdf.RdfStreamRow;
import io.github.jellybridge.proto.rdf.RdfTriple;
import java.util.List;

/** Encodes fixtures in the Jelly-RDF 1.x layout with protobuf's own generated classes. */
public final class WireV1 {
  private WireV1() {}

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
      out.setGraphStart(graphStart(r.g()));
    } else if (row instanceof WireRow.GraphEnd) {
      out.setGraphEnd(RdfGraphEnd.getDefaultInstance());
    } else if (row instanceof WireRow.Namespace r) {
      RdfNamespaceDeclaration.Builder namespace = RdfNamespaceDeclaration.newBuilder();
      namespace.setName(r.name());
      if (r.value() != null) {
        namespace.setValue(iri(r.value()));
      }
      out.setNamespace(namespace);
    }
    return out.build();
  }

  /** Encodes an options row. */
  public static RdfStreamOptions options(WireRow.Options o) {
    return RdfStreamOptions.newBuilder()
        .setStreamName(o.streamName())
        .setPhysicalTypeValue(o.physicalType())
        .setGeneralizedStatements(o.generalized())
        .setRdfStar(o.rdfStar())
        .setMaxNameTableSize(o.names())
        .setMaxPrefixTableSize(o.prefixes())
        .setMaxDatatypeTableSize(o.datatypes())
        .setLogicalTypeValue(o.logicalType())
        .setVersion(o.version())
        .build();
  }

  /** Encodes a triple. */
  public static RdfTriple triple(WireTerm s, WireTerm p, WireTerm o) {
    RdfTriple.Builder out = RdfTriple.newBuilder();
    if (s instanceof WireTerm.Iri t) {
      out.setSIri(iri(t));
    } else if (s instanceof WireTerm.Bnode t) {
      out.setSBnode(t.label());
    } else if (s instanceof WireTerm.Literal t) {
      out.setSLiteral(literal(t));
    } else if (s instanceof WireTerm.Quoted t) {
      out.setSTripleTerm(triple(t.s(), t.p(), t.o()));
    }
    if (p instanceof WireTerm.Iri t) {
      out.setPIri(iri(t));
    } else if (p instanceof WireTerm.Bnode t) {
      out.setPBnode(t.label());
    } else if (p instanceof WireTerm.Literal t) {
      out.setPLiteral(literal(t));
    } else if (p instanceof WireTerm.Quoted t) {
      out.setPTripleTerm(triple(t.s(), t.p(), t.o()));
    }
    if (o instanceof WireTerm.Iri t) {
      out.setOIri(iri(t));
    } else if (o instanceof WireTerm.Bnode t) {
      out.setOBnode(t.label());
    } else if (o instanceof WireTerm.Literal t) {
      out.setOLiteral(literal(t));
    } else if (o instanceof WireTerm.Quoted t) {
      out.setOTripleTerm(triple(t.s(), t.p(), t.o()));
    }
    return out.build();
  }

  private static RdfQuad quad(WireRow.Quad quad) {
    RdfQuad.Builder out = RdfQuad.newBuilder();
    RdfTriple triple = triple(quad.s(), quad.p(), quad.o());
    switch (triple.getSubjectCase()) {
      case S_IRI -> out.setSIri(triple.getSIri());
      case S_BNODE -> out.setSBnode(triple.getSBnode());
      case S_LITERAL -> out.setSLiteral(triple.getSLiteral());
      case S_TRIPLE_TERM -> out.setSTripleTerm(triple.getSTripleTerm());
      default -> {}
    }
    switch (triple.getPredicateCase()) {
      case P_IRI -> out.setPIri(triple.getPIri());
      case P_BNODE -> out.setPBnode(triple.getPBnode());
      case P_LITERAL -> out.setPLiteral(triple.getPLiteral());
      case P_TRIPLE_TERM -> out.setPTripleTerm(triple.getPTripleTerm());
      default -> {}
    }
    switch (triple.getObjectCase()) {
      case O_IRI -> out.setOIri(triple.getOIri());
      case O_BNODE -> out.setOBnode(triple.getOBnode());
      case O_LITERAL -> out.setOLiteral(triple.getOLiteral());
      case O_TRIPLE_TERM -> out.setOTripleTerm(triple.getOTripleTerm());
      default -> {}
    }
    if (quad.g() instanceof WireTerm.Iri t) {
      out.setGIri(iri(t));
    } else if (quad.g() instanceof WireTerm.Bnode t) {
      out.setGBnode(t.label());
    } else if (quad.g() instanceof WireTerm.Literal t) {
      out.setGLiteral(literal(t));
    } else if (quad.g() instanceof WireTerm.DefaultGraph) {
      out.setGDefaultGraph(RdfDefaultGraph.getDefaultInstance());
    }
    return out.build();
  }

  private static RdfGraphStart graphStart(WireTerm g) {
    RdfGraphStart.Builder out = RdfGraphStart.newBuilder();
    if (g instanceof WireTerm.Iri t) {
      out.setGIri(iri(t));
    } else if (g instanceof WireTerm.Bnode t) {
      out.setGBnode(t.label());
    } else if (g instanceof WireTerm.Literal t) {
      out.setGLiteral(literal(t));
    } else if (g instanceof WireTerm.DefaultGraph) {
      out.setGDefaultGraph(RdfDefaultGraph.getDefaultInstance());
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
    }
    return out.build();
  }
}
