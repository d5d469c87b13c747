package io.github.jellybridge.sparql;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.sparql.core.DatasetGraph;

/** Random datasets, and random queries over them, whose solutions do not depend on any order. */
final class RandomQueries {
  private static final String PREFIXES =
      "PREFIX : <http://example.org/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n";
  private static final List<String> NODES = List.of(":a", ":b", ":c", ":d", "_:x", "_:y");
  private static final List<String> PREDICATES = List.of(":p", ":q", ":r");
  private static final List<String> LITERALS =
      List.of(
          "1",
          "2",
          "-3",
          "2.5",
          "1.0e0",
          "'2'^^xsd:byte",
          "'x'",
          "'y'",
          "'x'@en",
          "'x'@de-AT",
          "true",
          "'no number'^^xsd:integer",
          "'2020-01-02'^^xsd:date",
          "'2020-01-02T03:04:05Z'^^xsd:dateTime",
          "'z'^^:type");
  private static final List<String> GRAPHS = List.of(":g1", ":g2");
  private static final List<String> VARIABLES = List.of("?a", "?b", "?c", "?d");

  private final Random random;
  private int fresh;

  RandomQueries(Random random) {
    this.random = random;
  }

  /** Returns a dataset of up to 40 statements. */
  DatasetGraph dataset() {
    StringBuilder text = new StringBuilder(PREFIXES);
    for (String graph : List.of("", GRAPHS.get(0), GRAPHS.get(1))) {
      text.append(graph).append(" {\n");
      int size = graph.isEmpty() ? 8 + random.nextInt(16) : random.nextInt(9);
      for (int i = 0; i < size; i++) {
        text.append(any(NODES)).append(' ').append(any(PREDICATES)).append(' ');
        text.append(random.nextInt(3) == 0 ? any(LITERALS) : any(NODES)).append(" .\n");
      }
      text.append("}\n");
    }
    return RDFParser.fromString(text.toString(), Lang.TRIG).toDatasetGraph();
  }

  /** Returns a query. */
  String query() {
    fresh = 0;
    return PREFIXES
        + switch (random.nextInt(8)) {
          case 0 -> "ASK {" + group(2) + "}";
          case 1 -> "CONSTRUCT { ?a :made ?b . ?b :made ?c } WHERE {" + group(2) + "}";
          case 2 -> aggregation(2);
          case 3 -> "SELECT DISTINCT " + variables() + " {" + group(2) + "}";
          case 4 -> "SELECT " + variables() + " {" + group(2) + "} ORDER BY ?a DESC(?b)";
          default -> "SELECT * {" + group(3) + "}";
        };
  }

  private String variables() {
    Set<String> chosen = new LinkedHashSet<>();
    int size = 1 + random.nextInt(3);
    while (chosen.size() < size) {
      chosen.add(any(VARIABLES));
    }
    return String.join(" ", chosen);
  }

  private String aggregation(int depth) {
    String argument = any(VARIABLES);
    String distinct = random.nextBoolean() ? "DISTINCT " : "";
    String aggregate =
        switch (random.nextInt(4)) {
          case 0 -> "COUNT(" + distinct + "*)";
          case 1 -> "COUNT(" + distinct + argument + ")";
          case 2 -> "SUM(" + distinct + "xsd:decimal(" + argument + "))";
          default -> "COUNT(" + distinct + expression(1) + ")";
        };
    String where = " {" + group(depth) + "}";
    String result = "(" + aggregate + " AS ?n" + fresh++ + ")";
    if (random.nextInt(3) == 0) {
      return "SELECT " + result + where;
    }
    String key = any(VARIABLES);
    String having = random.nextInt(3) == 0 ? " HAVING (COUNT(*) > 1)" : "";
    return "SELECT " + key + " " + result + where + " GROUP BY " + key + having;
  }

  private String group(int depth) {
    StringBuilder text = new StringBuilder(random.nextInt(6) == 0 ? "" : triples());
    int parts = depth == 0 ? 0 : 1 + random.nextInt(2);
    for (int i = 0; i < parts; i++) {
      text.append(' ').append(part(depth - 1));
    }
    return text.toString();
  }

