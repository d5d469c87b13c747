package io.github.jellybridge.jena;

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

/** Loads contexts from elsewhere, or loads nothing and remembers what it should have loaded. */
final class JsonLdContexts implements DocumentLoader {
  private final boolean allowed;
  private final JsonLdDocument document;
  private final Map<String, Document> loaded = new HashMap<>();
  private String refused;

  /**
   * Makes a loader.
   *
   * @param allowed whether it may load anything
   * @param document what rewrites the contexts
   */
  JsonLdContexts(boolean allowed, JsonLdDocument document) {
    this.allowed = allowed;
    this.document = document;
  }

  /** The place of the context that was not loaded, or null. */
  String refused() {
    return refused;
  }

  @Override
  public Document loadDocument(URI url, DocumentLoaderOptions options) throws JsonLdError {
    String place = JsonLdText.place(url.toString());
    if (!allowed) {
      refused = place;
      throw new JsonLdError(JsonLdErrorCode.LOADING_REMOTE_CONTEXT_FAILED);
    }
    Document found = loaded.get(place);
    if (found == null) {
      found = load(place, options);
      loaded.put(place, found);
    }
    JsonStructure json = found.getJsonContent().orElse(null);
    if (json == null) {
      return found;
    }
    Document rewritten = JsonDocument.of(document.rewritten(json));
    URI real = found.getDocumentUrl();
    rewritten.setDocumentUrl(URI.create(JsonLdText.link(real == null ? place : real.toString())));
    return rewritten;
  }

  private static Document load(String place, DocumentLoaderOptions options) throws JsonLdError {
    try {
      return SchemeRouter.defaultInstance().loadDocument(URI.create(place), options);
    } catch (IllegalArgumentException e) {
      throw new JsonLdError(
          JsonLdErrorCode.LOADING_REMOTE_CONTEXT_FAILED,
          "Context URI is not URI [" + place + "].",
          e);
    } catch (JsonLdError e) {
      if (e.getCause() instanceof IOException cause) {
        throw new JsonLdError(e.getCode(), unreachable(place, cause));
      }
      throw e;
    }
  }

  /** Java's HTTP client has no words for a connection that is refused. */
  private static IOException unreachable(String place, IOException e) {
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new IOException("the context at '" + place + "' cannot be loaded: " + reason, e);
  }
}
