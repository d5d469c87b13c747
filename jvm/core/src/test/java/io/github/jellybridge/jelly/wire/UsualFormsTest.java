package io.github.jellybridge.jelly.wire;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.google.protobuf.CodedInputStream;
import io.github.jellybridge.jelly.decode.EntryDecoder;
import io.github.jellybridge.jelly.decode.LanguageDecoder;
import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.Test;

/**
 * Checks the decoders of common short messages: each gives the same values as protobuf, or leaves
 * the message to the general decoder.
 */
public class UsualFormsTest {
  private static final int IRI_FIELD = 0x2a;
  private static final int ROUNDS = TestSize.of(200_000, 3_000_000);

  @Test
  public void everyPairOfIdsBelow2To14IsUsual() throws IOException {
    int[] ids = {0, 1, 2, 126, 127, 128, 129, 255, 256, 4000, 8191, 8192, 16_382, 16_383};
    Cases.each(
        ids,
        prefix -> {
          for (int name : ids) {
            byte[] message = new byte[16];
            int size = field(message, 2, 0x08, prefix);
            size = field(message, size, 0x10, name);
            assertIds(message, size - 2, prefix, name);
          }
        });
  }

  private static int field(byte[] d, int at, int tag, int id) {
    if (id == 0) {
      return at;
    }
    d[at] = (byte) tag;
    if (id < 128) {
      d[at + 1] = (byte) id;
      return at + 2;
    }
    d[at + 1] = (byte) (id | 0x80);
    d[at + 2] = (byte) (id >> 7);
    return at + 3;
  }

  private static void assertIds(byte[] d, int length, int prefix, int name) {
    Arrays.fill(d, 2 + length, d.length, (byte) 0xff);
    d[0] = IRI_FIELD;
    d[1] = (byte) length;
    long field = IriMessage.field(d, 0);
    int shape = IriMessage.shape(field);
    assertFalse(prefix + " " + name, IriMessage.unusual(field, shape));
    assertEquals(2 + length, IriMessage.length(field));
    assertEquals(prefix, IriMessage.prefixId(field, shape));
    assertEquals(name, IriMessage.nameId(field, shape));
  }

  @Test
  public void anIriIsUnusualOrReadAsByProtobuf() {
    Random random = new Random(1);
    int usual = 0;
    for (int i = 0; i < ROUNDS; i++) {
      byte[] d = new byte[32];
      randomBytes(random, d, 0x08, 0x10);
      d[0] = IRI_FIELD;
      d[1] = (byte) (random.nextInt(50) == 0 ? random.nextInt(256) : random.nextInt(9));
      long field = IriMessage.field(d, 0);
      int shape = IriMessage.shape(field);
      if (!IriMessage.unusual(field, shape)) {
        long[] ids = fields(d, 2, d[1] & 0xff, 2);
        assertEquals(ids[1], IriMessage.prefixId(field, shape));
        assertEquals(ids[2], IriMessage.nameId(field, shape));
        usual++;
      }
    }
    assertTrue(usual + " usual ones", usual > ROUNDS / 30);
  }

  @Test
  public void everyEntryWithAnIdBelow2To14AndAShortValueIsUsual() {
    Cases.each(
        new int[] {0, 1, 64, 127, 128, 4000, 16_383},
        id -> {
          for (int length : new int[] {0, 1, 16, 118, 127}) {
            byte[] d = new byte[160];
            Arrays.fill(d, (byte) 0xff);
            int value = field(d, 3, 0x08, id) + 2;
            d[value - 2] = 0x12;
            d[value - 1] = (byte) length;
            long entry = EntryDecoder.usual(d, 3, value + length);
            assertEquals((long) value << 32 | id, entry);
            assertEquals(-1, EntryDecoder.usual(d, 3, value + length + 1));
          }
        });
  }

  @Test
  public void aLookupEntryIsUnusualOrReadAsByProtobuf() {
    Random random = new Random(2);
    int usual = 0;
    for (int i = 0; i < ROUNDS; i++) {
      byte[] d = new byte[160];
      randomBytes(random, d, 0x08, 0x12);
      int from = random.nextInt(4);
      int size = random.nextInt(random.nextBoolean() ? 9 : 140);
      if (random.nextBoolean()) {
        // A length that fits, at one of the positions where it may be.
        int at = from + 1 + random.nextInt(4);
        d[at - 1] = 0x12;
        d[at] = (byte) (from + size - at - 1);
      }
      long entry = EntryDecoder.usual(d, from, from + size);
      if (entry >= 0) {
        long[] fields = fields(d, from, size, 1);
        assertEquals(fields[1], (int) entry);
        assertEquals(fields[0], entry >> 32);
        usual++;
      }
    }
    assertTrue(usual + " usual ones", usual > ROUNDS / 300);
  }

  /** Random bytes, many of which are tags or bytes of ids. */
  private static void randomBytes(Random random, byte[] d, int tag, int other) {
    for (int k = 0; k < d.length; k++) {
      int value = random.nextInt(256);
      int kind = random.nextInt(5);
      d[k] = (byte) (kind == 0 ? tag : kind == 1 ? other : kind == 2 ? value & 0x7f : value);
    }
  }

  /**
   * Reads the numbers in fields 1 and up of a message, and the start of the text in the field after
   * them, with which the message must end.
   */
  private static long[] fields(byte[] d, int from, int size, int numbers) {
    long[] found = new long[numbers + 1];
    try {
      CodedInputStream in = CodedInputStream.newInstance(d, from, size);
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag >>> 3 <= numbers && (tag & 7) == 0) {
          found[tag >>> 3] = in.readUInt32();
        } else if (tag >>> 3 == numbers + 1 && (tag & 7) == 2) {
          int length = in.readUInt32();
          found[0] = from + in.getTotalBytesRead();
          in.skipRawBytes(length);
          assertTrue("a text that ends the entry", in.isAtEnd());
        } else {
          throw new AssertionError("field " + tag);
        }
      }
    } catch (IOException e) {
      throw new AssertionError("protobuf refuses " + Arrays.toString(d) + " from " + from, e);
    }
    return found;
  }

  @Test
  public void everyLanguageTagHasItsOwnSymbol() throws IOException {
    Random random = new Random(3);
    SymbolTable symbols = new SymbolTable();
    WireReader in = new WireReader(new ByteArrayInputStream(new byte[0]), "f");
    in.data = new byte[64];
    LanguageDecoder languages = new LanguageDecoder(in, symbols);
    Map<String, Integer> expected = new HashMap<>();
    for (int i = 0; i < TestSize.of(20_000, 200_000); i++) {
      StringBuilder tag = new StringBuilder();
      for (int left = 1 + random.nextInt(9); left > 0; left--) {
        tag.append((char) ('a' + random.nextInt(tag.length() < 2 ? 4 : 2)));
      }
      byte[] bytes = tag.toString().getBytes(StandardCharsets.US_ASCII);
      int at = random.nextInt(40);
      random.nextBytes(in.data);
      System.arraycopy(bytes, 0, in.data, at, bytes.length);
      int known = languages.known(at, at + bytes.length);
      int symbol = languages.symbol(at, at + bytes.length);
      assertTrue(known == 0 || known == symbol);
      assertEquals(tag.toString(), symbols.text(symbol));
      assertEquals(symbol, (int) expected.computeIfAbsent(tag.toString(), key -> symbol));
    }
  }
}
