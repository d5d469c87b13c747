package io.github.jellybridge.jelly.encode;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.LogicalType;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.RandomWriteTest;
import io.github.jellybridge.jelly.Writing;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.proto.rdf.RdfStreamFrame;
import io.github.jellybridge.proto.rdf.RdfStreamRow;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.wire.ReferenceDecoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.Test;

/** Checks that written streams have as few lookup entries, ids and terms as possible. */
public class WriteLookupTest {
  private static final Term A = Term.iri("http://example.org/a");

  private static final Term G = Term.iri("http://example.org/g");

  @Test
  public void theSmallestTablesAreEnough() throws IOException {
    JellyWriteOptions options =
        JellyWriteOptions.builder()
            .maxNameTableSize(8)
            .maxPrefixTableSize(1)
            .maxDatatypeTableSize(1)
            .build();
    Random random = new Random(11);
    List<Statement> statements = RandomWriteTest.statements(random, options, 2000);
    byte[] file = Writing.write(statements, options, Writing.Filling.PREFIXES, 100);
    assertEquals(statements, Writing.inOneFrame(Writing.decode(file, true)));
  }

  /** Tests names shared by several prefixes and texts with several datatypes, in small tables. */
  @Test
  public void entriesDoNotChangeInTheRowsThatUseThem() throws IOException {
    List<Term> terms = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      terms.add(Term.iri("http://" + i % 5 + ".example/" + i / 5));
      terms.add(Term.typed("x", "http://example.org/t" + i % 6));
    }
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      List<Statement> statements = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        Term s = terms.get(random.nextInt(60));
        Term o = terms.get(random.nextInt(60));
        Term quoted = random.nextBoolean() ? o : Term.quoted(o, terms.get(2), s);
        Term p = terms.get(2 * random.nextInt(30));
        statements.add(new Statement(0, s, p, quoted, terms.get(random.nextInt(60))));
      }
      JellyWriteOptions options =
          JellyWriteOptions.builder()
              .generalized(true)
              .rdfStar(true)
              .maxNameTableSize(8)
              .maxPrefixTableSize(1 + random.nextInt(6))
              .maxDatatypeTableSize(4)
              .build();
      for (Writing.Filling filling : Writing.Filling.values()) {
        byte[] file = Writing.write(statements, options, filling, 1 + random.nextInt(100));
        assertEquals(statements, Writing.decode(file, true));
      }
    }
  }

  @Test
  public void idsMayTakeUpToThreeBytes() throws IOException {
    JellyWriteOptions options =
        JellyWriteOptions.builder()
            .maxNameTableSize(20_000)
            .maxPrefixTableSize(1_000)
            .maxDatatypeTableSize(300)
            .build();
    List<Statement> statements = new ArrayList<>();
    Random random = new Random(12);
    for (int i = 0; i < 40_000; i++) {
      // Each subject once in order, then in random order.
      int n = i < 20_000 ? i : random.nextInt(20_000);
      Term s = Term.iri("http://example.org/" + n % 900 + "/" + n);
      statements.add(
          new Statement(0, s, A, Term.typed("" + n, "http://example.org/t" + n % 290), null));
    }
    byte[] file = Writing.write(statements, options, Writing.Filling.PREFIXES, 3_000);
    // jelly-jvm does not support tables of this size, so only the reference decoder reads this.
    assertEquals(statements, Writing.inOneFrame(ReferenceDecoder.decode(file, true)));
    // Lookups are large enough here that no entry is written twice.
    int[] entries = new int[2];
    for (RdfStreamFrame frame : Writing.frames(file)) {
      for (RdfStreamRow row : frame.getRowsList()) {
        entries[0] += row.hasPrefix() ? 1 : 0;
        entries[1] += row.hasDatatype() ? 1 : 0;
      }
    }
    assertArrayEquals(new int[] {901, 290}, entries);
  }

  @Test
  public void idsAreLeftOutWhereTheyAreTheNextOnes() throws IOException {
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      statements.add(new Statement(0, Term.iri("http://example.org/s" + i), A, A, null));
    }
    byte[] file = Writing.write(statements, JellyWriteOptions.defaults());
    List<Integer> names = new ArrayList<>();
    List<Integer> prefixes = new ArrayList<>();
    for (RdfStreamRow row : Writing.frames(file).get(0).getRowsList()) {
      if (row.hasName()) {
        names.add(row.getName().getId());
      } else if (row.hasPrefix()) {
        prefixes.add(row.getPrefix().getId());
      }
    }
    // The first ids are explicit, so that the file can be appended to another one.
    assertEquals(List.of(1), prefixes);
    assertEquals(1, (int) names.get(0));
    assertTrue(names.size() > 50);
    assertEquals(Set.of(0), Set.copyOf(names.subList(1, names.size())));
    assertArrayEquals(file, Writing.write(statements, JellyWriteOptions.defaults()));
  }

  @Test
  public void anEmptyTextDoesNotChangeOtherEntries() throws IOException {
    List<Term> iris =
        List.of(
            Term.iri("http://example.org/a"),
            Term.iri("urn:isbn:9780131103627"), // an empty prefix
            Term.iri("http://example.com/"), // an empty name
            Term.iri("http://example.net/a"));
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Term iri = iris.get(i % iris.size());
      statements.add(new Statement(0, iri, iri, iri, null));
    }
    for (Writing.Filling filling : Writing.Filling.values()) {
      byte[] file = Writing.write(statements, JellyWriteOptions.defaults(), filling, 1);
      assertEquals(statements, Writing.decode(file, true));
      List<RdfStreamRow> rows = Writing.frames(file).get(0).getRowsList();
      assertEquals("prefixes", 4, rows.stream().filter(RdfStreamRow::hasPrefix).count());
      assertEquals("names", 3, rows.stream().filter(RdfStreamRow::hasName).count());
    }
  }

  @Test
  public void termsThatRepeatAreLeftOut() throws IOException {
    Cases.each(
        new Term[] {G, null},
        graph -> {
          Statement statement = new Statement(0, A, A, Term.lang("x", "en"), graph);
          List<Statement> statements = List.of(statement, statement, statement);
          for (Writing.Filling filling : Writing.Filling.values()) {
            for (int batch = 1; batch < 3; batch++) {
              byte[] file = Writing.write(statements, JellyWriteOptions.defaults(), filling, batch);
              assertEquals(statements, Writing.decode(file, true));
              List<RdfStreamRow> rows = Writing.frames(file).get(0).getRowsList();
              assertEquals(0, rows.get(rows.size() - 1).getQuad().getSerializedSize());
              assertEquals(0, rows.get(rows.size() - 2).getQuad().getSerializedSize());
            }
          }
        });
  }

  @Test
  public void termsThatOnlyLookAlikeAreNotLeftOut() throws IOException {
    List<Term> terms =
        List.of(
            Term.text("x"),
            Term.lang("x", "en"),
            Term.lang("x", "de"),
            Term.typed("x", "urn:t"),
            Term.typed("x", "urn:u"),
            Term.text("xx"),
            Term.text("yx"),
            Term.bnode("yx"),
            Term.iri("yx"),
            Term.text(""));
    List<Statement> statements = new ArrayList<>();
    for (Term term : terms) {
      for (Term other : terms) {
        statements.add(new Statement(0, term, A, other, other.equals(terms.get(0)) ? null : other));
      }
    }
    Cases.each(
        List.of(PhysicalType.QUADS, PhysicalType.GRAPHS),
        type -> {
          JellyWriteOptions options =
              JellyWriteOptions.builder().physicalType(type).generalized(true).build();
          for (Writing.Filling filling : Writing.Filling.values()) {
            for (int batch : new int[] {1, 2, 1000}) {
              byte[] file = Writing.write(statements, options, filling, batch);
              assertEquals(statements, Writing.decode(file, true));
            }
          }
        });
  }

  @Test
  public void tablesMayAlternate() throws IOException {
    List<Statement> statements = new ArrayList<>();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Writing.Table[] tables = new Writing.Table[2];
    for (int i = 0; i < tables.length; i++) {
      Term s = Term.iri("http://example.org/" + i + "/s");
      statements.add(new Statement(0, s, A, Term.typed("" + i, "urn:" + i), Term.bnode("b" + i)));
      tables[i] = new Writing.Table(Writing.Filling.DICTIONARY);
      tables[i].add(statements.subList(i, i + 1));
    }
    statements.addAll(List.copyOf(statements));
    try (JellyWriter writer = JellyWriter.open(out, JellyWriteOptions.defaults())) {
      for (int i = 0; i < statements.size(); i++) {
        writer.write(tables[i % 2].batch, tables[i % 2].terms);
      }
    }
    assertEquals(statements, Writing.decode(out.toByteArray(), true));
  }

  @Test
  public void theSymbolsOfATableMayBeCleared() throws IOException {
    List<Statement> statements = new ArrayList<>();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Writing.Table table = new Writing.Table(Writing.Filling.DICTIONARY);
    try (JellyWriter writer = JellyWriter.open(out, JellyWriteOptions.defaults())) {
      for (int i = 0; i < 6; i++) {
        table.clear();
        table.terms.symbols().clear();
        Term o = i % 2 == 0 ? Term.typed("x", "urn:" + i) : Term.lang("x", "x-" + i);
        statements.add(new Statement(0, A, A, o, null));
        table.add(statements.subList(i, i + 1));
        writer.write(table.batch, table.terms);
      }
    }
    assertEquals(statements, Writing.decode(out.toByteArray(), true));
  }

  /** Tests a graph name whose datatype was replaced in the lookup by one of the statements. */
  @Test
  public void aGraphWithALiteralAsItsNameMayComeAgain() throws IOException {
    Term graph = Term.typed("x", "urn:t");
    List<Statement> frame = List.of(new Statement(0, A, A, Term.typed("x", "urn:u"), graph));
    JellyWriteOptions options =
        JellyWriteOptions.builder()
            .physicalType(PhysicalType.GRAPHS)
            .logicalType(LogicalType.DATASETS)
            .generalized(true)
            .maxDatatypeTableSize(1)
            .build();
    byte[] file = Writing.writeFrames(List.of(frame, frame), options);
    List<Statement> found = Writing.inOneFrame(Writing.decode(file, true));
    assertEquals(List.of(frame.get(0), frame.get(0)), found);
  }

  @Test
  public void theClockMayRunOut() throws IOException {
    FrameBuffer out = new FrameBuffer();
    JellyWriteOptions options =
        JellyWriteOptions.builder()
            .maxNameTableSize(8)
            .maxPrefixTableSize(2)
            .maxDatatypeTableSize(1)
            .delimited(false)
            .build();
    V1RowEncoder rows = new V1RowEncoder(out, options);
    rows.options();
    List<Statement> statements = RandomWriteTest.statements(new Random(5), options, 2000);
    Writing.Table table = new Writing.Table(Writing.Filling.PREFIXES);
    for (int from = 0; from < statements.size(); from += 20) {
      table.clear();
      table.add(statements.subList(from, from + 20));
      rows.use(table.terms);
      for (int i = 0; i < 20; i++) {
        rows.statement(table.batch, i, from + i);
      }
      rows.detach(table.terms);
      // Every other batch starts with a clock that is about to overflow.
      rows.t.iris.clock = from % 40 == 0 ? IriEncoder.MAX_CLOCK + 1 : rows.t.iris.clock;
    }
    byte[] file = Arrays.copyOfRange(out.data, FrameBuffer.HEAD, out.end);
    assertEquals(statements, Writing.decode(file, false));
  }

  @Test
  public void theNameOfAGraphDoesNotCountAmongTheNamesOfItsStatements() throws IOException {
    Term nested = A;
    for (int i = 0; i < 7; i += 2) {
      nested = Term.quoted(Term.iri("http://e/" + i), Term.iri("http://e/" + (i % 6 + 1)), nested);
    }
    Term graph = Term.iri("http://e/g");
    Statement large = new Statement(0, A, A, nested, graph);
    JellyWriteOptions options =
        JellyWriteOptions.builder()
            .physicalType(PhysicalType.GRAPHS)
            .rdfStar(true)
            .maxNameTableSize(8)
            .build();
    for (List<Statement> statements :
        List.of(List.of(large), List.of(new Statement(0, A, A, A, graph), large))) {
      for (int batch = 1; batch < 3; batch++) {
        byte[] file = Writing.write(statements, options, Writing.Filling.DICTIONARY, batch);
        assertEquals(statements, Writing.decode(file, true));
      }
    }
  }

  /** Names assigned before it turns out that there are too few prefixes must not count. */
  @Test
  public void aStatementWithoutPrefixesMayNeedAllNames() throws IOException {
    Term[] a = new Term[6];
    for (int i = 1; i < a.length; i++) {
      a[i] = Term.iri("http://a/" + i);
    }
    Term inner = Term.quoted(a[1], a[2], Term.quoted(a[3], a[4], a[5]));
    Term object = Term.quoted(a[5], Term.iri("http://b/1"), inner);
    Statement statement = new Statement(0, Term.quoted(a[1], a[2], a[3]), a[4], object, null);
    for (int names = 8; names < 20; names++) {
      JellyWriteOptions.Builder options = JellyWriteOptions.builder().maxNameTableSize(names);
      byte[] file =
          Writing.write(List.of(statement), options.rdfStar(true).maxPrefixTableSize(1).build());
      assertEquals(List.of(statement), Writing.decode(file, true));
    }
  }
}
