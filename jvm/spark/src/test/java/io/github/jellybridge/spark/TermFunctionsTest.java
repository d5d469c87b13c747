package io.github.jellybridge.spark;

import static io.github.jellybridge.spark.TermQueries.XSD;
import static io.github.jellybridge.spark.TermQueries.eval;
import static io.github.jellybridge.spark.TermQueries.literal;
import static io.github.jellybridge.spark.TermQueries.one;
import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;
import static org.apache.spark.sql.functions.struct;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.functions.terms.TermFunctions;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.spark.schema.TermField;
import io.github.jellybridge.testing.Cases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.riot.out.NodeFmtLib;
import org.apache.jena.sparql.expr.NodeValue;
import org.apache.jena.sparql.expr.nodevalue.NodeFunctions;
import org.apache.jena.sparql.util.NodeFactoryExtra;
import org.apache.jena.util.SplitIRI;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.Test;

/** Tests the SQL functions on terms, compared with Jena. */
public class TermFunctionsTest {
  private final SparkSession spark = LocalSpark.get();

  /** The text of a term. Jena writes quoted triples in the syntax of RDF 1.2. */
  private static String triple(Node term) {
    return NodeFmtLib.strNT(term);
  }

  private static List<Node> terms() {
    List<Node> terms = new ArrayList<>();
    for (String text :
        List.of("<http://example.org/a#b>", "\"\"", "\"Grüße, 世界 🦑\"", "\"x\"@de-AT")) {
      terms.add(NodeFactoryExtra.parseNode(text));
    }
    terms.add(NodeFactory.createLiteralString("a \"b\" \\ \n \r \t end"));
    terms.add(NodeFactoryExtra.parseNode(literal("27", "integer")));
    terms.add(NodeFactory.createLiteralDT("x", NodeFactory.getType("http://example.org/own")));
    Node inner =
        NodeFactory.createTripleTerm(
            terms.get(0), terms.get(0), NodeFactory.createLiteralLang("y \"z\"", "en"));
    terms.add(NodeFactory.createTripleTerm(inner, terms.get(0), inner));
    return terms;
  }

  @Test
  public void termsOfTextAreThoseThatJenaWrites() {
    List<Node> terms = terms();
    List<Object> found = eval("rdf_term(x)", terms.stream().map(t -> NodeFmtLib.strNT(t)).toList());
    for (int i = 0; i < terms.size(); i++) {
      Node term = terms.get(i);
      Row row = (Row) found.get(i);
      if (term.isLiteral()) {
        assertEquals("literal", row.get(0));
        assertEquals(term.getLiteralLexicalForm(), row.get(1));
        assertEquals(term.getLiteralLanguage(), row.isNullAt(2) ? "" : row.get(2));
        String type = term.getLiteralDatatypeURI();
        boolean plain = type.equals(XSD + "string") || !term.getLiteralLanguage().isEmpty();
        assertEquals(plain ? null : type, row.get(3));
      } else {
        assertEquals(term.isURI() ? "iri" : "triple", row.get(0));
        assertEquals(term.isURI() ? term.getURI() : triple(term), row.get(1));
        assertNull(row.get(2));
        assertNull(row.get(3));
      }
    }
    assertEquals(RowFactory.create("bnode", "b0", null, null), one("rdf_term(x)", "_:b0"));
  }

  @Test
  public void textsOfTermsAreReadByJenaAsTheSame() {
    List<Node> terms = terms();
    List<Object> found =
        eval("rdf_ntriples(rdf_term(x))", terms.stream().map(t -> NodeFmtLib.strNT(t)).toList());
    for (int i = 0; i < terms.size(); i++) {
      Node term = terms.get(i);
      if (term.isTripleTerm()) {
        assertEquals(triple(term), found.get(i));
      } else {
        assertEquals(term, NodeFactoryExtra.parseNode((String) found.get(i)));
      }
    }
  }

  @Test
  public void textThatIsNoTermFailsOrIsNull() {
    String text = assertThrows(Exception.class, () -> one("rdf_term(x)", "27")).getMessage();
    assertTrue(text, text.contains("rdf_term: the text is not a term of N-Triples: 27: byte 0"));
    List<Object> found =
        eval("rdf_term(x, map('mode', 'PERMISSIVE')).kind", Arrays.asList("27", null, "<a:b>"));
    assertEquals(Arrays.asList(null, null, "iri"), found);
  }

