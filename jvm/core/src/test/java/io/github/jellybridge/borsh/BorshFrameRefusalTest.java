package io.github.jellybridge.borsh;

import static io.github.jellybridge.borsh.Borsh.refused;
import static io.github.jellybridge.borsh.BorshFile.A;
import static io.github.jellybridge.borsh.BorshFile.concat;
import static io.github.jellybridge.borsh.BorshFile.entry;
import static io.github.jellybridge.borsh.BorshFile.little;
import static io.github.jellybridge.borsh.BorshFile.pack;
import static io.github.jellybridge.borsh.BorshFile.valid;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.List;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.Test;

/** Refusals of LZ4 frames (LZ4 Frame Format Description 1.6): one rule, one test. */
public class BorshFrameRefusalTest {
  /** Version 01, independent blocks. */
  private static final int FLAGS = 0x60;

  /** Blocks of up to 64 KiB. */
  private static final int SMALL = 0x40;

  private static final int LARGEST = 1 << 16;
  private static final int UNCOMPRESSED = 1 << 31;

  private static byte[] content(BorshFile file) {
    return concat(file.terms, file.quads);
  }

  private static int hash(byte[] bytes) {
    return XXHashFactory.safeInstance().hash32().hash(bytes, 0, bytes.length, 0);
  }

  private static byte[] number(int value) {
    return little(4).putInt(value).array();
  }

  private static byte[] block(int bits, byte[] data) {
    return concat(number(data.length | bits), data);
  }

  /** A frame with the right header checksum; the rest must include the end mark. */
  private static byte[] frame(byte[] descriptor, byte[]... rest) {
    byte[] checksum = {(byte) (hash(descriptor) >>> 8)};
    return concat(number(0x184d2204), descriptor, checksum, concat(rest));
  }

  private static byte[] frame(int flags, int size, byte[]... rest) {
    return frame(new byte[] {(byte) flags, (byte) size}, rest);
  }

  private static byte[] file(byte[] frame) {
    return concat(valid().header(), frame);
  }

  /** Checks that both our reader and lz4-java read the frame. */
  private static void assertReads(BorshFile file, byte[] frame) throws Exception {
    byte[] theirs = new LZ4FrameInputStream(new ByteArrayInputStream(frame)).readAllBytes();
    assertArrayEquals(content(file), theirs);
    byte[] framed = concat(file.header(), frame);
    assertEquals(Borsh.read(file.bytes()), Borsh.read(framed));
    assertEquals(file.headerCount, Borsh.count(framed));
  }

  @Test
  public void blocksMayBeAsLargeAsTheHeaderSays() throws Exception {
    byte[] content = content(valid());
    for (int code = 4; code <= 7; code++) {
      byte[] frame = frame(FLAGS, code << 4, block(UNCOMPRESSED, content), number(0));
      assertReads(valid(), frame);
    }
    for (int code : new int[] {0, 3, 8, 15}) {
      byte[] frame = frame(FLAGS, code << 4, block(UNCOMPRESSED, content), number(0));
      refused(file(frame), "byte 15: expected an LZ4 block size code of 4 to 7");
    }
  }

  /**
   * Tests that the reader does not rely on the block size in the header, which only helps to size
   * buffers.
   */
  @Test
  public void blocksMayBeLargerThanTheHeaderSays() throws Exception {
    for (int more : new int[] {0, 1}) {
      byte[] literal = new byte[LARGEST - 4 - A.length - 5 - 12 + more];
      Arrays.fill(literal, (byte) 'x');
      BorshFile file = new BorshFile(List.of(A, entry(3, literal)), new int[] {0, 1, 1, 2});
      byte[] content = content(file);
      assertEquals(LARGEST + more, content.length);
      byte[] plain = frame(FLAGS, SMALL, block(UNCOMPRESSED, content), number(0));
      byte[] packed = frame(FLAGS, SMALL, block(0, pack(content)), number(0));
      for (byte[] frame : List.of(plain, packed)) {
        if (more == 0) {
          assertReads(file, frame);
        }
        assertEquals(Borsh.read(file.bytes()), Borsh.read(concat(file.header(), frame)));
      }
    }
  }

  @Test
  public void blocksAreNotEmpty() {
    byte[] frame = frame(FLAGS, SMALL, block(UNCOMPRESSED, new byte[0]), number(0));
    refused(file(frame), "expected the end of the file after the LZ4 frame, found more bytes");
  }

  @Test
  public void theVersionOfAFrameIsOne() {
    for (int version : new int[] {0, 2, 3}) {
      byte[] block = block(UNCOMPRESSED, content(valid()));
      byte[] frame = frame(version << 6 | 0x20, SMALL, block, number(0));
      refused(file(frame), "byte 14: expected LZ4 frame flags of version 01");
    }
  }

