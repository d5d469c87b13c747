package io.github.jellybridge.rdf.text;

/**
 * Resolves references to IRIs (RFC 3986 §5.2, RFC 3987 §6.5). Keeps characters that are not allowed
 * in IRIs.
 */
public final class IriReference {
  private final String authority; // with its two slashes; null without one
  private final String path;
  private final String query; // with its question mark; empty without one

  private IriReference(String text) {
    int end = indexOf(text, '#', 0, text.length());
    int ofQuery = indexOf(text, '?', 0, end);
    int ofPath = 0;
    if (text.startsWith("//")) {
      ofPath = indexOf(text, '/', 2, ofQuery);
      authority = text.substring(0, ofPath);
    } else {
      authority = null;
    }
    path = text.substring(ofPath, ofQuery);
    query = text.substring(ofQuery, end);
  }

  private static int indexOf(String text, char c, int from, int to) {
    int at = text.indexOf(c, from);
    return at < 0 || at > to ? to : at;
  }

  /** Returns whether a text starts with a scheme and so is not a relative reference. */
  public static boolean isAbsolute(String text) {
    return schemeEnd(text) > 0;
  }

  /** Returns one past the colon after the scheme, or -1 (RFC 3986 §3.1). */
  private static int schemeEnd(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
      if (c == ':') {
        return i == 0 ? -1 : i + 1;
      }
      if (!letter && (i == 0 || !(c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'))) {
        return -1;
      }
    }
    return -1;
  }

  /**
   * Resolves a relative reference.
   *
   * @param base an absolute IRI
   * @param reference relative to the base; an absolute IRI is returned unchanged
   */
  public static String resolve(String base, String reference) {
    if (isAbsolute(reference)) {
      return reference;
    }
    int scheme = schemeEnd(base);
    IriReference b = new IriReference(base.substring(scheme));
    IriReference r = new IriReference(reference);
    String fragment = reference.substring(indexOf(reference, '#', 0, reference.length()));
    String authority = r.authority != null ? r.authority : b.authority == null ? "" : b.authority;
    String path;
    String query = r.query;
    if (r.authority != null || r.path.startsWith("/")) {
      path = withoutDots(r.path);
    } else if (r.path.isEmpty()) {
      path = b.path;
      query = r.query.isEmpty() ? b.query : r.query;
    } else if (b.authority != null && b.path.isEmpty()) {
      path = withoutDots("/" + r.path);
    } else {
      path = withoutDots(b.path.substring(0, b.path.lastIndexOf('/') + 1) + r.path);
    }
    return base.substring(0, scheme) + authority + path + query + fragment;
  }

  /** Removes dot segments (RFC 3986 §5.2.4). */
  private static String withoutDots(String path) {
    StringBuilder out = new StringBuilder();
    for (int from = 0; from < path.length(); ) {
      int slash = path.indexOf('/', from + 1);
      int to = slash < 0 ? path.length() : slash;
      String segment = path.substring(from, to);
      boolean last = slash < 0;
      switch (segment) {
        case "/." -> out.append(last ? "/" : "");
        case "/.." -> {
          out.setLength(Math.max(out.lastIndexOf("/"), 0));
          out.append(last ? "/" : "");
        }
        case ".", ".." -> {
          // Occurs only at the start: the rest is handled as a new path.
          if (!last) {
            to++;
          }
        }
        default -> out.append(segment);
      }
      from = to;
    }
    return out.toString();
  }
}
