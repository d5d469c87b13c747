package io.github.jellybridge.syntax;

import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.Utf8;
import io.github.jellybridge.rdf.text.IriCharacters;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How to write a file in one of the syntaxes of RDF. Immutable; start from {@link #of}.
 *
 * @param syntax what to write
 * @param namespaces short names to IRIs, for the syntaxes that have such; what a syntax cannot
 *     declare is left out
 * @param rdfStar write triple terms in N-Triples and N-Quads as {@code << s p o >>}, as RDF-star
 *     had them, so that subjects may be such; if not, they are {@code <<( s p o )>>} as in RDF 1.2,
 *     and objects only
 * @param canonical write language tags in N-Triples and N-Quads in lower case, as canonical
 *     N-Triples has them; the rest of the text is canonical anyway
 */
public record SyntaxWriteOptions(
    Syntax syntax, Map<String, String> namespaces, boolean rdfStar, boolean canonical)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final String LETTER =
      "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u3001-\ud7ff";

  /** PN_PREFIX (RDF 1.1 Turtle §6.5), of the letters that every syntax knows. */
  private static final Pattern SHORT_NAME =
      Pattern.compile("([L]([L0-9_.-]*[L0-9_-])?)?".replace("L", LETTER));

  private static final Set<Syntax> WRITTEN =
      EnumSet.of(
          Syntax.NTRIPLES, Syntax.NQUADS, Syntax.TURTLE, Syntax.TRIG, Syntax.RDFXML, Syntax.JSONLD);

  /** Copies the namespaces. */
  public SyntaxWriteOptions {
    namespaces = Collections.unmodifiableMap(new LinkedHashMap<>(namespaces));
  }

  /** Returns the defaults for a syntax: no namespaces, triple terms as in RDF 1.2. */
  public static SyntaxWriteOptions of(Syntax syntax) {
    return new SyntaxWriteOptions(syntax, Map.of(), false, false);
  }

  /** Returns these options with other {@link #namespaces}. */
  public SyntaxWriteOptions withNamespaces(Map<String, String> value) {
    return new SyntaxWriteOptions(syntax, value, rdfStar, canonical);
  }

  /** Returns these options with other {@link #rdfStar}. */
  public SyntaxWriteOptions withRdfStar(boolean value) {
    return new SyntaxWriteOptions(syntax, namespaces, value, canonical);
  }

  /** Returns these options with other {@link #canonical}. */
  public SyntaxWriteOptions withCanonical(boolean value) {
    return new SyntaxWriteOptions(syntax, namespaces, rdfStar, value);
  }

  /** Tells whether a short name and an IRI make a namespace that Turtle can declare. */
  public static boolean isNamespace(String name, String iri) {
    byte[] text = iri.getBytes(StandardCharsets.UTF_8);
    return SHORT_NAME.matcher(name).matches()
        && Utf8.isUnicode(iri)
        && IriCharacters.isPlainAbsolute(text, 0, text.length);
  }

  /** Tells whether a syntax can be written. */
  public static boolean canWrite(Syntax syntax) {
    return WRITTEN.contains(syntax);
  }

  /** Returns the short names of the syntaxes that can be written, for messages. */
  public static String shortNames() {
    return Arrays.stream(Syntax.values())
        .filter(WRITTEN::contains)
        .map(Syntax::shortName)
        .collect(Collectors.joining(", "));
  }
}
