package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.Test;

/** Writes random statements with random options and checks that other decoders read the same. */
public class RandomWriteTest {
  @Test
  public void otherReadersReadTheWrittenFile() throws Exception {
    for (long seed = 0; seed < TestSize.of(100, 600); seed++) {
      Random random = new Random(seed);
      JellyWriteOptions options = options(random);
      int size = random.nextInt(random.nextInt(10) == 0 ? 3000 : 120);
      List<Statement> statements = statements(random, options, size);
      Writing.Filling filling = Writing.Filling.values()[random.nextInt(4)];
      int batch = random.nextInt(3) == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(50);
      String what = "seed " + seed + ", " + filling + ", batches of " + batch + ", " + options;
      try {
        byte[] file = Writing.write(statements, options, filling, batch);
        List<Statement> found = Writing.decode(file, options.delimited());
        assertEquals(what, statements, Writing.inOneFrame(found));
        assertEquals(what, found, Reading.byFrame(file, Reading.OPTIONS));
        assertEquals(what, options.streamOptions(), Reading.header(file).options());
      } catch (Exception e) {
        throw new AssertionError(what, e);
      }
    }
  }

  /**
   * Tests namespaces and frames between statements: ids of IRIs are relative to those of namespaces
   * and vice versa, and the ends of frames have a meaning.
   */
  @Test
  public void otherReadersReadFilesWithNamespacesAndFrameEnds() throws Exception {
    for (long seed = 0; seed < TestSize.of(60, 300); seed++) {
      Random random = new Random(seed);
      JellyWriteOptions options =
          options(random).toBuilder()
              .delimited(true)
              .namespaceDeclarations(true)
              .logicalType(LogicalType.UNSPECIFIED)
              .build();
      boolean grouped = random.nextBoolean();
      if (grouped) {
        boolean triples = options.physicalType() == PhysicalType.TRIPLES;
        options =
            options.toBuilder()
                .logicalType(triples ? LogicalType.SUBJECT_GRAPHS : LogicalType.NAMED_GRAPHS)
                .build();
      }
      List<Statement> statements = statements(random, options, random.nextInt(200));
      Set<NamespaceDeclaration> namespaces = new LinkedHashSet<>();
      options.namespaces().forEach((k, v) -> namespaces.add(new NamespaceDeclaration(k, v)));
      List<Statement> expected = new ArrayList<>();
      long frame = 0;
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      try (JellyWriter writer = JellyWriter.open(file, options)) {
        for (int from = 0; from < statements.size(); ) {
          int to = Math.min(statements.size(), from + 1 + random.nextInt(20));
          List<Statement> some = statements.subList(from, to);
          Writing.write(writer, some, Writing.Filling.values()[random.nextInt(4)], 7);
          for (Statement s : some) {
            expected.add(new Statement(grouped ? frame : 0, s.s(), s.p(), s.o(), s.g()));
          }
          from = to;
          for (int i = random.nextInt(3); i > 0; i--) {
            String iri = "http://example.org/" + random.nextInt(9) + "/" + random.nextInt(9);
            NamespaceDeclaration declared =
                new NamespaceDeclaration(
                    "n" + random.nextInt(5), iri.substring(random.nextInt(iri.length())));
            writer.namespace(declared.name(), declared.iri());
            namespaces.add(declared);
          }
          if (random.nextInt(3) == 0) {
            writer.endFrame();
            frame++;
          }
        }
      }
      String what = "seed " + seed + ", " + options;
      List<Statement> found = Writing.decode(file.toByteArray(), true);
      assertEquals(what, expected, grouped ? found : Writing.inOneFrame(found));
      assertEquals(what, found, Reading.byFrame(file.toByteArray(), Reading.OPTIONS));
      assertEquals(what, List.copyOf(namespaces), Reading.namespaces(file.toByteArray()));
    }
  }

  /** Random options with tables so small that entries are replaced all the time. */
  static JellyWriteOptions options(Random random) {
    PhysicalType type = PhysicalType.values()[random.nextInt(3)];
    JellyWriteOptions.Builder options =
        JellyWriteOptions.builder()
            .physicalType(type)
            .generalized(random.nextInt(3) == 0)
            .rdfStar(random.nextInt(3) == 0)
            .streamName(random.nextBoolean() ? "" : "strøm")
            .delimited(random.nextInt(5) > 0)
            .frameSize(random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(40))
            .maxFrameBytes(random.nextInt(3) == 0 ? 1 << 20 : 1 + random.nextInt(2000))
            .checkpointBytes(random.nextInt(3) == 0 ? 1 + random.nextInt(3000) : 0)
            .scope(random.nextBoolean() ? null : "scope-" + random.nextInt());
    if (random.nextInt(4) > 0) {
      // Nested quoted triples need up to 46 names at once.
      options
          .maxNameTableSize(random.nextInt(3) == 0 ? 48 : 48 + random.nextInt(100))
          .maxPrefixTableSize(random.nextInt(5))
          .maxDatatypeTableSize(46 + random.nextInt(10));
    }
    if (random.nextInt(4) == 0) {
      options.namespaces(java.util.Map.of("ex", "http://example.org/", "", "urn:x"));
    }
    return options.build();
  }

  /** Random statements that the options allow. */
  public static List<Statement> statements(Random random, JellyWriteOptions options, int size) {
    RandomTerms terms = new RandomTerms(random, options.generalized(), options.rdfStar());
    boolean quads = options.physicalType() != PhysicalType.TRIPLES;
    List<Statement> made = new ArrayList<>();
    Statement last = null;
    for (int i = 0; i < size; i++) {
      boolean repeats = last != null && random.nextInt(3) > 0;
      Term s = repeats ? last.s() : terms.subject();
      Term p = repeats && random.nextBoolean() ? last.p() : terms.predicate();
      Term o = repeats && random.nextInt(8) == 0 ? last.o() : terms.object();
      Term g = !quads ? null : last != null && random.nextInt(4) > 0 ? last.g() : terms.graph();
      last = new Statement(0, s, p, o, g);
      made.add(last);
    }
    return made;
  }
}
