package io.github.jellybridge.jelly.wire;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.CodedInputStream;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.Writing;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import io.github.jellybridge.wire.RandomStream;
import io.github.jellybridge.wire.Wire;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.Test;

/** Tests that a search from any byte finds the start of a frame, mostly the next one. */
public class FrameFinderTest {
  @Test
  public void framesOfAFewRowsAreFound() throws Exception {
    int wrong = 0;
    int looked = 0;
    for (int seed = 0; seed < TestSize.of(6, 40); seed++) {
      byte[] file = new RandomStream(new Random(seed), Wire.V1, seed % 3 + 1, 400).delimited();
      TreeSet<Integer> starts = starts(file);
      for (int from = 0; from < file.length; from++) {
        looked++;
        wrong += starts.contains(find(file, from)) ? 0 : 1;
      }
    }
    assertTrue(wrong + " of " + looked, wrong < looked / 100);
  }

  /**
   * Tests that the search misses at most one frame. In the last row of a frame nothing shows that
   * the next frame follows, so the one after that is found.
   */
  @Test
  public void theNextFrameIsFoundOrTheOneAfterIt() throws Exception {
    Cases.each(
        new int[] {2, 20, 200, 5_000, 40_000},
        frameSize -> {
          byte[] file = file(80_000, frameSize);
          TreeSet<Integer> starts = starts(file);
          Random random = new Random(frameSize);
          int next = 0;
          for (int i = 0; i < 500; i++) {
            int from = random.nextInt(file.length);
            Integer ceiling = starts.ceiling(from);
            int found = find(file, from);
            next += found == ceiling ? 1 : 0;
            if (found != ceiling) {
              assertEquals("frames of " + frameSize, starts.higher(ceiling), (Integer) found);
            }
          }
          assertTrue(next + " of frames of " + frameSize, next > (frameSize == 2 ? 200 : 450));
        });
  }

  @Test
  public void theSameFrameIsFoundWithAnyNumberOfBufferedBytes() throws Exception {
    byte[] file = file(80_000, 5_000);
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      int from = random.nextInt(file.length);
      WireReader in = input(file, from);
      in.buffer(random.nextInt(file.length));
      assertTrue(new FrameFinder(in).find());
      assertEquals(find(file, from), (int) in.fileOffset(in.pos));
    }
  }

  @Test
  public void nothingIsFoundInMegabytesOfText() throws Exception {
    byte[] text = new byte[5 << 20];
    assertFalse(new FrameFinder(input(text, 0)).find());
    assertEquals(text.length, find(text, 4 << 20));
  }

  private static byte[] file(int count, int frameSize) throws IOException {
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Term name = Term.iri("http://example.org/name" + i / 2);
      statements.add(
          new Statement(
              0, name, Term.iri("http://example.org/p" + i % 9), Term.iri("urn:" + i % 999), null));
    }
    return Writing.write(
        statements,
        JellyWriteOptions.builder()
            .physicalType(PhysicalType.TRIPLES)
            .frameSize(frameSize)
            .checkpointBytes(0)
            .build());
  }

  private static WireReader input(byte[] file, int from) {
    WireReader in = new WireReader(new ByteArrayInputStream(file, from, file.length - from), "f");
    in.base = from;
    return in;
  }

  private static int find(byte[] file, int from) throws IOException {
    WireReader in = input(file, from);
    assertTrue(new FrameFinder(in).find());
    return (int) in.fileOffset(in.pos);
  }

  /** Returns where frames start, and where the file ends. */
  private static TreeSet<Integer> starts(byte[] file) throws IOException {
    TreeSet<Integer> starts = new TreeSet<>();
    CodedInputStream in = CodedInputStream.newInstance(file);
    while (!in.isAtEnd()) {
      starts.add(in.getTotalBytesRead());
      in.skipRawBytes(in.readRawVarint32());
    }
    starts.add(file.length);
    return starts;
  }
}
