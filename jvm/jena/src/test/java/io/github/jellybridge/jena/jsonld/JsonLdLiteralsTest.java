package io.github.jellybridge.jena.jsonld;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jena.Riot;
import io.github.jellybridge.jena.RiotReader;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.apache.jena.graph.Node;
import org.junit.Test;

/** Numbers and JSON in JSON-LD are the literals that its standard has for them. */
public class JsonLdLiteralsTest {
  private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
  private static final String RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

  /** The object of the only statement. */
  private static Node object(String value) throws IOException {
    byte[] document =
        ("{\"@id\": \"x:s\", \"x:p\": " + value + "}").getBytes(StandardCharsets.UTF_8);
    return Riot.read(document, SyntaxOptions.of(Syntax.JSONLD), 3).stream()
        .findFirst()
        .orElseThrow()
        .getObject();
  }

  private static void is(String text, String datatype, String value) throws IOException {
    Node object = object(value);
    assertEquals(value, text, object.getLiteralLexicalForm());
    assertEquals(value, datatype, object.getLiteralDatatypeURI());
  }

  @Test
  public void largeNumbersAreDoublesWhateverTheirSign() throws IOException {
    is("1.0E21", XSD + "double", "1e21");
    is("-1.0E21", XSD + "double", "-1e21");
    is("-1.23456E29", XSD + "double", "-123456000000000000000000000000");
    is("-999999999999999999999", XSD + "integer", "-999999999999999999999");
    is("999999999999999999999", XSD + "integer", "999999999999999999999");
    is("-1.0E21", "x:d", "{\"@value\": -1e21, \"@type\": \"x:d\"}");
    is("-1.5E0", XSD + "double", "-1.5");
    is("-1", XSD + "integer", "-1.0");
  }

  /** A Java double of them is a whole number (JSON-LD 1.1 API §8.2.2, 10). */
  @Test
  public void numbersWithATinyFractionAreDoubles() throws IOException {
    is("1.0E-400", XSD + "double", "1e-400");
    is("-1.0E-400", XSD + "double", "-1e-400");
    is("1.0E0", XSD + "double", "0.99999999999999999999");
    is("1.0E0", XSD + "double", "1.00000000000000000000001");
    is("1.0E-1000", XSD + "double", "1e-1000");
    is("1.0E1000", XSD + "double", "1e1000");
    is("-1.0E1000", XSD + "double", "-1e+1000");
    is("0", XSD + "integer", "0e-1000");
    is("1000", XSD + "integer", "1.0e3");
    is("1", XSD + "integer", "100e-2");
  }

  /** The library would compute with as many digits as an exponent says. */
  @Test(timeout = 20_000)
  public void numbersOfManyDigitsOrWithAHugeExponentAreRefused() {
    String digits = "1".repeat(1_001);
    Cases.each(
        List.of(
            "1e-500000000",
            "-1e-500000000",
            "1e500000000",
            "-2.5E+500000000",
            "0e-500000000",
            "1e-2147483648",
            "1e99999999999999999999",
            "1e-1001",
            "1E1001",
            digits,
            "-" + digits,
            "0." + digits,
            "1e" + digits,
            "1".repeat(1_000_000)),
        number -> {
          for (String value :
              List.of(
                  "%s",
                  "{\"@value\": %s}",
                  "{\"@value\": %s, \"@type\": \"x:d\"}",
                  "{\"@value\": {\"a\": [%s]}, \"@type\": \"@json\"}",
                  "{\"@list\": [%s]}",
                  "{\"@context\": {\"@version\": %s}}")) {
            SyntaxParseException e =
                assertThrows(SyntaxParseException.class, () -> object(value.formatted(number)));
            assertEquals(e.getMessage(), 1, e.line());
            // After the subject and the property.
            assertEquals(e.getMessage(), 23 + value.indexOf('%'), e.column());
            assertTrue(e.getMessage(), e.getMessage().contains("exponent from -1000 to 1000"));
            assertTrue(e.getMessage().length() < 300);
          }
        });
  }

  private static List<String> languages(String document) throws IOException {
    byte[] bytes = document.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    SyntaxOptions options = SyntaxOptions.of(Syntax.JSONLD);
    try (RiotReader reader = RiotReader.open(new ByteArrayInputStream(bytes), "x:f", options)) {
      assertTrue(reader.nextBatch(100));
      return IntStream.range(0, reader.batch().size())
          .mapToObj(i -> reader.terms().lang(reader.batch().o[i]))
          .toList();
    }
  }

