package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;

/**
 * Decodes and checks the statement messages of one layout, and sets the last terms of a {@link
 * DecoderState}.
 */
public interface StatementDecoder {
  /** Reads a triple. */
  void triple(int from, int to) throws JellyParseException;

  /** Reads a quad. */
  void quad(int from, int to) throws JellyParseException;

  /** Reads the graph name of a graph start. */
  void graphStart(int from, int to) throws JellyParseException;

  /** Reads an IRI message and returns its term. */
  int iri(int from, int to) throws JellyParseException;
}
