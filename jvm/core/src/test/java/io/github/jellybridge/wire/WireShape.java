package io.github.jellybridge.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.WireFormat;
import io.github.jellybridge.proto.rdf.RdfStreamFrame;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Detects bytes that protobuf accepts by its own leniency: a field set twice, known fields of
 * another wire type, groups, varints with more bits than the field. No writer makes them. A strict
 * reader may refuse them, but must not read them differently from protobuf.
 */
public final class WireShape {
  /** The columns of version 3, which frames of rows do not have. */
  private static final int COLUMNS = 2 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

  private WireShape() {}

  /** Whether a file has no such bytes; false also for bytes that are not valid protobuf. */
  public static boolean isRegular(byte[] file, boolean delimited) {
    try {
      List<byte[]> frames = delimited ? ReferenceFormat.split(file) : List.of(file);
      Descriptor descriptor =
          ReferenceFormat.layout(frames) == Wire.V1
              ? RdfStreamFrame.getDescriptor()
              : io.github.jellybridge.proto.draft.RdfStreamFrame.getDescriptor();
      for (byte[] frame : frames) {
        if (!isRegular(descriptor, frame)) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isRegular(Descriptor message, byte[] bytes) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(bytes);
    Set<Object> seen = new HashSet<>();
    while (!in.isAtEnd()) {
      long longTag = in.readRawVarint64();
      if (longTag >>> 32 != 0) {
        return false;
      }
      int tag = (int) longTag;
      int type = WireFormat.getTagWireType(tag);
      if (type == WireFormat.WIRETYPE_START_GROUP || type == WireFormat.WIRETYPE_END_GROUP) {
        return false;
      }
      FieldDescriptor field = message.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      if (tag == COLUMNS && message == RdfStreamFrame.getDescriptor()) {
        return false;
      }
      if (field == null || field.isMapField()) {
        if (field != null && type != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
          return false;
        }
        in.skipField(tag);
        continue;
      }
      boolean first =
          field.isRepeated()
              || seen.add(field.getContainingOneof() != null ? field.getContainingOneof() : field);
      boolean isLength = type == WireFormat.WIRETYPE_LENGTH_DELIMITED;
      boolean isText =
          field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
              || field.getJavaType() == FieldDescriptor.JavaType.STRING;
      if (!first || isLength != isText || !isLength && type != WireFormat.WIRETYPE_VARINT) {
        return false;
      }
      if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        if (!isRegular(field.getMessageType(), in.readByteArray())) {
          return false;
        }
      } else if (isText) {
        in.skipField(tag);
      } else {
        long value = in.readRawVarint64();
        long most =
            switch (field.getJavaType()) {
              case BOOLEAN -> 1;
              case ENUM -> Integer.MAX_VALUE;
              default -> 0xffffffffL;
            };
        if (value < 0 || value > most) {
          return false;
        }
      }
    }
    return true;
  }
}
