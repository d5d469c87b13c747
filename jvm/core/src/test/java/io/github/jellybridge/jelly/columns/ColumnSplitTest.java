package io.github.jellybridge.jelly.columns;

import static io.github.jellybridge.jelly.columns.ColumnFile.batch;
import static io.github.jellybridge.jelly.columns.ColumnFile.file;
import static io.github.jellybridge.jelly.columns.ColumnFile.frame;
import static io.github.jellybridge.jelly.columns.ColumnFile.messages;
import static io.github.jellybridge.jelly.columns.ColumnFile.options;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.ByteString;
import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.Reading;
import io.github.jellybridge.jelly.decode.DecoderState;
import io.github.jellybridge.jelly.split.CheckpointIndex;
import io.github.jellybridge.jelly.split.Parts;
import io.github.jellybridge.jelly.split.Split;
import io.github.jellybridge.jelly.split.SplitIndexFile;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.split.StreamState;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.proto.columns.RdfColumn;
import io.github.jellybridge.proto.columns.RdfLookupEntryPacked;
import io.github.jellybridge.proto.columns.RdfStreamFrame;
import io.github.jellybridge.proto.columns.RdfStreamOptionsA;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** Checks that the parts of a file of the column layout give the rows and errors of the whole. */
public class ColumnSplitTest {
  private static final int ROUNDS = TestSize.of(60, 600);

  /** A statement and the number of its message. */
  private record Row(Statement statement, long message) {}

  private static List<Row> rows(byte[] file, List<SplitPoint> points, JellyReadOptions options)
      throws IOException {
    List<Row> rows = new ArrayList<>();
    for (Split split : Split.at(points)) {
      rows.addAll(rows(file, split, options));
    }
    return rows;
  }

  private static List<Row> rows(byte[] file, Split split, JellyReadOptions options)
      throws IOException {
    List<Row> rows = new ArrayList<>();
    try (JellyReader reader = Parts.open(file, split, options)) {
      while (reader.nextBatch(11)) {
        List<Statement> statements = Reading.statements(reader);
        for (int i = 0; i < statements.size(); i++) {
          rows.add(new Row(statements.get(i), reader.batch().message(i)));
        }
      }
    }
    return rows;
  }

  /** Returns the rows of a file, or the message of the error that one of its parts throws. */
  private static Object outcome(byte[] file, List<SplitPoint> points) throws IOException {
    try {
      return rows(file, points, Reading.OPTIONS);
    } catch (JellyParseException e) {
      return e.getMessage();
    }
  }

  /** Returns points after they were written to an index and read from it. */
  private static List<SplitPoint> stored(List<SplitPoint> points) {
    return SplitIndexFile.read(SplitIndexFile.write(points, 1, 1), 1, 1).orElseThrow().points();
  }

  private static RandomColumns stream(int seed) {
    return RandomColumns.longer(seed, new int[] {0, 10, 50, 100}[seed % 4]);
  }

  @Test
  public void partsAreTheWhole() throws Exception {
    int parts = 0;
    int withMessages = 0;
    for (int seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      RandomColumns stream = stream(seed);
      byte[] file = stream.file;
      withMessages += stream.messages.contains(1L) ? 1 : 0;
      for (int every : new int[] {1, 1 + random.nextInt(500), 1 + random.nextInt(3000)}) {
        List<SplitPoint> points = stored(Parts.index(file, every));
        parts += points.size();
        String name = "seed " + seed + ", every " + every;
        assertEquals(name, stream.statements, Parts.read(file, points, Reading.OPTIONS));
        assertEquals(name, stream.statements.size(), Parts.counted(file, points));
        assertEquals(
            name,
            stream.messages,
            rows(file, points, Reading.OPTIONS).stream().map(Row::message).toList());
        for (BlankNodes nodes : BlankNodes.values()) {
          JellyReadOptions options =
              Reading.OPTIONS.toBuilder()
                  .blankNodes(nodes)
                  .chunkBytes(16 << random.nextInt(8))
                  .readAhead(random.nextBoolean())
                  .wholeFrames(random.nextBoolean())
                  .build();
          assertEquals(name, rows(file, List.of(), options), rows(file, points, options));
        }
      }
    }
    assertTrue(parts + " parts", parts > 20 * ROUNDS);
    assertTrue(withMessages + " with messages", withMessages > ROUNDS / 6);
  }