  @Test
  public void languageTagsAreInLowerCaseEverywhere() throws IOException {
    assertEquals(
        List.of("ar", "en-gb"),
        languages(
            "{'@context': {'@language': 'AR'}, '@id': 'x:s',"
                + " 'x:p': ['v', {'@value': 'w', '@language': 'EN-gb'}]}"));
    assertEquals(
        List.of("zh-hant"),
        languages(
            "{'@context': {'p': {'@id': 'x:p', '@language': 'ZH-Hant'}}, '@id': 'x:s',"
                + " 'p': 'v'}"));
    assertEquals(
        List.of("de-at"),
        languages(
            "{'@context': {'p': {'@id': 'x:p', '@container': '@language'}}, '@id': 'x:s',"
                + " 'p': {'de-AT': 'v'}}"));
    assertEquals(
        List.of("nl-be"),
        languages(
                "{'@context': {'q': {'@id': 'x:q', '@context': {'@language': 'NL-be'}}},"
                    + " '@id': 'x:s', 'q': {'@id': 'x:s', 'x:p': 'v'}}")
            .stream()
            .filter(lang -> lang != null)
            .toList());
  }

  /** RFC 5646 §2.1: they are well-formed, but the library leaves out their values. */
  @Test
  public void irregularLanguageTagsAreKept() throws IOException {
    assertEquals(
        List.of("i-klingon", "en-gb-oed", "x-x-i-klingon", "x-x-x-x"),
        languages(
            "{'@context': {'@language': 'i-Klingon'}, '@id': 'x:s', 'x:p': ['v',"
                + " {'@value': 'v', '@language': 'en-GB-oed'},"
                + " {'@value': 'v', '@language': 'X-x-i-klingon'},"
                + " {'@value': 'v', '@language': 'x-x-x-x'}]}"));
  }

  /** JSON-LD 1.1 API §8.2.2, 7. */
  @Test
  public void theLibraryLogsNothingOfADocument() throws IOException {
    List<LogRecord> logged = new ArrayList<>();
    Handler handler =
        new ConsoleHandler() {
          @Override
          public void publish(LogRecord message) {
            logged.add(message);
          }
        };
    Logger root = Logger.getLogger("");
    root.addHandler(handler);
    try {
      String json = "{\"@id\": \"x:s\", \"x:p\": {\"@value\": \"v\", \"@language\": \"en_US\"}}";
      byte[] document = json.getBytes(StandardCharsets.UTF_8);
      assertTrue(Riot.read(document, SyntaxOptions.of(Syntax.JSONLD), 3).isEmpty());
      assertEquals(List.of(), logged);
    } finally {
      root.removeHandler(handler);
    }
  }

  @Test
  public void valuesWithAMalformedLanguageTagAreLeftOut() throws IOException {
    for (String tag :
        List.of("en ", " en", "\\ten\\n", "en_US", "en-", "-en", "en--us", "1", "é", "e n")) {
      for (String value :
          List.of(
              "'x:p': ['v', {'@value': 'w', '@language': '%s'}]",
              "'@context': {'@language': '%s'}, 'x:p': 'w', 'x:q': 1",
              "'@context': {'p': {'@id': 'x:p', '@language': '%s'}}, 'p': 'w', 'x:q': 'v'",
              "'@context': {'p': {'@id': 'x:p', '@container': '@language'}}, 'p': {'%s': 'w'},"
                  + " 'x:q': 'v'")) {
        String document = "{'@id': 'x:s', " + value.formatted(tag) + "}";
        assertEquals(document, Arrays.asList((String) null), languages(document));
      }
    }
  }

  private static void canonical(String expected, String json) throws IOException {
    is(expected, RDF + "JSON", "{\"@value\": " + json + ", \"@type\": \"@json\"}");
  }

