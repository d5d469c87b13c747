package io.github.jellybridge.spark.scan;

import eu.neverblink.jelly.convert.jena.riot.JellyFormatVariant;
import eu.neverblink.jelly.convert.jena.riot.JellyLanguage;
import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.proto.v1.LogicalStreamType;
import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import eu.neverblink.jelly.core.proto.v1.RdfStreamFrame;
import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import eu.neverblink.jelly.core.proto.v1.RdfStreamRow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.RDFFormat;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.riot.system.StreamRDFWriter;
import org.apache.jena.sparql.core.Quad;

/** Makes messages with jelly-jvm, and reads messages with it. */
public final class JellyMessages {
  private JellyMessages() {}

  /** A frame of triples without its length, as jelly-jvm sends it to Kafka. */
  public static byte[] triples(List<Quad> triples) {
    return encode(triples, PhysicalStreamType.TRIPLES, false);
  }

  /** A frame of quads without its length. */
  public static byte[] quads(List<Quad> quads) {
    return encode(quads, PhysicalStreamType.QUADS, false);
  }

  public static byte[] encode(List<Quad> quads, PhysicalStreamType type, boolean delimited) {
    return encode(quads, type, delimited, delimited ? 3 : 1_000_000);
  }

  static byte[] encode(
      List<Quad> quads, PhysicalStreamType type, boolean delimited, int frameSize) {
    JellyFormatVariant variant =
        JellyFormatVariant.builder()
            .options(JellyOptions.SMALL_ALL_FEATURES.clone().setPhysicalType(type))
            .frameSize(frameSize)
            .isDelimited(delimited)
            .build();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StreamRDF writer =
        StreamRDFWriter.getWriterStream(out, new RDFFormat(JellyLanguage.JELLY, variant));
    writer.start();
    for (Quad quad : quads) {
      if (type == PhysicalStreamType.TRIPLES) {
        writer.triple(quad.asTriple());
      } else {
        writer.quad(quad);
      }
    }
    writer.finish();
    return out.toByteArray();
  }

  /** A frame with only the stream options. */
  public static byte[] withoutStatements() {
    RdfStreamOptions options =
        JellyOptions.SMALL_STRICT
            .clone()
            .setPhysicalType(PhysicalStreamType.TRIPLES)
            .setLogicalType(LogicalStreamType.FLAT_TRIPLES)
            .setVersion(1);
    return RdfStreamFrame.newInstance()
        .addRows(RdfStreamRow.newInstance().setOptions(options))
        .toByteArray();
  }

  /**
   * The statements that jelly-jvm reads from a message; the graph is null for the default graph.
   */
  public static List<Quad> decode(byte[] message) {
    List<Quad> quads = new ArrayList<>();
    StreamRDF sink =
        new StreamRDFBase() {
          @Override
          public void triple(Triple triple) {
            quads.add(new Quad(null, triple));
          }

          @Override
          public void quad(Quad quad) {
            quads.add(quad.isDefaultGraph() ? new Quad(null, quad.asTriple()) : quad);
          }
        };
    RDFParser.source(new ByteArrayInputStream(message)).lang(JellyLanguage.JELLY).parse(sink);
    return quads;
  }

  /** The only frame of a message that is not delimited. */
  public static RdfStreamFrame frame(byte[] message) {
    try {
      return RdfStreamFrame.parseFrom(message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
