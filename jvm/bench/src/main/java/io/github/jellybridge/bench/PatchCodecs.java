package io.github.jellybridge.bench;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.patch.PatchReader;
import io.github.jellybridge.patch.PatchStatementType;
import io.github.jellybridge.patch.PatchStreamType;
import io.github.jellybridge.patch.PatchWriteOptions;
import io.github.jellybridge.patch.PatchWriter;
import io.github.jellybridge.rdf.PatchOp;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.TermTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;

/**
 * The same statements as a stream of Jelly-RDF and as additions of a stream of Jelly-Patch, each
 * with the lookup sizes of its writer's defaults.
 */
final class PatchCodecs {
  private static final int BATCH = 4096;
  private static final long SLICE = 1_000_000;
  private static final JellyReadOptions READ =
      JellyReadOptions.builder().blankNodes(BlankNodes.PRESERVE).build();

  private final BenchArguments arguments;
  private final DataSet dataset;

  PatchCodecs(BenchArguments arguments, DataSet dataset) {
    this.arguments = arguments;
    this.dataset = dataset;
  }

  List<Harness.Row> measure() throws Exception {
    StreamOptions stream = TermBatches.options(dataset.files());
    List<TermBatches> chunks =
        TermBatches.of(dataset.files(), Math.min(SLICE, arguments.statements()));
    List<StatementBatch> operations = chunks.stream().map(PatchCodecs::additions).toList();
    long n = TermBatches.statements(chunks);
    ByteArrayOutputStream jelly = new ByteArrayOutputStream();
    Encoders.bridge(chunks, stream, jelly);
    byte[] statements = jelly.toByteArray();
    ByteArrayOutputStream jellyp = new ByteArrayOutputStream();
    encode(chunks, operations, stream, jellyp);
    byte[] patch = jellyp.toByteArray();
    List<Harness.Row> rows = new ArrayList<>();
    Harness harness = new Harness(arguments.warmups(), arguments.rounds());
    if (arguments.wantsTask("decode")) {
      rows.addAll(
          harness.measure(
              dataset.name(),
              "decode",
              List.of(
                  new Harness.Entry(
                      "jelly-bridge",
                      n,
                      "terms",
                      () ->
                          decode(PatchReader.open(new ByteArrayInputStream(patch), "bench", READ))),
                  new Harness.Entry(
                      "jelly-rdf",
                      n,
                      "terms",
                      () ->
                          decode(
                              JellyReader.open(
                                  new ByteArrayInputStream(statements), "bench", READ)))),
              new HashMap<>()));
    }
    if (arguments.wantsTask("encode")) {
      rows.addAll(
          harness.measure(
              dataset.name(),
              "encode",
              List.of(
                  new Harness.Entry(
                      "jelly-bridge",
                      n,
                      "patch",
                      () -> {
                        CountingOutput out = new CountingOutput();
                        encode(chunks, operations, stream, out);
                        return out.bytes + " bytes";
                      }),
                  new Harness.Entry(
                      "jelly-rdf",
                      n,
                      "rdf",
                      () -> {
                        CountingOutput out = new CountingOutput();
                        Encoders.bridge(chunks, stream, out);
                        return out.bytes + " bytes";
                      })),
              new HashMap<>()));
    }
    return rows;
  }

  private static StatementBatch additions(TermBatches chunk) {
    StatementBatch from = chunk.batch();
    StatementBatch to = StatementBatch.ofOperations(from.size(), false, false, false, false);
    to.s = from.s;
    to.p = from.p;
    to.o = from.o;
    to.g = from.g;
    Arrays.fill(to.op, PatchOp.ADD);
    to.size(from.size());
    return to;
  }

  private static void encode(
      List<TermBatches> chunks,
      List<StatementBatch> operations,
      StreamOptions stream,
      OutputStream out)
      throws IOException {
    PatchWriteOptions options =
        PatchWriteOptions.defaults()
            .with(
                stream.physicalType() == PhysicalType.TRIPLES
                    ? PatchStatementType.TRIPLES
                    : PatchStatementType.QUADS,
                PatchStreamType.FLAT)
            .with(stream.generalizedStatements(), stream.rdfStar());
    PatchWriter writer = PatchWriter.open(out, options);
    for (int i = 0; i < chunks.size(); i++) {
      StatementBatch batch = operations.get(i);
      for (int from = 0; from < batch.size(); from += BATCH) {
        writer.write(batch, chunks.get(i).terms(), from, Math.min(from + BATCH, batch.size()));
      }
    }
    writer.finish();
  }

  /** Reads all statements, every value of every term assembled as UTF-8. */
  private static String decode(StatementReader opened) throws IOException {
    try (StatementReader reader = opened) {
      long lengths = 0;
      long n = 0;
      while (reader.nextBatch(BATCH)) {
        TermTable terms = reader.terms();
        StatementBatch batch = reader.batch();
        for (int i = 0; i < batch.size(); i++) {
          lengths += terms.valueLength(batch.s[i]);
          lengths += terms.valueLength(batch.p[i]) + terms.valueLength(batch.o[i]);
          terms.valueOffset(batch.s[i]);
          terms.valueOffset(batch.p[i]);
          terms.valueOffset(batch.o[i]);
        }
        n += batch.size();
      }
      return n + " statements of " + lengths + " bytes";
    }
  }
}
