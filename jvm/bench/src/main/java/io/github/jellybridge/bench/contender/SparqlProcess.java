package io.github.jellybridge.bench.contender;

import io.github.jellybridge.bench.harness.ChildProcess;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.jena.graph.Graph;
import org.apache.jena.graph.Node;
import org.apache.jena.riot.system.StreamRDFLib;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.jena.sparql.exec.QueryExec;
import org.apache.jena.sparql.exec.RowSet;
import org.apache.jena.sparql.graph.GraphFactory;

/**
 * A process that holds a graph in memory and answers queries: Jena's ARQ, or pyoxigraph.
 *
 * <p>An answer is its solutions as texts of their values, sorted.
 */
public final class SparqlProcess implements Closeable {
  private final ChildProcess process;

  private SparqlProcess(List<String> command) throws IOException {
    process = new ChildProcess(command, Map.of());
  }

  /** Starts Jena, with a heap of so many megabytes. */
  public static SparqlProcess jena(long heap) throws IOException {
    return new SparqlProcess(
        ChildProcess.java(SparqlProcess.class, List.of("-Xmx" + heap + "m", "-XX:+UseParallelGC")));
  }

  /** Starts pyoxigraph. */
  public static SparqlProcess pyoxigraph(Path root) throws IOException {
    String python = System.getProperty("bench.python", "python3");
    return new SparqlProcess(
        List.of(python, root.resolve("scripts/bench_pyoxigraph.py").toString()));
  }

  /** Loads a file instead of the one before. */
  public String load(Path file) throws IOException {
    return process.ask("load " + file.toAbsolutePath());
  }

  /** Answers a query of one line. */
  public String ask(String query) throws IOException {
    return process.ask("ask " + query);
  }

  @Override
  public void close() {
    process.close();
  }

  /** The process of Jena: runs until standard input ends. */
  public static void main(String[] args) throws IOException {
    PrintStream out = System.out;
    System.setOut(System.err);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Graph graph = null;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", 2);
      if (words[0].equals("load")) {
        graph = GraphFactory.createGraphMem();
        EncodedFiles.parse(Path.of(words[1]), StreamRDFLib.graph(graph));
        out.println(graph.size());
      } else {
        out.println(answer(graph, words[1]));
      }
      out.flush();
    }
  }

  private static String answer(Graph graph, String query) {
    try (QueryExec execution =
        QueryExec.dataset(DatasetGraphFactory.wrap(graph)).query(query).build()) {
      RowSet solutions = execution.select();
      TreeSet<String> rows = new TreeSet<>();
      solutions.forEach(
          solution ->
              rows.add(
                  String.join(
                      "|",
                      solutions.getResultVars().stream()
                          .map(variable -> value(solution.get(variable)))
                          .toList())));
      return String.join(";", rows);
    }
  }

  private static String value(Node node) {
    return node == null ? "" : node.isURI() ? node.getURI() : node.getLiteralLexicalForm();
  }
}
