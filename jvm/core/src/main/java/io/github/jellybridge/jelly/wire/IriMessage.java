package io.github.jellybridge.jelly.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Takes the field of an IRI with ids below 2^14 apart as one number of eight bytes: tag, length,
 * {@code [08 prefix prefix]}, {@code [10 name name]}. How one IRI differs from the last cannot be
 * predicted, so nothing branches on which ids are there: three bits of the length, whether there is
 * a prefix, and whether its first id goes on after one byte, make its shape, and tables know the
 * rest.
 */
public final class IriMessage {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long PREFIX_TAG = 0x08;
  private static final long NAME_TAG = 0x10;

  // Where things are in a field, in bits.
  private static final int LENGTH_AT = 8;
  private static final int MESSAGE_AT = 16;

  /** Three bits of the length, the one that tells the tags apart, and the first id's highest. */
  private static final int SHAPE_BITS = 7 << LENGTH_AT | 1 << MESSAGE_AT + 3 | 1 << MESSAGE_AT + 15;

  /** Brings those five bits to the top: a product adds copies of them that do not overlap. */
  private static final int GATHER = 1 | 1 << 8 | 1 << 20;

  private static final int SHAPES = 32;

  // For each shape: which bits of a field tell that it has it, and what they must be.
  private static final long[] FIXED = new long[2 * SHAPES];

  // For each shape: the bits of the prefix id, how many bits are before the name id, its bits.
  private static final int[] IDS = new int[4 * SHAPES];

  static {
    for (int shape = 0; shape < SHAPES; shape++) {
      // No field has this bit, as no bits of it are looked at, unless its shape is a usual one.
      FIXED[2 * shape + 1] = 1;
    }
    for (int prefix = 0; prefix <= 2; prefix++) {
      for (int name = 0; name <= 2; name++) {
        addShape(prefix, name);
      }
    }
  }

  private IriMessage() {}

  /** Adds the shapes of messages whose ids take so many bytes, 0 for one that is not there. */
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
    // What stands behind an empty message may be anything.
    long anything = prefixSize + nameSize == 0 ? Integer.toUnsignedLong(SHAPE_BITS) & ~bits : 0;
    for (long behind = anything; ; behind = behind - 1 & anything) {
      int shape = shape(fixed | behind);
      FIXED[2 * shape] = bits;
      FIXED[2 * shape + 1] = fixed;
      IDS[4 * shape] = idBits(prefix);
      IDS[4 * shape + 1] = nameAt + 8;
      IDS[4 * shape + 2] = idBits(name);
      if (behind == 0) {
        break;
      }
    }
  }

  /** Returns the highest bits of the bytes of an id. */
  private static long highest(int bytes) {
    return bytes == 1 ? 0x80 : 0x8080;
  }

  /** Returns those of them that are set. */
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

  /** Returns which shape a field has, if it has a usual one. */
  public static int shape(long field) {
    return ((int) field & SHAPE_BITS) * GATHER >>> 27;
  }

  /** Tells whether tags, ends of ids, or the length are other than in the usual form. */
  public static boolean unusual(long field, int shape) {
    return (field & FIXED[2 * shape]) != FIXED[2 * shape + 1];
  }

  /** Returns how many bytes the field has. */
  public static int length(long field) {
    return 2 + ((int) field >>> LENGTH_AT & 0xff);
  }

  /** Returns the prefix id as coded, 0 if it is not there. */
  public static int prefixId(long field, int shape) {
    return id((int) (field >>> MESSAGE_AT + 8) & IDS[4 * shape]);
  }

  /** Returns the name id as coded, 0 if it is not there. */
  public static int nameId(long field, int shape) {
    return id((int) (field >>> IDS[4 * shape + 1]) & IDS[4 * shape + 2]);
  }

  /** Returns the id of one or two bytes, of which the highest bit of the first is left out. */
  public static int id(int bytes) {
    return bytes + (bytes & 0x7f) >>> 1;
  }
}
