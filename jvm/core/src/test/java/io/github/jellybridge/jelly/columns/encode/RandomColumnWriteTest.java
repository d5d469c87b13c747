package io.github.jellybridge.jelly.columns.encode;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.jelly.ColumnOptions.RdfVersion;
import io.github.jellybridge.jelly.ColumnOptions.StreamType;
import io.github.jellybridge.jelly.ColumnOptions.Variant;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.ProtocolVersion;
import io.github.jellybridge.jelly.Reading;
import io.github.jellybridge.jelly.Writing;
import io.github.jellybridge.jelly.split.CheckpointIndex;
import io.github.jellybridge.jelly.split.Parts;
import io.github.jellybridge.jelly.split.Split;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.Test;

/** Writes random statements in the column layout and decodes them with protoc's classes. */
public class RandomColumnWriteTest {
  @Test
  public void otherDecodersReadTheWrittenFile() throws IOException {
    for (int seed = 0; seed < TestSize.of(300, 3_000); seed++) {
      Random random = new Random(seed);
      JellyWriteOptions options = options(random).build();
      int size = random.nextInt(random.nextInt(10) == 0 ? 6000 : 120);
      List<Statement> statements = source(random, options).next(size);
      Writing.Filling filling = filling(random);
      int batch = random.nextInt(3) == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(50);
      String what = "seed " + seed + ", " + filling + ", batches of " + batch + ", " + options;
      try {
        byte[] file = Writing.write(statements, options, filling, batch);
        ReferenceColumnDecoder found = ReferenceColumnDecoder.decode(file, options.delimited());
        assertEquals(what, statements, Writing.inOneFrame(found.statements));
        assertEquals(what, options.namespaces(), found.namespaces);
        assertEquals(what, found.statements, Reading.byFrame(file, Reading.OPTIONS));
        assertEquals(what, options.streamOptions(), Reading.header(file).options());
        if (size < 50) {
          assertEquals(what, found.statements, Reading.read(file));
        }
      } catch (IOException | RuntimeException e) {
        throw new AssertionError(what, e);
      }
    }
  }

  @Test
  public void messagesAndNamespacesMayBeAnywhere() throws IOException {
    int checkpoints = 0;
    for (int seed = 0; seed < TestSize.of(100, 1_000); seed++) {
      Random random = new Random(seed);
      boolean messages = random.nextInt(3) > 0;
      JellyWriteOptions options =
          options(random)
              .streamType(messages ? StreamType.MESSAGES : StreamType.FLAT)
              .delimited(true)
              .build();
      Rdf12Statements source = source(random, options);
      List<Statement> statements = new ArrayList<>();
      List<Long> numbers = new ArrayList<>();
      Map<String, String> namespaces = new HashMap<>(options.namespaces());
      long message = 0;
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      try (JellyWriter writer = JellyWriter.open(file, options)) {
        for (int i = random.nextInt(30); i > 0; i--) {
          Writing.Table table = new Writing.Table(filling(random));
          List<Statement> some = source.next(random.nextInt(60));
          table.add(some);
          writer.write(table.batch, table.terms);
          statements.addAll(some);
          for (int added = 0; added < some.size(); added++) {
            numbers.add(messages ? message : -1);
          }
          if (random.nextInt(3) == 0) {
            String iri = "http://example.org/" + random.nextInt(9) + "/" + random.nextInt(9);
            String name = "n" + random.nextInt(5);
            writer.namespace(name, iri);
            namespaces.put(name, iri);
          }
          while (random.nextBoolean()) {
            writer.endFrame();
            message++;
          }
        }
      }
      String what = "seed " + seed + ", " + options;
      ReferenceColumnDecoder found = ReferenceColumnDecoder.decode(file.toByteArray(), true);
      assertEquals(what, statements, Writing.inOneFrame(found.statements));
      assertEquals(what, numbers, found.messages);
      assertEquals(what, namespaces, found.namespaces);
      assertEquals(what, numbers, messages(file.toByteArray(), List.of()));
      List<SplitPoint> points = CheckpointIndex.read(file.toByteArray(), file.size());
      assertEquals(what, numbers, messages(file.toByteArray(), points));
      assertEquals(what, found.statements, Parts.read(file.toByteArray(), points, Reading.OPTIONS));
      checkpoints += points.size();
    }
    assertTrue(checkpoints + " checkpoints", checkpoints > TestSize.of(100, 1_000));
  }

  @Test
  public void frameLimitsHold() throws IOException {
    for (int seed = 0; seed < TestSize.of(100, 1_000); seed++) {
      Random random = new Random(seed);
      JellyWriteOptions options =
          options(random).delimited(true).checkpointBytes(0).namespaces(Map.of()).build();
      List<Statement> statements = source(random, options).next(random.nextInt(1000));
      byte[] file = Writing.write(statements, options, filling(random), 1 + random.nextInt(99));
      ReferenceColumnDecoder found = ReferenceColumnDecoder.decode(file, true);
      assertEquals(statements, Writing.inOneFrame(found.statements));
      found.frames.forEach(
          frame -> {
            int rows = frame.getColumns().getRowCount();
            assertTrue(rows + " rows", options.frameSize() == 0 || rows <= options.frameSize());
            int bytes = frame.getSerializedSize();
            boolean fits = options.maxFrameBytes() == 0 || bytes <= options.maxFrameBytes();
            assertTrue(bytes + " bytes in " + rows + " rows", rows <= 1 || fits);
          });
    }
  }

