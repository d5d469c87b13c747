package io.github.jellybridge.jelly;

import io.github.jellybridge.wire.Wire;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damages files as faulty disks, faulty networks and attackers do. */
public final class Mutator {
  private static final int[] TELLING = {0, 1, 2, 8, 10, 16, 0x7f, 0x80, 0xc3, 0xff};

  private final Random random;
  private final List<byte[]> files;

  /** Creates a mutator of the given files. */
  public Mutator(Random random, List<byte[]> files) {
    this.random = random;
    this.files = files;
  }

  /** Returns a copy of a file, damaged once or three times. */
  public byte[] next() {
    byte[] out = any().clone();
    for (int i = random.nextInt(3) == 0 ? 3 : 1; i > 0 && out.length > 0; i--) {
      out = damaged(out);
    }
    return out;
  }

  private byte[] any() {
    return files.get(random.nextInt(files.size()));
  }

  private byte[] damaged(byte[] file) {
    int at = random.nextInt(file.length);
    int length = 1 + random.nextInt(Math.min(20, file.length - at));
    byte[] before = Arrays.copyOf(file, at);
    byte[] rest = Arrays.copyOfRange(file, at, file.length);
    byte[] after = Arrays.copyOfRange(file, at + length, file.length);
    return switch (random.nextInt(10)) {
      case 0 -> {
        file[at] ^= (byte) (1 << random.nextInt(8));
        yield file;
      }
      case 1 -> {
        file[at] = (byte) TELLING[random.nextInt(TELLING.length)];
        yield file;
      }
      case 2 -> {
        file[at] += (byte) (random.nextBoolean() ? 1 : -1);
        yield file;
      }
      case 3 -> Wire.concat(before, bytes(), rest);
      case 4 -> Wire.concat(before, after);
      case 5 -> Wire.concat(before, Arrays.copyOfRange(file, at, at + length), rest);
      case 6 -> Wire.concat(before, piece(), random.nextBoolean() ? rest : after);
      case 7 -> before;
      case 8 -> Wire.concat(before, Wire.varint(random.nextLong() >> random.nextInt(64)), after);
      default -> {
        for (int i = at; i < at + length; i++) {
          file[i] = (byte) random.nextInt();
        }
        yield file;
      }
    };
  }

  private byte[] bytes() {
    byte[] out = new byte[1 + random.nextInt(12)];
    if (random.nextBoolean()) {
      random.nextBytes(out);
    } else {
      Arrays.fill(out, (byte) TELLING[random.nextInt(TELLING.length)]);
    }
    return out;
  }

  private byte[] piece() {
    byte[] other = any();
    int from = random.nextInt(other.length);
    return Arrays.copyOfRange(other, from, from + random.nextInt(other.length - from + 1));
  }
}
