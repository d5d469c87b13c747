package io.github.jellybridge.wire;

import io.github.jellybridge.proto.patch.PatchStatementType;
import io.github.jellybridge.proto.patch.PatchStreamType;
import io.github.jellybridge.proto.patch.RdfPatchFrame;
import io.github.jellybridge.proto.patch.RdfPatchHeader;
import io.github.jellybridge.proto.patch.RdfPatchNamespace;
import io.github.jellybridge.proto.patch.RdfPatchOptions;
import io.github.jellybridge.proto.patch.RdfPatchPunctuation;
import io.github.jellybridge.proto.patch.RdfPatchRow;
import io.github.jellybridge.proto.patch.RdfPatchTransactionAbort;
import io.github.jellybridge.proto.patch.RdfPatchTransactionCommit;
import io.github.jellybridge.proto.patch.RdfPatchTransactionStart;
import io.github.jellybridge.proto.rdf.RdfQuad;
import io.github.jellybridge.proto.rdf.RdfStreamRow;
import java.util.List;

/** Encodes fixtures of Jelly-Patch with protobuf's own generated classes. */
public final class WirePatch {
  public static final RdfPatchRow TX =
      RdfPatchRow.newBuilder()
          .setTransactionStart(RdfPatchTransactionStart.getDefaultInstance())
          .build();
  public static final RdfPatchRow TC =
      RdfPatchRow.newBuilder()
          .setTransactionCommit(RdfPatchTransactionCommit.getDefaultInstance())
          .build();
  public static final RdfPatchRow TA =
      RdfPatchRow.newBuilder()
          .setTransactionAbort(RdfPatchTransactionAbort.getDefaultInstance())
          .build();
  public static final RdfPatchRow MARK =
      RdfPatchRow.newBuilder().setPunctuation(RdfPatchPunctuation.getDefaultInstance()).build();

  public static final int TRIPLES = PatchStatementType.PATCH_STATEMENT_TYPE_TRIPLES_VALUE;
  public static final int QUADS = PatchStatementType.PATCH_STATEMENT_TYPE_QUADS_VALUE;
  public static final int FRAME = PatchStreamType.PATCH_STREAM_TYPE_FRAME_VALUE;
  public static final int FLAT = PatchStreamType.PATCH_STREAM_TYPE_FLAT_VALUE;
  public static final int PUNCTUATED = PatchStreamType.PATCH_STREAM_TYPE_PUNCTUATED_VALUE;

  private WirePatch() {}

  /** Options with small lookups. */
  public static RdfPatchOptions.Builder options(int statementType, int streamType) {
    return RdfPatchOptions.newBuilder()
        .setStatementTypeValue(statementType)
        .setStreamTypeValue(streamType)
        .setMaxNameTableSize(16)
        .setMaxPrefixTableSize(8)
        .setMaxDatatypeTableSize(4)
        .setVersion(1);
  }

  /** An options row. */
  public static RdfPatchRow row(RdfPatchOptions.Builder options) {
    return RdfPatchRow.newBuilder().setOptions(options).build();
  }

  /** An added statement. */
  public static RdfPatchRow add(WireTerm s, WireTerm p, WireTerm o, WireTerm g) {
    return RdfPatchRow.newBuilder().setStatementAdd(quad(s, p, o, g)).build();
  }

  /** A deleted statement. */
  public static RdfPatchRow delete(WireTerm s, WireTerm p, WireTerm o, WireTerm g) {
    return RdfPatchRow.newBuilder().setStatementDelete(quad(s, p, o, g)).build();
  }

  private static RdfQuad quad(WireTerm s, WireTerm p, WireTerm o, WireTerm g) {
    return WireV1.row(WireRow.quad(s, p, o, g)).getQuad();
  }

  /** An added namespace; g may be a repeated term. */
  public static RdfPatchRow namespaceAdd(String name, WireTerm.Iri value, WireTerm g) {
    return RdfPatchRow.newBuilder().setNamespaceAdd(namespace(name, value, g)).build();
  }

  /** A deleted namespace; the value may be null, g may be a repeated term. */
  public static RdfPatchRow namespaceDelete(String name, WireTerm.Iri value, WireTerm g) {
    return RdfPatchRow.newBuilder().setNamespaceDelete(namespace(name, value, g)).build();
  }

  private static RdfPatchNamespace namespace(String name, WireTerm.Iri value, WireTerm g) {
    RdfPatchNamespace.Builder out = RdfPatchNamespace.newBuilder().setName(name);
    if (value != null) {
      out.setValue(WireV1.row(WireRow.namespace("", value)).getNamespace().getValue());
    }
    RdfQuad graph = quad(WireTerm.REPEAT, WireTerm.REPEAT, WireTerm.REPEAT, g);
    switch (graph.getGraphCase()) {
      case G_IRI -> out.setGIri(graph.getGIri());
      case G_BNODE -> out.setGBnode(graph.getGBnode());
      case G_LITERAL -> out.setGLiteral(graph.getGLiteral());
      case G_DEFAULT_GRAPH -> out.setGDefaultGraph(graph.getGDefaultGraph());
      default -> {}
    }
    return out.build();
  }

  /** A header. */
  public static RdfPatchRow header(String key, WireTerm value) {
    RdfPatchHeader.Builder out = RdfPatchHeader.newBuilder().setKey(key);
    RdfQuad object = quad(WireTerm.REPEAT, WireTerm.REPEAT, value, WireTerm.REPEAT);
    switch (object.getObjectCase()) {
      case O_IRI -> out.setHIri(object.getOIri());
      case O_BNODE -> out.setHBnode(object.getOBnode());
      case O_LITERAL -> out.setHLiteral(object.getOLiteral());
      case O_TRIPLE_TERM -> out.setHTripleTerm(object.getOTripleTerm());
      default -> {}
    }
    return RdfPatchRow.newBuilder().setHeader(out).build();
  }

  /** An entry of a lookup. */
  public static RdfPatchRow entry(WireRow row) {
    RdfStreamRow entry = WireV1.row(row);
    RdfPatchRow.Builder out = RdfPatchRow.newBuilder();
    switch (entry.getRowCase()) {
      case NAME -> out.setName(entry.getName());
      case PREFIX -> out.setPrefix(entry.getPrefix());
      default -> out.setDatatype(entry.getDatatype());
    }
    return out.build();
  }

  /** A name entry. */
  public static RdfPatchRow name(int id, String value) {
    return entry(WireRow.name(id, value));
  }

  /** A prefix entry. */
  public static RdfPatchRow prefix(int id, String value) {
    return entry(WireRow.prefix(id, value));
  }

  /** A datatype entry. */
  public static RdfPatchRow datatype(int id, String value) {
    return entry(WireRow.datatype(id, value));
  }

  /** A frame. */
  public static RdfPatchFrame frame(RdfPatchRow... rows) {
    return RdfPatchFrame.newBuilder().addAllRows(List.of(rows)).build();
  }

  /** A delimited file of frames. */
  public static byte[] file(RdfPatchFrame... frames) {
    return Wire.delimited(frames);
  }
}
