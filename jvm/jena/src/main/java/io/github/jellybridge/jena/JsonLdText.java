package io.github.jellybridge.jena;

import com.apicatalog.jsonld.lang.Keywords;
import io.github.jellybridge.rdf.text.IriCharacters;
import io.github.jellybridge.rdf.text.IriReference;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the strings of JSON-LD so that its library compares, splits and joins them as the standard
 * has it, but neither resolves references nor finds fault with them: it does so with Java's URIs,
 * which are not those of RFC 3986.
 *
 * <p>Characters that mean something in URIs are escaped, so that to the library a relative
 * reference is some names in a path, none of them dots. A base IRI is a folder with the name of its
 * own: of both the library makes {@code b:/&BASE/REFERENCE}, of a base that is relative itself
 * {@code b:/&BASE/&BASE/REFERENCE}, and {@link #iri} resolves that. Names and absolute IRIs change
 * little, keywords not at all, and what is escaped sorts where it did.
 */
final class JsonLdText {
  private static final String BASE = "b:/";

  /** In front of a base IRI; stands for nothing, as do the next ones. */
  private static final char LINK = '&';

  /** In front of what is empty or starts with a slash. */
  private static final char START = '*';

  /** In front of a name that the library, as it starts with no letter, takes for no prefix. */
  private static final char LETTER = '\u00aa';

  /** Between a vocabulary that is a reference and what the library appends to it. */
  private static final char END = ')';

  /** Behind what ends as IRIs of namespaces do, but for a slash or a colon. */
  private static final char DELIMITER = '@';

  /**
   * Tells that a colon was escaped: a property without any has no statements, even in its value.
   */
  private static final String COLON = "@/:&";

  /**
   * Instead of the at sign of what has the form of a keyword and is none: as an IRI it means
   * nothing (JSON-LD 1.1 API §5.2.2), for which the library has null, and fails on it.
   */
  private static final char NOTHING = '(';

  /**
   * In front of what a term stands for behind the vocabulary: without one it is no IRI, which the
   * library sees by this only, as nothing else starts with a colon.
   */
  private static final String BEHIND = ":&&";

  /** In front of what stays as it is, so that the library takes it for a wrong IRI. */
  private static final char WRONG = '^';

  private static final String ESCAPES = "!$,;=~";

  private static final boolean[] WRITTEN = new boolean[0x80];

  static {
    for (char c : (ESCAPES + LINK + START + END + DELIMITER + NOTHING).toCharArray()) {
      WRITTEN[c] = true;
    }
  }

  private static final Pattern IN_MESSAGE =
      Pattern.compile("(?<=\\[@base = |[\\[\"'])(?!@base = )[^\\[\\]\"']+(?=[\\]\"'])");

  private final Set<String> terms;

  /**
   * Writes strings.
   *
   * @param terms the names that contexts define, and what they have up to their first colon
   */
  JsonLdText(Set<String> terms) {
    this.terms = terms;
  }

  // ---- writing ---------------------------------------------------------------------------------

  /** Writes a name, a short or whole IRI, a reference, or any text. */
  String write(String text) {
    if (isKeyword(text)) {
      return text;
    }
    if (isUnchanged(text)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 8);
    int colon = text.indexOf(':', 1);
    if (colon > 0 && isSplit(text, colon)) {
      word(text.substring(0, colon), out);
      rest(text.substring(colon + 1), out.append(':'));
      if (colon == text.length() - 1 && !IriReference.isAbsolute(text)) {
        out.append(DELIMITER);
      }
    } else {
      word(text, out);
      if (colon > 0) {
        delimiter(text, out.append(COLON));
      }
    }
    return out.toString();
  }

  /** Writes the text of a value, which may be a name or anything that {@link #write} writes. */
  String value(String text) {
    return isKeyword(text) && !Keywords.contains(text) ? NOTHING + text.substring(1) : write(text);
  }

  /** Tells at a glance that nothing in an IRI has to be escaped: nearly all of them. */
  private static boolean isUnchanged(String text) {
    int from = text.startsWith("http://") ? 7 : text.startsWith("https://") ? 8 : 0;
    int last = text.length() - 1;
    if (from == 0 || last < from || text.charAt(from) == '/' || text.charAt(last) == ':') {
      return false;
    }
    for (int i = from; i <= last; i++) {
      char c = text.charAt(i);
      if (!isLetter(c) && (c < '-' || c > ':') && c != '_') {
        return false;
      }
    }
    return true;
  }

  /** What has the form of a keyword (JSON-LD 1.1 §1.7). */
  static boolean isKeyword(String text) {
    if (text.length() < 2 || text.charAt(0) != '@') {
      return false;
    }
    int at = 1;
    while (at < text.length() && isLetter(text.charAt(at))) {
      at++;
    }
    return at == text.length();
  }

  private static boolean isLetter(int c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  /** Whether the library has to see the first colon. */
  private boolean isSplit(String text, int colon) {
    return text.startsWith("_:")
        || IriReference.isAbsolute(text)
        || text.startsWith("//", colon + 1)
        || terms.contains(text.substring(0, colon));
  }

  /** Tells whether the colon behind a name is seen whether the name is defined or not. */
  static boolean isUsual(String name) {
    return IriReference.isAbsolute(name + ":");
  }

  private void word(String text, StringBuilder out) {
    if (text.isEmpty() || text.charAt(0) == '/') {
      out.append(START);
    } else if (!Character.isAlphabetic(text.charAt(0)) && terms.contains(text + ":")) {
      out.append(LETTER);
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean dot = c == '.' && i > 0 && text.charAt(i - 1) != '/';
      append(out, c, dot || c == '/');
    }
    delimiter(text, out);
  }

  /** What is behind a colon. */
  private static void rest(String text, StringBuilder out) {
    // Only two slashes mean that this is no short IRI.
    boolean slash = text.startsWith("/") && !text.startsWith("//");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      append(out, c, c == '.' || c == ':' || c == '/' && !(slash && i == 0));
    }
    delimiter(text, out);
    if (text.equals("//") || text.equals("///")) {
      // Java has no URI without a host and anything behind it.
      out.append(DELIMITER).append(DELIMITER);
    }
  }

  /** RFC 3986 §2.2, gen-delims. */
  private static void delimiter(String text, StringBuilder out) {
    if (!text.isEmpty() && ":?#[]@".indexOf(text.charAt(text.length() - 1)) >= 0) {
      out.append(DELIMITER);
    }
  }

  /** Writes a vocabulary, which must be an IRI, short for one, or a reference. */
  String vocabulary(String text) {
    String written = known(text);
    boolean reference = written.indexOf(':') < 0 || written.contains(COLON);
    return reference && IriCharacters.isPlain(text) && !isKeyword(text) && !terms.contains(text)
        ? written + END
        : written;
  }

  /** Writes what a term stands for, which must be an IRI, or short for one. */
  String mapping(String text) {
    boolean complete = text.indexOf(':') >= 0 || isKeyword(text) || terms.contains(text);
    String written = known(text);
    return complete || written.charAt(0) == WRONG ? written : BEHIND + written;
  }

  private String known(String text) {
    return IriCharacters.isPlain(text) || terms.contains(text) ? write(text) : WRONG + text;
  }

  /** Writes a base IRI or the place of a context. */
  static String link(String text) {
    StringBuilder out = new StringBuilder(text.length() + 8);
    out.append(IriReference.isAbsolute(text) ? BASE : "").append(LINK);
    for (int i = 0; i < text.length(); i++) {
      append(out, text.charAt(i), false);
    }
    return out.append('/').toString();
  }

  private static void append(StringBuilder out, char c, boolean seen) {
    boolean free = isLetter(c) || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '+';
    boolean other =
        c >= 0x80 && c != LETTER && !Character.isSpaceChar(c) && !Character.isISOControl(c);
    if (free || other || seen) {
      out.append(c);
      return;
    }
    // One that sorts where the character does, and its number.
    out.append(c < '$' ? '!' : c < '+' ? '$' : c < '0' ? ',' : c < '=' ? ';' : c < 'A' ? '=' : '~');
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.append(Character.forDigit(c >> shift & 0xf, 16));
    }
  }

  // ---- reading ---------------------------------------------------------------------------------

  /** Reads any text. */
  static String read(String text) {
    if (isKeyword(text)) {
      return text;
    }
    if (!text.isEmpty() && text.charAt(0) == WRONG) {
      return text.substring(1);
    }
    boolean base = text.startsWith(BASE + LINK);
    boolean link = base || !text.isEmpty() && text.charAt(0) == LINK;
    return unescaped(text, base ? BASE.length() : 0, link ? text.length() - 1 : text.length());
  }

  private static String unescaped(String text, int from, int to) {
    int first = from;
    while (first < to && !isWritten(text.charAt(first))) {
      first++;
    }
    if (first == to) {
      return text.substring(from, to);
    }
    if (first > from && text.startsWith(BEHIND, first - 1)) {
      first--;
    }
    StringBuilder out = new StringBuilder(to - from).append(text, from, first);
    for (int i = first; i < to; i++) {
      char c = text.charAt(i);
      if (ESCAPES.indexOf(c) >= 0) {
        out.append((char) Integer.parseInt(text, i + 1, i + 5, 16));
        i += 4;
      } else if (c == NOTHING) {
        out.append('@');
      } else if (c == DELIMITER) {
        boolean colon = text.startsWith(COLON, i) && !text.startsWith(BEHIND, i + 2);
        i += colon ? COLON.length() - 1 : 0;
      } else if (c == ':' && text.startsWith(BEHIND, i)) {
        i += BEHIND.length() - 1;
      } else if (c != LINK && c != START && c != END && c != LETTER) {
        out.append(c);
      }
    }
    return out.toString();
  }

  /** Whether a character stands for others or for nothing. */
  private static boolean isWritten(char c) {
    return c < 0x80 ? WRITTEN[c] : c == LETTER;
  }

  /**
   * Reads an IRI, and resolves it.
   *
   * @throws IllegalArgumentException if the library has taken it for another
   */
  static String iri(String text) {
    int nothing = text.indexOf(NOTHING);
    if (nothing >= 0) {
      return read(text.substring(nothing));
    }
    if (text.startsWith(BASE + LINK)) {
      int reference = text.indexOf('/', text.lastIndexOf("/" + LINK) + 1) + 1;
      if (reference == text.length()) {
        throw new IllegalArgumentException("A relative IRI cannot be told from a short one.");
      }
      int end = text.indexOf(END, reference) < 0 ? text.length() : text.indexOf(END, reference);
      String base = place(text.substring(0, reference));
      return IriReference.resolve(base, unescaped(text, reference, end))
          + unescaped(text, end, text.length());
    }
    String iri = read(text);
    int colon = iri.indexOf(':');
    if (colon > 0
        && !iri.startsWith("//", colon + 1)
        && !IriReference.isAbsolute(iri)
        && looksAbsolute(text)) {
      throw new IllegalArgumentException(
          "The relative IRI [" + iri + "] cannot be told from a short one.");
    }
    return iri;
  }

  /** What the library takes for an IRI. */
  private static boolean looksAbsolute(String text) {
    return Character.isLetter(text.charAt(0))
        && text.chars()
            .limit(Math.max(0, text.indexOf(':')))
            .allMatch(c -> Character.isLetterOrDigit(c) || "+-.".indexOf(c) >= 0);
  }

  /** Resolves a base IRI, or the place of a context. */
  static String place(String text) {
    String base = "";
    for (String link : text.substring(BASE.length()).split("/", 0)) {
      String reference = unescaped(link, 0, link.length());
      base = base.isEmpty() ? reference : IriReference.resolve(base, reference);
    }
    return base;
  }

  /** Reads the strings in a message of the library. */
  static String message(String message) {
    return IN_MESSAGE
        .matcher(message)
        .replaceAll(found -> Matcher.quoteReplacement(anything(found.group())));
  }

  private static String anything(String text) {
    boolean base = text.startsWith(BASE + LINK);
    try {
      return !base ? read(text) : text.endsWith("/") ? place(text) : iri(text);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // Words of the library itself.
      return text;
    }
  }
}
