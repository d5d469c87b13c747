package io.github.jellybridge.jelly.split;

import java.io.Serializable;

/**
 * The state of a stream at the start of some frame: enough to read on from there.
 *
 * @param prologue a delimited frame with the options, the lookups and the terms to repeat; its one
 *     statement, if any, is not part of the file. In the column layout it has no lookups if the
 *     next frame restates the options; the ids of last entries are then unknown.
 * @param lastNameEntry id of the last entry of the name lookup
 * @param lastPrefixEntry id of the last entry of the prefix lookup
 * @param lastDatatypeEntry id of the last entry of the datatype lookup
 * @param lastName name id of the last IRI, which the next one may be relative to; 0 in the column
 *     layout, whose ids are not relative to earlier frames
 * @param lastPrefix prefix id of the last IRI; 0 in the column layout
 * @param inMessage whether the last statement belongs to a message that has not ended
 */
public record StreamState(
    byte[] prologue,
    int lastNameEntry,
    int lastPrefixEntry,
    int lastDatatypeEntry,
    int lastName,
    int lastPrefix,
    boolean inMessage)
    implements Serializable {
  private static final long serialVersionUID = 2L;

  /** Creates the state of a stream without messages. */
  public StreamState(
      byte[] prologue,
      int lastNameEntry,
      int lastPrefixEntry,
      int lastDatatypeEntry,
      int lastName,
      int lastPrefix) {
    this(prologue, lastNameEntry, lastPrefixEntry, lastDatatypeEntry, lastName, lastPrefix, false);
  }
}
