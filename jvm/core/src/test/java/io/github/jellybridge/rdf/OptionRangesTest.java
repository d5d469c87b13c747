package io.github.jellybridge.rdf;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshWriteOptions;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.LogicalType;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.testing.Cases;
import java.util.function.LongConsumer;
import org.junit.Test;

/** The least and greatest values of numeric options, and options that exclude each other. */
public class OptionRangesTest {
  private static final SyntaxOptions LINES = SyntaxOptions.of(Syntax.NTRIPLES);
  private static final BorshReadOptions BORSH = BorshReadOptions.defaults();

  private static void assertRange(String name, long least, long greatest, LongConsumer setting) {
    setting.accept(least);
    setting.accept(greatest);
    for (long wrong : new long[] {least - 1, greatest + 1}) {
      IllegalArgumentException e =
          assertThrows(name, IllegalArgumentException.class, () -> setting.accept(wrong));
      assertTrue(e.getMessage(), e.getMessage().contains(name));
    }
  }

  @Test
  public void optionsOfSyntaxes() {
    assertRange("maxNesting", 0, 1000, x -> LINES.withLimits((int) x, 1 << 20));
    assertRange("maxLineBytes", 1 << 20, 1 << 30, x -> LINES.withLimits(64, (int) x));
    assertRange("columns", 0, 15, x -> LINES.withColumns((int) x));
    assertRange("maxDepth", 1, 2000, x -> new DocumentLimits((int) x, 1, false, false));
    new DocumentLimits(1, Long.MAX_VALUE, false, false);
    assertThrows(IllegalArgumentException.class, () -> new DocumentLimits(1, 0, false, false));
  }

  @Test
  public void basesAreAbsoluteIris() {
    assertEquals("a:", LINES.withBase("a:").base());
    assertEquals(null, LINES.withBase("a:").withBase(null).base());
    Cases.each(
        new String[] {"", "a", "/a", "http://a/ b", "http://a/>"},
        wrong -> {
          assertThrows(wrong, IllegalArgumentException.class, () -> LINES.withBase(wrong));
        });
  }

  @Test
  public void optionsOfJelly() {
    int tables = 1 << 24;
    assertRange("maxFrameBytes", 1, 1 << 30, x -> reading().maxFrameBytes(x).build());
    assertRange("maxNameTable", 8, tables, x -> reading().maxNameTable((int) x).build());
    assertRange("maxPrefixTable", 0, tables, x -> reading().maxPrefixTable((int) x).build());
    assertRange("maxDatatypeTable", 0, tables, x -> reading().maxDatatypeTable((int) x).build());
    assertRange("maxNesting", 0, 1000, x -> reading().maxNesting((int) x).build());
    assertRange("chunkBytes", 16, 1 << 30, x -> reading().chunkBytes((int) x).build());
    assertRange("columns", 0, 15, x -> reading().columns((int) x).build());
  }

  private static JellyReadOptions.Builder reading() {
    return JellyReadOptions.builder();
  }

  @Test
  public void optionsOfJellyThatIsWritten() {
    int tables = 1 << 20;
    assertRange("maxNameTableSize", 8, tables, x -> writing().maxNameTableSize((int) x).build());
    assertRange(
        "maxPrefixTableSize", 0, tables, x -> writing().maxPrefixTableSize((int) x).build());
    assertRange(
        "maxDatatypeTableSize", 0, tables, x -> writing().maxDatatypeTableSize((int) x).build());
    assertRange("maxFrameBytes", 0, 1 << 30, x -> writing().maxFrameBytes((int) x).build());
    writing().frameSize(Integer.MAX_VALUE).checkpointBytes(Long.MAX_VALUE).build();
    assertThrows(IllegalArgumentException.class, () -> writing().frameSize(-1).build());
    assertThrows(IllegalArgumentException.class, () -> writing().checkpointBytes(-1).build());
  }

  @Test
  public void logicalTypesThatDoNotFitThePhysicalTypeAreRefused() {
    assertContradiction(
        "logicalType FLAT_QUADS does not go with physicalType TRIPLES",
        writing().physicalType(PhysicalType.TRIPLES).logicalType(LogicalType.FLAT_QUADS));
    assertContradiction(
        "logicalType SUBJECT_GRAPHS does not go with physicalType QUADS",
        writing().physicalType(PhysicalType.QUADS).logicalType(LogicalType.SUBJECT_GRAPHS));
  }

  private static void assertContradiction(String message, JellyWriteOptions.Builder options) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, options::build);
    assertTrue(e.getMessage(), e.getMessage().contains(message));
  }

  @Test
  public void aStreamNameOfNullIsRefused() {
    assertContradiction("streamName", writing().streamName(null));
  }

  private static JellyWriteOptions.Builder writing() {
    return JellyWriteOptions.builder();
  }

  @Test
  public void optionsOfRdfBorsh() {
    int largest = Integer.MAX_VALUE - 16;
    assertRange("maxTermsBytes", 4, largest, x -> BORSH.withLimits((int) x, 4));
    assertRange("maxQuadsBytes", 4, largest, x -> BORSH.withLimits(4, (int) x));
    assertRange("columns", 0, 15, x -> BORSH.withColumns((int) x));
    BorshWriteOptions write = BorshWriteOptions.defaults();
    assertRange("compressionLevel", 0, 12, x -> write.withCompressionLevel((int) x));
  }
}
