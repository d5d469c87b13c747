package io.github.jellybridge.jena;

import com.apicatalog.jsonld.JsonLd;
import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.JsonLdErrorCode;
import com.apicatalog.jsonld.JsonLdOptions;
import com.apicatalog.jsonld.deseralization.JsonLdToRdf;
import com.apicatalog.jsonld.document.JsonDocument;
import com.apicatalog.jsonld.flattening.NodeMap;
import com.apicatalog.jsonld.flattening.NodeMapBuilder;
import com.apicatalog.jsonld.loader.DocumentLoader;
import com.apicatalog.jsonld.uri.UriValidationPolicy;
import com.apicatalog.rdf.api.RdfQuadConsumer;
import io.github.jellybridge.rdf.Utf8;
import io.github.jellybridge.rdf.text.IriCharacters;
import io.github.jellybridge.rdf.text.IriReference;
import io.github.jellybridge.rdf.text.LabelCharacters;
import jakarta.json.JsonArray;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import jakarta.json.stream.JsonLocation;
import jakarta.json.stream.JsonParsingException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;

/**
 * JSON-LD 1.1 through the library that Jena RIOT uses, too; without Jena's own code in between,
 * which names blank nodes by chance.
 */
final class JsonLdSyntax {
  /** What messages of the parser say of the place, which errors name themselves. */
  private static final Pattern PLACE =
      Pattern.compile(" at \\(line no=-?\\d+, column no=-?\\d+, offset=-?\\d+\\)");

  /** URIs in the sense of Java are not all IRIs there are. */
  private static final UriValidationPolicy IRIS = UriValidationPolicy.SchemeOnly;

  private final RiotErrors errors;
  private final BlankNodeLabels labels;
  private final RiotSink sink;

  /** The blank nodes that have a label, by the number that the library has given them. */
  private final Map<String, Node> labelled = new HashMap<>();

  JsonLdSyntax(RiotErrors errors, BlankNodeLabels labels, RiotSink sink) {
    this.errors = errors;
    this.labels = labels;
    this.sink = sink;
  }

  /**
   * Reads a document.
   *
   * @param remoteContexts whether contexts may be loaded from elsewhere
   */
  void parse(JsonNesting in, String base, boolean remoteContexts) throws IOException {
    if (!IriReference.isAbsolute(base)) {
      throw errors.at(0, 0, "a base that is an absolute IRI", "'" + base + "'");
    }
    JsonLdDocument rewriting = new JsonLdDocument();
    JsonLdContexts contexts = new JsonLdContexts(remoteContexts, rewriting);
    try {
      JsonDocument document = JsonDocument.of(in);
      // The parser does not look at what stands behind.
      in.transferTo(OutputStream.nullOutputStream());
      JsonStructure json = document.getJsonContent().orElse(JsonValue.EMPTY_JSON_ARRAY);
      namespaces(json);
      JsonArray expanded = expanded(json, base, rewriting, contexts);
      JsonLdToRdf.with(nodes(expanded)).uriValidation(IRIS).provide(consumer());
    } catch (JsonLdError e) {
      if (in.isEmpty()) {
        throw errors.at(1, 1, "an object or an array", "the end of the file");
      }
      if (contexts.refused() != null) {
        throw errors.at(
            0,
            0,
            "a document that is complete without other files (see option remoteContexts)",
            "a context at '" + contexts.refused() + "'");
      }
      throw located(e, in.place());
    } catch (JsonException e) {
      throw located(e, in.place());
    }
  }

  private NodeMap nodes(JsonArray expanded) throws IOException, JsonLdError {
    JsonLdExpanded rewriting = new JsonLdExpanded();
    NodeMap nodes = new NodeMap();
    try {
      NodeMapBuilder.with(rewriting.rewritten(expanded), nodes).build();
    } catch (IllegalArgumentException e) {
      throw errors.wrong(0, 0, e.getMessage());
    }
    for (String node : rewriting.blankNodes()) {
      byte[] label = node.substring(2).getBytes(StandardCharsets.UTF_8);
      if (label.length > 0 && LabelCharacters.end(label, 0, label.length) == label.length) {
        labelled.put(nodes.createIdentifier(node), labels.createBlankNode(node.substring(2)));
      }
    }
    return nodes;
  }