  /** Tests that texts are compared by their bytes, even if their type has another collation. */
  @Test
  public void textsMayHaveACollation() {
    String text = "x COLLATE UTF8_LCASE";
    assertEquals("x:A", one("rdf_term(" + text + ").value", "<x:A>"));
    assertEquals("A", one("rdf_local_name(" + text + ")", "x:y/A"));
    assertEquals("string collate utf8_lcase", type("rdf_namespace(" + text + ")"));
    assertEquals(true, one("rdf_lang_matches(" + text + ", 'de' COLLATE UNICODE)", "DE-at"));
    assertEquals(
        "https://x/.well-known/genid/b",
        one("rdf_skolemize(rdf_term('_:b'), " + text + ").value", "https://x"));
  }

  private String type(String expression) {
    RdfFunctions.register(spark);
    return spark
        .sql("SELECT jelly_bridge." + expression + " FROM VALUES ('x:y') AS t(x)")
        .schema()
        .fields()[0]
        .dataType()
        .sql()
        .toLowerCase(Locale.ROOT);
  }

  /** Tests a language or datatype that the kind of term does not allow; writers also refuse it. */
  @Test
  public void textOfTermsWithPartsThatTheirKindDoesNotHaveIsRefused() {
    for (String wrong :
        List.of(
            "'literal', 'value', x, 'lang', 'en', 'datatype', 'x:d'",
            "'literal', 'value', x, 'lang', '', 'datatype', null",
            "'literal', 'value', x, 'lang', 'en_US', 'datatype', null",
            "'literal', 'value', x, 'lang', 'en-', 'datatype', null",
            "'bnode', 'value', x, 'lang', 'en', 'datatype', null",
            "'iri', 'value', x, 'lang', null, 'datatype', 'x:d'")) {
      String text = "rdf_ntriples(named_struct('kind', " + wrong + "))";
      String message = assertThrows(Exception.class, () -> one(text, "a")).getMessage();
      assertTrue(message, message.contains("if it is a literal also a language tag or a datatype"));
    }
    String langString = "'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString'";
    assertEquals(
        "\"a\"@en",
        one(
            "rdf_ntriples(named_struct('kind', 'literal', 'value', x, 'lang', 'en', 'datatype', "
                + langString
                + "))",
            "a"));
  }

  @Test
  public void languageRangesAreThoseOfSparql() {
    List<String> tags = List.of("de", "de-AT", "DE-at-1996", "den", "en", "");
    Cases.each(
        List.of("de", "DE-AT", "*", "e", "de-at-1996-x"),
        range -> {
          List<Object> expected = new ArrayList<>();
          for (String tag : tags) {
            NodeValue matches =
                NodeFunctions.langMatches(NodeValue.makeString(tag), NodeValue.makeString(range));
            expected.add(matches.getBoolean());
          }
          assertEquals(range, expected, eval("rdf_lang_matches(x, '" + range + "')", tags));
          List<String> literals =
              tags.stream().map(tag -> "\"x\"" + (tag.isEmpty() ? "" : "@" + tag)).toList();
          assertEquals(
              range, expected, eval("rdf_lang_matches(rdf_term(x), '" + range + "')", literals));
        });
    assertNull(one("rdf_lang_matches(rdf_term(x), 'de')", "<http://example.org/a>"));
    assertNull(one("rdf_lang_matches(x, 'de')", null));
  }

  @Test
  public void languageRangesIgnoreTheBaseDirection() {
    for (String tag : List.of("ar--rtl", "ar-EG--rtl")) {
      assertEquals(true, one("rdf_lang_matches(x, 'ar')", tag));
      assertEquals(true, one("rdf_lang_matches(rdf_term('\"a\"@' || x), '*')", tag));
      assertEquals(false, one("rdf_lang_matches(x, 'ar-')", "ar--rtl"));
    }
    assertEquals(true, one("rdf_lang_matches(x, 'ar-eg')", "ar-EG--rtl"));
    assertEquals(false, one("rdf_lang_matches(x, 'ar--rtl')", "ar--rtl"));
  }

