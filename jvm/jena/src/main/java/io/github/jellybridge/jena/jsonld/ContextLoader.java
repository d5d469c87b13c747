package io.github.jellybridge.jena.jsonld;

import com.apicatalog.jsonld.JsonLdError;
import com.apicatalog.jsonld.JsonLdErrorCode;
import com.apicatalog.jsonld.document.Document;
import com.apicatalog.jsonld.document.JsonDocument;
import com.apicatalog.jsonld.loader.DocumentLoader;
import com.apicatalog.jsonld.loader.DocumentLoaderOptions;
import com.apicatalog.jsonld.loader.SchemeRouter;
import jakarta.json.JsonStructure;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** Loads remote contexts; where that is not allowed, remembers the location of the refused one. */
final class ContextLoader implements DocumentLoader {
  private final boolean allowed;
  private final JsonLdEncoder document;
  private final Map<String, Document> loaded = new HashMap<>();
  private String refused;

  /**
   * Makes a loader.
   *
   * @param allowed whether it may load anything
   * @param document encodes the contexts
   */
  ContextLoader(boolean allowed, JsonLdEncoder document) {
    this.allowed = allowed;
    this.document = document;
  }

  /** Returns the location of the context that was refused, or null. */
  String refused() {
    return refused;
  }

  @Override
  public Document loadDocument(URI url, DocumentLoaderOptions options) throws JsonLdError {
    String location = StringCodec.location(url.toString());
    if (!allowed) {
      refused = location;
      throw new JsonLdError(JsonLdErrorCode.LOADING_REMOTE_CONTEXT_FAILED);
    }
    Document found = loaded.get(location);
    if (found == null) {
      found = load(location, options);
      loaded.put(location, found);
    }
    JsonStructure json = found.getJsonContent().orElse(null);
    if (json == null) {
      return found;
    }
    Document encoded = JsonDocument.of(document.encode(json));
    URI real = found.getDocumentUrl();
    encoded.setDocumentUrl(URI.create(StringCodec.link(real == null ? location : real.toString())));
    return encoded;
  }

  private static Document load(String location, DocumentLoaderOptions options) throws JsonLdError {
    try {
      return SchemeRouter.defaultInstance().loadDocument(URI.create(location), options);
    } catch (IllegalArgumentException e) {
      throw new JsonLdError(
          JsonLdErrorCode.LOADING_REMOTE_CONTEXT_FAILED,
          "Context URI is not URI [" + location + "].",
          e);
    } catch (JsonLdError e) {
      if (e.getCause() instanceof IOException cause) {
        throw new JsonLdError(e.getCode(), unreachable(location, cause));
      }
      throw e;
    }
  }

  /** Names the location: Java's HTTP client has no message for a refused connection. */
  private static IOException unreachable(String location, IOException e) {
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new IOException("the context at '" + location + "' cannot be loaded: " + reason, e);
  }
}