  @Test
  public void reservedBitsAreZero() {
    byte[] block = block(UNCOMPRESSED, content(valid()));
    refused(file(frame(FLAGS | 2, SMALL, block, number(0))), "expected LZ4 frame flags of");
    for (int bit : new int[] {1, 2, 4, 8, 0x80}) {
      byte[] frame = frame(FLAGS, SMALL | bit, block, number(0));
      refused(file(frame), "byte 15: expected an LZ4 block size code of 4 to 7");
    }
  }

  @Test
  public void framesNeedNoDictionary() {
    byte[] descriptor = concat(new byte[] {FLAGS | 1, SMALL}, number(7));
    byte[] frame = frame(descriptor, block(UNCOMPRESSED, content(valid())), number(0));
    refused(file(frame), "byte 14: expected an LZ4 frame without an external dictionary");
  }

  @Test
  public void theHeaderHasItsChecksum() {
    byte[] frame = frame(FLAGS, SMALL, block(UNCOMPRESSED, content(valid())), number(0));
    frame[6]++;
    refused(file(frame), "byte 17: expected a valid LZ4 frame, found 'Frame header checksum");
  }

  @Test
  public void theContentHasItsSize() throws Exception {
    byte[] content = content(valid());
    for (long size : new long[] {content.length, content.length + 1, 0, -1, Long.MIN_VALUE}) {
      byte[] descriptor = concat(new byte[] {FLAGS | 8, SMALL}, little(8).putLong(size).array());
      byte[] frame = frame(descriptor, block(UNCOMPRESSED, content), number(0));
      if (size == content.length) {
        assertReads(valid(), frame);
      } else {
        String expected =
            "of " + Long.toUnsignedString(size) + " bytes, as its header says, found ";
        refused(file(frame), expected + content.length);
      }
    }
  }

  @Test
  public void aFrameThatIsCutIsRefusedWhereverThatIs() {
    byte[] content = content(valid());
    byte[] size = little(8).putLong(content.length).array();
    byte[] descriptor = concat(new byte[] {FLAGS | 8 | 4 | 16, SMALL}, size);
    byte[] block = concat(block(UNCOMPRESSED, content), number(hash(content)));
    byte[] frame = frame(descriptor, block, number(0), number(hash(content)));
    for (int length = 4; length < frame.length; length++) {
      refused(
          file(Arrays.copyOf(frame, length)), "expected a valid LZ4 frame, found 'Premature end");
    }
  }

  @Test
  public void theContentHasItsChecksum() throws Exception {
    byte[] content = content(valid());
    byte[] block = block(UNCOMPRESSED, content);
    assertReads(valid(), frame(FLAGS | 4, SMALL, block, number(0), number(hash(content))));
    byte[] wrong = frame(FLAGS | 4, SMALL, block, number(0), number(hash(content) + 1));
    refused(file(wrong), "expected a valid LZ4 frame, found 'content checksum mismatch");
  }

  @Test
  public void blocksHaveTheirChecksums() throws Exception {
    for (int bits : new int[] {0, UNCOMPRESSED}) {
      byte[] data = bits == 0 ? pack(content(valid())) : content(valid());
      byte[] block = block(bits, data);
      assertReads(valid(), frame(FLAGS | 16, SMALL, block, number(hash(data)), number(0)));
      byte[] wrong = frame(FLAGS | 16, SMALL, block, number(hash(data) + 1), number(0));
      refused(file(wrong), "expected a valid LZ4 frame, found 'block checksum mismatch");
    }
  }

  @Test
  public void independentBlocksReferToNothingBeforeThem() throws Exception {
    int[] ids = {0, 1, 1, 1};
    BorshFile file = new BorshFile(List.of(A), ids, ids, ids, ids);
    byte[] content = content(file);
    byte[] first = block(UNCOMPRESSED, Arrays.copyOf(content, content.length - 24));
    // Two quads that repeat the one before as a match; then the last quad as literals.
    byte[] quad = Arrays.copyOf(file.quads, 12);
    byte[] second =
        block(0, concat(new byte[] {12, 8, 0, (byte) 0x80}, Arrays.copyOfRange(quad, 4, 12)));
    byte[] linked = frame(FLAGS & ~0x20, SMALL, first, second, number(0));
    assertEquals(Borsh.read(file.bytes()), Borsh.read(concat(file.header(), linked)));
    byte[] independent = frame(FLAGS, SMALL, first, second, number(0));
    refused(
        concat(file.header(), independent),
        "expected a valid LZ4 frame, found 'Illegal block with bad offset");
  }
}
