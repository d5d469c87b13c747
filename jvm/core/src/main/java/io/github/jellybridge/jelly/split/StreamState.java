package io.github.jellybridge.jelly.split;

import java.io.Serializable;

/**
 * The state of a stream of the 1.x layout at the start of some frame: enough to read on from there.
 *
 * @param prologue a delimited frame with the options, the lookups and the terms to repeat; its one
 *     statement, if any, is not part of the file
 * @param lastNameEntry id of the last entry of the name lookup
 * @param lastPrefixEntry id of the last entry of the prefix lookup
 * @param lastDatatypeEntry id of the last entry of the datatype lookup
 * @param lastName name id of the last IRI, which the next one may be relative to
 * @param lastPrefix prefix id of the last IRI
 */
public record StreamState(
    byte[] prologue,
    int lastNameEntry,
    int lastPrefixEntry,
    int lastDatatypeEntry,
    int lastName,
    int lastPrefix)
    implements Serializable {
  private static final long serialVersionUID = 1L;
}