  @Test
  public void partsAreTheWholeForEverySelectionOfColumns() throws Exception {
    for (int seed = 0; seed < ROUNDS; seed++) {
      byte[] file = stream(seed).file;
      List<SplitPoint> points = Parts.index(file, 300);
      JellyReadOptions options = Reading.OPTIONS.toBuilder().columns(seed % 16).build();
      long read = 0;
      for (Split split : Split.at(points)) {
        try (JellyReader reader = Parts.open(file, split, options)) {
          while (reader.nextBatch(1 + seed)) {
            read += reader.batch().size();
          }
        }
      }
      assertEquals("seed " + seed, Parts.counted(file, List.of()), read);
    }
  }

  /** Tests with a distance of one byte that every frame except the first one is a split point. */
  @Test
  public void theStateIsAFrameOfTheOptionsAndTheLookups() throws Exception {
    RdfLookupEntryPacked far =
        RdfLookupEntryPacked.newBuilder().setId(100).addValues("y").addValues("z").build();
    RdfLookupEntryPacked back =
        RdfLookupEntryPacked.newBuilder().setId(2).addValues("B").addValues("C").build();
    RdfStreamFrame.Builder second = frame(null, batch().clearNames().clearDatatypes());
    second.getColumnsBuilder().addNames(far).addNames(back);
    byte[] file =
        file(
            frame(options().build(), batch()),
            second,
            frame(null, null),
            frame(options().setMaxNameTableSize(500).build(), batch()),
            frame(null, null));
    List<SplitPoint> points = Parts.index(file, 1);
    assertEquals(List.of(1L, 2L, 3L, 4L), points.stream().map(SplitPoint::frame).toList());
    assertEquals(List.of(2L, 4L, 4L, 6L), points.stream().map(SplitPoint::statement).toList());
    RdfStreamFrame state = prologue(points.get(1));
    assertEquals(options().build().toByteString(), state.getRows(0).getOptions());
    assertEquals(
        List.of(
            RdfLookupEntryPacked.newBuilder()
                .setId(1)
                .addAllValues(List.of("http://example.org/a", "B", "C", "d"))
                .build(),
            far),
        state.getColumns().getNamesList());
    assertEquals(0, state.getColumns().getPrefixesCount());
    assertEquals(1, state.getColumns().getDatatypesCount());
    assertEquals(3, points.get(1).state().lastNameEntry());
    // Lookups end where the options are restated.
    assertFalse(prologue(points.get(2)).hasColumns());
    assertEquals(
        RdfStreamOptionsA.newBuilder(options().build()).setMaxNameTableSize(500).build(),
        RdfStreamOptionsA.parseFrom(prologue(points.get(3)).getRows(0).getOptions()));
    assertEquals(4, points.get(3).state().lastNameEntry());
  }

  private static RdfStreamFrame prologue(SplitPoint point) throws IOException {
    return RdfStreamFrame.parseDelimitedFrom(new ByteArrayInputStream(point.state().prologue()));
  }