  private String part(int depth) {
    return switch (random.nextInt(14)) {
      case 0, 1 -> "OPTIONAL {" + group(depth) + "}";
      case 2 -> "OPTIONAL {" + group(depth) + " FILTER(" + expression(2) + ")}";
      case 3 -> "{" + group(depth) + "} UNION {" + group(depth) + "}";
      case 4 -> "MINUS {" + group(depth) + "}";
      case 5 -> "FILTER(" + expression(2) + ")";
      case 6 -> "FILTER " + exists(depth);
      case 7 -> "BIND(" + expression(2) + " AS ?new" + fresh++ + ")";
      case 8 -> values();
      case 9 -> "GRAPH " + (random.nextBoolean() ? "?g" : any(GRAPHS)) + " {" + group(depth) + "}";
      case 10 -> "{SELECT " + subquery() + variables() + " {" + group(depth) + "}}";
      case 11 -> "{" + aggregation(depth) + "}";
      case 12 -> any(VARIABLES) + " " + path(2) + " " + node() + " .";
      default -> "{" + group(depth) + "}";
    };
  }

  private String subquery() {
    return random.nextBoolean() ? "DISTINCT " : "";
  }

  private String exists(int depth) {
    return (random.nextBoolean() ? "EXISTS {" : "NOT EXISTS {") + group(depth) + "}";
  }

  private String values() {
    String first = any(VARIABLES);
    String second = other(first);
    StringBuilder text = new StringBuilder("VALUES (" + first + " " + second + ") {");
    for (int i = 0; i < 3; i++) {
      text.append("(").append(value()).append(' ').append(value()).append(")");
    }
    return text + "}";
  }

  private String value() {
    return switch (random.nextInt(3)) {
      case 0 -> "UNDEF";
      case 1 -> any(LITERALS);
      default -> any(NODES.subList(0, 4));
    };
  }

  private String triples() {
    List<String> triples = new ArrayList<>();
    int size = 1 + random.nextInt(2);
    for (int i = 0; i < size; i++) {
      String predicate = random.nextInt(5) == 0 ? any(VARIABLES) : any(PREDICATES);
      triples.add(any(VARIABLES) + " " + predicate + " " + node() + " .");
    }
    return String.join(" ", triples);
  }

  private String node() {
    return switch (random.nextInt(12)) {
      case 0 -> any(NODES.subList(0, 4));
      case 1 -> any(LITERALS);
      default -> any(VARIABLES);
    };
  }

  private String path(int depth) {
    if (depth == 0) {
      return any(PREDICATES);
    }
    String inner = path(depth - 1);
    return switch (random.nextInt(8)) {
      case 0 -> "(" + inner + ")*";
      case 1 -> "(" + inner + ")+";
      case 2 -> "(" + inner + ")?";
      case 3 -> "^(" + inner + ")";
      case 4 -> "(" + inner + "/" + path(depth - 1) + ")";
      case 5 -> "(" + inner + "|" + path(depth - 1) + ")";
      case 6 -> "!(" + any(PREDICATES) + "|^" + any(PREDICATES) + ")";
      default -> inner;
    };
  }

  /** Returns an expression, which may be an error for some solutions. */
  String expression(int depth) {
    if (depth == 0) {
      return random.nextInt(3) == 0 ? any(LITERALS) : any(VARIABLES);
    }
    String left = expression(depth - 1);
    String right = expression(depth - 1);
    return switch (random.nextInt(16)) {
      case 0 -> "(" + left + " = " + right + ")";
      case 1 -> "(" + left + " != " + right + ")";
      case 2 -> "(" + left + " < " + right + ")";
      case 3 -> "(" + left + " >= " + right + ")";
      case 4 -> "(" + left + " && " + right + ")";
      case 5 -> "(" + left + " || " + right + ")";
      case 6 -> "(! " + left + ")";
      case 7 -> "BOUND(" + any(VARIABLES) + ")";
      case 8 -> "(" + left + " + " + right + ")";
      case 9 -> "STR(" + left + ")";
      case 10 -> "LANG(" + left + ")";
      case 11 -> "DATATYPE(" + left + ")";
      case 12 -> "(" + left + " IN (" + right + ", " + any(LITERALS) + "))";
      case 13 -> "COALESCE(" + left + ", " + right + ")";
      case 14 -> "IF(" + left + ", " + right + ", " + any(LITERALS) + ")";
      default -> "isIRI(" + left + ")";
    };
  }

  private String other(String variable) {
    return VARIABLES.get((VARIABLES.indexOf(variable) + 1) % VARIABLES.size());
  }

  private String any(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
