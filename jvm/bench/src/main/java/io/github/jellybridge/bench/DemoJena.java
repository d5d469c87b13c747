package io.github.jellybridge.bench;

import eu.neverblink.jelly.convert.jena.riot.JellyLanguage;
import io.github.jellybridge.bench.contender.StatementSinks;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.jena.graph.Node;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.vocabulary.RDF;

/**
 * The work of {@code ./scripts/demo} done with jelly-jena, to compare times and answers.
 *
 * <p>Prints lines of a word, a number and a text: {@code time SECONDS TASK}, {@code count N all},
 * {@code class N IRI}, {@code predicate N IRI}; or {@code error 0 MESSAGE} as the only line.
 */
public final class DemoJena {
  private DemoJena() {}

  /** Takes how many times to do everything, at least once, and the URIs of local files. */
  public static void main(String[] args) {
    try {
      List<Path> files = Stream.of(args).skip(1).map(uri -> Path.of(URI.create(uri))).toList();
      wakeUp(files);
      StringBuilder lines = new StringBuilder();
      StatementSinks.Counter counter = null;
      Counts predicates = null;
      Counts classes = null;
      for (int time = Integer.parseInt(args[0]); time > 0; time--) {
        counter = new StatementSinks.Counter();
        run("count", files, counter, lines);
        predicates = new Counts(null, Long.MAX_VALUE);
        run("predicate", files, predicates, lines);
        classes = new Counts(RDF.type.asNode(), Long.MAX_VALUE);
        run("class", files, classes, lines);
      }
      lines.append("count ").append(counter.statements).append(" all\n");
      predicates.print("predicate", lines);
      classes.print("class", lines);
      System.out.print(lines);
    } catch (IOException | RuntimeException e) {
      String message = e.getMessage() == null ? e.getClass().getName() : e.getMessage();
      System.out.println("error 0 " + message.lines().findFirst().orElse(""));
    }
  }

  /** Reads a few statements untimed, as the demo does in Spark, so that Jena is initialised. */
  private static void wakeUp(List<Path> files) throws IOException {
    Counts few = new Counts(null, 1000);
    try {
      run("nothing", files, few, new StringBuilder());
    } catch (StatementSinks.Full e) {
      return;
    }
  }

  private static void run(String task, List<Path> files, StreamRDF sink, StringBuilder lines)
      throws IOException {
    long start = System.nanoTime();
    for (Path file : files) {
      try (InputStream raw = Files.newInputStream(file);
          InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
        RDFParser.source(in).forceLang(JellyLanguage.JELLY).parse(sink);
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    lines.append(String.format(Locale.ROOT, "time %.3f %s%n", seconds, task));
  }

  /** Counts predicates or, given a predicate, its objects, of a limited number of statements. */
  private static final class Counts extends StatementSinks.Quads {
    private final Node predicate;
    private final Map<Node, long[]> counts = new HashMap<>();
    private long left;

    Counts(Node predicate, long limit) {
      this.predicate = predicate;
      this.left = limit;
    }

    @Override
    public void statement(Node s, Node p, Node o, Node g) {
      if (left-- == 0) {
        throw new StatementSinks.Full();
      }
      if (predicate == null) {
        counts.computeIfAbsent(p, key -> new long[1])[0]++;
      } else if (predicate.equals(p) && o.isURI()) {
        counts.computeIfAbsent(o, key -> new long[1])[0]++;
      }
    }

    void print(String kind, StringBuilder lines) {
      counts.forEach(
          (node, n) -> {
            if (node.isURI()) {
              lines.append(kind + " " + n[0] + " " + node.getURI() + "\n");
            }
          });
    }
  }
}
