package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.jena.riot.protobuf.wire.PB_RDF;
import org.apache.jena.riot.thrift.TRDF;
import org.apache.jena.riot.thrift.wire.RDF_Decimal;
import org.apache.jena.riot.thrift.wire.RDF_IRI;
import org.apache.jena.riot.thrift.wire.RDF_Literal;
import org.apache.jena.riot.thrift.wire.RDF_PrefixDecl;
import org.apache.jena.riot.thrift.wire.RDF_PrefixName;
import org.apache.jena.riot.thrift.wire.RDF_StreamRow;
import org.apache.jena.riot.thrift.wire.RDF_Term;
import org.apache.jena.riot.thrift.wire.RDF_Triple;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;
import org.junit.Test;

/** Time and memory for a document grow with its size, and not with a power of it. */
public class RiotTimeTest {
  private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
  private static final String START_XML =
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='x:'>";

  private static long count(Syntax syntax, byte[] document) throws IOException {
    try (RiotReader reader =
        RiotReader.open(new ByteArrayInputStream(document), Riot.FILE, SyntaxOptions.of(syntax))) {
      return reader.countStatements();
    }
  }

  private static long count(Syntax syntax, String document) throws IOException {
    return count(syntax, document.getBytes(StandardCharsets.UTF_8));
  }

  private static void refused(Syntax syntax, byte[] document, String reason) {
    SyntaxParseException e =
        assertThrows(SyntaxParseException.class, () -> count(syntax, document));
    assertTrue(e.getMessage(), e.getMessage().contains(reason));
  }

  private static String repeat(int count, String item) {
    return IntStream.range(0, count).mapToObj(item::formatted).collect(Collectors.joining(","));
  }

  // ---- rows of the binary syntaxes -------------------------------------------------------------

  private static RDF_Term iri(String iri) {
    return RDF_Term.iri(new RDF_IRI(iri));
  }

