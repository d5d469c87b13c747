package io.github.jellybridge.jena.jsonld;

import com.apicatalog.jsonld.lang.Keywords;
import io.github.jellybridge.rdf.text.IriCharacters;
import io.github.jellybridge.rdf.text.IriReference;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Encodes the strings of a document so that the library compares, splits and joins them as the
 * standard says, but neither resolves references nor rejects them.
 *
 * <p>Characters with a meaning in URIs are escaped, so that the library sees a relative reference
 * as a path of names without dots. A base IRI becomes a folder with one name: of both the library
 * makes {@code b:/&BASE/REFERENCE}, and of a relative base {@code b:/&BASE/&BASE/REFERENCE}, which
 * {@link #iri} resolves. Names and absolute IRIs change little, keywords not at all, and encoded
 * strings sort as the original ones.
 */
final class StringCodec {
  private static final String BASE = "b:/";

  /** Marks a base IRI; decodes to nothing, as do the next four. */
  private static final char LINK = '&';

  /** Precedes an empty string or one that starts with a slash. */
  private static final char START = '*';

  /** Precedes a prefix that does not start with a letter, which the library would not accept. */
  private static final char LETTER = '\u00aa';

  /** Ends a vocabulary that is a reference; the library appends the name after it. */
  private static final char END = ')';

  /** Follows a string that ends in a delimiter (RFC 3986 §2.2) other than a slash. */
  private static final char DELIMITER = '@';

  /** Marks an escaped colon: the library drops a property without any colon. */
  private static final String COLON = "@/:&";

  /**
   * Replaces the at sign of a string that has the form of a keyword and is none. Such an IRI is
   * ignored (JSON-LD 1.1 API §5.2.2); the library makes it null and fails on it.
   */
  private static final char NOTHING = '(';

  /**
   * Precedes a term mapping that is relative to the vocabulary: without a vocabulary it is no IRI,
   * which the library then sees, as no other string starts with a colon.
   */
  private static final String RELATIVE = ":&&";

  /** Precedes a string that the library has to reject as an IRI. */
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
   * Makes a codec.
   *
   * @param terms the names that contexts define, and their parts up to the first colon
   */
  StringCodec(Set<String> terms) {
    this.terms = terms;
  }

  // ---- encoding --------------------------------------------------------------------------------

  /** Encodes a name, a compact or absolute IRI, a reference, or any text. */
  String encode(String text) {
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

  /** Encodes the text of a value: a name, or anything that {@link #encode} takes. */
  String value(String text) {
    return isKeyword(text) && !Keywords.contains(text) ? NOTHING + text.substring(1) : encode(text);
  }

  /** Tells whether nothing in an IRI has to be escaped, as in nearly all IRIs. */
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

  /** Tells whether a string has the form of a keyword (JSON-LD 1.1 §1.7). */
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

  /** Tells whether the library has to see the first colon. */
  private boolean isSplit(String text, int colon) {
    return text.startsWith("_:")
        || IriReference.isAbsolute(text)
        || text.startsWith("//", colon + 1)
        || terms.contains(text.substring(0, colon));
  }

  /** Tells whether the library sees the colon after a name even if the name is undefined. */
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

  /** Encodes the text after a colon. */
  private static void rest(String text, StringBuilder out) {
    // Only two slashes mean that this is no compact IRI.
    boolean slash = text.startsWith("/") && !text.startsWith("//");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      append(out, c, c == '.' || c == ':' || c == '/' && !(slash && i == 0));
    }
    delimiter(text, out);
    if (text.equals("//") || text.equals("///")) {
      // Java has no URI that ends after the slashes of its authority.
      out.append(DELIMITER).append(DELIMITER);
    }
  }

  /** RFC 3986 §2.2, gen-delims. */
  private static void delimiter(String text, StringBuilder out) {
    if (!text.isEmpty() && ":?#[]@".indexOf(text.charAt(text.length() - 1)) >= 0) {
      out.append(DELIMITER);
    }
  }

  /** Encodes a vocabulary, which must be an absolute or compact IRI or a reference. */
  String vocabulary(String text) {
    String written = known(text);
    boolean reference = written.indexOf(':') < 0 || written.contains(COLON);
    return reference && IriCharacters.isPlain(text) && !isKeyword(text) && !terms.contains(text)
        ? written + END
        : written;
  }

  /** Encodes the mapping of a term, which must be an absolute or compact IRI. */
  String mapping(String text) {
    boolean complete = text.indexOf(':') >= 0 || isKeyword(text) || terms.contains(text);
    String written = known(text);
    return complete || written.charAt(0) == WRONG ? written : RELATIVE + written;
  }

  private String known(String text) {
    return IriCharacters.isPlain(text) || terms.contains(text) ? encode(text) : WRONG + text;
  }

  /** Encodes a base IRI or the location of a context. */
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
    // A character that sorts like the escaped one, and the code of that.
    out.append(c < '$' ? '!' : c < '+' ? '$' : c < '0' ? ',' : c < '=' ? ';' : c < 'A' ? '=' : '~');
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.append(Character.forDigit(c >> shift & 0xf, 16));
    }
  }

  // ---- decoding --------------------------------------------------------------------------------

  /** Decodes any text. */
  static String decode(String text) {
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
    if (first > from && text.startsWith(RELATIVE, first - 1)) {
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
        boolean colon = text.startsWith(COLON, i) && !text.startsWith(RELATIVE, i + 2);
        i += colon ? COLON.length() - 1 : 0;
      } else if (c == ':' && text.startsWith(RELATIVE, i)) {
        i += RELATIVE.length() - 1;
      } else if (c != LINK && c != START && c != END && c != LETTER) {
        out.append(c);
      }
    }
    return out.toString();
  }

  /** Tells whether a character is an escape or a mark. */
  private static boolean isWritten(char c) {
    return c < 0x80 ? WRITTEN[c] : c == LETTER;
  }

  /**
   * Decodes an IRI and resolves it.
   *
   * @throws IllegalArgumentException if the library may have read it as another IRI
   */
  static String iri(String text) {
    int nothing = text.indexOf(NOTHING);
    if (nothing >= 0) {
      return decode(text.substring(nothing));
    }
    if (text.startsWith(BASE + LINK)) {
      int reference = text.indexOf('/', text.lastIndexOf("/" + LINK) + 1) + 1;
      if (reference == text.length()) {
        throw new IllegalArgumentException("A relative IRI cannot be told from a compact one.");
      }
      int end = text.indexOf(END, reference) < 0 ? text.length() : text.indexOf(END, reference);
      String base = location(text.substring(0, reference));
      return IriReference.resolve(base, unescaped(text, reference, end))
          + unescaped(text, end, text.length());
    }
    String iri = decode(text);
    int colon = iri.indexOf(':');
    if (colon > 0
        && !iri.startsWith("//", colon + 1)
        && !IriReference.isAbsolute(iri)
        && looksAbsolute(text)) {
      throw new IllegalArgumentException(
          "The relative IRI [" + iri + "] cannot be told from a compact one.");
    }
    return iri;
  }

  /** Tells whether the library reads an encoded string as an absolute IRI. */
  private static boolean looksAbsolute(String text) {
    return Character.isLetter(text.charAt(0))
        && text.chars()
            .limit(Math.max(0, text.indexOf(':')))
            .allMatch(c -> Character.isLetterOrDigit(c) || "+-.".indexOf(c) >= 0);
  }

  /** Decodes and resolves a base IRI or the location of a context. */
  static String location(String text) {
    String base = "";
    for (String link : text.substring(BASE.length()).split("/", 0)) {
      String reference = unescaped(link, 0, link.length());
      base = base.isEmpty() ? reference : IriReference.resolve(base, reference);
    }
    return base;
  }

  /** Decodes the strings in a message of the library. */
  static String message(String message) {
    return IN_MESSAGE
        .matcher(message)
        .replaceAll(found -> Matcher.quoteReplacement(anything(found.group())));
  }

  private static String anything(String text) {
    boolean base = text.startsWith(BASE + LINK);
    try {
      return !base ? decode(text) : text.endsWith("/") ? location(text) : iri(text);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // Text of the library itself.
      return text;
    }
  }
}
