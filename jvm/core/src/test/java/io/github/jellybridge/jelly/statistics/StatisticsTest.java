package io.github.jellybridge.jelly.statistics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.ProtocolVersion;
import io.github.jellybridge.jelly.Writing;
import io.github.jellybridge.jelly.split.CheckpointIndex;
import io.github.jellybridge.jelly.split.Parts;
import io.github.jellybridge.jelly.split.Split;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.Test;

/** Statistics of the parts of a file. */
public class StatisticsTest {
  private static final JellyReadOptions READ =
      JellyReadOptions.builder().blankNodes(BlankNodes.PRESERVE).build();

  private static final List<Function<Statement, Term>> COLUMNS =
      List.of(Statement::s, Statement::p, Statement::o, Statement::g);

  @Test
  public void hashesAreThoseOfXxh64() {
    Random random = new Random(1);
    for (int length = 0; length < 200; length++) {
      byte[] bytes = new byte[length + 5];
      random.nextBytes(bytes);
      long expected = XXHashFactory.safeInstance().hash64().hash(bytes, 3, length, 0);
      assertEquals("length " + length, expected, Xxh64.hash(bytes, 3, 3 + length));
    }
  }

  @Test
  public void aBloomFilterHasAllItsValuesAndFewOthers() {
    long[] hashes = new long[10_000];
    for (int i = 0; i < hashes.length; i++) {
      byte[] value = value(i);
      hashes[i] = Xxh64.hash(value, 0, value.length);
    }
    byte[] bytes = BloomFilter.build(hashes, hashes.length, hashes.length, 1 << 20);
    assertEquals(12_512, bytes.length); // 10 bits for each
    BloomFilter filter =
        BloomFilter.of(
            bytes, new ColumnStatistics.Bloom(0, bytes.length, BloomFilter.checksum(bytes)));
    int wrong = 0;
    for (int i = 0; i < hashes.length; i++) {
      assertTrue(filter.mayContain(value(i)));
      wrong += filter.mayContain(value(-1 - i)) ? 1 : 0;
    }
    assertTrue(wrong + " wrong of 10,000", wrong < 250);
    assertNull(
        "too small to be of use", BloomFilter.build(hashes, hashes.length, hashes.length, 5_000));
  }

  private static byte[] value(int i) {
    return ("http://example.org/value/" + i).getBytes(UTF_8);
  }

