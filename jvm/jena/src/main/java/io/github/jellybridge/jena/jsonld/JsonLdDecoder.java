package io.github.jellybridge.jena.jsonld;

import com.apicatalog.rdf.api.RdfQuadConsumer;
import io.github.jellybridge.rdf.text.IriCharacters;
import io.github.jellybridge.rdf.text.LanguageTags;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Decodes the expanded form of an encoded document: resolves its IRIs and makes the literals to
 * which the library gives another form than the standard.
 */
final class JsonLdDecoder {
  private static final JsonProvider JSON = JsonProvider.provider();
  private static final String RDF_JSON = "http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON";
  private static final String XSD_DOUBLE = "http://www.w3.org/2001/XMLSchema#double";

  /** Numbers from here on are doubles (JSON-LD 1.1 API §8.2.2). */
  private static final BigDecimal LARGE = BigDecimal.ONE.movePointRight(21);

  /** Follows a tag that the library is to take for malformed. */
  private static final String MALFORMED = "_";

  private final Set<String> blankNodes = new LinkedHashSet<>();

  /**
   * Decodes an expanded document.
   *
   * @throws IllegalArgumentException for an IRI that is refused
   */
  JsonArray decode(JsonArray expanded) {
    return JsonLdEncoder.array(withoutNulls(expanded), this::value);
  }

  /** Returns the labelled blank nodes, each with its {@code _:}. */
  Set<String> blankNodes() {
    return blankNodes;
  }

  /** Removes the nulls that the library leaves in empty graphs and fails on later (§5.1.2, 19). */
  private static JsonArray withoutNulls(JsonArray array) {
    if (!array.contains(JsonValue.NULL)) {
      return array;
    }
    JsonArrayBuilder kept = JSON.createArrayBuilder();
    array.stream().filter(element -> element != JsonValue.NULL).forEach(kept::add);
    return kept.build();
  }

  private JsonValue value(JsonValue value) {
    if (value instanceof JsonArray array) {
      return decode(array);
    }
    if (value instanceof JsonObject object) {
      return object.containsKey("@value") ? literal(object) : node(object);
    }
    return value;
  }

  private JsonObject node(JsonObject node) {
    checkSetOrList(node);
    Map<String, JsonValue> entries = new LinkedHashMap<>();
    boolean same = true;
    for (Map.Entry<String, JsonValue> entry : node.entrySet()) {
      String key = StringCodec.iri(entry.getKey());
      JsonValue inner = entry.getValue();
      JsonValue value =
          switch (entry.getKey()) {
            case "@id", "@type" -> strings(inner, this::resource);
            case "@index" -> strings(inner, StringCodec::decode);
            default -> value(inner);
          };
      same &= value == inner && key.equals(entry.getKey());
      // Different names may decode to the same IRI.
      entries.merge(key, value, JsonLdDecoder::both);
    }
    return same ? node : object(entries);
  }

  private String resource(String text) {
    String iri = StringCodec.iri(text);
    if (RdfQuadConsumer.isBlank(iri)) {
      blankNodes.add(iri);
    }
    return iri;
  }

  /** Rejects a type in a set or list, which the library accepts and loses (§5.1.2, 17). */
  private static void checkSetOrList(JsonObject object) {
    boolean either = object.containsKey("@set") || object.containsKey("@list");
    if (either && object.containsKey("@type")) {
      throw new IllegalArgumentException("A set or a list has no entry @type.");
    }
  }

  private static JsonObject object(Map<String, JsonValue> entries) {
    JsonObjectBuilder object = JSON.createObjectBuilder();
    entries.forEach(object::add);
    return object.build();
  }

  private static JsonValue both(JsonValue x, JsonValue y) {
    return JSON.createArrayBuilder(x.asJsonArray())
        .addAll(JSON.createArrayBuilder(y.asJsonArray()))
        .build();
  }

  private static JsonValue strings(JsonValue value, UnaryOperator<String> change) {
    return value instanceof JsonArray array
        ? JsonLdEncoder.array(array, element -> strings(element, change))
        : JsonLdEncoder.string(value, change);
  }

  private static JsonObject literal(JsonObject literal) {
    Map<String, JsonValue> entries = new LinkedHashMap<>();
    literal.forEach((key, value) -> entries.put(key, strings(value, reader(key))));
    JsonValue value = literal.get("@value");
    if (literal.get("@type") instanceof JsonString type && type.getString().equals("@json")) {
      entries.put("@value", JSON.createValue(CanonicalJson.of(value, StringCodec::decode)));
      entries.put("@type", JSON.createValue(RDF_JSON));
    } else if (value instanceof JsonNumber number && isDouble(number)) {
      entries.put("@value", JSON.createValue(canonicalDouble(number.bigDecimalValue())));
      entries.putIfAbsent("@type", JSON.createValue(XSD_DOUBLE));
    }
    return object(entries);
  }

  private static UnaryOperator<String> reader(String key) {
    return switch (key) {
      case "@type" -> JsonLdDecoder::type;
      case "@language" -> tag -> language(StringCodec.decode(tag));
      default -> StringCodec::decode;
    };
  }

  /**
   * Returns the tag for the library, which leaves out values with a malformed one (JSON-LD 1.1 API
   * §8.2.2, 7), but accepts one with white space around it.
   */
  private static String language(String tag) {
    boolean valid = LanguageTags.isTag(tag) && !LanguageTags.hasDirection(tag);
    return valid ? IrregularTags.hidden(tag) : tag + MALFORMED;
  }

  /** Rejects a datatype that is no IRI, which the library would leave out with its statement. */
  private static String type(String text) {
    String iri = StringCodec.iri(text);
    if (!IriCharacters.isPlain(iri) || StringCodec.isKeyword(iri) && !iri.equals("@json")) {
      throw new IllegalArgumentException("The datatype [" + iri + "] is no IRI.");
    }
    return iri;
  }

  /**
   * Tells whether a number is a double where the library makes it an integer: large negative ones,
   * and those whose fraction is lost in a Java double (JSON-LD 1.1 API §8.2.2, 10).
   */
  private static boolean isDouble(JsonNumber number) {
    if (number.isIntegral()) {
      return number.bigDecimalValue().negate().compareTo(LARGE) >= 0;
    }
    BigDecimal value = number.bigDecimalValue();
    return value.abs().compareTo(LARGE) >= 0
        || number.doubleValue() % 1 == 0 && value.stripTrailingZeros().scale() > 0;
  }

  /** JSON-LD 1.1 API §8.6. */
  private static String canonicalDouble(BigDecimal number) {
    return new DecimalFormat("0.0##############E0", DecimalFormatSymbols.getInstance(Locale.ROOT))
        .format(number);
  }
}