  /** RFC 8785 §3.2.2 and §3.2.3. */
  @Test
  public void jsonIsThatOfTheExamplesOfTheRfc() throws IOException {
    canonical(
        "{\"literals\":[null,true,false],"
            + "\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
            + "\"string\":\"\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}",
        "{\"numbers\": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],"
            + " \"string\": \"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\","
            + " \"literals\": [null, true, false]}");
    canonical(
        "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\",\"\u00f6\":\"O\","
            + "\"\u20ac\":\"Euro Sign\",\"\ud83d\ude00\":\"Face\",\"\ufb33\":\"Dagesh\"}",
        "{\"\\u20ac\": \"Euro Sign\", \"\\r\": \"Carriage Return\", \"\\ufb33\": \"Dagesh\","
            + " \"1\": \"One\", \"\\ud83d\\ude00\": \"Face\", \"\\u0080\": \"Control\","
            + " \"\\u00f6\": \"O\"}");
  }

  /** RFC 8785, appendix B, and the borders between the forms of numbers in ECMAScript. */
  @Test
  public void numbersAreThoseOfTheRfc() {
    Object[][] numbers = {
      {0x0000000000000000L, "0"},
      {0x8000000000000000L, "0"},
      {0x0000000000000001L, "5e-324"},
      {0x8000000000000001L, "-5e-324"},
      {0x7fefffffffffffffL, "1.7976931348623157e+308"},
      {0xffefffffffffffffL, "-1.7976931348623157e+308"},
      {0x4340000000000000L, "9007199254740992"},
      {0xc340000000000000L, "-9007199254740992"},
      {0x4430000000000000L, "295147905179352830000"},
      {0x44b52d02c7e14af5L, "9.999999999999997e+22"},
      {0x44b52d02c7e14af6L, "1e+23"},
      {0x44b52d02c7e14af7L, "1.0000000000000001e+23"},
      {0x444b1ae4d6e2ef4eL, "999999999999999700000"},
      {0x444b1ae4d6e2ef4fL, "999999999999999900000"},
      {0x444b1ae4d6e2ef50L, "1e+21"},
      {0x3eb0c6f7a0b5ed8cL, "9.999999999999997e-7"},
      {0x3eb0c6f7a0b5ed8dL, "0.000001"},
      {0x41b3de4355555553L, "333333333.3333332"},
      {0x41b3de4355555557L, "333333333.33333343"},
      {0xbecbf647612f3696L, "-0.0000033333333333333333"},
      {0x43143ff3c1cb0959L, "1424953923781206.2"},
    };
    Cases.each(
        numbers,
        number -> {
          assertEquals(number[1], CanonicalJson.number(Double.longBitsToDouble((long) number[0])));
        });
    assertEquals("2e-44", CanonicalJson.number(2e-44));
    assertEquals("9007199254740993000", CanonicalJson.number(9007199254740993e3));
    assertEquals("1.5e-9", CanonicalJson.number(1.5e-9));
    assertEquals("123.456", CanonicalJson.number(123.456));
  }

  @Test
  public void randomNumbersAreReadBackAndNoLongerThanInJava() {
    Random random = new Random(3);
    for (int round = 0; round < TestSize.of(2_000, 20_000); round++) {
      double number = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(number)) {
        String text = CanonicalJson.number(number);
        assertEquals(text, number, Double.parseDouble(text), 0);
        assertTrue(text, digits(text).length() <= digits(Double.toString(number)).length());
      }
    }
  }

  private static String digits(String number) {
    return number.replaceAll("[eE].*|[.-]", "").replaceAll("^0+|0+$", "");
  }

  @Test
  public void textsInJsonStayAsTheyAre() throws IOException {
    for (String text : List.of("a%20b", "@id", "", "^", "&a/", "b:/&a/", "_:b", "x:y#", "*", "~")) {
      for (String key : List.of("a", "@id", "@type", "@vocab", "@base", "@context", "@language")) {
        canonical(
            "{\"@context\":{\"" + key + "\":\"" + text + "\"}}",
            "{\"@context\": {\"" + key + "\": \"" + text + "\"}}");
        canonical(
            "{\"@context\":\"" + text + "\",\"z" + text + "\":{}}",
            "{\"@context\": \"" + text + "\", \"z" + text + "\": {}}");
      }
    }
    canonical("null", "null");
    canonical("[]", "[]");
  }

  @Test
  public void jsonWithoutACanonicalFormIsRefused() {
    Cases.each(
        List.of("1e400", "[-1e400]", "\"\\ud800\""),
        json -> {
          assertThrows(json, SyntaxParseException.class, () -> canonical("", json));
        });
  }
}
