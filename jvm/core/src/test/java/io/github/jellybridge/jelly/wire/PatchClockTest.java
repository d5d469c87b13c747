package io.github.jellybridge.jelly.wire;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.RandomWriteTest;
import io.github.jellybridge.jelly.Writing;
import io.github.jellybridge.jelly.encode.IriEncoder;
import io.github.jellybridge.model.PatchRow;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.patch.PatchOptions;
import io.github.jellybridge.patch.PatchRowEncoder;
import io.github.jellybridge.patch.PatchStatementType;
import io.github.jellybridge.patch.PatchStreamType;
import io.github.jellybridge.wire.ReferencePatchDecoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** Tests internals of the writer of patches, which other tests cannot reach. */
public class PatchClockTest {
  @Test
  public void theClockMayRunOut() throws IOException {
    PatchOptions options =
        new PatchOptions(PatchStatementType.TRIPLES, PatchStreamType.FRAME, true, true, 8, 2, 1, 1);
    FrameBuffer out = new FrameBuffer();
    PatchRowEncoder rows = new PatchRowEncoder(out, options);
    rows.options();
    JellyWriteOptions like =
        JellyWriteOptions.builder()
            .maxNameTableSize(8)
            .maxPrefixTableSize(2)
            .maxDatatypeTableSize(1)
            .build();
    List<Statement> statements = RandomWriteTest.statements(new Random(5), like, 2000);
    Writing.Table table = new Writing.Table(Writing.Filling.PREFIXES);
    for (int from = 0; from < statements.size(); from += 20) {
      table.clear();
      table.add(statements.subList(from, from + 20));
      rows.use(table.terms);
      for (int i = 0; i < 20; i++) {
        rows.statement(
            i % 2 == 0 ? PatchRowKind.ADD : PatchRowKind.DELETE,
            table.batch.s[i],
            table.batch.p[i],
            table.batch.o[i],
            0,
            from + i);
      }
      rows.detach(table.terms);
      // Every other batch starts with a clock that is about to overflow.
      rows.t.iris.clock = from % 40 == 0 ? IriEncoder.MAX_CLOCK + 1 : rows.t.iris.clock;
    }
    int length = out.end - FrameBuffer.HEAD;
    int start = FrameBuffer.HEAD - FrameBuffer.varintLength(length);
    FrameBuffer.varint(out.data, start, length);
    List<PatchRow> expected = new ArrayList<>();
    for (int i = 0; i < statements.size(); i++) {
      Statement s = statements.get(i);
      expected.add(new PatchRow(0, i % 2 == 0 ? "A" : "D", s.s(), s.p(), s.o(), null, null, null));
    }
    assertEquals(
        expected, ReferencePatchDecoder.decode(Arrays.copyOfRange(out.data, start, out.end)));
  }
}
