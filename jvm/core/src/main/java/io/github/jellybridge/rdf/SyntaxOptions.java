package io.github.jellybridge.rdf;

import io.github.jellybridge.rdf.text.IriCharacters;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/**
 * Options for reading a file in one of the RDF syntaxes. Immutable; start from {@link #of}.
 *
 * @param syntax the syntax of the file
 * @param base the base IRI; null for the URI of the file
 * @param scope the string that makes the labels of blank nodes unique, such as the name of the
 *     file, see {@link BlankNodeScope}; null to keep labels unchanged
 * @param columns the columns of a batch to fill: {@link StatementBatch#S} and so on, or'ed
 * @param dropMalformed whether to skip and count malformed lines of N-Triples and N-Quads
 * @param checkUnread whether to check the terms of columns that are not filled
 * @param distinctTerms whether an IRI or blank node of N-Triples and N-Quads that soon recurs keeps
 *     its id, for callers that process each term once; if false, reading is faster, but many
 *     recurring terms get new ids
 * @param rdfStar whether N-Triples and N-Quads may have the quoted triples of RDF-star: {@code << s
 *     p o >>}, also as subjects
 * @param maxNesting deepest nesting of quoted triples accepted; 1 allows quoted triples that
 *     contain no other quoted triple
 * @param maxLineBytes longest line of N-Triples and N-Quads accepted, in bytes
 * @param documents limits of documents in other syntaxes
 */
public record SyntaxOptions(
    Syntax syntax,
    String base,
    String scope,
    int columns,
    boolean dropMalformed,
    boolean checkUnread,
    boolean distinctTerms,
    boolean rdfStar,
    int maxNesting,
    int maxLineBytes,
    DocumentLimits documents)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Deepest nesting of quoted triples accepted by default. */
  public static final int DEFAULT_MAX_NESTING = 64;

  /** Longest line accepted by default, in bytes: room for large literals, safe for the heap. */
  public static final int DEFAULT_MAX_LINE_BYTES = 64 << 20;

  /** Smallest limit of lines, in bytes. This many bytes are read at a time anyway. */
  public static final int LEAST_LINE_LIMIT = 1 << 20;

  /** Largest limit of lines, in bytes, as a line is held in one array. */
  public static final int LARGEST_LINE = 1 << 30;

  /** Checks the ranges; throws IllegalArgumentException. */
  public SyntaxOptions {
    if ((columns & ~StatementBatch.ALL) != 0) {
      throw new IllegalArgumentException("columns must be an or of S, P, O and G");
    }
    if (maxNesting < 0 || maxNesting > NTriplesParser.MAX_NESTING) {
      throw new IllegalArgumentException("maxNesting must be 0 to " + NTriplesParser.MAX_NESTING);
    }
    if (maxLineBytes < LEAST_LINE_LIMIT || maxLineBytes > LARGEST_LINE) {
      throw new IllegalArgumentException("maxLineBytes must be 2^20 to 2^30");
    }
  }

  /** Returns the defaults for a syntax: unchanged labels, all columns, all checks. */
  public static SyntaxOptions of(Syntax syntax) {
    return new SyntaxOptions(
        syntax,
        null,
        null,
        StatementBatch.ALL,
        false,
        true,
        true,
        false,
        DEFAULT_MAX_NESTING,
        DEFAULT_MAX_LINE_BYTES,
        DocumentLimits.DEFAULTS);
  }

  /** Returns these options for another {@link #syntax}. */
  public SyntaxOptions withSyntax(Syntax value) {
    return new SyntaxOptions(
        value,
        base,
        scope,
        columns,
        dropMalformed,
        checkUnread,
        distinctTerms,
        rdfStar,
        maxNesting,
        maxLineBytes,
        documents);
  }

  /**
   * Returns these options with another {@link #base}.
   *
   * @throws IllegalArgumentException if the base is not an absolute IRI
   */
  public SyntaxOptions withBase(String value) {
    byte[] iri = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
    if (iri != null && !IriCharacters.isPlainAbsolute(iri, 0, iri.length)) {
      throw new IllegalArgumentException(
          "The base must be an absolute IRI such as http://example.org/, but is '" + value + "'.");
    }
    return new SyntaxOptions(
        syntax,
        value,
        scope,
        columns,
        dropMalformed,
        checkUnread,
        distinctTerms,
        rdfStar,
        maxNesting,
        maxLineBytes,
        documents);
  }

  /** Returns these options with another {@link #scope}. */
  public SyntaxOptions withScope(String value) {
    return new SyntaxOptions(
        syntax,
        base,
        value,
        columns,
        dropMalformed,
        checkUnread,
        distinctTerms,
        rdfStar,
        maxNesting,
        maxLineBytes,
        documents);
  }

  /** Returns these options with other {@link #columns}. */
  public SyntaxOptions withColumns(int value) {
    return new SyntaxOptions(
        syntax,
        base,
        scope,
        value,
        dropMalformed,
        checkUnread,
        distinctTerms,
        rdfStar,
        maxNesting,
        maxLineBytes,
        documents);
  }

  /** Returns these options with other {@link #dropMalformed}. */
  public SyntaxOptions withDropMalformed(boolean value) {
    return new SyntaxOptions(
        syntax,
        base,
        scope,
        columns,
        value,
        checkUnread,
        distinctTerms,
        rdfStar,
        maxNesting,
        maxLineBytes,
        documents);
  }

  /** Returns these options with other {@link #checkUnread}. */
  public SyntaxOptions withCheckUnread(boolean value) {
    return new SyntaxOptions(
        syntax,
        base,
        scope,
        columns,
        dropMalformed,
        value,
        distinctTerms,
        rdfStar,
        maxNesting,
        maxLineBytes,
        documents);
  }

  /** Returns these options with other {@link #distinctTerms}. */
  public SyntaxOptions withDistinctTerms(boolean value) {
    return new SyntaxOptions(
        syntax,
        base,
        scope,
        columns,
        dropMalformed,
        checkUnread,
        value,
        rdfStar,
        maxNesting,
        maxLineBytes,
        documents);
  }

  /** Returns these options with other {@link #rdfStar}. */
  public SyntaxOptions withRdfStar(boolean value) {
    return new SyntaxOptions(
        syntax,
        base,
        scope,
        columns,
        dropMalformed,
        checkUnread,
        distinctTerms,
        value,
        maxNesting,
        maxLineBytes,
        documents);
  }

  /** Returns these options with other limits. */
  public SyntaxOptions withLimits(int nesting, int lineBytes) {
    return new SyntaxOptions(
        syntax,
        base,
        scope,
        columns,
        dropMalformed,
        checkUnread,
        distinctTerms,
        rdfStar,
        nesting,
        lineBytes,
        documents);
  }

  /** Returns these options with other {@link #documents}. */
  public SyntaxOptions withDocuments(DocumentLimits value) {
    return new SyntaxOptions(
        syntax,
        base,
        scope,
        columns,
        dropMalformed,
        checkUnread,
        distinctTerms,
        rdfStar,
        maxNesting,
        maxLineBytes,
        value);
  }
}
