// Sends Jelly frames to a topic of Kafka, and prints the statements in other topics. It uses
// jelly-jvm and none of our code, as other users of Kafka may.
//
// java -cp … KafkaFrames.java produce SERVER TOPIC MESSAGES
// java -cp … KafkaFrames.java consume SERVER TOPIC…
//
// The latter prints one line per message: the topic, the key, and the statements.

import eu.neverblink.jelly.convert.jena.riot.JellyFormatVariant;
import eu.neverblink.jelly.convert.jena.riot.JellyLanguage;
import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.jena.datatypes.xsd.XSDDatatype;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.RDFFormat;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.out.NodeFmtLib;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.riot.system.StreamRDFWriter;
import org.apache.jena.vocabulary.RDF;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A producer and a consumer of Jelly frames. */
public final class KafkaFrames {
  private static final String EX = "http://example.org/";

  public static void main(String[] args) throws Exception {
    if (args[0].equals("produce")) {
      produce(args[1], args[2], Integer.parseInt(args[3]));
    } else {
      for (int i = 2; i < args.length; i++) {
        consume(args[1], args[i]);
      }
    }
  }

  /** Message i has five temperatures of sensor i % 10; the last message is not Jelly. */
  private static void produce(String server, String topic, int messages) throws Exception {
    Properties config = new Properties();
    config.put("bootstrap.servers", server);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int i = 0; i < messages; i++) {
        Node sensor = NodeFactory.createURI(EX + "sensor" + i % 10);
        List<Triple> triples = new ArrayList<>();
        triples.add(Triple.create(sensor, RDF.type.asNode(), NodeFactory.createURI(EX + "Sensor")));
        for (int j = 0; j < 5; j++) {
          String value = Integer.toString((i * 7 + j * 3) % 100);
          Node reading = NodeFactory.createLiteralDT(value, XSDDatatype.XSDinteger);
          triples.add(Triple.create(sensor, NodeFactory.createURI(EX + "temperature"), reading));
        }
        producer.send(new ProducerRecord<>(topic, ("key" + i).getBytes(), frame(triples)));
      }
      producer.send(new ProducerRecord<>(topic, "broken".getBytes(), "no frame".getBytes())).get();
    }
  }

  private static byte[] frame(List<Triple> triples) {
    JellyFormatVariant variant =
        JellyFormatVariant.builder()
            .options(JellyOptions.SMALL_STRICT.clone().setPhysicalType(PhysicalStreamType.TRIPLES))
            .isDelimited(false)
            .build();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StreamRDF writer =
        StreamRDFWriter.getWriterStream(out, new RDFFormat(JellyLanguage.JELLY, variant));
    writer.start();
    triples.forEach(writer::triple);
    writer.finish();
    return out.toByteArray();
  }

  private static void consume(String server, String topic) {
    Properties config = new Properties();
    config.put("bootstrap.servers", server);
    config.put("default.api.timeout.ms", "20000");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          System.out.println(
              topic + "\t" + new String(record.key()) + "\t" + statements(record.value()));
        }
      }
    }
  }

  private static String statements(byte[] frame) {
    List<String> found = new ArrayList<>();
    StreamRDF sink =
        new StreamRDFBase() {
          @Override
          public void triple(Triple triple) {
            found.add(NodeFmtLib.strNT(triple));
          }
        };
    RDFParser.source(new ByteArrayInputStream(frame)).lang(JellyLanguage.JELLY).parse(sink);
    found.sort(null);
    return String.join(" | ", found);
  }
}
