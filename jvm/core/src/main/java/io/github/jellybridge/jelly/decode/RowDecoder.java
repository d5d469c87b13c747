package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.NamespaceDeclaration;
import io.github.jellybridge.jelly.draft.DraftRowDecoder;
import io.github.jellybridge.jelly.encode.RowEncoder;
import io.github.jellybridge.jelly.wire.RowCounter;
import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import java.util.Map;
import java.util.Set;

/**
 * Decodes the rows of a stream in order. There is one for each form of rows: {@link V1RowDecoder},
 * {@link DraftRowDecoder} and {@code PatchRowDecoder}; {@link RowEncoder} is the counterpart.
 */
public interface RowDecoder {
  /**
   * Decodes rows from {@code in.pos} on, until {@code end} or until the batch is full, and leaves
   * {@code in.pos} at the first row not decoded.
   *
   * @param end the end of the frame, or of the buffered bytes if that comes first
   * @param whole whether end is the end of the frame, so that a cut row is an error
   * @param max the number of statements at which the batch is full
   */
  void decode(StatementBatch into, int end, boolean whole, int max) throws JellyParseException;

  /** Returns what turns messages into terms. */
  TermDecoder terms();

  /** Returns what has to be kept from chunk to chunk. */
  RetainedTerms retained();

  /** Refuses longer rows from now on. */
  void maxRowBytes(long bytes);

  /**
   * Sets the filter: the objects of statements that it rejects, if objects are asked for, need not
   * be read.
   */
  default void filter(PredicateFilter filter) {
    throw new IllegalStateException("no filter for these rows");
  }

  /** Returns a counter of statements; rows of patches have none. */
  default RowCounter counter() {
    throw new IllegalStateException("no counter for these rows");
  }

  /** Returns the namespace declarations so far, each once, in order. */
  default Set<NamespaceDeclaration> namespaces() {
    return Set.of();
  }

  /** Returns the latest IRI of every namespace name. */
  default Map<String, String> prefixes() {
    return Map.of();
  }

  /** Tells whether a graph has started that has not ended. */
  default boolean inGraph() {
    return false;
  }

  /** Called at the end of every frame. */
  default void endFrame() throws JellyParseException {
    // Frames mean nothing in most streams.
  }

  /** Checks that the stream may end here. */
  void checkEnd() throws JellyParseException;
}
