package io.github.jellybridge.sparql;

import io.github.jellybridge.spark.JellyBridge;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.jena.graph.Graph;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.query.Query;
import org.apache.jena.query.QueryFactory;
import org.apache.jena.query.ResultSetFactory;
import org.apache.jena.query.ResultSetFormatter;
import org.apache.jena.query.ResultSetRewindable;
import org.apache.jena.query.Syntax;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.RDFList;
import org.apache.jena.rdf.model.RDFNode;
import org.apache.jena.rdf.model.Resource;
import org.apache.jena.riot.RDFDataMgr;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.lang.LabelToNode;
import org.apache.jena.riot.system.StreamRDFLib;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.jena.sparql.core.Quad;
import org.apache.jena.sparql.resultset.RDFInput;
import org.apache.jena.sparql.resultset.ResultsCompare;
import org.apache.jena.sparql.resultset.SPARQLResult;
import org.apache.jena.vocabulary.RDF;
import org.apache.jena.vocabulary.RDFS;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Runs the query evaluation tests of the W3C's SPARQL test suites, except those of SERVICE and
 * entailment. Prints failures with their reasons, then "N passed, M failed".
 */
public final class SparqlSuite {
  private static final String MF = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
  private static final String RS = "http://www.w3.org/2001/sw/DataAccess/tests/result-set#";
  private static final String QT = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#";
  private static final List<String> LEFT_OUT = List.of("service", "entailment");

  private final SparkSession spark = SparqlTables.session();
  private final PrintStream out;
  private final boolean verbose;
  private int passed;
  private int failed;

  SparqlSuite(PrintStream out, boolean verbose) {
    this.out = out;
    this.verbose = verbose;
  }

  /** Runs the tests of a folder; the exit code is 1 if one fails, and 2 without tests. */
  public static void main(String[] args) throws IOException {
    String only = args.length > 1 ? args[1] : "";
    SparqlSuite suite = new SparqlSuite(System.out, !only.isEmpty());
    List<Path> manifests;
    try (Stream<Path> files = Files.walk(Path.of(args[0]))) {
      manifests = files.filter(file -> file.endsWith("manifest.ttl")).sorted().toList();
    }
    for (Path manifest : manifests) {
      if (!LEFT_OUT.contains(manifest.getParent().getFileName().toString())) {
        suite.runAll(manifest, only);
      }
    }
    System.out.println(suite.passed + " passed, " + suite.failed + " failed");
    System.exit(suite.failed > 0 ? 1 : suite.passed > 0 ? 0 : 2);
  }

  private void runAll(Path manifest, String only) {
    Model model = RDFDataMgr.loadModel(manifest.toUri().toString());
    String folder = manifest.getParent().getFileName().toString();
    List<Resource> tests =
        model.listObjectsOfProperty(model.createProperty(MF + "entries")).toList().stream()
            .flatMap(list -> list.as(RDFList.class).asJavaList().stream())
            .map(RDFNode::asResource)
            .filter(test -> isOf(test, "QueryEvaluationTest") || isOf(test, "CSVResultFormatTest"))
            .sorted(Comparator.comparing(Resource::toString))
            .toList();
    for (Resource test : tests) {
      String name = folder + "/" + test.getURI().replaceAll(".*[#/]", "");
      if (!name.contains(only)) {
        continue;
      }
      long start = System.nanoTime();
      String reason;
      try {
        reason = run(test);
      } catch (Exception | StackOverflowError e) {
        reason = e.toString();
        if (verbose) {
          e.printStackTrace(out);
        }
      }
      if (reason == null) {
        passed++;
      } else {
        failed++;
        out.println("FAILED " + name + ": " + reason.lines().limit(verbose ? 999 : 3).toList());
      }
      if (verbose) {
        out.println(name + " " + (System.nanoTime() - start) / 1_000_000 + " ms");
      }
    }
  }

  private static boolean isOf(Resource test, String type) {
    return test.hasProperty(RDF.type, test.getModel().createResource(MF + type));
  }

  /** Runs a test; returns the reason of a failure, or null. */
  private String run(Resource test) throws IOException {
    Resource action = object(test, MF + "action");
    String queryFile = object(action, QT + "query").getURI();
    String text = Files.readString(Path.of(URI.create(queryFile)));
    Query parsed = QueryFactory.create(text, queryFile, Syntax.syntaxSPARQL_11);
    Dataset<Row> table = SparqlTables.table(spark, data(action, parsed));
    SparqlQuery query = SparqlQuery.parse(text, Map.of(), queryFile);
    String expected = object(test, MF + "result").getURI();
    if (query.isConstruct()) {
      Graph wanted = RDFDataMgr.loadGraph(expected);
      Graph found = JellyBridge.toGraph(query.construct(table));
      return wanted.isIsomorphicWith(found) ? null : "expected " + wanted + "\nfound " + found;
    }
    if (expected.endsWith(".csv")) {
      return csv(query, table, expected);
    }
    SPARQLResult result = result(expected);
    if (query.isAsk()) {
      boolean found = query.ask(table);
      return result.getBooleanResult() == found ? null : "found " + found;
    }
    return compare(result.getResultSet().rewindable(), query.select(table), parsed.hasOrderBy());
  }

