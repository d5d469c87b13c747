package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.jelly.wire.WireReader;

/**
 * Checks that rows come in the order that the physical type of the stream requires (Jelly-RDF 1.1,
 * "Physical stream types"), and tracks graphs.
 */
public final class RowOrderCheck {
  private final WireReader in;
  private final PhysicalType physical;

  private final int statementKind;

  private boolean inGraph;

  RowOrderCheck(WireReader in, PhysicalType physical) {
    this.in = in;
    this.physical = physical;
    this.statementKind = RowKind.ofStatements(physical);
  }

  /** Returns whether the stream is inside a graph. */
  public boolean inGraph() {
    return inGraph;
  }

  /** Returns whether a statement row may come next. */
  boolean statementAllowed() {
    return inGraph || physical != PhysicalType.GRAPHS;
  }

  /** Checks that a row of this kind may come here. */
  public void enter(int kind, int at) throws JellyParseException {
    if (kind == statementKind) {
      if (!inGraph && physical == PhysicalType.GRAPHS) {
        throw in.error(at, "a graph start before triples", "a triple outside a graph");
      }
    } else if (kind == RowKind.GRAPH_START && physical == PhysicalType.GRAPHS) {
      if (inGraph) {
        throw in.error(at, "a graph end before the next graph start", "a graph start in a graph");
      }
      inGraph = true;
    } else if (kind == RowKind.GRAPH_END && physical == PhysicalType.GRAPHS) {
      if (!inGraph) {
        throw in.error(at, "a graph start before a graph end", "a graph end outside a graph");
      }
      inGraph = false;
    } else if (kind >= RowKind.TRIPLE && kind <= RowKind.GRAPH_END) {
      String[] names = {"triple", "quad", "graph start", "graph end"};
      throw in.error(
          at,
          "rows of a stream of physical type " + physical,
          "a " + names[(kind >>> 3) - 2] + " row");
    }
  }

  /** Checks that the stream may end here. */
  public void checkEnd() throws JellyParseException {
    if (inGraph) {
      throw in.error(in.pos, "a graph end before the end of the stream", "the end of the file");
    }
  }
}
