package io.github.jellybridge.patch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.PatchRow;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.proto.patch.RdfPatchFrame;
import io.github.jellybridge.proto.patch.RdfPatchRow;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.wire.ReferencePatchDecoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.Test;

/**
 * Splitting of IRIs that end in numbers, checked by reading written files with protobuf's classes.
 */
public class NumberedIrisTest {
  private static final int COUNT = 20_000;

  /** Numbers of lookup entries in a file, and its size in bytes. */
  private record Entries(int names, int prefixes, int bytes) {}

  private static Entries write(PatchWriteOptions options, IntFunction<String> subject)
      throws Exception {
    TermTable terms = new TermTable();
    terms.reset(new byte[0], 0);
    int p = iri(terms, "http://example.org/p");
    List<String> expected = new ArrayList<>();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PatchWriter writer = PatchWriter.open(out, options)) {
      writer.start(null, terms);
      for (int i = 0; i < COUNT; i++) {
        expected.add(subject.apply(i));
        writer.add(iri(terms, subject.apply(i)), p, p, TermTable.NO_TERM);
      }
    }
    byte[] file = out.toByteArray();
    List<PatchRow> rows = ReferencePatchDecoder.decode(file);
    assertEquals(rows, Patches.read(file));
    assertEquals(expected, rows.stream().map(row -> ((Term.Iri) row.s()).value()).toList());
    int names = 0;
    int prefixes = 0;
    ByteArrayInputStream in = new ByteArrayInputStream(file);
    for (RdfPatchFrame frame; (frame = RdfPatchFrame.parseDelimitedFrom(in)) != null; ) {
      for (RdfPatchRow row : frame.getRowsList()) {
        names += row.hasName() ? 1 : 0;
        prefixes += row.hasPrefix() ? 1 : 0;
      }
    }
    return new Entries(names, prefixes, file.length);
  }

  private static int iri(TermTable terms, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return terms.addCopy(TermKind.IRI, bytes, 0, bytes.length);
  }

  private static PatchWriteOptions names(int size) {
    PatchWriteOptions d = PatchWriteOptions.defaults();
    return d.withTables(size, d.maxPrefixTableSize(), d.maxDatatypeTableSize());
  }

  @Test
  public void numbersThatCountUpShareNames() throws Exception {
    Entries split = write(names(4000), i -> "http://example.org/product/p" + (100_000 + i));
    assertEquals("one each thousand, and those of the namespaces", 22, split.prefixes);
    assertTrue(split.toString(), split.names < 1200);
    Entries whole = write(names(399), i -> "http://example.org/product/p" + (100_000 + i));
    assertEquals("too few names for numbers", 2, whole.prefixes);
    assertTrue(whole.toString(), whole.names > COUNT);
    assertTrue(split + " " + whole, split.bytes * 2 < whole.bytes);
  }

  @Test
  public void numbersThatLieFarApartAreNotSplit() throws Exception {
    Random random = new Random(1);
    long[] numbers = random.longs(COUNT, 0, 1L << 60).toArray();
    Entries entries = write(names(4000), i -> "http://example.org/product/p" + numbers[i]);
    assertEquals(2, entries.prefixes);
  }

  @Test
  public void thousandsOfRangesInTurnAreHardlySplit() throws Exception {
    Random random = new Random(2);
    int[] numbers = random.ints(COUNT, 10_000_000, 20_000_000).toArray();
    Entries entries = write(names(4000), i -> "http://example.org/product/p" + numbers[i]);
    assertTrue(entries.toString(), entries.prefixes < 50);
  }

  @Test
  public void irisThatDoNotEndInTextAndANumberAreNotSplit() throws Exception {
    Entries short_ = write(names(4000), i -> "http://example.org/" + i % 1000);
    assertEquals(1, short_.prefixes);
    Entries words = write(names(4000), i -> "http://example.org/a" + i + "-");
    assertEquals(1, words.prefixes);
  }

  @Test
  public void fewPrefixesOrNoneDoAsWell() throws Exception {
    for (int prefixes : new int[] {0, 1, 2, 3, 130, 1024}) {
      Random random = new Random(prefixes);
      int[] numbers = random.ints(COUNT, 0, 300_000).toArray();
      write(
          PatchWriteOptions.defaults().withTables(4000, prefixes, 8),
          i -> "http://example.org/" + numbers[i] % 3 + "/p" + (i < 15_000 ? i : numbers[i]));
    }
  }
}
