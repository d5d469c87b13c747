package io.github.jellybridge.jena.jsonld;

import com.apicatalog.jsonld.JsonLd;
import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.JsonLdErrorCode;
import com.apicatalog.jsonld.JsonLdOptions;
import com.apicatalog.jsonld.deseralization.JsonLdToRdf;
import com.apicatalog.jsonld.document.JsonDocument;
import com.apicatalog.jsonld.flattening.NodeMap;
import com.apicatalog.jsonld.loader.DocumentLoader;
import com.apicatalog.jsonld.uri.UriValidationPolicy;
import com.apicatalog.rdf.api.RdfQuadConsumer;
import io.github.jellybridge.jena.text.ParseErrors;
import io.github.jellybridge.jena.text.TextPosition;
import io.github.jellybridge.jena.text.Utf8Input;
import io.github.jellybridge.rdf.DocumentLimits;
import io.github.jellybridge.rdf.Utf8;
import io.github.jellybridge.rdf.text.IriCharacters;
import io.github.jellybridge.rdf.text.IriReference;
import io.github.jellybridge.rdf.text.LabelCharacters;
import jakarta.json.JsonArray;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import jakarta.json.stream.JsonLocation;
import jakarta.json.stream.JsonParsingException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.apache.jena.datatypes.BaseDatatype;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.system.FactoryRDF;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.sparql.core.Quad;

/**
 * Parses JSON-LD 1.1 with the library that Jena RIOT uses, but without Jena's own adapter, which
 * gives blank nodes random names.
 */
public final class JsonLdParser {
  /** The position in messages of the parser, which errors have as fields. */
  private static final Pattern POSITION =
      Pattern.compile(" at \\(line no=-?\\d+, column no=-?\\d+, offset=-?\\d+\\)");

  /** The library logs warnings that quote the strings as {@link StringCodec} encodes them. */
  private static final Logger LIBRARY = Logger.getLogger(JsonLd.class.getPackageName());

  static {
    LIBRARY.setLevel(Level.OFF);
  }

  /** Not all IRIs are URIs to Java. */
  private static final UriValidationPolicy IRIS = UriValidationPolicy.SchemeOnly;

  private final ParseErrors errors;
  private final FactoryRDF terms;
  private final Function<String, Node> unlabelled;
  private final StreamRDF sink;

  /** The labelled blank nodes, by the names that the library gives them. */
  private final Map<String, Node> labelled = new HashMap<>();

  private JsonLdParser(
      FactoryRDF terms, Function<String, Node> unlabelled, StreamRDF sink, ParseErrors errors) {
    this.terms = terms;
    this.unlabelled = unlabelled;
    this.sink = sink;
    this.errors = errors;
  }

  /**
   * Reads a document.
   *
   * @param base its base IRI
   * @param terms makes terms
   * @param unlabelled makes the blank node for one without a label, of its name in the library
   */
  public static void parse(
      InputStream in,
      String base,
      DocumentLimits limits,
      FactoryRDF terms,
      Function<String, Node> unlabelled,
      StreamRDF sink,
      ParseErrors errors)
      throws IOException {
    JsonNestingInput limited =
        new JsonNestingInput(
            new Utf8Input(in, errors), limits.maxDepth(), limits.maxDocumentBytes(), errors);
    new JsonLdParser(terms, unlabelled, sink, errors).parse(limited, base, limits.remoteContexts());
  }

  private void parse(JsonNestingInput in, String base, boolean remoteContexts) throws IOException {
    if (!IriReference.isAbsolute(base)) {
      throw errors.at(0, 0, "a base that is an absolute IRI", "'" + base + "'");
    }
    JsonLdEncoder encoder = new JsonLdEncoder();
    ContextLoader contexts = new ContextLoader(remoteContexts, encoder);
    try {
      JsonStructure json = JsonText.read(in, errors);
      // The JSON parser does not read to the end.
      in.transferTo(OutputStream.nullOutputStream());
      namespaces(json);
      JsonArray expanded = expanded(json, base, encoder, contexts);
      JsonLdToRdf.with(nodes(expanded)).uriValidation(IRIS).provide(consumer());
    } catch (JsonLdError e) {
      if (contexts.refused() != null) {
        throw errors.at(
            0,
            0,
            "a document that is complete without other files (see option remoteContexts)",
            "a context at '" + contexts.refused() + "'");
      }
      throw located(e, in.position());
    } catch (JsonException e) {
      if (in.isEmpty()) {
        throw errors.at(1, 1, "an object or an array", "the end of the file");
      }
      throw located(e, in.position());
    }
  }

  private NodeMap nodes(JsonArray expanded) throws JsonLdError {
    JsonLdDecoder decoder = new JsonLdDecoder();
    NodeMap nodes = NodeMaps.of(decoder.decode(expanded));
    for (String node : decoder.blankNodes()) {
      byte[] label = node.substring(2).getBytes(StandardCharsets.UTF_8);
      if (label.length > 0 && LabelCharacters.end(label, 0, label.length) == label.length) {
        labelled.put(nodes.createIdentifier(node), terms.createBlankNode(node.substring(2)));
      }
    }
    return nodes;
  }

