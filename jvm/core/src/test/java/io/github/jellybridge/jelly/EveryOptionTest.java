package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.testing.TestSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.Test;

/**
 * Writes with every combination of the writer's options and checks that other decoders read the
 * same statements. The usual run takes a ninth of the combinations, in which all pairs of options
 * occur.
 */
public class EveryOptionTest {
  private static final int STATEMENTS = 18;
  private static final int GROUPS = 3;

  private static final JellyReadOptions SMALL_BUFFERS =
      Reading.OPTIONS.toBuilder().chunkBytes(1 << 10).build();

  private static final List<BiConsumer<JellyWriteOptions.Builder, Boolean>> SWITCHES =
      List.of(
          (options, on) -> options.streamName(on ? "strøm" : "").scope(on ? "scope" : null),
          (options, on) -> options.namespaces(on ? Map.of("ex", "http://e/", "", "u") : Map.of()),
          (options, on) -> options.delimited(on),
          (options, on) -> options.frameSize(on ? 5 : 0),
          (options, on) -> options.maxFrameBytes(on ? 150 : 1 << 20),
          (options, on) -> options.checkpointBytes(on ? 300 : 0));

  @Test
  public void otherReadersReadFilesOfEveryCombination() throws IOException {
    int combinations = 0;
    for (PhysicalType physical : PhysicalType.values()) {
      for (LogicalType logical : LogicalType.NAMED) {
        if (!logical.fits(physical)) {
          continue;
        }
        for (int features = 0; features < 4; features++) {
          for (Tables tables : Tables.values()) {
            JellyWriteOptions.Builder options =
                JellyWriteOptions.builder()
                    .physicalType(physical)
                    .logicalType(logical)
                    .generalized((features & 1) != 0)
                    .rdfStar((features & 2) != 0);
            tables.set(options);
            combinations += withEverySwitch(options, new Random(combinations));
          }
        }
      }
    }
    System.out.println("combinations of options: " + combinations);
  }

  private enum Tables {
    BIG,
    SMALL,
    ONE_PREFIX,
    NO_PREFIX;

    /**
     * Sets the sizes of the tables; the smallest are the least that the statements of {@link
     * RandomTerms} need.
     */
    void set(JellyWriteOptions.Builder options) {
      options.preset(this == BIG ? JellyWriteOptions.Preset.BIG : JellyWriteOptions.Preset.SMALL);
      if (compareTo(SMALL) > 0) {
        boolean nested = options.build().rdfStar();
        options
            .maxNameTableSize(nested ? 48 : 8)
            .maxPrefixTableSize(this == ONE_PREFIX ? 1 : 0)
            .maxDatatypeTableSize(nested ? 46 : 4);
      }
    }
  }

  private static int withEverySwitch(JellyWriteOptions.Builder options, Random random)
      throws IOException {
    List<Statement> statements = RandomWriteTest.statements(random, options.build(), STATEMENTS);
    int step = TestSize.of(9, 1);
    int checked = 0;
    for (int switches = random.nextInt(step); switches < 1 << SWITCHES.size(); switches += step) {
      for (int i = 0; i < SWITCHES.size(); i++) {
        SWITCHES.get(i).accept(options, (switches >> i & 1) != 0);
      }
      check(statements, options.build());
      checked++;
    }
    return checked;
  }

  private static void check(List<Statement> statements, JellyWriteOptions options)
      throws IOException {
    byte[] file;
    List<Statement> expected = statements;
    boolean grouped = options.logicalType().grouped();
    if (grouped && options.delimited()) {
      List<List<Statement>> groups = new ArrayList<>();
      expected = new ArrayList<>();
      for (int i = 0; i < GROUPS; i++) {
        int size = STATEMENTS / GROUPS;
        groups.add(statements.subList(i * size, (i + 1) * size));
        for (Statement s : groups.get(i)) {
          expected.add(new Statement(i, s.s(), s.p(), s.o(), s.g()));
        }
      }
      file = Writing.writeFrames(groups, options);
    } else {
      file = Writing.write(statements, options, Writing.Filling.DICTIONARY, 7);
    }
    List<Statement> found = Writing.decode(file, options.delimited());
    assertEquals(options.toString(), expected, grouped ? found : Writing.inOneFrame(found));
    assertEquals(options.toString(), found, Reading.byFrame(file, SMALL_BUFFERS));
    assertEquals(options.toString(), options.streamOptions(), Reading.header(file).options());
  }
}