  @Test
  public void theBaseDirectionIsTheEndOfTheTag() {
    List<String> tags = new ArrayList<>(List.of("ar--rtl", "en-GB--ltr", "en", "ltr", "", "--rtl"));
    List<String> directions = Arrays.asList("rtl", "ltr", null, null, null, null);
    assertEquals(directions, eval("rdf_direction(x)", tags));
    assertEquals("rtl", one("rdf_direction(rdf_term(x))", "\"a\"@ar--rtl"));
    assertNull(one("rdf_direction(rdf_term(x))", "\"a--rtl\""));
    assertNull(one("rdf_direction(rdf_term(x))", "<x:--rtl>"));
    assertEquals("\"a\"@ar--rtl", one("rdf_ntriples(rdf_term(x))", "\"a\"@ar--rtl"));
  }

  @Test
  public void namespaceAndLocalName() {
    List<String> iris =
        List.of(
            "http://example.org/ns#name",
            "http://example.org/a/b",
            "urn:isbn:Xyz",
            "http://example.org/",
            "http://example.org/ns#");
    assertEquals(iris.stream().map(SplitIRI::localname).toList(), eval("rdf_local_name(x)", iris));
    assertEquals(
        iris.stream().map(SplitIRI::namespace).toList(),
        eval("rdf_namespace(rdf_term('<' || x || '>'))", iris));
    assertEquals("b/c", one("rdf_local_name(x)", "http://example.org/a#b/c"));
    assertEquals("", one("rdf_namespace(x)", "name"));
    assertNull(one("rdf_local_name(rdf_term(x))", "\"http://example.org/a\""));
  }

  @Test
  public void blankNodesBecomeWellKnownIris() {
    String genid = "https://example.org/.well-known/genid/";
    assertEquals(
        RowFactory.create("iri", genid + "b0", null, null),
        one("rdf_skolemize(rdf_term(x), 'https://example.org/')", "_:b0"));
    assertEquals(
        RowFactory.create("iri", genid + "a%C2%B7b%C3%BC", null, null),
        one("rdf_skolemize(rdf_term(x), 'https://example.org')", "_:a·bü"));
    assertEquals(
        "<<( <<( <" + genid + "a> <u:p> \"_:x\" )>> <u:p> <" + genid + "b> )>>",
        one(
            "rdf_skolemize(rdf_term(x), 'https://example.org').value",
            "<< << _:a <u:p> \"_:x\" >> <u:p> _:b >>"));
    Cases.each(
        List.of("<u:a>", "\"_:b\"@en", "<<( <u:a> <u:b> \"_:x\" )>>"),
        same -> {
          assertEquals(
              same, one("rdf_ntriples(rdf_skolemize(rdf_term(x), 'https://example.org'))", same));
        });
    String text =
        assertThrows(
                Exception.class,
                () -> one("rdf_skolemize(rdf_term(x), 'https://example.org/a')", "_:b"))
            .getMessage();
    assertTrue(text, text.contains("expected a base such as https://example.org"));
  }

  @Test
  public void fieldsOfTermsMayBeInAnyOrderOrAbsent() {
    String iri = "named_struct('value', 'http://a/' || x, 'kind', 'iri')";
    assertEquals("<http://a/b>", one("rdf_ntriples(" + iri + ")", "b"));
    assertEquals(
        RowFactory.create("iri", "http://a/b", null, null),
        one("rdf_skolemize(" + iri + ", 'https://example.org')", "b"));
  }

  @Test
  public void structsThatAreNoTermsAreErrors() {
    Cases.each(
        List.of("rdf_ntriples(%s)", "rdf_skolemize(%s, 'https://example.org')"),
        call -> {
          String term = "named_struct('kind', 'iri', 'value', nullif(x, 'b'))";
          String text =
              assertThrows(Exception.class, () -> one(call.formatted(term), "b")).getMessage();
          assertTrue(text, text.contains("expected a term, of a kind"));
        });
  }