  /** Reads a result in one of the formats for results, or in RDF. */
  private static SPARQLResult result(String file) {
    if (!file.endsWith(".ttl") && !file.endsWith(".rdf")) {
      return ResultSetFactory.result(file);
    }
    Model model = RDFDataMgr.loadModel(file);
    List<RDFNode> answers =
        model.listObjectsOfProperty(model.createProperty(RS + "boolean")).toList();
    return answers.isEmpty()
        ? new SPARQLResult(RDFInput.fromRDF(model))
        : new SPARQLResult(answers.get(0).asLiteral().getBoolean());
  }

  /**
   * Compares solutions; literals of the same value are equal, as in Jena's own run of the suite.
   */
  private static String compare(
      ResultSetRewindable wanted, Dataset<Row> solutions, boolean ordered) {
    ResultSetRewindable found = ResultSetFactory.makeRewindable(QueryAnswer.solutions(solutions));
    if (!new HashSet<>(wanted.getResultVars()).equals(new HashSet<>(found.getResultVars()))) {
      return "expected the variables "
          + wanted.getResultVars()
          + ", found "
          + found.getResultVars();
    }
    boolean same =
        ordered && wanted.size() > 1
            ? ResultsCompare.equalsByValueAndOrder(wanted, found)
            : ResultsCompare.equalsByValue(wanted, found);
    if (same) {
      return null;
    }
    wanted.reset();
    found.reset();
    return "expected\n"
        + ResultSetFormatter.asText(wanted)
        + "found\n"
        + ResultSetFormatter.asText(found);
  }

  /** Compares texts as lines without order, as CSV has no types. */
  private static String csv(SparqlQuery query, Dataset<Row> table, String expected)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new QueryAnswer(query, QueryAnswer.Format.CSV).print(table, bytes);
    List<String> found = bytes.toString(StandardCharsets.UTF_8).lines().sorted().toList();
    List<String> wanted = Files.readString(Path.of(URI.create(expected))).lines().sorted().toList();
    boolean same =
        found.stream()
            .map(SparqlSuite::withoutLabels)
            .toList()
            .equals(wanted.stream().map(SparqlSuite::withoutLabels).toList());
    return same ? null : "expected " + wanted + "\nfound " + found;
  }

  private static String withoutLabels(String line) {
    return line.replaceAll("_:[^,]*", "_:b");
  }

  /** Loads the graphs that the action names, and those that the query names in FROM. */
  private static DatasetGraph data(Resource action, Query query) {
    DatasetGraph dataset = DatasetGraphFactory.createTxnMem();
    Map<String, String> named = new LinkedHashMap<>();
    objects(action, QT + "data").forEach(file -> load(dataset, null, file.asResource().getURI()));
    for (RDFNode graph : objects(action, QT + "graphData")) {
      Resource resource = graph.asResource();
      if (resource.hasProperty(RDFS.label)) {
        named.put(
            resource.getProperty(RDFS.label).getString(), object(resource, QT + "graph").getURI());
      } else {
        named.put(resource.getURI(), resource.getURI());
      }
    }
    query.getGraphURIs().forEach(iri -> named.put(iri, iri));
    query.getNamedGraphURIs().forEach(iri -> named.put(iri, iri));
    named.forEach((name, file) -> load(dataset, name, file));
    return dataset;
  }

  private static void load(DatasetGraph dataset, String name, String file) {
    DatasetGraph one = DatasetGraphFactory.create();
    RDFParser.source(file)
        .labelToNode(LabelToNode.createScopeByDocumentHash())
        .parse(StreamRDFLib.dataset(one));
    one.find()
        .forEachRemaining(
            quad ->
                dataset.add(
                    name == null
                        ? quad
                        : Quad.create(NodeFactory.createURI(name), quad.asTriple())));
  }

  private static Resource object(Resource subject, String property) {
    return subject.getProperty(subject.getModel().createProperty(property)).getResource();
  }

  private static List<RDFNode> objects(Resource subject, String property) {
    return subject
        .listProperties(subject.getModel().createProperty(property))
        .mapWith(statement -> statement.getObject())
        .toList();
  }
}
