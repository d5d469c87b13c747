package io.github.jellybridge.bench.contender;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A Protocol Buffers message as it grows, field by field. */
final class ProtoBytes extends ByteArrayOutputStream {
  private static final int VARINT = 0;
  private static final int LEN = 2;

  /** Adds a number without a tag. */
  ProtoBytes varint(int value) {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      write(rest & 0x7f | 0x80);
      rest >>>= 7;
    }
    write(rest);
    return this;
  }

  /** Adds a {@code uint32} or enum field; the default 0 is left out. */
  ProtoBytes number(int field, int value) {
    return value == 0 ? this : varint(field << 3 | VARINT).varint(value);
  }

  /** Adds a {@code string} field. */
  ProtoBytes text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds a field that holds a message, bytes or packed numbers; no field if it is empty. */
  ProtoBytes message(int field, ProtoBytes body) {
    return body.size() == 0 ? this : bytes(field, body.toByteArray());
  }

  /** Adds a {@code bytes} field. */
  ProtoBytes bytes(int field, byte[] value) {
    varint(field << 3 | LEN).varint(value.length).writeBytes(value);
    return this;
  }
}
