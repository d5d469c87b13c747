package io.github.jellybridge.syntax;

import io.github.jellybridge.rdf.Syntax;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How to write a file in one of the syntaxes of RDF. Immutable; start from {@link #of}.
 *
 * @param syntax what to write
 * @param namespaces short names to IRIs, for the syntaxes that have such
 * @param rdfStar write quoted triples in N-Triples and N-Quads as {@code << s p o >>}, as RDF-star
 *     had them, so that subjects may be such; if not, they are {@code <<( s p o )>>} as in RDF 1.2,
 *     and objects only
 */
public record SyntaxWriteOptions(Syntax syntax, Map<String, String> namespaces, boolean rdfStar)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final Set<Syntax> WRITTEN =
      EnumSet.of(
          Syntax.NTRIPLES, Syntax.NQUADS, Syntax.TURTLE, Syntax.TRIG, Syntax.RDFXML, Syntax.JSONLD);

  /** Copies the namespaces. */
  public SyntaxWriteOptions {
    namespaces = Collections.unmodifiableMap(new LinkedHashMap<>(namespaces));
  }

  /** Returns the defaults for a syntax: no namespaces, quoted triples as in RDF 1.2. */
  public static SyntaxWriteOptions of(Syntax syntax) {
    return new SyntaxWriteOptions(syntax, Map.of(), false);
  }

  /** Returns these options with other {@link #namespaces}. */
  public SyntaxWriteOptions withNamespaces(Map<String, String> value) {
    return new SyntaxWriteOptions(syntax, value, rdfStar);
  }

  /** Returns these options with other {@link #rdfStar}. */
  public SyntaxWriteOptions withRdfStar(boolean value) {
    return new SyntaxWriteOptions(syntax, namespaces, value);
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
