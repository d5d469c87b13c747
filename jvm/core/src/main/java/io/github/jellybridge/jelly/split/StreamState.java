package io.github.jellybridge.jelly.split;

import java.io.Serializable;

/**
 * What a stream of the 1.x layout has defined up to some frame: enough to read on from there.
 *
 * @param prologue a delimited frame that gives a reader the options, the lookups and the terms to
 *     repeat; its one statement, if it has one, is not part of the file
 * @param lastNameEntry id of the last entry of the name lookup
 * @param lastPrefixEntry id of the last entry of the prefix lookup
 * @param lastDatatypeEntry id of the last entry of the datatype lookup
 * @param lastName name id of the last IRI, which the next one may count on from
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
