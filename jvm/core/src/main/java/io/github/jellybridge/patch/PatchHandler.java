package io.github.jellybridge.patch;

import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;

/**
 * Handles patches as a stream of events, one for each row of RDF Patch. Readers call it; writers
 * implement it.
 *
 * <p>Terms are ids of the table passed to {@link #start}; {@link TermTable#NO_TERM} means no graph
 * or the default graph. Ids are valid until {@link #forget} returns.
 */
public interface PatchHandler {
  /**
   * Starts a stream. Called once, before all other methods.
   *
   * @param options the options of the stream; null for text, which has none
   * @param terms the table that ids refer to
   */
  default void start(PatchOptions options, TermTable terms) throws IOException {}

  /** Adds a statement ({@code A}). */
  void add(int s, int p, int o, int g) throws IOException;

  /** Deletes a statement ({@code D}). */
  void delete(int s, int p, int o, int g) throws IOException;

  /**
   * Adds a namespace ({@code PA}).
   *
   * @param name the short name, without the colon
   * @param iri the namespace
   * @param g the graph it belongs to
   */
  void addNamespace(String name, int iri, int g) throws IOException;

  /**
   * Deletes a namespace ({@code PD}).
   *
   * @param name the short name, without the colon
   * @param iri the namespace, or {@link TermTable#NO_TERM}
   * @param g the graph it belongs to
   */
  void deleteNamespace(String name, int iri, int g) throws IOException;

  /** Starts a transaction ({@code TX}). */
  void startTransaction() throws IOException;

  /** Commits the transaction ({@code TC}). */
  void commit() throws IOException;

  /** Aborts the transaction ({@code TA}). */
  void abort() throws IOException;

  /** Handles a header ({@code H}). */
  void header(String name, int value) throws IOException;

  /** Ends the patch; later events belong to another patch. Also called for the last patch. */
  void endPatch() throws IOException;

  /** Drops all ids passed so far, which become invalid after this call. */
  default void forget() throws IOException {}
}
