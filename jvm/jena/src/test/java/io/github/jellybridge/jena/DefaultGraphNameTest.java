package io.github.jellybridge.jena;

import static io.github.jellybridge.wire.WireTerm.iri;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.patch.PatchReader;
import io.github.jellybridge.proto.patch.RdfPatchRow;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WirePatch;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.jena.graph.Node;
import org.apache.jena.rdfpatch.changes.RDFChangesApply;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.jena.sparql.core.Quad;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;

/**
 * Graphs named as Jena names the default graph: names as any to everybody else, and to Jena the
 * statements would be in the default graph.
 */
public class DefaultGraphNameTest {
  private static final List<Node> NAMES =
      List.of(Quad.defaultGraphIRI, Quad.defaultGraphNodeGenerated);
  private static final WireTerm A = iri(0, 1);
  private static final WireTerm NAME = iri(0, 2);

  @Test
  public void quadsInThemAreRefused() {
    Cases.each(
        NAMES,
        name -> {
          byte[] file =
              Wire.V1.file(
                  WireRow.options(WireRow.QUADS),
                  WireRow.name(1, "http://example.org/a"),
                  WireRow.name(2, name.getURI()),
                  WireRow.quad(A, A, NAME, WireTerm.DEFAULT_GRAPH),
                  WireRow.quad(A, A, A, A),
                  WireRow.quad(A, A, A, NAME));
          Iterator<Quad> quads = JellyFiles.readQuads(new ByteArrayInputStream(file));
          assertTrue(quads.next().isDefaultGraph());
          assertEquals("http://example.org/a", quads.next().getGraph().getURI());
          assertRefused(name, quads::next);
        });
  }

  @Test
  public void patchesOfThemAreRefused() throws IOException {
    Cases.each(
        NAMES,
        name -> {
          DatasetGraph dataset = DatasetGraphFactory.create();
          assertRefused(name, () -> apply(name, dataset, WirePatch.add(A, A, A, NAME)));
          assertRefused(name, () -> apply(name, dataset, WirePatch.delete(A, A, A, NAME)));
          assertRefused(
              name, () -> apply(name, dataset, WirePatch.namespaceAdd("x", iri(0, 1), NAME)));
          assertRefused(
              name, () -> apply(name, dataset, WirePatch.namespaceDelete("x", iri(0, 1), NAME)));
          assertTrue(dataset.isEmpty());
          apply(name, dataset, WirePatch.add(A, A, NAME, WireTerm.DEFAULT_GRAPH));
          assertEquals(name, dataset.getDefaultGraph().find().next().getObject());
        });
  }

  private static void apply(Node name, DatasetGraph dataset, RdfPatchRow row) throws IOException {
    byte[] file =
        WirePatch.file(
            WirePatch.frame(
                WirePatch.row(WirePatch.options(WirePatch.QUADS, WirePatch.FLAT)),
                WirePatch.name(1, "http://example.org/a"),
                WirePatch.name(2, name.getURI()),
                row));
    try (PatchReader reader =
        PatchReader.open(new ByteArrayInputStream(file), "x", PatchReader.defaults())) {
      reader.read(RdfPatchText.to(new RDFChangesApply(dataset)));
    }
  }

  private static void assertRefused(Node name, ThrowingRunnable reading) {
    String message = assertThrows(IllegalArgumentException.class, reading).getMessage();
    assertTrue(message, message.endsWith("found <" + name.getURI() + ">"));
  }
}
