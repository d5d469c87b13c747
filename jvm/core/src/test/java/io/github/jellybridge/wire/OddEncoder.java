package io.github.jellybridge.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Encodes messages in ways that no library uses but every reader must accept (Protocol Buffers,
 * "Message structure" and "Field order"): fields in any order, explicit defaults, varints longer
 * than necessary, and unknown fields, in particular with the tags of fields around them.
 */
public final class OddEncoder {
  private static final int UNKNOWN_NUMBERS = 20;

  /** The highest field number that statements or options have in either layout. */
  private static final int LAST_KNOWN = 16;

  /**
   * The field number of namespace rows; readers of the draft know it although the draft has none.
   */
  private static final int NAMESPACE = 6;

  /** The field number of columns, which frames of rows do not have. */
  private static final int COLUMNS = 2;

  private final Random random;
  private final int percent;

  /**
   * Makes an encoder.
   *
   * @param percent probability of each odd choice, 0 to 100
   */
  public OddEncoder(Random random, int percent) {
    this.random = random;
    this.percent = percent;
  }

  /**
   * Encodes the frames of a delimited file again.
   *
   * @param frame an empty frame of the file's message type
   */
  public byte[] file(byte[] file, Message frame) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(file);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    while (in.available() > 0) {
      out.writeBytes(Wire.delimited(encode(frame.getParserForType().parseDelimitedFrom(in))));
    }
    return out.toByteArray();
  }

  private boolean odd() {
    return random.nextInt(100) < percent;
  }

  private byte[] encode(Message message) {
    List<byte[]> single = new ArrayList<>();
    List<byte[]> repeated = new ArrayList<>();
    Set<Integer> known = new HashSet<>();
    for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
      known.add(field.getNumber());
      if (field.isRepeated()) {
        ((List<?>) message.getField(field)).forEach(item -> repeated.add(field(field, item)));
      } else if (message.hasField(field) || !field.hasPresence() && odd()) {
        single.add(field(field, message.getField(field)));
      }
    }
    int first = isOfOneLayout(message) ? LAST_KNOWN + 1 : 1;
    while (odd()) {
      int number = first + random.nextInt(UNKNOWN_NUMBERS);
      boolean columns = number == COLUMNS && isFrame(message);
      if (!known.contains(number) && number != NAMESPACE && !columns) {
        single.add(unknown(number, message));
      }
    }
    if (odd()) {
      Collections.shuffle(single, random);
    }
    // Repeated fields keep their order; all others may be anywhere between them.
    for (byte[] field : single) {
      repeated.add(odd() ? random.nextInt(repeated.size() + 1) : repeated.size(), field);
    }
    return Wire.concat(repeated.toArray(byte[][]::new));
  }

  private static boolean isFrame(Message message) {
    return message.getDescriptorForType().getName().endsWith("Frame");
  }

  /**
   * Whether readers use the message to detect the layout (statements), or read it in both
   * (options). Unknown fields then need numbers that neither layout has.
   */
  private static boolean isOfOneLayout(Message message) {
    String name = message.getDescriptorForType().getName();
    return Stream.of("Triple", "Quad", "Graph", "Options").anyMatch(name::contains);
  }

  private byte[] field(FieldDescriptor field, Object value) {
    return switch (field.getJavaType()) {
      case MESSAGE -> bytes(field.getNumber(), encode((Message) value));
      case STRING ->
          bytes(field.getNumber(), ByteString.copyFromUtf8((String) value).toByteArray());
      case BYTE_STRING -> bytes(field.getNumber(), ((ByteString) value).toByteArray());
      case BOOLEAN -> number(field.getNumber(), (Boolean) value ? 1 : 0);
      case INT -> number(field.getNumber(), Integer.toUnsignedLong((Integer) value));
      case LONG -> number(field.getNumber(), (Long) value);
      case ENUM -> number(field.getNumber(), ((EnumValueDescriptor) value).getNumber());
      default -> throw new IllegalArgumentException("no field of Jelly: " + field);
    };
  }

  private byte[] unknown(int number, Message in) {
    byte[] content = new byte[random.nextInt(random.nextInt(4) == 0 ? 300 : 4)];
    random.nextBytes(content);
    // Readers take the IRI of a graph for the draft's if it contains a message, so it gets none.
    return switch (random.nextInt(in.getDescriptorForType().getName().equals("RdfIri") ? 3 : 4)) {
      case 0 -> number(number, random.nextInt(300));
      case 1 -> Wire.concat(varint((long) number << 3 | 1), new byte[8]);
      case 2 -> Wire.concat(varint((long) number << 3 | 5), new byte[4]);
      default -> bytes(number, content);
    };
  }

  private byte[] bytes(int number, byte[] content) {
    return Wire.concat(varint((long) number << 3 | 2), varint(content.length), content);
  }

  private byte[] number(int number, long value) {
    return Wire.concat(varint((long) number << 3), varint(value));
  }

  /** A varint with up to two bytes too many. */
  private byte[] varint(long value) {
    byte[] shortest = Wire.varint(value);
    int more = odd() && shortest.length <= 3 ? random.nextInt(3) : 0;
    if (more == 0) {
      return shortest;
    }
    shortest[shortest.length - 1] |= (byte) 0x80;
    byte[] rest = new byte[more];
    for (int i = 0; i < more - 1; i++) {
      rest[i] = (byte) 0x80;
    }
    return Wire.concat(shortest, rest);
  }
}
