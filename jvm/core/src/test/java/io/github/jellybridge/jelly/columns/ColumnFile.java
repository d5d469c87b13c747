package io.github.jellybridge.jelly.columns;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.github.jellybridge.proto.columns.RdfColumn;
import io.github.jellybridge.proto.columns.RdfColumnBatch;
import io.github.jellybridge.proto.columns.RdfLookupEntryPacked;
import io.github.jellybridge.proto.columns.RdfStreamFrame;
import io.github.jellybridge.proto.columns.RdfStreamOptionsA;
import io.github.jellybridge.proto.columns.RdfStreamRow;
import io.github.jellybridge.proto.columns.StatementType;
import io.github.jellybridge.proto.columns.StreamType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Hand-made files of the column layout, as protoc's classes encode them. */
final class ColumnFile {
  /** The names of {@link #batch()}: ids 1 to 4. */
  static final List<String> NAMES = List.of("http://example.org/a", "b", "c", "d");

  private ColumnFile() {}

  /** Options of variant A for a stream of triples. */
  static RdfStreamOptionsA.Builder options() {
    return RdfStreamOptionsA.newBuilder()
        .setPhysicalType(StatementType.STATEMENT_TYPE_TRIPLES)
        .setMaxNameTableSize(128)
        .setMaxPrefixTableSize(16)
        .setMaxDatatypeTableSize(8)
        .setVersion(3);
  }

  /** Options of variant A for a stream of quads. */
  static RdfStreamOptionsA.Builder quads() {
    return options().setPhysicalType(StatementType.STATEMENT_TYPE_QUADS);
  }

  /** Options of variant A for a stream of messages. */
  static RdfStreamOptionsA.Builder messages() {
    return options().setStreamType(StreamType.STREAM_TYPE_MESSAGES);
  }

  /** A batch of two triples: a b "x" and a b "y". */
  static RdfColumnBatch.Builder batch() {
    return RdfColumnBatch.newBuilder()
        .setRowCount(2)
        .addNames(RdfLookupEntryPacked.newBuilder().addAllValues(NAMES))
        .addDatatypes(RdfLookupEntryPacked.newBuilder().addValues("http://example.org/type"))
        .setSubjects(RdfColumn.newBuilder().addNameIds(1).addLayouts(0))
        .setPredicates(RdfColumn.newBuilder().addNameIds(2).addLayouts(0))
        .setObjects(literals("x", "y"));
  }

  /** A column of plain literals. */
  static RdfColumn.Builder literals(String... texts) {
    return RdfColumn.newBuilder().addAllLexValues(List.of(texts));
  }

  /** A frame with options and a batch; either may be null. */
  static RdfStreamFrame.Builder frame(MessageLite options, RdfColumnBatch.Builder batch) {
    RdfStreamFrame.Builder frame = RdfStreamFrame.newBuilder();
    if (options != null) {
      frame.addRows(row(options));
    }
    if (batch != null) {
      frame.setColumns(batch);
    }
    return frame;
  }

  /** A row of options. */
  static RdfStreamRow row(MessageLite options) {
    return RdfStreamRow.newBuilder().setOptions(options.toByteString()).build();
  }

  /** A delimited file. */
  static byte[] file(RdfStreamFrame.Builder... frames) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      for (RdfStreamFrame.Builder frame : frames) {
        frame.build().writeDelimitedTo(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** A file of one frame with these options and this batch. */
  static byte[] file(RdfStreamOptionsA.Builder options, RdfColumnBatch.Builder batch) {
    return file(frame(options.build(), batch));
  }

  /** A file of one frame of triples. */
  static byte[] file(RdfColumnBatch.Builder batch) {
    return file(options(), batch);
  }

  /** Bytes as the kinds of a column. */
  static ByteString bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return ByteString.copyFrom(bytes);
  }
}
