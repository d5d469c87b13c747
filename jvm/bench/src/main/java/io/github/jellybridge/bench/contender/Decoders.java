package io.github.jellybridge.bench.contender;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.jena.graph.Node;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.lang.LabelToNode;
import org.apache.jena.riot.system.StreamRDF;

/**
 * The contenders of the codec benchmark: from the bytes of a file to terms that all exist.
 *
 * <p>Each answers with the number of statements and, per position, the sum of the lengths of the
 * values, so that no term goes unused: of UTF-8 bytes where terms are bytes (jelly-bridge), of
 * UTF-16 units where they are strings (all others).
 */
public final class Decoders {
  /** The batch size of the Spark reader. */
  private static final int BATCH = 4096;

  private Decoders() {}

  /** Decodes with {@link JellyReader}, every value of every term assembled as UTF-8. */
  public static Lengths bridge(List<Path> files) throws IOException {
    Lengths sum = new Lengths();
    BufferPool memory = new BufferPool();
    for (Path file : files) {
      try (JellyReader reader = openBridge(file, memory)) {
        long epoch = reader.terms().epoch();
        int assembled = 1;
        while (reader.nextBatch(BATCH)) {
          TermTable terms = reader.terms();
          if (terms.epoch() != epoch) {
            epoch = terms.epoch();
            assembled = 1;
          }
          terms.assembleFrom(assembled);
          assembled = terms.size();
          add(reader.batch(), terms, sum);
        }
      }
    }
    return sum;
  }

  private static void add(StatementBatch batch, TermTable terms, Lengths sum) {
    int n = batch.size();
    sum.statements += n;
    sum.s += lengths(batch.s, n, terms);
    sum.p += lengths(batch.p, n, terms);
    sum.o += lengths(batch.o, n, terms);
    sum.g += lengths(batch.g, n, terms);
  }

  private static long lengths(int[] ids, int n, TermTable terms) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
      if (ids[i] != TermTable.NO_TERM && terms.kind(ids[i]) != TermKind.TRIPLE) {
        sum += terms.valueLength(ids[i]);
      }
    }
    return sum;
  }

  /**
   * Opens a file as the DataSource does, but with blank node labels as all contenders have them.
   */
  public static JellyReader openBridge(Path file) throws IOException {
    return openBridge(file, new BufferPool());
  }

  private static JellyReader openBridge(Path file, BufferPool memory) throws IOException {
    return JellyReader.open(
        Files.newInputStream(file),
        file.toString(),
        JellyReadOptions.builder().blankNodes(BlankNodes.PRESERVE).readAhead(true).build(),
        memory);
  }

  /** Decodes with jelly-jena through RIOT. */
  public static Lengths jellyJena(List<Path> files) {
    NodeLengths sink = new NodeLengths();
    for (Path file : files) {
      EncodedFiles.parse(file, sink);
    }
    return sink.sum;
  }

  /** Parses N-Triples or N-Quads with RIOT. */
  public static Lengths riot(Path file) {
    NodeLengths sink = new NodeLengths();
    parseText(file, sink);
    return sink.sum;
  }

  /** Parses N-Triples or N-Quads with RIOT, blank nodes with the labels that were written. */
  public static void parseText(Path file, StreamRDF sink) {
    parseText(file, Lang.NQUADS, sink);
  }

  /** As {@link #parseText(Path, StreamRDF)}, with the parser of N-Triples if so wanted. */
  public static void parseText(Path file, Lang lang, StreamRDF sink) {
    RDFParser.source(file)
        .forceLang(lang)
        .labelToNode(LabelToNode.createUseLabelEncoded())
        .parse(sink);
  }

  /** Decodes with jelly-core to the plainest possible Java objects. */
  public static Lengths jellyCore(List<Path> files) throws IOException {
    PlainNodes.LengthSink sink = new PlainNodes.LengthSink();
    for (Path file : files) {
      PlainNodes.decode(file, sink);
    }
    return sink.sum;
  }

  /** Number of statements and summed value lengths of each position. */
  public static final class Lengths {
    public long statements;
    public long s;
    public long p;
    public long o;
    public long g;

    @Override
    public String toString() {
      return statements + " statements, lengths " + s + " " + p + " " + o + " " + g;
    }
  }

  /** Sums the lengths of Jena nodes. */
  private static final class NodeLengths extends StatementSinks.Quads {
    final Lengths sum = new Lengths();

    @Override
    public void statement(Node s, Node p, Node o, Node g) {
      sum.statements++;
      sum.s += length(s);
      sum.p += length(p);
      sum.o += length(o);
      sum.g += g == null ? 0 : length(g);
    }

    private static int length(Node node) {
      if (node.isURI()) {
        return node.getURI().length();
      }
      if (node.isLiteral()) {
        return node.getLiteralLexicalForm().length();
      }
      return node.isBlank() ? node.getBlankNodeLabel().length() : 0;
    }
  }
}
