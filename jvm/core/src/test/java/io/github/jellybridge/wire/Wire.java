package io.github.jellybridge.wire;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The two Jelly-RDF layouts as encoders of fixtures.
 *
 * <p>A fixture that both layouts can represent is written once and tested in both.
 */
public enum Wire {
  /** Jelly-RDF 1.0 and 1.1. */
  V1 {
    @Override
    public MessageLite frame(List<WireRow> rows) {
      return WireV1.frame(rows);
    }
  },
  /** Jelly-RDF 1.0.0 draft. */
  DRAFT {
    @Override
    public MessageLite frame(List<WireRow> rows) {
      return WireDraft.frame(rows);
    }
  };

  /** Encodes one frame. */
  public abstract MessageLite frame(List<WireRow> rows);

  /** Encodes one frame. */
  public MessageLite frame(WireRow... rows) {
    return frame(List.of(rows));
  }

  /** A delimited file of one frame. */
  public byte[] file(WireRow... rows) {
    return delimited(frame(rows));
  }

  /** A delimited file of frames. */
  public static byte[] delimited(MessageLite... frames) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (MessageLite frame : frames) {
      out.writeBytes(delimited(frame.toByteArray()));
    }
    return out.toByteArray();
  }

  /** Puts the length of a frame before its bytes. */
  public static byte[] delimited(byte[] frame) {
    return concat(varint(frame.length), frame);
  }

  /** A varint. */
  public static byte[] varint(long value) {
    byte[] out = new byte[CodedOutputStream.computeUInt64SizeNoTag(value)];
    try {
      CodedOutputStream.newInstance(out).writeUInt64NoTag(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out;
  }

  /** A length-delimited field. */
  public static byte[] field(int number, byte[] content) {
    return concat(varint((long) number << 3 | 2), varint(content.length), content);
  }

  /** A varint field. */
  public static byte[] field(int number, long value) {
    return concat(varint((long) number << 3), varint(value));
  }

  /** Joins byte strings. */
  public static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  /** Replaces the first occurrence of a text with other bytes of the same length. */
  public static byte[] patch(byte[] file, String mark, byte[] bytes) {
    byte[] sought = mark.getBytes(StandardCharsets.UTF_8);
    if (sought.length != bytes.length) {
      throw new IllegalArgumentException("lengths differ");
    }
    for (int at = 0; at + sought.length <= file.length; at++) {
      if (Arrays.equals(file, at, at + sought.length, sought, 0, sought.length)) {
        byte[] out = file.clone();
        System.arraycopy(bytes, 0, out, at, bytes.length);
        return out;
      }
    }
    throw new IllegalArgumentException("no " + mark);
  }
}