  @Test
  public void aCheckpointNeedsNothingFromBefore() throws IOException {
    for (int seed = 0; seed < TestSize.of(60, 600); seed++) {
      Random random = new Random(seed);
      JellyWriteOptions options =
          options(random).delimited(true).checkpointBytes(1 + random.nextInt(3000)).build();
      List<Statement> statements = source(random, options).next(1000);
      byte[] file = Writing.write(statements, options, filling(random), 1 + random.nextInt(99));
      ReferenceColumnDecoder whole = ReferenceColumnDecoder.decode(file, true);
      List<Integer> starts = new ArrayList<>();
      for (int frame = 1; frame < whole.frames.size(); frame++) {
        if (whole.frames.get(frame).getRowsCount() > 0) {
          starts.add(whole.offsets.get(frame));
        }
      }
      assertFalse("no checkpoints", starts.isEmpty());
      for (int some = 0; some < 5; some++) {
        int start = starts.get(random.nextInt(starts.size()));
        byte[] rest = Arrays.copyOfRange(file, start, file.length);
        List<Statement> found =
            Writing.inOneFrame(ReferenceColumnDecoder.decode(rest, true).statements);
        int skipped = statements.size() - found.size();
        assertEquals(statements.subList(skipped, statements.size()), found);
      }
    }
  }

  @Test
  public void filesOfTheSameOptionsMayBeConcatenated() throws IOException {
    for (int seed = 0; seed < TestSize.of(50, 500); seed++) {
      Random random = new Random(seed);
      JellyWriteOptions options = options(random).delimited(true).build();
      List<Statement> statements = new ArrayList<>();
      ByteArrayOutputStream both = new ByteArrayOutputStream();
      for (int size : new int[] {60, 90}) {
        List<Statement> some = source(random, options).next(size);
        statements.addAll(some);
        both.write(Writing.write(some, options));
      }
      byte[] file = both.toByteArray();
      ReferenceColumnDecoder found = ReferenceColumnDecoder.decode(file, true);
      assertEquals(statements, Writing.inOneFrame(found.statements));
      assertEquals(found.statements, Reading.byFrame(file, Reading.OPTIONS));
    }
  }

  private static Writing.Filling filling(Random random) {
    return Writing.Filling.values()[random.nextInt(3)];
  }

  private static Rdf12Statements source(Random random, JellyWriteOptions options) {
    RdfVersion version = options.columns().rdfVersion();
    return new Rdf12Statements(
        random,
        options.physicalType() == PhysicalType.QUADS,
        version.hasTripleTerms() && version.hasDirections());
  }

  /** Random options with lookups so small that entries are replaced all the time. */
  private static JellyWriteOptions.Builder options(Random random) {
    boolean delimited = random.nextInt(5) > 0;
    JellyWriteOptions.Builder options =
        JellyWriteOptions.builder()
            .protocolVersion(ProtocolVersion.V1_2)
            .protocolVariant(Variant.values()[random.nextInt(2)])
            .rdfVersion(RdfVersion.values()[random.nextInt(4)])
            .physicalType(PhysicalType.values()[random.nextInt(2)])
            .streamName(random.nextBoolean() ? "" : "strøm")
            .delimited(delimited)
            .frameSize(random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(60))
            .maxFrameBytes(random.nextInt(3) == 0 ? 1 << 20 : 1 + random.nextInt(5000))
            .checkpointBytes(random.nextInt(3) == 0 ? 1 + random.nextInt(3000) : 0)
            .scope(random.nextBoolean() ? null : "scope-" + random.nextInt());
    if (delimited && random.nextInt(4) > 0) {
      // A triple term needs up to 8 prefixes; without any, each IRI is a name.
      options
          .maxNameTableSize(128 + random.nextInt(100))
          .maxPrefixTableSize(random.nextInt(12))
          .maxDatatypeTableSize(2 + random.nextInt(5));
    }
    if (random.nextInt(4) == 0) {
      options.namespaces(Map.of("ex", "http://example.org/", "", "urn:x"));
    }
    return options;
  }

  /** Returns the numbers of messages of all rows, read in parts. */
  private static List<Long> messages(byte[] file, List<SplitPoint> points) throws IOException {
    List<Long> numbers = new ArrayList<>();
    for (Split split : Split.at(points)) {
      try (JellyReader reader = Parts.open(file, split, Reading.OPTIONS)) {
        while (reader.nextBatch(7)) {
          for (int i = 0; i < reader.batch().size(); i++) {
            numbers.add(reader.batch().message(i));
          }
        }
      }
    }
    return numbers;
  }
}