  /** Expands a document, once again if contexts from elsewhere define names that it may use. */
  private static JsonArray expanded(
      JsonStructure json, String base, JsonLdDocument rewriting, JsonLdContexts contexts)
      throws JsonLdError {
    while (true) {
      JsonDocument document = JsonDocument.of(rewriting.rewritten(json));
      int terms = rewriting.decisiveTerms();
      try {
        JsonArray expanded =
            JsonLd.expand(document).options(options(contexts)).base(JsonLdText.link(base)).get();
        if (rewriting.decisiveTerms() == terms) {
          return expanded;
        }
      } catch (JsonLdError e) {
        if (rewriting.decisiveTerms() == terms) {
          throw e;
        }
      } catch (ClassCastException e) {
        // All that the library takes for text without a look is the value of @direction.
        throw new JsonLdError(JsonLdErrorCode.INVALID_BASE_DIRECTION);
      } catch (NullPointerException e) {
        // Keys that have the form of a keyword in an object of nodes by their @id, or the like.
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
   * Finds the place of an error, if one of its causes knows it, and what it is called.
   *
   * @param end of what was read: the parser is wrong about the end of a document that is cut
   */
  private IOException located(Exception e, TextPosition end) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException io) {
        return io;
      }
      if (cause instanceof JsonParsingException parsing) {
        JsonLocation place = parsing.getLocation();
        long line = place.getLineNumber();
        long column = place.getColumnNumber();
        if (line > end.line() || line == end.line() && column > end.column()) {
          line = end.line();
          column = end.column();
        }
        return errors.wrong(line, column, PLACE.matcher(parsing.getMessage()).replaceAll(""));
      }
    }
    return errors.wrong(0, 0, JsonLdText.message(e.getMessage()));
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
   * Adds a statement, unless an IRI of it is not one or its predicate is a blank node (JSON-LD 1.1
   * API §8.1 leaves those out).
   */
  private void add(
      String s, String p, String o, String datatype, String lang, boolean literal, String g) {
    if (isResource(s)
        && isIri(p)
        && (literal ? datatype == null || isIri(datatype) : isResource(o))
        && (g == null || isResource(g))) {
      sink.add(
          resource(s),
          resource(p),
          literal ? literal(o, datatype, lang) : resource(o),
          g == null ? null : resource(g));
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
      return node == null ? labels.unlabelled(text.substring(2)) : node;
    }
    return NodeFactory.createURI(text);
  }

  /** Escapes of JSON may stand for halves of surrogate pairs, for which there is no UTF-8. */
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

  /** The library has tags of values in small letters, but not that of a context. */
  private Node literal(String text, String datatype, String lang) {
    checkCharacters(text);
    if (lang == null || lang.isEmpty()) {
      return JenaTerms.literal(text, null, datatype);
    }
    checkCharacters(lang);
    return labels.createLangLiteral(text, IrregularTags.shown(lang.toLowerCase(Locale.ROOT)));
  }

  // ---- namespaces: terms of a context whose IRIs end as those of namespaces do ------------------

  private void namespaces(JsonValue document) {
    if (document instanceof JsonArray array) {
      array.forEach(this::namespaces);
    } else if (document instanceof JsonObject object) {
      context(object.get("@context"));
    }
  }

  private void context(JsonValue context) {
    if (context instanceof JsonArray array) {
      array.forEach(this::context);
    } else if (context instanceof JsonObject object) {
      object.forEach(this::term);
    }
  }

  private void term(String name, JsonValue value) {
    boolean vocabulary = name.equals("@vocab");
    if (value instanceof JsonString text
        && (vocabulary || !name.startsWith("@"))
        && text.getString().matches("[A-Za-z][A-Za-z0-9+.-]*:.*[#/:]")
        && Utf8.isUnicode(name + text.getString())) {
      sink.prefix(vocabulary ? "" : name, text.getString());
    }
  }
}
