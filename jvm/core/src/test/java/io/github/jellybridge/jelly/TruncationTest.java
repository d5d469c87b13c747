package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.GRAPHS;
import static io.github.jellybridge.wire.WireRow.QUADS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.name;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.DEFAULT_GRAPH;
import static io.github.jellybridge.wire.WireTerm.REPEAT;
import static io.github.jellybridge.wire.WireTerm.bnode;
import static io.github.jellybridge.wire.WireTerm.iri;
import static io.github.jellybridge.wire.WireTerm.lang;
import static io.github.jellybridge.wire.WireTerm.quoted;
import static io.github.jellybridge.wire.WireTerm.text;
import static io.github.jellybridge.wire.WireTerm.typed;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.MessageLite;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/**
 * Cuts a file at every byte: it is refused, or reads as a shorter stream if the cut is between
 * frames.
 */
public class TruncationTest extends BothLayouts {
  @Test
  public void aTriplesFileCutAnywhere() throws Exception {
    cut(
        opening(options(TRIPLES), triple(A, B, lang("x", "en")), triple(REPEAT, B, bnode("b"))),
        wire.frame(),
        wire.frame(name(5, "é"), triple(iri(1, 5), REPEAT, typed("1", 1))));
  }

  @Test
  public void aQuadsFileCutAnywhere() throws Exception {
    cut(
        opening(options(QUADS).rdfStar(true), quad(A, B, quoted(A, B, text("x")), DEFAULT_GRAPH)),
        wire.frame(quad(REPEAT, REPEAT, bnode("o"), D)),
        wire.frame(quad(bnode("s"), REPEAT, REPEAT, REPEAT), options(QUADS).rdfStar(true)));
  }

  @Test
  public void aGraphsFileCutAnywhere() throws Exception {
    cut(
        opening(options(GRAPHS), graphStart(D), triple(A, B, C), graphEnd()),
        wire.frame(graphStart(DEFAULT_GRAPH), triple(REPEAT, B, text("")), graphEnd()),
        wire.frame(graphStart(bnode("g")), graphEnd()));
  }

  @Test
  public void aGraphsFileCutInsideAGraphIsRefusedEvenBetweenFrames() {
    MessageLite first = opening(options(GRAPHS), graphStart(D), triple(A, B, C));
    byte[] file = Wire.delimited(first, wire.frame(triple(A, B, D)), wire.frame(graphEnd()));
    for (int length = 0; length < file.length; length++) {
      Reading.refused(Arrays.copyOf(file, length));
    }
  }

  @Test
  public void aBareFrameCutInsideARowIsRefused() throws Exception {
    WireRow[] rows = {triple(A, B, lang("x", "en")), triple(REPEAT, B, bnode("b"))};
    byte[] file = opening(options(TRIPLES), rows).toByteArray();
    List<Statement> whole = Reading.read(file);
    int rowEnds = 0;
    for (int length = 0; length < file.length; length++) {
      byte[] part = Arrays.copyOf(file, length);
      if (length > 0 && endsBetweenRows(file, length)) {
        // Missing rows go unnoticed, as a bare frame does not store its length.
        List<Statement> read = Reading.read(part);
        assertEquals(whole.subList(0, read.size()), read);
        rowEnds++;
      } else {
        Reading.refused(part);
      }
    }
    assertTrue(rowEnds > 5);
  }

  private static boolean endsBetweenRows(byte[] file, int length) {
    int at = 0;
    while (at < length) {
      at += 2 + file[at + 1];
    }
    return at == length;
  }

  private static void cut(MessageLite... frames) throws Exception {
    byte[] file = Wire.delimited(frames);
    List<Statement> whole = Reading.read(file);
    Map<Integer, Integer> boundaries = new HashMap<>();
    int at = 0;
    for (int i = 0; i < frames.length; i++) {
      at += Wire.delimited(frames[i]).length;
      boundaries.put(at, i);
    }
    int read = 0;
    for (int length = 0; length <= file.length; length++) {
      byte[] part = Arrays.copyOf(file, length);
      Integer frame = boundaries.get(length);
      if (frame == null) {
        Reading.refused(part);
      } else {
        assertEquals(whole.stream().filter(s -> s.frame() <= frame).toList(), Reading.read(part));
        read++;
      }
    }
    assertEquals(frames.length, read);
  }
}
