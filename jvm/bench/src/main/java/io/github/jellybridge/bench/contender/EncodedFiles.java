package io.github.jellybridge.bench.contender;

import eu.neverblink.jelly.convert.jena.JenaConverterFactory;
import eu.neverblink.jelly.convert.jena.riot.JellyFormatVariant;
import eu.neverblink.jelly.convert.jena.riot.JellyLanguage;
import eu.neverblink.jelly.convert.jena.riot.JellyStreamWriter;
import eu.neverblink.jelly.core.proto.v1.LogicalStreamType;
import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import io.github.jellybridge.bench.generator.DataGenerator;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.system.StreamRDF;

/**
 * Writes and reads Jelly files with jelly-jvm alone, so that no input of a benchmark is our own
 * work.
 */
public final class EncodedFiles {
  private EncodedFiles() {}

  /**
   * Streams a generated data set into a TRIPLES file; stops after the subject that reaches a limit.
   *
   * @param statements the least number of statements
   * @param bytes the least size of the file
   * @return the number of statements written
   */
  public static long generate(DataGenerator generator, long statements, long bytes, Path file)
      throws IOException {
    long[] written = new long[1];
    try (Output out = new Output(file)) {
      StreamRDF writer = writer(generator.preset(), PhysicalStreamType.TRIPLES, out);
      DataGenerator.Statements sink =
          (s, p, o) -> {
            writer.triple(Triple.create(s, p, o));
            written[0]++;
          };
      for (long i = 0; written[0] < statements || out.bytes < bytes; i++) {
        generator.subject(i, DataGenerator.random(i), sink);
      }
      writer.finish();
      out.publish();
    }
    return written[0];
  }

  /** A stream writer with jelly-jvm's default frame size. */
  public static StreamRDF writer(
      RdfStreamOptions preset, PhysicalStreamType type, OutputStream out) {
    boolean triples = type == PhysicalStreamType.TRIPLES;
    RdfStreamOptions options =
        preset
            .clone()
            .setPhysicalType(type)
            .setLogicalType(
                triples ? LogicalStreamType.FLAT_TRIPLES : LogicalStreamType.FLAT_QUADS);
    return JellyStreamWriter.create(
        JenaConverterFactory.getInstance(),
        JellyFormatVariant.builder().options(options).build(),
        out);
  }

  /** Parses a Jelly file through RIOT. */
  public static void parse(Path file, StreamRDF sink) {
    RDFParser.source(file).forceLang(JellyLanguage.JELLY).parse(sink);
  }

  /** A file that gets its name only once it is whole, and knows its size so far. */
  public static final class Output extends FilterOutputStream {
    long bytes;
    private final Path target;
    private final Path partial;

    public Output(Path target) throws IOException {
      super(null);
      Files.createDirectories(target.toAbsolutePath().getParent());
      this.target = target;
      this.partial = target.resolveSibling(target.getFileName() + ".partial");
      this.out = new BufferedOutputStream(Files.newOutputStream(partial), 1 << 16);
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      bytes++;
    }

    @Override
    public void write(byte[] b, int offset, int length) throws IOException {
      out.write(b, offset, length);
      bytes += length;
    }

    /** Closes the file and gives it its name. */
    public void publish() throws IOException {
      out.close();
      Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
      super.close();
      Files.deleteIfExists(partial);
    }
  }
}
