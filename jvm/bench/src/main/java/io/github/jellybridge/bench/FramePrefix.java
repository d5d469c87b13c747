package io.github.jellybridge.bench;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Cuts the beginning off a delimited Jelly file, between two frames: a shorter valid file. */
final class FramePrefix {
  private FramePrefix() {}

  /**
   * Copies whole frames while the copy stays within a size.
   *
   * @param bytes the most that the copy may have
   */
  static void copy(Path source, Path target, long bytes) throws IOException {
    try (DataInputStream in =
            new DataInputStream(new BufferedInputStream(Files.newInputStream(source), 1 << 16));
        EncodedFiles.Output out = new EncodedFiles.Output(target)) {
      byte[] frame = new byte[1 << 16];
      while (true) {
        int length;
        try {
          length = varint(in);
        } catch (EOFException e) {
          break;
        }
        if (out.bytes + 5 + length > bytes) {
          break;
        }
        if (length > frame.length) {
          frame = new byte[length];
        }
        in.readFully(frame, 0, length);
        for (int rest = length; ; rest >>>= 7) {
          if (rest < 0x80) {
            out.write(rest);
            break;
          }
          out.write(rest & 0x7f | 0x80);
        }
        out.write(frame, 0, length);
      }
      out.publish();
    }
  }

  /** Reads a length; these files come from our own run of jelly-jvm, so they are well-formed. */
  private static int varint(DataInputStream in) throws IOException {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      int b = in.readUnsignedByte();
      value |= (b & 0x7f) << shift;
      if (b < 0x80) {
        return value;
      }
    }
  }
}
