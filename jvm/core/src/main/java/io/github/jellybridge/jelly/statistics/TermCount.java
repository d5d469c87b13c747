package io.github.jellybridge.jelly.statistics;

import io.github.jellybridge.rdf.TermKind;
import java.io.Serializable;

/**
 * A term and the number of statements that have it.
 *
 * @param kind {@link TermKind#IRI}, or {@link TermKind#NONE} for the default graph
 * @param value the IRI as UTF-8; empty for the default graph
 * @param count number of statements, at least 1
 */
public record TermCount(byte kind, byte[] value, long count) implements Serializable {
  private static final long serialVersionUID = 1L;
}