  private static byte[] thrift(RDF_Term... objects) throws TException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TProtocol protocol = TRDF.protocol(out);
    RDF_StreamRow.prefixDecl(new RDF_PrefixDecl("p", "x:" + "a".repeat(200_000))).write(protocol);
    for (RDF_Term object : objects) {
      RDF_StreamRow.triple(new RDF_Triple(iri("x:s"), iri("x:p"), object)).write(protocol);
    }
    TRDF.flush(protocol);
    return out.toByteArray();
  }

  private static PB_RDF.RDF_Term protobuf(String iri) {
    return PB_RDF.RDF_Term.newBuilder().setIri(PB_RDF.RDF_IRI.newBuilder().setIri(iri)).build();
  }

  private static byte[] protobuf(PB_RDF.RDF_Term... objects) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PB_RDF.RDF_StreamRow.newBuilder()
        .setPrefixDecl(
            PB_RDF.RDF_PrefixDecl.newBuilder().setPrefix("p").setUri("x:" + "a".repeat(200_000)))
        .build()
        .writeDelimitedTo(out);
    for (PB_RDF.RDF_Term object : objects) {
      PB_RDF.RDF_StreamRow.newBuilder()
          .setTriple(
              PB_RDF.RDF_Triple.newBuilder()
                  .setS(protobuf("x:s"))
                  .setP(protobuf("x:p"))
                  .setO(object))
          .build()
          .writeDelimitedTo(out);
    }
    return out.toByteArray();
  }

  // ---- literals --------------------------------------------------------------------------------

  /** Jena parses the values of literals, and Java takes hours for integers of this length. */
  @Test(timeout = 60_000)
  public void numbersOfMillionsOfDigitsAreRead() throws Exception {
    String digits = "7".repeat(2_000_000);
    for (String type : List.of("integer", "decimal", "unsignedInt", "duration", "dateTime")) {
      String turtle = "<x:s> <x:p> \"" + digits + "\"^^<" + XSD + type + "> .";
      assertEquals(1, count(Syntax.TURTLE, turtle));
      assertEquals(1, count(Syntax.TRIG, turtle));
      String xml =
          START_XML
              + "<rdf:Description><x:p rdf:datatype='%s'>%s</x:p></rdf:Description></rdf:RDF>";
      assertEquals(1, count(Syntax.RDFXML, xml.formatted(XSD + type, digits)));
      String json = "{\"x:p\": {\"@type\": \"%s\", \"@value\": \"%s\"}}";
      assertEquals(1, count(Syntax.JSONLD, json.formatted(XSD + type, digits)));
      RDF_Literal literal = new RDF_Literal(digits);
      literal.setDatatype(XSD + type);
      assertEquals(1, count(Syntax.THRIFT, thrift(RDF_Term.literal(literal))));
      PB_RDF.RDF_Literal.Builder other =
          PB_RDF.RDF_Literal.newBuilder().setLex(digits).setDatatype(XSD + type);
      assertEquals(
          1,
          count(Syntax.PROTOBUF, protobuf(PB_RDF.RDF_Term.newBuilder().setLiteral(other).build())));
    }
    assertEquals(1, count(Syntax.TURTLE, "<x:s> <x:p> " + digits + " ."));
  }

  /** A few bytes would be billions of zeros. */
  @Test(timeout = 20_000)
  public void binaryDecimalsHaveAtMostAThousandDecimalPlaces() throws IOException {
    Cases.each(
        new int[] {0, 7, -3, 1_000, -1_000},
        scale -> {
          assertEquals(1, count(Syntax.THRIFT, thrift(decimal(scale))));
          assertEquals(1, count(Syntax.PROTOBUF, protobuf(protobufDecimal(scale))));
        });
    Cases.each(
        new int[] {1_001, -1_001, 2_000_000_000, Integer.MAX_VALUE, Integer.MIN_VALUE},
        scale -> {
          refused(Syntax.THRIFT, thrift(decimal(scale)), "row 2: 'a decimal with a scale from");
          refused(
              Syntax.PROTOBUF,
              protobuf(protobufDecimal(scale)),
              "row 2: 'a decimal with a scale from");
        });
  }

  private static RDF_Term decimal(int scale) {
    return RDF_Term.valDecimal(new RDF_Decimal(12, scale));
  }

  private static PB_RDF.RDF_Term protobufDecimal(int scale) {
    return PB_RDF.RDF_Term.newBuilder()
        .setValDecimal(PB_RDF.RDF_Decimal.newBuilder().setValue(12).setScale(scale))
        .build();
  }

  // ---- JSON-LD ---------------------------------------------------------------------------------

  @Test(timeout = 120_000)
  public void propertiesOfJsonLdMayHaveManyValues() throws IOException {
    int many = 40_000;
    assertEquals(many, count(Syntax.JSONLD, "{\"x:p\": [" + repeat(many, "%d") + "]}"));
    String nodes = repeat(many, "{\"@id\": \"x:s\", \"x:p\": %d}");
    assertEquals(many, count(Syntax.JSONLD, "[" + nodes + "]"));
    String list = "{\"x:p\": {\"@list\": [" + repeat(many, "%d") + "]}}";
    assertEquals(2 * many + 1, count(Syntax.JSONLD, list));
    String types = "{\"@id\": \"x:s\", \"@type\": [" + repeat(many, "\"x:%d\"") + "]}";
    assertEquals(many, count(Syntax.JSONLD, types));
    String reverse = "{\"@id\": \"x:s\", \"@reverse\": {\"x:p\": [";
    String references = repeat(many, "{\"@id\": \"x:%d\"}");
    assertEquals(many, count(Syntax.JSONLD, reverse + references + "]}}"));
  }

  @Test
  public void mapsOfJsonLdHaveTenThousandValuesAtMost() throws IOException {
    String json = "{\"@context\": {\"p\": {\"@id\": \"x:p\", \"@container\": %s}}, \"p\": {%s}}";
    List<String> containers = List.of("\"@index\"", "[\"@index\", \"@set\"]", "\"@language\"");
    for (String container : containers.subList(0, TestSize.of(1, containers.size()))) {
      for (String values : List.of("\"k%1$d\": \"v%1$d\"", "\"k%1$d\": [\"v%1$d\", \"w%1$d\"]")) {
        int each = values.contains("w") ? 2 : 1;
        count(Syntax.JSONLD, json.formatted(container, repeat(10_000 / each, values)));
        String many = json.formatted(container, repeat(10_000 / each + 1, values));
        refused(Syntax.JSONLD, many.getBytes(UTF_8), "map of the term [p] has more than 10000");
      }
    }
    String list = json.formatted("\"@list\"", "").replace("{}", "[" + repeat(20_000, "%d") + "]");
    assertEquals(40_001, count(Syntax.JSONLD, list));
  }

  @Test(timeout = 60_000)
  public void contextsOfJsonLdWithManyTermsAreNotUsedTooOften() throws IOException {
    String terms = repeat(30_000, "\"t%d\": \"x:%1$d\"");
    for (String json :
        List.of(
            "{\"@context\": {%s}, \"@graph\": [%s]}"
                .formatted(terms, repeat(20_000, "{\"@context\": {\"p\": \"x:p\"}, \"p\": 1}")),
            "{\"@context\": {%s, \"p\": {\"@id\": \"x:p\", \"@context\": {}}}, \"@graph\": [%s]}"
                .formatted(terms, repeat(20_000, "{\"p\": {\"x:q\": 1}}")),
            "{\"@context\": {%s, \"T\": {\"@id\": \"x:T\", \"@context\": {}}}, \"@graph\": [%s]}"
                .formatted(terms, repeat(20_000, "{\"@type\": \"T\"}")),
            "{\"@context\": [%s], \"x:p\": 1}"
                .formatted(repeat(30_000, "{\"t%d\": \"x:%1$d\"}")))) {
      refused(Syntax.JSONLD, json.getBytes(UTF_8), "too many terms");
    }
  }

  @Test(timeout = 60_000)
  public void textsOfJsonLdMayBeLong() throws IOException {
    String text = "é".repeat(20_000_000);
    assertEquals(1, count(Syntax.JSONLD, "{\"x:p\": \"" + text + "\"}"));
  }

  // ---- IRIs ------------------------------------------------------------------------------------

  /** A prefix of megabytes, used again and again. */
  @Test(timeout = 60_000)
  public void irisThatAreAThousandTimesLongerThanTheirFileAreRefused() throws Exception {
    String reason = "more than 1000 times the size of the file";
    String prefix = "@prefix p: <x:" + "a".repeat(20_000) + "> .";
    String base = prefix.replace("prefix p:", "base");
    byte[] prefixed = (prefix + "p:s p:p " + repeat(10_000, "p:%d") + " .").getBytes(UTF_8);
    byte[] relative = (base + "<#s> <#p> " + repeat(10_000, "<#%d>") + " .").getBytes(UTF_8);
    for (Syntax syntax : List.of(Syntax.TURTLE, Syntax.TRIG).subList(0, TestSize.of(1, 2))) {
      refused(syntax, prefixed, reason);
      refused(syntax, relative, reason);
      refused(
          syntax,
          new String(prefixed, UTF_8).replace("p:p p:0", "p:p <<( p:s p:p p:0 )>>").getBytes(UTF_8),
          reason);
    }
    String start = START_XML.replace(">", " xml:base='http://e/" + "a".repeat(200_000) + "'>");
    String nodes = repeat(2_500, "<rdf:Description rdf:about='#n%d' x:p='1'/>").replace(",", "");
    refused(Syntax.RDFXML, (start + nodes + "</rdf:RDF>").getBytes(UTF_8), reason);
    RDF_Term[] names = new RDF_Term[4_000];
    PB_RDF.RDF_Term[] others = new PB_RDF.RDF_Term[names.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = RDF_Term.prefixName(new RDF_PrefixName("p", "a" + i));
      others[i] =
          PB_RDF.RDF_Term.newBuilder()
              .setPrefixName(
                  PB_RDF.RDF_PrefixName.newBuilder().setPrefix("p").setLocalName("a" + i))
              .build();
    }
    refused(Syntax.THRIFT, thrift(names), reason);
    refused(Syntax.PROTOBUF, protobuf(others), reason);
  }

  @Test(timeout = 20_000)
  public void contextsOfJsonLdHaveIrisOfTwoThousandCharactersAtMost() throws IOException {
    String name = "a".repeat(1_997);
    for (Map.Entry<String, String> context :
        Map.of(
                "{\"p\": \"x:%s\"}", "p",
                "{\"@vocab\": \"x:%s\"}", "p",
                "{\"@base\": \"x:%s\"}", "x:p",
                "{\"p\": {\"@id\": \"x:%s\"}}", "p",
                "{\"p\": \"e:a\", \"e\": \"x:%s/\"}", "x:p",
                "[{\"@vocab\": \"x:\"}, {\"p\": \"%s\"}]", "p",
                "[{\"@vocab\": \"x:%s\"}, {\"@vocab\": \"b\"}]", "p")
            .entrySet()) {
      String json = "{\"@context\": " + context.getKey() + ", \"@id\": \"x:s\", \"%s\": 1}";
      int fits = context.getKey().contains("e:a") || context.getKey().contains("b\"") ? 4 : 0;
      String shorter = json.formatted(name.substring(fits), context.getValue());
      assertEquals(shorter, 1, count(Syntax.JSONLD, shorter));
      String longer = json.formatted(name + "bcd", context.getValue());
      refused(Syntax.JSONLD, longer.getBytes(UTF_8), "2000 characters");
      String inner = "{\"@id\": \"x:s\", \"x:q\": " + longer + "}";
      refused(Syntax.JSONLD, inner.getBytes(UTF_8), "2000 characters");
    }
  }

  /** Each is resolved against the one before. */
  @Test(timeout = 20_000)
  public void relativeBasesOfJsonLdHaveTwoThousandCharactersInAll() throws IOException {
    String json = "{\"@context\": [%s], \"@id\": \"a\", \"x:p\": 1}";
    assertEquals(1, count(Syntax.JSONLD, json.formatted(repeat(600, "{\"@base\": \"b/\"}"))));
    String absolute = repeat(5_000, "{\"@base\": \"http://e/%d\"}");
    assertEquals(1, count(Syntax.JSONLD, json.formatted(absolute)));
    String relative = json.formatted(repeat(5_000, "{\"@base\": \"b/\"}"));
    refused(Syntax.JSONLD, relative.getBytes(UTF_8), "2000 characters");
  }

  private static final java.nio.charset.Charset UTF_8 = StandardCharsets.UTF_8;

  // ---- nesting ---------------------------------------------------------------------------------

  /** The text of a triple term has that of the terms within, once for each one around. */
  @Test(timeout = 20_000)
  public void binaryTripleTermsNestNoDeeperThanTheLimit() throws Exception {
    RDF_Term term = iri("x:o");
    for (int depth = 1; depth <= 501; depth++) {
      term = RDF_Term.tripleTerm(new RDF_Triple(iri("x:s"), iri("x:p"), term));
      if (depth == 500) {
        assertEquals(1, count(Syntax.THRIFT, thrift(term)));
      }
    }
    refused(Syntax.THRIFT, thrift(term), "nested more than 500 deep (see option maxDepth)");
  }
}