  @Test
  public void nullGivesNull() {
    for (String call :
        List.of(
            "rdf_term(NULL)",
            "rdf_ntriples(NULL)",
            "rdf_value(NULL)",
            "rdf_lang_matches(NULL, 'de')",
            "rdf_direction(NULL)",
            "rdf_local_name(NULL)",
            "rdf_namespace(rdf_term(NULL))",
            "rdf_skolemize(rdf_term('_:b'), NULL)")) {
      assertNull(call, one(call, "x"));
    }
  }

  /** Tests that names of functions ignore case, like those of Spark's own functions. */
  @Test
  public void namesInSqlMayBeInCapitals() {
    RdfFunctions.register(spark);
    assertEquals("a", spark.sql("SELECT jelly_bridge.RDF_Local_Name('x:a')").head().get(0));
  }

  @Test
  public void equalCallsAreEqualSoThatSparkMakesThemOnce() {
    StructType term = TermField.structType();
    for (UnboundFunction function : TermFunctions.all()) {
      StructType arguments =
          switch (function.name()) {
            case "rdf_term" -> new StructType().add("x", DataTypes.StringType);
            case "rdf_lang_matches", "rdf_skolemize" ->
                new StructType().add("x", term).add("y", DataTypes.StringType);
            default -> new StructType().add("x", term);
          };
      BoundFunction bound = function.bind(arguments);
      assertEquals(bound, function.bind(arguments));
      assertEquals(bound.hashCode(), function.bind(arguments).hashCode());
      assertEquals(function.name(), bound.toString());
    }
  }

  @Test
  public void functionsOnColumns() {
    spark.conf().unset("spark.sql.catalog.jelly_bridge");
    Column term = RdfFunctions.rdf_term(lit("\"27\"^^<" + XSD + "integer>"));
    Column blank = RdfFunctions.rdf_term(lit("_:b"));
    Column skolem = RdfFunctions.rdf_skolemize(blank, "https://example.org");
    Row row =
        spark
            .range(1)
            .select(
                RdfFunctions.rdf_value(term, "long"),
                RdfFunctions.rdf_lang_matches(lit("de-AT"), "de"),
                RdfFunctions.rdf_direction(lit("ar--rtl")),
                RdfFunctions.rdf_ntriples(skolem),
                RdfFunctions.rdf_namespace(skolem),
                RdfFunctions.rdf_local_name(skolem))
            .head();
    String genid = "https://example.org/.well-known/genid/";
    assertEquals(RowFactory.create(27L, true, "rtl", "<" + genid + "b>", genid, "b"), row);
    Column statements = array(struct(skolem.as("s"), skolem.as("p"), term.as("o")));
    Column again = RdfFunctions.from_jelly(RdfFunctions.to_jelly(statements));
    assertEquals(
        "27", spark.range(1).select(again.getItem(0).getField("o")).head().getStruct(0).get(1));
  }

  @Test
  public void functionsOnColumnsTakeOptionsAndColumnsAsSqlDoes() {
    Column none = RdfFunctions.rdf_term(lit("text"), map(lit("mode"), lit("PERMISSIVE")));
    Column blank = RdfFunctions.rdf_term(lit("_:b"), map(lit("mode"), lit("FAILFAST")));
    Row row =
        spark
            .sql("SELECT 'de' AS tags, 'https://example.org' AS base")
            .select(
                none,
                RdfFunctions.rdf_lang_matches(lit("de-AT"), col("tags")),
                RdfFunctions.rdf_skolemize(blank, col("base")).getField("value"))
            .head();
    assertEquals(RowFactory.create(null, true, "https://example.org/.well-known/genid/b"), row);
  }

  @Test
  public void wrongArgumentsAreRefusedByTheAnalysis() {
    for (String call :
        List.of(
            "rdf_value('27')",
            "rdf_value(1, 2)",
            "rdf_term(1)",
            "rdf_term('<a:b>', 'PERMISSIVE')",
            "rdf_ntriples(named_struct('kind', 'iri'))",
            "rdf_lang_matches('de')",
            "rdf_local_name(1)",
            "rdf_skolemize('_:b', 'https://example.org')")) {
      Exception e =
          assertThrows(
              call, AnalysisException.class, () -> spark.sql("SELECT jelly_bridge." + call));
      assertTrue(e.getMessage(), e.getMessage().contains(call.substring(0, call.indexOf('('))));
    }
  }
}
