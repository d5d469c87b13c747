package io.github.jellybridge.jelly.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Parses the field of an IRI with ids below 2^14 as one number of eight bytes: tag, length, {@code
 * [08 prefix prefix]}, {@code [10 name name]}. The processor cannot predict which ids an IRI has,
 * so the code does not branch on that. Instead, five bits make the shape of a message: three bits
 * of the length, whether it has a prefix, and whether its first id has a second byte. Tables
 * provide the rest by shape.
 */
public final class IriMessage {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long PREFIX_TAG = 0x08;
  private static final long NAME_TAG = 0x10;

  // Offsets in a field, in bits.
  private static final int LENGTH_AT = 8;
  private static final int MESSAGE_AT = 16;

  /** Three bits of the length, the bit that distinguishes the tags, the first id's highest bit. */
  private static final int SHAPE_BITS = 7 << LENGTH_AT | 1 << MESSAGE_AT + 3 | 1 << MESSAGE_AT + 15;

  /** Moves those five bits to the top: the product adds copies of them that do not overlap. */
  private static final int GATHER = 1 | 1 << 8 | 1 << 20;

  private static final int SHAPES = 32;

  // For each shape: the bits of a field that identify it, and their required values.
  private static final long[] FIXED = new long[2 * SHAPES];

  // For each shape: the bits of the prefix id, the bit offset of the name id, the bits of that id.
  private static final int[] IDS = new int[4 * SHAPES];

  static {
    for (int shape = 0; shape < SHAPES; shape++) {
      // This bit is never set after masking with 0, so only the usual shapes added below match.
      FIXED[2 * shape + 1] = 1;
    }
    for (int prefix = 0; prefix <= 2; prefix++) {
      for (int name = 0; name <= 2; name++) {
        addShape(prefix, name);
      }
    }
  }

  private IriMessage() {}

  /** Adds the shapes of messages with ids of the given numbers of bytes, 0 for an absent id. */
  private static void addShape(int prefix, int name) {
    int prefixSize = prefix == 0 ? 0 : 1 + prefix;
    int nameSize = name == 0 ? 0 : 1 + name;
    int nameAt = MESSAGE_AT + 8 * prefixSize;
    long fixed = (long) prefixSize + nameSize << LENGTH_AT;
    long bits = 0xffL << LENGTH_AT;
    if (prefix > 0) {
      fixed |= PREFIX_TAG << MESSAGE_AT | goesOn(prefix) << MESSAGE_AT + 8;
      bits |= 0xffL << MESSAGE_AT | highest(prefix) << MESSAGE_AT + 8;
    }
    if (name > 0) {
      fixed |= NAME_TAG << nameAt | goesOn(name) << nameAt + 8;
      bits |= 0xffL << nameAt | highest(name) << nameAt + 8;
    }
    // After an empty message the other bits may have any value.
    long anything = prefixSize + nameSize == 0 ? Integer.toUnsignedLong(SHAPE_BITS) & ~bits : 0;
    for (long rest = anything; ; rest = rest - 1 & anything) {
      int shape = shape(fixed | rest);
      FIXED[2 * shape] = bits;
      FIXED[2 * shape + 1] = fixed;
      IDS[4 * shape] = idBits(prefix);
      IDS[4 * shape + 1] = nameAt + 8;
      IDS[4 * shape + 2] = idBits(name);
      if (rest == 0) {
        break;
      }
    }
  }

  /** Returns the highest bit of each byte of an id. */
  private static long highest(int bytes) {
    return bytes == 1 ? 0x80 : 0x8080;
  }

  /** Returns which of those bits are set. */
  private static long goesOn(int bytes) {
    return bytes == 1 ? 0 : 0x80;
  }

  private static int idBits(int bytes) {
    return bytes == 0 ? 0 : bytes == 1 ? 0x7f : 0x7f7f;
  }

  /** Returns the eight bytes that start with the tag of a field. */
  public static long field(byte[] d, int at) {
    return (long) LONGS.get(d, at);
  }

  /** Returns the shape of a field, if it has a usual one. */
  public static int shape(long field) {
    return ((int) field & SHAPE_BITS) * GATHER >>> 27;
  }

  /** Returns whether tags, ends of ids or the length differ from the usual form. */
  public static boolean unusual(long field, int shape) {
    return (field & FIXED[2 * shape]) != FIXED[2 * shape + 1];
  }

  /** Returns the size of the field in bytes. */
  public static int length(long field) {
    return 2 + ((int) field >>> LENGTH_AT & 0xff);
  }

  /** Returns the encoded prefix id, 0 if absent. */
  public static int prefixId(long field, int shape) {
    return id((int) (field >>> MESSAGE_AT + 8) & IDS[4 * shape]);
  }

  /** Returns the encoded name id, 0 if absent. */
  public static int nameId(long field, int shape) {
    return id((int) (field >>> IDS[4 * shape + 1]) & IDS[4 * shape + 2]);
  }

  /** Returns the id in a varint of one or two bytes whose continuation bit is cleared. */
  public static int id(int bytes) {
    return bytes + (bytes & 0x7f) >>> 1;
  }
}
