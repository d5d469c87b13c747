package io.github.jellybridge.bench.contender;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.out.NodeFmtLib;
import org.apache.jena.riot.system.StreamRDF;

/** The tasks of the read benchmark as one would write them on a RIOT parser, without Spark. */
public final class PlainTasks {
  /** The order of strings in Spark and Python: by code point, which is by UTF-8 byte. */
  static final Comparator<String> BY_CODE_POINT =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

  private PlainTasks() {}

  /**
   * Does a task.
   *
   * @param parse feeds all statements to a sink
   * @return the answer in the form that all contenders share
   */
  public static String run(
      ReadTask task, ReadTask.Predicates predicates, Consumer<StreamRDF> parse) {
    return switch (task) {
      case COUNT, MATERIALISE -> {
        StatementSinks.Counter counter = new StatementSinks.Counter();
        parse.accept(counter);
        yield Long.toString(counter.statements);
      }
      case GROUP_PREDICATE -> {
        Map<Node, long[]> counts = new HashMap<>();
        parse.accept(each((s, p, o) -> counts.computeIfAbsent(p, key -> new long[1])[0]++));
        yield groups(byValue(counts));
      }
      case FILTER_GROUP_OBJECT -> {
        Map<Node, long[]> counts = new HashMap<>();
        parse.accept(
            each(
                (s, p, o) -> {
                  if (value(p).equals(predicates.filter())) {
                    counts.computeIfAbsent(o, key -> new long[1])[0]++;
                  }
                }));
        yield top(byValue(counts));
      }
      case DISTINCT_SUBJECTS -> {
        Set<String> subjects = new HashSet<>();
        parse.accept(each((s, p, o) -> subjects.add(value(s))));
        yield Integer.toString(subjects.size());
      }
      case STRING_LENGTHS -> {
        long[] sums = new long[3];
        parse.accept(
            each(
                (s, p, o) -> {
                  sums[0] += length(s);
                  sums[1] += length(p);
                  sums[2] += length(o);
                }));
        yield sums[0] + " " + sums[1] + " " + sums[2];
      }
      case SELF_JOIN -> join(predicates, parse);
      case FILTER_SCAN -> throw new IllegalArgumentException("a task of Spark's alone");
    };
  }

  private static String join(ReadTask.Predicates predicates, Consumer<StreamRDF> parse) {
    Map<String, long[]> left = new HashMap<>();
    Map<String, List<String>> right = new HashMap<>();
    parse.accept(
        each(
            (s, p, o) -> {
              String predicate = value(p);
              if (predicate.equals(predicates.join())) {
                left.computeIfAbsent(value(o), key -> new long[1])[0]++;
              }
              if (predicate.equals(predicates.filter())) {
                right.computeIfAbsent(value(s), key -> new ArrayList<>(1)).add(value(o));
              }
            }));
    Map<String, Long> counts = new HashMap<>();
    left.forEach(
        (key, times) ->
            right
                .getOrDefault(key, List.of())
                .forEach(found -> counts.merge(found, times[0], Long::sum)));
    return top(counts);
  }

  /** All groups, one a line, in the order of their keys. */
  public static String groups(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(BY_CODE_POINT))
        .map(entry -> entry.getValue() + " " + entry.getKey())
        .collect(Collectors.joining("\n"));
  }

  private static String top(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey(BY_CODE_POINT)))
        .limit(ReadTask.TOP)
        .map(entry -> entry.getValue() + " " + entry.getKey())
        .collect(Collectors.joining("\n"));
  }

  /** Nodes that differ in language or datatype alone have one value, as in the table of Spark. */
  private static Map<String, Long> byValue(Map<Node, long[]> counts) {
    Map<String, Long> values = new HashMap<>();
    counts.forEach((node, count) -> values.merge(value(node), count[0], Long::sum));
    return values;
  }

  private static int length(Node node) {
    String value = value(node);
    return value.codePointCount(0, value.length());
  }

  /** IRI, lexical form, label or, of a quoted triple, its text. */
  public static String value(Node node) {
    if (node.isURI()) {
      return node.getURI();
    }
    if (node.isLiteral()) {
      return node.getLiteralLexicalForm();
    }
    return node.isBlank() ? node.getBlankNodeLabel() : starText(node);
  }

  /** The text of a quoted triple as in the table of Spark; of any other node, its N-Triples. */
  private static String starText(Node node) {
    if (!node.isTripleTerm()) {
      // Jena would write another label.
      return node.isBlank() ? "_:" + node.getBlankNodeLabel() : NodeFmtLib.strNT(node);
    }
    Triple t = node.getTriple();
    return "<< "
        + starText(t.getSubject())
        + " "
        + starText(t.getPredicate())
        + " "
        + starText(t.getObject())
        + " >>";
  }

  @FunctionalInterface
  private interface Triples {
    void accept(Node s, Node p, Node o);
  }

  private static StreamRDF each(Triples triples) {
    return new StatementSinks.Quads() {
      @Override
      public void statement(Node s, Node p, Node o, Node g) {
        triples.accept(s, p, o);
      }
    };
  }
}
