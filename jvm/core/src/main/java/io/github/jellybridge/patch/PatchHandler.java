package io.github.jellybridge.patch;

import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;

/**
 * Takes patches as a stream of events, one for each row of RDF Patch: what readers call and writers
 * are.
 *
 * <p>Terms are ids of the table that {@link #start} gives; {@link TermTable#NO_TERM} stands for no
 * graph or the default graph. They are valid until {@link #forget} returns.
 */
public interface PatchHandler {
  /**
   * Called once, before everything else.
   *
   * @param options what the stream says of itself; null for text, which does not
   * @param terms the table that ids refer to
   */
  default void start(PatchOptions options, TermTable terms) throws IOException {}

  /** A statement is added ({@code A}). */
  void add(int s, int p, int o, int g) throws IOException;

  /** A statement is deleted ({@code D}). */
  void delete(int s, int p, int o, int g) throws IOException;

  /**
   * A namespace is added ({@code PA}).
   *
   * @param name the short name, without the colon
   * @param iri the namespace
   * @param g the graph it belongs to
   */
  void addNamespace(String name, int iri, int g) throws IOException;

  /**
   * A namespace is deleted ({@code PD}).
   *
   * @param name the short name, without the colon
   * @param iri the namespace, or {@link TermTable#NO_TERM}
   * @param g the graph it belongs to
   */
  void deleteNamespace(String name, int iri, int g) throws IOException;

  /** A transaction starts ({@code TX}). */
  void startTransaction() throws IOException;

  /** The transaction is committed ({@code TC}). */
  void commit() throws IOException;

  /** The transaction is aborted ({@code TA}). */
  void abort() throws IOException;

  /** A header ({@code H}). */
  void header(String name, int value) throws IOException;

  /** The patch ends; what comes next belongs to another one. Also called for the last one. */
  void endPatch() throws IOException;

  /** The ids given so far will not be valid any more. */
  default void forget() throws IOException {}
}
