package io.github.jellybridge.bench.contender;

import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jena.JenaTerms;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.sparql.core.Quad;

/** The contenders of encoding: from terms in memory to the bytes of a file. */
public final class Encoders {
  /** The batch size of the Spark writer. */
  private static final int BATCH = 4096;

  private Encoders() {}

  /** Our options for the type and the lookup sizes of a stream. */
  static JellyWriteOptions bridgeOptions(StreamOptions stream) {
    return JellyWriteOptions.builder()
        .physicalType(physical(stream))
        .generalized(stream.generalizedStatements())
        .rdfStar(stream.rdfStar())
        .maxNameTableSize(stream.maxNameTableSize())
        .maxPrefixTableSize(stream.maxPrefixTableSize())
        .maxDatatypeTableSize(stream.maxDatatypeTableSize())
        .build();
  }

  /** jelly-jvm's options for the same. */
  static RdfStreamOptions jenaOptions(StreamOptions stream) {
    return RdfStreamOptions.newInstance()
        .setGeneralizedStatements(stream.generalizedStatements())
        .setRdfStar(stream.rdfStar())
        .setMaxNameTableSize(stream.maxNameTableSize())
        .setMaxPrefixTableSize(stream.maxPrefixTableSize())
        .setMaxDatatypeTableSize(stream.maxDatatypeTableSize());
  }

  /** jelly-jena's stream writer knows no GRAPHS. */
  private static PhysicalType physical(StreamOptions stream) {
    return stream.physicalType() == PhysicalType.TRIPLES
        ? PhysicalType.TRIPLES
        : PhysicalType.QUADS;
  }

  private static StreamRDF jenaWriter(StreamOptions stream, OutputStream out) {
    PhysicalStreamType type =
        physical(stream) == PhysicalType.TRIPLES
            ? PhysicalStreamType.TRIPLES
            : PhysicalStreamType.QUADS;
    return EncodedFiles.writer(jenaOptions(stream), type, out);
  }

  /** Encodes with {@link JellyWriter}. */
  public static void bridge(List<TermBatches> chunks, StreamOptions stream, OutputStream out)
      throws IOException {
    JellyWriter writer = JellyWriter.open(out, bridgeOptions(stream));
    for (TermBatches chunk : chunks) {
      StatementBatch batch = chunk.batch();
      for (int from = 0; from < batch.size(); from += BATCH) {
        int to = Math.min(from + BATCH, batch.size());
        writer.write(batch, chunk.terms(), from, to);
      }
    }
    writer.finish();
  }

  /** The statements as Jena's, a node a term and chunk. */
  public static List<Object> jenaStatements(List<TermBatches> chunks, StreamOptions stream) {
    boolean triples = physical(stream) == PhysicalType.TRIPLES;
    List<Object> statements = new ArrayList<>();
    for (TermBatches chunk : chunks) {
      JenaTerms nodes = new JenaTerms(chunk.terms());
      for (int i = 0; i < chunk.batch().size(); i++) {
        statements.add(triples ? nodes.triple(chunk.batch(), i) : nodes.quad(chunk.batch(), i));
      }
    }
    return statements;
  }

  /** Encodes with jelly-jena's stream writer. */
  public static void jellyJena(List<Object> statements, StreamOptions stream, OutputStream out) {
    StreamRDF writer = jenaWriter(stream, out);
    writer.start();
    if (physical(stream) == PhysicalType.TRIPLES) {
      for (Object statement : statements) {
        writer.triple((Triple) statement);
      }
    } else {
      for (Object statement : statements) {
        writer.quad((Quad) statement);
      }
    }
    writer.finish();
  }

  /** Reads files and writes them again, with each of the two; returns the sizes in bytes. */
  public static long[] sizes(List<Path> files) throws IOException {
    long[] sizes = new long[2];
    for (Path file : files) {
      StreamOptions stream = TermBatches.options(List.of(file));
      CountingOutput ours = new CountingOutput();
      CountingOutput theirs = new CountingOutput();
      StreamRDF jena = jenaWriter(stream, theirs);
      jena.start();
      try (JellyReader reader = Decoders.openBridge(file);
          JellyWriter writer = JellyWriter.open(ours, bridgeOptions(stream))) {
        JenaTerms nodes = new JenaTerms(reader.terms());
        boolean triples = physical(stream) == PhysicalType.TRIPLES;
        while (reader.nextBatch(BATCH)) {
          StatementBatch batch = reader.batch();
          TermTable terms = reader.terms();
          writer.write(batch, terms);
          for (int i = 0; i < batch.size(); i++) {
            if (triples) {
              jena.triple(nodes.triple(batch, i));
            } else {
              jena.quad(nodes.quad(batch, i));
            }
          }
        }
      }
      jena.finish();
      sizes[0] += ours.bytes;
      sizes[1] += theirs.bytes;
    }
    return sizes;
  }
}
