package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.proto.rdf.RdfStreamFrame;
import io.github.jellybridge.proto.rdf.RdfStreamRow;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.Test;

/** Checkpoints and the metadata of frames, read with protobuf's classes. */
public class WriteCheckpointTest {
  @Test
  public void checkpointsHaveTheRequestedDistance() throws IOException {
    Cases.each(
        PhysicalType.values(),
        type -> {
          JellyWriteOptions options =
              JellyWriteOptions.builder().physicalType(type).checkpointBytes(2000).build();
          byte[] file = Writing.write(Writing.flat(3000), options);
          List<Integer> starts = checkpoints(file);
          assertTrue(type + ": " + starts, starts.size() > 5);
          int last = 0;
          for (int start : starts) {
            assertTrue("" + (start - last), start - last >= 2000 && start - last < 2500);
            last = start;
          }
        });
  }

  @Test
  public void aSplitAtACheckpointNeedsNothingFromBefore() throws IOException {
    Random random = new Random(3);
    for (int i = 0; i < TestSize.of(15, 60); i++) {
      JellyWriteOptions options =
          RandomWriteTest.options(random).toBuilder()
              .delimited(true)
              .checkpointBytes(1 + random.nextInt(2000))
              .build();
      List<Statement> statements = RandomWriteTest.statements(random, options, 400);
      byte[] file = Writing.write(statements, options);
      for (int start : checkpoints(file)) {
        byte[] rest = Arrays.copyOfRange(file, start, file.length);
        List<Statement> found = Writing.inOneFrame(Writing.decode(rest, true));
        int skipped = statements.size() - found.size();
        assertEquals(statements.subList(skipped, statements.size()), found);
        byte[] before = Arrays.copyOf(file, start);
        assertEquals(skipped, Writing.decode(before, true).size());
      }
    }
  }

  /** Tests that a part ends at each checkpoint, and before the frame that lists them. */
  @Test
  public void aPartedOutputIsToldWhereReadersCanStart() throws IOException {
    Random random = new Random(5);
    for (int i = 0; i < TestSize.of(30, 120); i++) {
      JellyWriteOptions options =
          RandomWriteTest.options(random).toBuilder()
              .delimited(true)
              .checkpointBytes(1 + random.nextInt(2000))
              .build();
      Parts out = new Parts();
      try (JellyWriter writer = JellyWriter.open(out, options)) {
        List<Statement> statements = RandomWriteTest.statements(random, options, 400);
        Writing.write(writer, statements, Writing.Filling.COPIES, 1 + random.nextInt(100));
        if (random.nextBoolean()) {
          writer.endFrame();
        }
      }
      byte[] file = out.toByteArray();
      Set<Integer> expected = new TreeSet<>(checkpoints(file));
      if (!expected.isEmpty()) {
        expected.add(lastFrame(file));
      }
      assertEquals(expected, out.ends);
    }
  }

  private static final class Parts extends ByteArrayOutputStream implements PartedOutput {
    final Set<Integer> ends = new TreeSet<>();

    @Override
    public void endPart() {
      ends.add(size());
    }
  }

  private static int lastFrame(byte[] file) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(file);
    int start = 0;
    while (!in.isAtEnd()) {
      start = in.getTotalBytesRead();
      in.readByteArray();
    }
    return start;
  }

  @Test
  public void filesOfTheSameOptionsMayBeConcatenated() throws IOException {
    Random random = new Random(4);
    for (int i = 0; i < TestSize.of(50, 200); i++) {
      JellyWriteOptions options =
          RandomWriteTest.options(random).toBuilder()
              .delimited(true)
              .checkpointBytes(i % 2 * 1500)
              .build();
      List<Statement> statements = new ArrayList<>();
      ByteArrayOutputStream both = new ByteArrayOutputStream();
      for (int size : new int[] {60, 90}) {
        List<Statement> some = RandomWriteTest.statements(random, options, size);
        statements.addAll(Writing.inOneFrame(some));
        both.write(Writing.write(some, options));
      }
      byte[] file = both.toByteArray();
      assertEquals(statements, Writing.inOneFrame(Writing.decode(file, true)));
      assertEquals(statements, Writing.inOneFrame(Reading.read(file)));
    }
  }

  @Test
  public void aCheckpointStartsWithItsMarkAndTheOptionsRow() throws IOException {
    JellyWriteOptions options =
        JellyWriteOptions.builder().checkpointBytes(500).streamName("n").scope("s").build();
    List<RdfStreamFrame> frames = Writing.frames(Writing.write(Writing.flat(500), options));
    assertTrue(frames.size() > 5);
    for (RdfStreamFrame frame : frames.subList(1, frames.size())) {
      assertEquals(frames.get(0).getRows(0), frame.getRows(0));
      assertEquals(
          ByteString.copyFrom(new byte[] {1}), metadata(frame).get("jelly-bridge.checkpoint"));
      assertEquals(ByteString.copyFromUtf8("s"), metadata(frame).get("jelly-bridge.scope"));
      for (RdfStreamRow row : frame.getRowsList()) {
        if (row.hasName()) {
          assertEquals(1, row.getName().getId());
          break;
        }
      }
    }
  }

  @Test
  public void withoutCheckpointsThereIsNoMark() throws IOException {
    byte[] file =
        Writing.write(
            Writing.flat(500), JellyWriteOptions.builder().checkpointBytes(0).frameSize(9).build());
    assertEquals(List.of(), checkpoints(file));
  }

  @Test
  public void theScopeIsInTheFirstFrame() throws IOException {
    byte[] file = Writing.write(Writing.flat(5), JellyWriteOptions.builder().scope("søme").build());
    assertEquals(
        Map.of("jelly-bridge.scope", ByteString.copyFromUtf8("søme")),
        metadata(Writing.frames(file).get(0)));
    byte[] small =
        Writing.write(
            Writing.flat(50),
            JellyWriteOptions.builder().scope("s").maxFrameBytes(60).frameSize(2).build());
    assertEquals(1, metadata(Writing.frames(small).get(0)).size());
    assertEquals(Writing.flat(50), Writing.inOneFrame(Writing.decode(small, true)));
    String text = new String(small, StandardCharsets.ISO_8859_1);
    assertEquals(text.indexOf("scope"), text.lastIndexOf("scope"));
    String long_ = "s".repeat(100_000);
    byte[] large = Writing.write(Writing.flat(5), JellyWriteOptions.builder().scope(long_).build());
    assertEquals(
        ByteString.copyFromUtf8(long_),
        metadata(Writing.frames(large).get(0)).get("jelly-bridge.scope"));
  }

  /** Offsets of the frames that are marked as checkpoints. */
  private static List<Integer> checkpoints(byte[] file) throws IOException {
    List<Integer> starts = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(file);
    while (!in.isAtEnd()) {
      int start = in.getTotalBytesRead();
      byte[] frame = in.readByteArray();
      if (metadata(RdfStreamFrame.parseFrom(frame)).containsKey("jelly-bridge.checkpoint")) {
        starts.add(start);
      }
    }
    return starts;
  }

  private static Map<String, ByteString> metadata(RdfStreamFrame frame) {
    return new HashMap<>(frame.getMetadataMap());
  }
}
