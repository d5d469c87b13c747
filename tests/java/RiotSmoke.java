/**
 * Runs Jena, Titanium and jelly-jvm from the self-contained jar; a test puts it after Spark's own
 * jars in the class path.
 */
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.jena.query.Dataset;
import org.apache.jena.query.DatasetFactory;
import org.apache.jena.query.QueryExecution;
import org.apache.jena.query.QueryExecutionFactory;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFDataMgr;
import org.apache.jena.riot.RDFLanguages;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.sparql.util.IsoMatcher;

/** Prints a line for each RDF syntax that gave the same statements when written and read again. */
public final class RiotSmoke {

  private static final String TRIG =
      """
      PREFIX : <http://example.org/>
      :a :p :b , "text" , "Text"@de-AT , 5 .
      _:x :q [ :r "deep" ] .
      :g { :a :p :c . _:x :q 1.5e0 }
      """;

  public static void main(String[] args) throws Exception {
    Dataset original = DatasetFactory.create();
    RDFParser.fromString(TRIG, Lang.TRIG).parse(original);
    List<Lang> quadSyntaxes =
        List.of(
            Lang.NQUADS,
            Lang.TRIG,
            Lang.JSONLD,
            Lang.TRIX,
            Lang.RDFTHRIFT,
            Lang.RDFPROTO,
            RDFLanguages.nameToLang("Jelly"));
    for (Lang lang : quadSyntaxes) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      RDFDataMgr.write(bytes, original, lang);
      Dataset again = DatasetFactory.create();
      RDFDataMgr.read(again, new ByteArrayInputStream(bytes.toByteArray()), lang);
      require(
          IsoMatcher.isomorphic(original.asDatasetGraph(), again.asDatasetGraph()), lang.getName());
    }
    for (Lang lang : List.of(Lang.NTRIPLES, Lang.TURTLE, Lang.RDFXML, Lang.RDFJSON)) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      RDFDataMgr.write(bytes, original.getDefaultModel(), lang);
      Dataset again = DatasetFactory.create();
      RDFDataMgr.read(again, new ByteArrayInputStream(bytes.toByteArray()), lang);
      require(original.getDefaultModel().isIsomorphicWith(again.getDefaultModel()), lang.getName());
    }
    Path file = Files.createTempFile("smoke", ".jelly");
    try (OutputStream out = Files.newOutputStream(file)) {
      RDFDataMgr.write(out, original, RDFLanguages.contentTypeToLang("application/x-jelly-rdf"));
    }
    Dataset byName = RDFDataMgr.loadDataset(file.toString());
    Files.delete(file);
    require(
        IsoMatcher.isomorphic(original.asDatasetGraph(), byName.asDatasetGraph()),
        "Jelly by the name of a file and by content type");
    String query =
        "SELECT DISTINCT ?p { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } } ORDER BY ?p";
    try (QueryExecution execution = QueryExecutionFactory.create(query, original)) {
      ByteArrayOutputStream json = new ByteArrayOutputStream();
      org.apache.jena.query.ResultSetFormatter.outputAsJSON(json, execution.execSelect());
      String text = json.toString(StandardCharsets.UTF_8);
      require(text.split("http://example.org/").length == 4, "SPARQL");
    }
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what + ": read other data than was written");
    }
    System.out.println("ok " + what);
  }
}
