package io.github.jellybridge.wire;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.proto.patch.RdfPatchFrame;
import io.github.jellybridge.proto.patch.RdfPatchHeader;
import io.github.jellybridge.proto.patch.RdfPatchNamespace;
import io.github.jellybridge.proto.patch.RdfPatchOptions;
import io.github.jellybridge.proto.patch.RdfPatchRow;
import io.github.jellybridge.proto.rdf.RdfDefaultGraph;
import io.github.jellybridge.proto.rdf.RdfQuad;
import io.github.jellybridge.proto.rdf.RdfStreamRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A random valid stream of patches, made of a random stream of statements. */
public final class RandomPatch {
  /** The file. */
  public final byte[] file;

  /** The added and deleted statements, in order. */
  public final List<Statement> statements;

  private final Random random;
  private final int streamType;
  private final boolean quads;
  private final List<RdfPatchFrame> frames = new ArrayList<>();
  private List<RdfPatchRow> rows = new ArrayList<>();
  private boolean inTransaction;
  private boolean graphKnown;

  /** Makes a stream of about the given number of statements. */
  public RandomPatch(Random random, int statementType, int streamType, int size) {
    this.random = random;
    this.streamType = streamType;
    this.quads = statementType == WirePatch.QUADS;
    RandomStream stream = new RandomStream(random, Wire.V1, statementType, size);
    statements = stream.statements;
    for (List<WireRow> frame : stream.frames) {
      frame.forEach(row -> row(WireV1.row(row)));
      if (streamType == WirePatch.FRAME) {
        endTransaction();
      }
      endFrame();
    }
    endTransaction();
    if (streamType == WirePatch.PUNCTUATED) {
      rows.add(WirePatch.MARK);
    }
    if (!rows.isEmpty()) {
      endFrame();
    }
    file = Wire.delimited(frames.toArray(RdfPatchFrame[]::new));
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private void endFrame() {
    frames.add(RdfPatchFrame.newBuilder().addAllRows(rows).build());
    rows = new ArrayList<>();
  }

  private void endTransaction() {
    if (inTransaction) {
      rows.add(chance(70) ? WirePatch.TC : WirePatch.TA);
      inTransaction = false;
    }
  }

  private void row(RdfStreamRow row) {
    RdfPatchRow.Builder out = RdfPatchRow.newBuilder();
    switch (row.getRowCase()) {
      case OPTIONS ->
          out.setOptions(
              RdfPatchOptions.newBuilder()
                  .setStatementTypeValue(row.getOptions().getPhysicalTypeValue())
                  .setStreamTypeValue(streamType)
                  .setGeneralizedStatements(row.getOptions().getGeneralizedStatements())
                  .setRdfStar(row.getOptions().getRdfStar())
                  .setMaxNameTableSize(row.getOptions().getMaxNameTableSize())
                  .setMaxPrefixTableSize(row.getOptions().getMaxPrefixTableSize())
                  .setMaxDatatypeTableSize(row.getOptions().getMaxDatatypeTableSize())
                  .setVersion(1));
      case NAME -> out.setName(row.getName());
      case PREFIX -> out.setPrefix(row.getPrefix());
      case DATATYPE -> out.setDatatype(row.getDatatype());
      case NAMESPACE -> {
        RdfPatchNamespace.Builder namespace =
            RdfPatchNamespace.newBuilder()
                .setName(row.getNamespace().getName())
                .setValue(row.getNamespace().getValue());
        if (quads && !graphKnown) {
          namespace.setGDefaultGraph(RdfDefaultGraph.getDefaultInstance());
          // The stream has no graph yet that the rows after it could repeat, so each has its own.
        }
        if (chance(30)) {
          out.setHeader(RdfPatchHeader.newBuilder().setHIri(namespace.getValue()));
        } else if (chance(70)) {
          out.setNamespaceAdd(namespace);
        } else {
          out.setNamespaceDelete(namespace);
        }
      }
      case TRIPLE -> statement(out, quad(row.getTriple().toByteArray()));
      default -> {
        graphKnown = true;
        statement(out, row.getQuad());
      }
    }
    rows.add(out.build());
    if (!row.hasOptions() || chance(50)) {
      between();
    }
  }

  private static RdfQuad quad(byte[] triple) {
    try {
      return RdfQuad.parseFrom(triple);
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  private void statement(RdfPatchRow.Builder out, RdfQuad quad) {
    if (chance(60)) {
      out.setStatementAdd(quad);
    } else {
      out.setStatementDelete(quad);
    }
  }

  /** Adds rows that do not affect the encoding of statements. */
  private void between() {
    if (chance(10)) {
      rows.add(WirePatch.header(chance(20) ? "" : "id", WireTerm.lang("v\u00e9", "fr")));
    }
    if (chance(5)) {
      rows.add(WirePatch.namespaceDelete("x", null, quadsRepeat()));
    }
    if (inTransaction && chance(20)) {
      endTransaction();
    } else if (!inTransaction && chance(10)) {
      rows.add(WirePatch.TX);
      inTransaction = true;
    }
    if (!inTransaction && streamType == WirePatch.PUNCTUATED && chance(10)) {
      rows.add(WirePatch.MARK);
    }
  }

  private WireTerm quadsRepeat() {
    return !quads || graphKnown ? WireTerm.REPEAT : WireTerm.DEFAULT_GRAPH;
  }
}