  @Test
  public void framesThatRestateTheOptionsArePreferred() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<Integer> restated = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      if (i % 10 == 0) {
        restated.add(out.size());
      }
      out.writeBytes(
          file(
              i % 10 == 0
                  ? frame(options().build(), batch())
                  : frame(null, batch().clearNames().clearDatatypes())));
    }
    byte[] file = out.toByteArray();
    int distance = restated.get(1);
    List<SplitPoint> points = Parts.index(file, distance * 3 / 2);
    assertEquals(4, points.size());
    for (SplitPoint point : points) {
      assertTrue(restated.contains((int) point.offset()));
      assertFalse(prologue(point).hasColumns());
    }
    assertEquals(200, Parts.read(file, points, Reading.OPTIONS).size());
  }

  @Test
  public void partsHaveTheBlankNodeScopeOfTheFirstFrame() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (String scope : new String[] {"one", "two", "three"}) {
      ByteString metadata =
          RdfStreamFrame.newBuilder()
              .putMetadata(JellyWriter.SCOPE_KEY, ByteString.copyFromUtf8(scope))
              .build()
              .toByteString();
      RdfColumn nodes = RdfColumn.newBuilder().addBnodes("b").addLayouts(0).build();
      RdfStreamFrame frame = frame(options().build(), batch().setSubjects(nodes)).build();
      byte[] bytes = metadata.concat(frame.toByteString()).toByteArray();
      assertTrue(bytes.length > 127);
      out.write(bytes.length & 0x7f | 0x80);
      out.write(bytes.length >> 7);
      out.writeBytes(bytes);
    }
    byte[] file = out.toByteArray();
    JellyReadOptions scoped = JellyReadOptions.defaults();
    List<SplitPoint> points = Parts.index(file, 1);
    assertEquals(2, points.size());
    List<Statement> whole = Reading.byBatch(file, scoped, 100);
    assertEquals(1, whole.stream().map(Statement::s).distinct().count());
    assertEquals(whole, Parts.read(file, points, scoped));
  }

  @Test
  public void aBrokenFileIsRefusedInPartsAsWhenReadAsAWhole() throws Exception {
    int refused = 0;
    for (int seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      byte[] file = stream(seed).file;
      if (random.nextBoolean()) {
        file = Arrays.copyOf(file, random.nextInt(file.length));
      } else {
        file[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Object whole = outcome(file, List.of());
      refused += whole instanceof String ? 1 : 0;
      assertEquals(
          "seed " + seed, whole, outcome(file, Parts.index(file, 1 + random.nextInt(300))));
    }
    assertTrue(refused + " refused", refused > ROUNDS / 4);
  }

  @Test
  public void anIndexOfAnotherFileOfTheSameFormIsRefusedOrMakesNoDifference() throws Exception {
    int refused = 0;
    int valid = 0;
    for (int seed = 0; seed < 4 * ROUNDS; seed++) {
      Random random = new Random(seed);
      byte[] file = stream(seed).file;
      List<SplitPoint> points = Parts.index(file, 1 + random.nextInt(300));
      file[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(5));
      Object whole = outcome(file, List.of());
      if (whole instanceof String) {
        continue;
      }
      valid++;
      Object parts = outcome(file, points);
      if (!whole.equals(parts)) {
        assertTrue("seed " + seed, parts instanceof String);
        refused++;
      }
    }
    assertTrue(refused + " of " + valid + " refused", refused > valid / 20);
  }

  // ---- wrong split points ----------------------------------------------------------------------

  /** Checks the error of the part that ends at a wrong split point. */
  private static void refused(String found, byte[] file, SplitPoint wrong) {
    JellyParseException e =
        assertThrows(
            JellyParseException.class, () -> rows(file, new Split(null, wrong), Reading.OPTIONS));
    assertTrue(e.getMessage(), e.expected().contains(" at split point "));
    assertEquals(found, e.found().substring(0, e.found().indexOf(';')));
  }

  private static SplitPoint with(SplitPoint point, long message, StreamState state) {
    return new SplitPoint(point.offset(), point.frame(), point.statement(), message, state);
  }

  private static StreamState with(StreamState state, byte[] prologue, int[] last) {
    return new StreamState(prologue, last[0], last[1], last[2], 0, 0, state.inMessage());
  }

  @Test
  public void everyPartOfTheStateIsChecked() throws Exception {
    byte[] file =
        file(
            frame(messages().build(), batch().addMessageLengthsA(1)),
            frame(null, batch().clearNames().clearDatatypes()));
    SplitPoint point = Parts.index(file, 1).get(0);
    StreamState state = point.state();
    assertEquals(1, point.message());
    assertTrue(state.inMessage());
    refused("message 1", file, with(point, 2, state));
    StreamState ended = new StreamState(state.prologue(), 4, 0, 1, 0, 0, false);
    refused("a message that is open", file, with(point, 1, ended));
    for (int lookup = 0; lookup < 3; lookup++) {
      for (int id : new int[] {3, DecoderState.UNKNOWN}) {
        int[] last = {4, 0, 1};
        last[lookup] = id;
        refused(
            "other ids of the last entries",
            file,
            with(point, 1, with(state, state.prologue(), last)));
      }
    }
    int[] unknown = {DecoderState.UNKNOWN, DecoderState.UNKNOWN, DecoderState.UNKNOWN};
    refused(
        "other ids of the last entries",
        file,
        with(point, 1, with(state, state.prologue(), unknown)));
    int[] last = {4, 0, 1};
    RdfStreamFrame.Builder other = prologue(point).toBuilder();
    other.getColumnsBuilder().getNamesBuilder(0).setValues(2, "C");
    refused("another name 3", file, with(point, 1, with(state, file(other), last)));
    other = prologue(point).toBuilder();
    other.getColumnsBuilder().addPrefixes(RdfLookupEntryPacked.newBuilder().addValues("x"));
    refused("another prefix 1", file, with(point, 1, with(state, file(other), last)));
    other = prologue(point).toBuilder();
    other.getColumnsBuilder().getDatatypesBuilder(0).setValues(0, "http://example.org/TYPE");
    refused("another datatype 1", file, with(point, 1, with(state, file(other), last)));
    other = prologue(point).toBuilder();
    other.setRows(0, ColumnFile.row(messages().setMaxNameTableSize(129).build()));
    refused("other stream options", file, with(point, 1, with(state, file(other), last)));
    other = prologue(point).toBuilder();
    ByteString scope =
        RdfStreamFrame.newBuilder()
            .putMetadata(JellyWriter.SCOPE_KEY, ByteString.copyFromUtf8("other"))
            .build()
            .toByteString();
    byte[] scoped = scope.concat(other.build().toByteString()).toByteArray();
    ByteArrayOutputStream delimited = new ByteArrayOutputStream();
    delimited.write(scoped.length & 0x7f | 0x80);
    delimited.write(scoped.length >> 7);
    delimited.writeBytes(scoped);
    refused(
        "another scope of blank nodes",
        file,
        with(point, 1, with(state, delimited.toByteArray(), last)));
  }

  @Test
  public void aFrameThatDoesNotRestateTheOptionsHasNoLookupsIfTheIndexSaysSo() throws Exception {
    byte[] file =
        file(frame(options().build(), batch()), frame(null, batch().clearNames().clearDatatypes()));
    SplitPoint point = Parts.index(file, 1).get(0);
    byte[] prologue = file(prologue(point).toBuilder().clearColumns());
    int[] unknown = {DecoderState.UNKNOWN, DecoderState.UNKNOWN, DecoderState.UNKNOWN};
    SplitPoint wrong = with(point, 0, with(point.state(), prologue, unknown));
    JellyParseException e =
        assertThrows(JellyParseException.class, () -> rows(file, List.of(wrong), Reading.OPTIONS));
    assertEquals("a name id that was defined before", e.expected());
  }

  // ---- checkpoints -----------------------------------------------------------------------------

  /** A file whose frames restate the options, with a list of them at its end. */
  private static byte[] checkpointed(RdfStreamOptionsA options, List<Long> messages) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<SplitPoint> points = new ArrayList<>();
    for (int i = 0; i <= messages.size(); i++) {
      if (i > 0) {
        points.add(new SplitPoint(out.size(), 2 * i, 4 * i, messages.get(i - 1), null));
      }
      out.writeBytes(
          file(frame(options, batch()), frame(null, batch().clearNames().clearDatatypes())));
    }
    byte[] list = CheckpointIndex.list(points);
    int length = out.size() + file(listed(CheckpointIndex.value(list, new byte[0], 0))).length;
    out.writeBytes(file(listed(CheckpointIndex.value(list, new byte[0], length))));
    return out.toByteArray();
  }

  private static RdfStreamFrame.Builder listed(byte[] value) {
    return RdfStreamFrame.newBuilder().putMetadata(CheckpointIndex.KEY, ByteString.copyFrom(value));
  }

  @Test
  public void listedCheckpointsAreSplitPoints() throws Exception {
    byte[] flat = checkpointed(options().build(), List.of(0L, 0L));
    byte[] withMessages = checkpointed(messages().build(), List.of(1L, 2L));
    for (byte[] file : List.of(flat, withMessages)) {
      List<SplitPoint> points = CheckpointIndex.read(file, file.length);
      assertEquals(2, points.size());
      assertEquals(
          Reading.byBatch(file, Reading.OPTIONS, 7), Parts.read(file, points, Reading.OPTIONS));
      assertEquals(rows(file, List.of(), Reading.OPTIONS), rows(file, points, Reading.OPTIONS));
      assertEquals(12, Parts.counted(file, points));
    }
    assertEquals(2, CheckpointIndex.read(withMessages, withMessages.length).get(1).message());
  }

  @Test
  public void messagesOfListedCheckpointsAreChecked() throws Exception {
    for (List<Long> wrong : List.of(List.of(0L, 0L), List.of(2L, 2L))) {
      byte[] file = checkpointed(messages().build(), wrong);
      refused("message 1", file, CheckpointIndex.read(file, file.length).get(0));
    }
  }

  @Test
  public void aCheckpointRestatesTheOptions() throws Exception {
    byte[] file =
        file(frame(options().build(), batch()), frame(null, batch()), frame(null, batch()));
    SplitPoint bare = new SplitPoint(file(frame(options().build(), batch())).length, 1, 2, null);
    Object parts = outcome(file, List.of(bare));
    assertTrue(parts.toString(), parts.toString().contains("the stream options as the first row"));
    byte[] other =
        file(
            frame(options().build(), batch()),
            frame(options().setStreamName("other").build(), batch()));
    parts = outcome(other, List.of(bare));
    assertTrue(parts.toString(), parts.toString().contains("stream_name 'other'"));
    assertNotEquals(outcome(other, List.of()), parts);
  }
}
