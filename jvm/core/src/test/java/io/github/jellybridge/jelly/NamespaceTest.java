package io.github.jellybridge.jelly;

import static io.github.jellybridge.jelly.BothLayouts.A;
import static io.github.jellybridge.jelly.BothLayouts.B;
import static io.github.jellybridge.jelly.BothLayouts.C;
import static io.github.jellybridge.jelly.BothLayouts.D;
import static io.github.jellybridge.jelly.BothLayouts.EX;
import static io.github.jellybridge.wire.WireRow.GRAPHS;
import static io.github.jellybridge.wire.WireRow.QUADS;
import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.graphEnd;
import static io.github.jellybridge.wire.WireRow.graphStart;
import static io.github.jellybridge.wire.WireRow.name;
import static io.github.jellybridge.wire.WireRow.namespace;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.prefix;
import static io.github.jellybridge.wire.WireRow.quad;
import static io.github.jellybridge.wire.WireRow.triple;
import static io.github.jellybridge.wire.WireTerm.iri;
import static org.junit.Assert.assertEquals;

import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** Jelly-RDF 1.1, "Namespace declarations". */
public class NamespaceTest {
  private static final WireRow.Options VERSION_2 = options(TRIPLES).version(2);
  private static final WireRow T = triple(A, B, C);
  private static final WireRow T_OF_A = triple(A, A, A);

  @Test
  public void versionTwoIsRead() throws Exception {
    assertEquals(1, Reading.read(OneX.file(VERSION_2, T)).size());
    assertEquals(2, Reading.header(OneX.file(VERSION_2, T)).options().version());
  }

  @Test
  public void declarationsAreKeptInOrder() throws Exception {
    byte[] file = OneX.file(VERSION_2, namespace("x", iri(1, 1)), T, namespace("y", iri(1, 2)));
    assertEquals(1, Reading.read(file).size());
    assertEquals(
        List.of(new NamespaceDeclaration("x", EX + "a"), new NamespaceDeclaration("y", EX + "b")),
        Reading.namespaces(file));
  }

  /** Tests that the last declaration counts, also if it repeats the first of three. */
  @Test
  public void theLastDeclarationOfANameIsItsPrefix() throws Exception {
    WireRow first = namespace("x", iri(1, 1));
    WireRow other = namespace("x", iri(1, 2));
    Cases.each(
        new WireRow[] {first, other},
        last -> {
          byte[] file = OneX.file(VERSION_2, first, other, last, T);
          try (JellyReader reader = Reading.open(new ByteArrayInputStream(file), Reading.OPTIONS)) {
            while (reader.nextFrame()) {
              assertEquals(2, reader.namespaces().size());
            }
            assertEquals(Map.of("x", EX + (last == first ? "a" : "b")), reader.prefixes());
          }
        });
  }

  @Test
  public void theNameMayBeEmpty() throws Exception {
    assertEquals(
        List.of(new NamespaceDeclaration("", EX + "a")),
        Reading.namespaces(OneX.file(VERSION_2, namespace("", iri(1, 1)))));
  }

  @Test
  public void declarationsAreAllowedInEveryPhysicalType() throws Exception {
    WireRow ns = namespace("x", iri(1, 1));
    assertEquals(1, Reading.read(OneX.file(VERSION_2, ns, T, ns)).size());
    assertEquals(
        1, Reading.read(OneX.file(options(QUADS).version(2), ns, quad(A, B, C, D), ns)).size());
    assertEquals(
        1,
        Reading.read(
                OneX.file(options(GRAPHS).version(2), ns, graphStart(D), ns, T, graphEnd(), ns))
            .size());
  }

  @Test
  public void aDeclarationInAVersionOneStreamIsRefused() throws Exception {
    byte[] file = OneX.file(options(TRIPLES), T, namespace("x", iri(1, 1)));
    assertEquals(1, Reading.refusedUnlessLenient(file, 1).size());
  }

  @Test
  public void aDeclarationWithoutAnIriIsRefused() {
    Reading.refused(OneX.file(VERSION_2, T, namespace("x", null)));
  }

  @Test
  public void aDeclarationWithTwoIrisIsRefused() {
    byte[] opening = Wire.V1.frame(VERSION_2, prefix(1, EX), name(1, "a"), T_OF_A).toByteArray();
    byte[] iri = Wire.field(2, Wire.concat(Wire.field(1, 1), Wire.field(2, 1)));
    byte[] row = Wire.field(1, Wire.field(6, Wire.concat(iri, iri)));
    Reading.refused(Wire.delimited(Wire.concat(opening, row)));
  }

  @Test
  public void theFieldsOfADeclarationHaveTheirWireTypes() {
    byte[] opening = Wire.V1.frame(VERSION_2, prefix(1, EX), name(1, "a"), T_OF_A).toByteArray();
    byte[] name = Wire.field(1, new byte[] {'x'});
    byte[] iri = Wire.field(2, Wire.concat(Wire.field(1, 1), Wire.field(2, 1)));
    for (byte[] fields :
        List.of(Wire.concat(Wire.field(1, 7), iri), Wire.concat(name, iri, Wire.field(2, 7)))) {
      byte[] row = Wire.field(1, Wire.field(6, fields));
      Reading.refused(Wire.delimited(Wire.concat(opening, row)));
    }
  }

  @Test
  public void aDeclarationInADraftIsRefused() {
    byte[] draft =
        Wire.DRAFT.frame(options(TRIPLES), prefix(1, EX), name(1, "a"), T_OF_A).toByteArray();
    byte[] iri = Wire.field(2, Wire.concat(Wire.field(1, 1), Wire.field(2, 1)));
    Reading.refused(Wire.delimited(Wire.concat(draft, Wire.field(1, Wire.field(6, iri)))));
  }

  @Test
  public void aDeclarationWithAnUndefinedIriIsRefused() {
    Reading.refused(OneX.file(VERSION_2, T, namespace("x", iri(1, 9))));
  }

  @Test
  public void declarationsAfterTheStatementsAreSeenAtTheEnd() throws Exception {
    byte[] file =
        Wire.concat(
            OneX.file(VERSION_2, T), Wire.delimited(Wire.V1.frame(namespace("late", iri(1, 1)))));
    assertEquals(List.of(new NamespaceDeclaration("late", EX + "a")), Reading.namespaces(file));
  }
}
