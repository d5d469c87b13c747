package io.github.jellybridge.model;

/**
 * An expected statement: a triple or quad and the number of the frame that holds it.
 *
 * @param frame 0-based frame number
 * @param g the graph, null for the default graph
 */
public record Statement(long frame, Term s, Term p, Term o, Term g) {
  @Override
  public String toString() {
    return "[" + frame + "] " + s + " " + p + " " + o + (g == null ? "" : " " + g) + " .";
  }
}
