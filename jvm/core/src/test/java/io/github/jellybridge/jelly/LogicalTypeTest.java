package io.github.jellybridge.jelly;

import static io.github.jellybridge.jelly.BothLayouts.A;
import static io.github.jellybridge.jelly.BothLayouts.B;
import static io.github.jellybridge.jelly.BothLayouts.C;
import static io.github.jellybridge.jelly.BothLayouts.D;
import static io.github.jellybridge.wire.WireRow.GRAPHS;
import static io.github.jellybridge.wire.WireRow.QUADS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

/** Jelly-RDF 1.1, "Logical stream types" and "Consistency with physical stream types". */
public class LogicalTypeTest {
  @Test
  public void logicalTypesAreKnownByName() {
    assertEquals(LogicalType.NAMED_GRAPHS, LogicalType.named("NAMED_GRAPHS"));
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> LogicalType.named("named"));
    assertTrue(e.getMessage(), e.getMessage().contains("FLAT_TRIPLES, FLAT_QUADS, GRAPHS"));
  }

  @Test
  public void anUnspecifiedLogicalTypeFitsEveryPhysicalType() throws Exception {
    accepted(0, TRIPLES, QUADS, GRAPHS);
  }

  @Test
  public void flatTriplesFitTriplesOnly() throws Exception {
    accepted(1, TRIPLES);
    refused(1, QUADS, GRAPHS);
  }

  @Test
  public void flatQuadsFitQuadsAndGraphs() throws Exception {
    accepted(2, QUADS, GRAPHS);
    refused(2, TRIPLES);
  }

  @Test
  public void graphsFitTriplesOnly() throws Exception {
    accepted(3, TRIPLES);
    refused(3, QUADS, GRAPHS);
  }

  @Test
  public void datasetsFitQuadsAndGraphs() throws Exception {
    accepted(4, QUADS, GRAPHS);
    refused(4, TRIPLES);
  }

  @Test
  public void subjectGraphsFitTriplesOnly() throws Exception {
    accepted(13, TRIPLES);
    refused(13, QUADS, GRAPHS);
  }

  @Test
  public void namedGraphsFitQuadsAndGraphs() throws Exception {
    accepted(14, QUADS, GRAPHS);
    refused(14, TRIPLES);
  }

  @Test
  public void timestampedNamedGraphsFitQuadsAndGraphs() throws Exception {
    accepted(114, QUADS, GRAPHS);
    refused(114, TRIPLES);
  }

  @Test
  public void unknownSubtypesAreTakenAsTheirBaseType() throws Exception {
    accepted(21, TRIPLES);
    refused(21, QUADS, GRAPHS);
    accepted(1232, QUADS, GRAPHS);
    refused(1232, TRIPLES);
    accepted(993, TRIPLES);
    refused(993, QUADS, GRAPHS);
    accepted(24, QUADS, GRAPHS);
    refused(24, TRIPLES);
  }

  @Test
  public void aTypeWithoutABaseTypeIsRefused() {
    refused(5, TRIPLES, QUADS, GRAPHS);
    refused(10, TRIPLES, QUADS, GRAPHS);
    refused(19, TRIPLES, QUADS, GRAPHS);
  }

  @Test
  public void theHeaderKeepsTheSubtype() throws Exception {
    assertEquals(114, Reading.header(file(114, QUADS)).options().logicalType());
  }

  @Test
  public void aTypeThatDoesNotFitIsCountedWhenNotStrict() throws Exception {
    assertEquals(1, Reading.refusedUnlessLenient(file(1, QUADS), 1).size());
    assertEquals(1, Reading.refusedUnlessLenient(file(4, TRIPLES), 1).size());
  }

  @Test
  public void repeatedOptionsWithAnotherLogicalTypeAreRefused() {
    Reading.refused(
        OneX.file(options(QUADS).logical(4), quad(A, B, C, D), options(QUADS).logical(14)));
  }

  private static void accepted(int logical, int... physicalTypes) throws Exception {
    for (int physical : physicalTypes) {
      assertEquals(1, Reading.read(file(logical, physical)).size());
    }
  }

  private static void refused(int logical, int... physicalTypes) {
    for (int physical : physicalTypes) {
      Reading.refused(file(logical, physical));
    }
  }

  private static byte[] file(int logical, int physical) {
    var options = options(physical).logical(logical);
    return switch (physical) {
      case TRIPLES -> OneX.file(options, triple(A, B, C));
      case QUADS -> OneX.file(options, quad(A, B, C, D));
      default -> OneX.file(options, graphStart(D), triple(A, B, C), graphEnd());
    };
  }
}