  /** Expands a document, again if remote contexts define terms that change its encoding. */
  private static JsonArray expanded(
      JsonStructure json, String base, JsonLdEncoder encoder, ContextLoader contexts)
      throws JsonLdError {
    while (true) {
      JsonDocument document = JsonDocument.of(encoder.encode(json));
      int known = encoder.decisiveTerms();
      try {
        JsonArray expanded =
            JsonLd.expand(document).options(options(contexts)).base(StringCodec.link(base)).get();
        if (encoder.decisiveTerms() == known) {
          return expanded;
        }
      } catch (JsonLdError e) {
        if (encoder.decisiveTerms() == known) {
          throw e;
        }
      } catch (ClassCastException e) {
        // The library casts the value of @direction without a check.
        throw new JsonLdError(JsonLdErrorCode.INVALID_BASE_DIRECTION);
      } catch (NullPointerException e) {
        // Keys with the form of a keyword in an id map.
        throw new JsonLdError(JsonLdErrorCode.INVALID_KEYWORD_ID_VALUE);
      }
    }
  }

  private static JsonLdOptions options(DocumentLoader contexts) {
    JsonLdOptions options = new JsonLdOptions(contexts);
    options.setUriValidation(IRIS);
    return options;
  }

  /**
   * Makes an error with the position that one of the causes knows.
   *
   * @param end the end of the read bytes: the JSON parser is wrong about that of a cut document
   */
  private IOException located(Exception e, TextPosition end) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException io) {
        return io;
      }
      if (cause instanceof JsonParsingException parsing) {
        JsonLocation location = parsing.getLocation();
        long line = location.getLineNumber();
        long column = location.getColumnNumber();
        if (line > end.line() || line == end.line() && column > end.column()) {
          line = end.line();
          column = end.column();
        }
        return errors.wrong(line, column, POSITION.matcher(parsing.getMessage()).replaceAll(""));
      }
    }
    return errors.wrong(0, 0, StringCodec.message(e.getMessage()));
  }

  private RdfQuadConsumer consumer() {
    return new RdfQuadConsumer() {
      @Override
      public RdfQuadConsumer quad(
          String s, String p, String o, String datatype, String lang, String direction, String g) {
        boolean literal = RdfQuadConsumer.isLiteral(datatype, lang, direction);
        add(s, p, o, literal ? datatype : null, literal ? lang : null, literal, g);
        return this;
      }
    };
  }

  /**
   * Adds a statement, unless one of its IRIs is malformed or its predicate is a blank node; JSON-LD
   * 1.1 API §8.1 leaves those out.
   */
  private void add(
      String s, String p, String o, String datatype, String lang, boolean literal, String g) {
    if (isResource(s)
        && isIri(p)
        && (literal ? datatype == null || isIri(datatype) : isResource(o))
        && (g == null || isResource(g))) {
      Triple triple =
          Triple.create(
              resource(s), resource(p), literal ? literal(o, datatype, lang) : resource(o));
      if (g == null) {
        sink.triple(triple);
      } else {
        sink.quad(Quad.create(resource(g), triple));
      }
    }
  }

  private static boolean isResource(String text) {
    return RdfQuadConsumer.isBlank(text) || isIri(text);
  }

  private static boolean isIri(String text) {
    byte[] iri = text.getBytes(StandardCharsets.UTF_8);
    return IriCharacters.isPlainAbsolute(iri, 0, iri.length);
  }

  private Node resource(String text) {
    checkCharacters(text);
    if (RdfQuadConsumer.isBlank(text)) {
      Node node = labelled.get(text);
      return node == null ? unlabelled.apply(text.substring(2)) : node;
    }
    return NodeFactory.createURI(text);
  }

  /** Rejects halves of surrogate pairs, which JSON can escape and UTF-8 cannot encode. */
  private void checkCharacters(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        int character = text.codePointAt(i);
        if (character <= Character.MAX_SURROGATE) {
          throw errors.unchecked(0, 0, "Unicode characters", "\\u%04x".formatted(character));
        }
        i++;
      }
    }
  }

  /** Lowers the tag: the library lowers those of values, but not that of a context. */
  private Node literal(String text, String datatype, String lang) {
    checkCharacters(text);
    if (lang == null || lang.isEmpty()) {
      return datatype == null
          ? terms.createStringLiteral(text)
          : terms.createTypedLiteral(text, new BaseDatatype(datatype));
    }
    checkCharacters(lang);
    return terms.createLangLiteral(text, IrregularTags.shown(lang.toLowerCase(Locale.ROOT)));
  }

  // ---- namespaces: prefixes whose IRIs end as those of namespaces do ----------------------------

  private void namespaces(JsonValue document) {
    if (document instanceof JsonArray array) {
      array.forEach(this::namespaces);
    } else if (document instanceof JsonObject object && object.containsKey("@context")) {
      ContextIris.of(object.get("@context"), null).prefixes(this::namespace);
    }
  }

  private void namespace(String name, String iri) {
    if (iri.matches("[A-Za-z][A-Za-z0-9+.-]*:.*[#/:]") && Utf8.isUnicode(name + iri)) {
      sink.prefix(name, iri);
    }
  }
}
