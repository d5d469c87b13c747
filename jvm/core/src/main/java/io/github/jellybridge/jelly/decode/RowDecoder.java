package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.NamespaceDeclaration;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.columns.ColumnFrameDecoder;
import io.github.jellybridge.jelly.draft.DraftRowDecoder;
import io.github.jellybridge.jelly.encode.RowEncoder;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.wire.RowCounter;
import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import java.util.Map;
import java.util.Set;

/**
 * Decodes the rows of a stream in order. Each form of rows has an implementation: {@link
 * V1RowDecoder}, {@link DraftRowDecoder}, {@link ColumnFrameDecoder} and {@code PatchRowDecoder}.
 * {@link RowEncoder} is the counterpart.
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

  /** Returns the decoder of terms. */
  TermDecoder terms();

  /** Returns the state that is copied from chunk to chunk. */
  RetainedTerms retained();

  /** Rejects longer rows from now on. */
  void maxRowBytes(long bytes);

  /** Sets the filter. Of rejected statements, only the predicates need be read. */
  default void filter(PredicateFilter filter) {
    throw new IllegalStateException("no filter for these rows");
  }

  /** Returns whether a frame has to be buffered before any of it can be decoded. */
  default boolean needsWholeFrames() {
    return false;
  }

  /**
   * Counts the remaining statements of the frame at {@code in.pos} and moves to its end; only for
   * decoders that need whole frames.
   */
  default long countFrame(int end) throws JellyParseException {
    throw new IllegalStateException("rows are counted one by one");
  }

  /** Makes the blank nodes of a batch unique to their frames, from an entry on. */
  default void scopeBlankNodes(FrameBlankNodes scope, StatementBatch batch, int from) {
    scope.apply(batch, from);
  }

  /** Returns a counter of statements; not available for patches. */
  default RowCounter counter() {
    throw new IllegalStateException("no counter for these rows");
  }

  /** Returns the distinct namespace declarations so far, in order. */
  default Set<NamespaceDeclaration> namespaces() {
    return Set.of();
  }

  /** Returns the latest IRI of every namespace name. */
  default Map<String, String> prefixes() {
    return Map.of();
  }

  /** Returns whether the decoder is inside a graph. */
  default boolean inGraph() {
    return false;
  }

  /** Continues at a split point. If it has a state, the frame of the state has been decoded. */
  default void resume(SplitPoint start) {
    throw new IllegalStateException("no split points in streams of these rows");
  }

  /** Returns the stream options in force. */
  default StreamOptions options() {
    return terms().stream;
  }

  /** Returns how many messages have ended if the next frame is a checkpoint. */
  default long messagesAtCheckpoint() {
    return 0;
  }

  /** Handles the end of a frame. */
  default void endFrame() throws JellyParseException {
    // Frames have no meaning in most streams.
  }

  /** Checks that the stream may end here. */
  void checkEnd() throws JellyParseException;
}