  /** Statements of every kind of term, with repeated subjects and few predicates. */
  private static List<Statement> random(Random random, int size) {
    List<Statement> made = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Term s = term(random, random.nextInt(40) == 0 ? 1 : 0);
      Term p = Term.iri("http://example.org/p" + random.nextInt(random.nextInt(30) + 1));
      Term o = term(random, random.nextInt(4));
      Term g = random.nextInt(3) == 0 ? null : Term.iri("http://example.org/g" + i / 300);
      for (int n = random.nextInt(3); n >= 0; n--) {
        made.add(new Statement(0, s, p, o, g));
      }
    }
    return made;
  }

  private static Term term(Random random, int kind) {
    String text = Integer.toString(random.nextInt(1000));
    return switch (kind) {
      case 0 -> Term.iri("http://example.org/" + "long/".repeat(random.nextInt(40)) + text);
      case 1 -> Term.bnode(random.nextInt(50) == 0 ? "b:" + text : "b" + text);
      case 2 -> new Term.Literal(text, random.nextBoolean() ? "en" : "de", null);
      default -> new Term.Literal(text, null, random.nextBoolean() ? "http://example.org/t" : null);
    };
  }

  @Test
  public void statisticsAreThoseOfTheStatementsOfAPart() throws Exception {
    for (ProtocolVersion version : ProtocolVersion.values()) {
      for (int seed = 0; seed < 4; seed++) {
        List<Statement> statements = random(new Random(seed), 1_500);
        JellyWriteOptions options =
            JellyWriteOptions.builder().protocolVersion(version).checkpointBytes(10_000).build();
        byte[] file = Writing.write(statements, options, Writing.Filling.PAIRS, 70);
        List<Split> splits = Split.at(CheckpointIndex.read(file, file.length));
        List<PartStatistics> parts = CheckpointIndex.statistics(file, file.length);
        assertTrue(parts.size() > 3);
        assertEquals(splits.size(), parts.size());
        for (int i = 0; i < parts.size(); i++) {
          check(Parts.readOne(file, splits.get(i), READ), parts.get(i));
        }
      }
    }
  }

  private static void check(List<Statement> statements, PartStatistics found) {
    assertEquals(statements.size(), found.statements());
    for (int column = 0; column < COLUMNS.size(); column++) {
      List<Term> terms = new ArrayList<>();
      statements.stream().map(COLUMNS.get(column)).forEach(terms::add);
      check(column, terms, found.columns().get(column));
    }
  }

  private static void check(int column, List<Term> terms, ColumnStatistics found) {
    TreeSet<byte[]> values = new TreeSet<>(Arrays::compareUnsigned);
    Set<String> languages = new TreeSet<>();
    Set<String> datatypes = new TreeSet<>();
    Map<String, Long> counts = new HashMap<>();
    int kinds = 0;
    for (Term term : terms) {
      if (term instanceof Term.Iri iri) {
        kinds |= 1 << TermKind.IRI;
        values.add(iri.value().getBytes(UTF_8));
      } else if (term instanceof Term.Literal literal) {
        kinds |= 1 << TermKind.LITERAL;
        values.add(literal.lex().getBytes(UTF_8));
        languages.add(Objects.requireNonNullElse(literal.lang(), ""));
        datatypes.add(Objects.requireNonNullElse(literal.datatype(), ""));
      } else if (term instanceof Term.Bnode bnode) {
        kinds |= 1 << TermKind.BNODE;
        kinds |= bnode.label().contains(":") ? ColumnStatistics.COLON_LABELS : 0;
      } else {
        kinds |= 1 << TermKind.NONE;
      }
      counts.merge(term instanceof Term.Iri iri ? iri.value() : "", 1L, Long::sum);
    }
    languages.remove("");
    datatypes.remove("");
    assertEquals(kinds, found.kinds());
    assertEquals(values.size(), found.distinct(), 1 + values.size() * 0.05);
    if (!values.isEmpty()) {
      assertArrayEquals(cut(values.first()), found.min());
      assertArrayEquals(cut(values.last()), found.max());
    }
    assertEquals(languages, texts(found.languages()));
    assertEquals(datatypes, texts(found.datatypes()));
    if (column == 1 || column == 3) {
      assertEquals(
          counts,
          found.terms().stream()
              .collect(Collectors.toMap(t -> new String(t.value(), UTF_8), TermCount::count)));
    } else {
      assertNull(found.terms());
    }
  }

  private static byte[] cut(byte[] value) {
    return Arrays.copyOf(value, Math.min(value.length, ColumnStatistics.MAX_BOUND));
  }

  private static Set<String> texts(List<byte[]> texts) {
    return texts.stream()
        .map(text -> new String(text, UTF_8))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  public void boundsHoldForValuesThatAreLongerThanThey() {
    byte[] bound = new byte[ColumnStatistics.MAX_BOUND];
    Arrays.fill(bound, (byte) 'm');
    ColumnStatistics column =
        new ColumnStatistics(1 << TermKind.IRI, 1, bound, bound, null, List.of(), List.of(), null);
    String text = new String(bound, UTF_8);
    for (String value : new String[] {text, text + "a", text + "z"}) {
      assertTrue(value, column.mayEqual(value.getBytes(UTF_8)));
      assertTrue(value, column.mayStartWith(value.getBytes(UTF_8)));
      assertTrue(value, column.mayReach(value.getBytes(UTF_8)));
      assertTrue(value, column.mayBeAtMost(value.getBytes(UTF_8)));
    }
    assertTrue(column.mayStartWith("mm".getBytes(UTF_8)));
    assertFalse(column.mayStartWith("ma".getBytes(UTF_8)));
    assertFalse(column.mayStartWith("mz".getBytes(UTF_8)));
    assertFalse(column.mayEqual("n".getBytes(UTF_8)));
    assertFalse(column.mayEqual("mm".getBytes(UTF_8)));
    assertFalse(column.mayReach("n".getBytes(UTF_8)));
    assertFalse(column.mayBeAtMost("a".getBytes(UTF_8)));
  }

  /** Triples with one object for each subject. */
  private static List<Statement> flat(int size) {
    List<Statement> made = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Term s = Term.iri(String.format("http://example.org/subject/%06d", i));
      made.add(new Statement(0, s, Term.iri("http://example.org/p"), Term.text("v" + i), null));
    }
    return made;
  }

  @Test
  public void aPartOfUnsortedSubjectsHasABloomFilter() throws Exception {
    for (ProtocolVersion version : ProtocolVersion.values()) {
      List<Statement> statements = new ArrayList<>();
      for (Statement s : flat(8_000)) {
        // So long that a filter is small beside its part.
        Term o = Term.text(((Term.Literal) s.o()).lex() + " ".repeat(250));
        statements.add(new Statement(0, s.s(), s.p(), o, null));
      }
      Collections.shuffle(statements, new Random(1));
      JellyWriteOptions options =
          JellyWriteOptions.builder()
              .protocolVersion(version)
              .maxNameTableSize(256)
              .checkpointBytes(400_000)
              .bloomFilter(StatementBatch.S | StatementBatch.O)
              .build();
      byte[] file = Writing.write(statements, options);
      if (version == ProtocolVersion.V1) {
        assertEquals(statements, Writing.inOneFrame(Writing.decode(file, true)));
      }
      List<Split> splits = Split.at(CheckpointIndex.read(file, file.length));
      List<PartStatistics> parts = CheckpointIndex.statistics(file, file.length);
      assertTrue(parts.size() > 1);
      long filters = 0;
      for (int i = 0; i < parts.size(); i++) {
        List<Statement> part = Parts.readOne(file, splits.get(i), READ);
        for (int column : new int[] {0, 2}) {
          ColumnStatistics.Bloom at = parts.get(i).columns().get(column).bloom();
          if (at != null) {
            filters += at.length();
            int from = (int) at.offset();
            BloomFilter filter =
                BloomFilter.of(Arrays.copyOfRange(file, from, from + at.length()), at);
            byte[] changed = Arrays.copyOfRange(file, from, from + at.length());
            changed[7] ^= 4;
            assertNull(BloomFilter.of(changed, at));
            List<byte[]> values = values(part, column);
            values.forEach(value -> assertTrue(filter.mayContain(value)));
            long others = values(statements, column).stream().filter(filter::mayContain).count();
            assertTrue(others + " of " + statements.size(), others < statements.size() * 2 / 3);
          }
        }
      }
      assertTrue("" + filters, filters > 0);
      assertTrue(filters + " of " + file.length, filters <= file.length / 100);
    }
  }

  private static List<byte[]> values(List<Statement> statements, int column) {
    return statements.stream()
        .map(COLUMNS.get(column))
        .map(term -> term instanceof Term.Iri iri ? iri.value() : ((Term.Literal) term).lex())
        .map(text -> text.getBytes(UTF_8))
        .toList();
  }

  @Test
  public void sortedSubjectsNeedNoBloomFilter() throws Exception {
    JellyWriteOptions options = JellyWriteOptions.builder().checkpointBytes(400_000).build();
    byte[] file = Writing.write(flat(40_000), options);
    for (PartStatistics part : CheckpointIndex.statistics(file, file.length)) {
      assertNull(part.columns().get(0).bloom());
    }
  }

  @Test
  public void aSmallFileHasNoStatistics() throws Exception {
    JellyWriteOptions options = JellyWriteOptions.defaults();
    byte[] small = Writing.write(flat(100), options);
    assertEquals(0, CheckpointIndex.length(small, small.length));
    byte[] larger = Writing.write(flat(10_000), options);
    List<PartStatistics> parts = CheckpointIndex.statistics(larger, larger.length);
    assertEquals(1, parts.size());
    assertEquals(10_000, parts.get(0).statements());
    byte[] without = Writing.write(flat(10_000), options.toBuilder().statistics(false).build());
    assertEquals(0, CheckpointIndex.length(without, without.length));
  }

  @Test
  public void changedStatisticsAreNotUsed() throws Exception {
    JellyWriteOptions options = JellyWriteOptions.builder().checkpointBytes(30_000).build();
    byte[] file = Writing.write(random(new Random(7), 1_500), options);
    int length = CheckpointIndex.length(file, file.length);
    assertNotNull(CheckpointIndex.statistics(file, file.length));
    for (int at = file.length - length; at < file.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] changed = Arrays.copyOfRange(file, file.length - length, file.length);
        changed[at - file.length + length] ^= (byte) (1 << bit);
        assertEquals(List.of(), CheckpointIndex.statistics(changed, file.length));
        assertEquals(List.of(), CheckpointIndex.read(changed, file.length));
      }
    }
  }
}
