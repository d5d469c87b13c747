package io.github.jellybridge.jelly.columns.encode;

import io.github.jellybridge.jelly.ColumnOptions;
import io.github.jellybridge.jelly.ColumnOptions.Variant;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.rdf.Utf8;

/** Writes the stream options of version 3 (Jelly-RDF 1.2 draft, "Stream options"). */
public final class ColumnOptionsWriter {
  private ColumnOptionsWriter() {}

  /** Writes the options row. */
  public static void write(FrameBuffer out, StreamOptions stream) {
    byte[] name = Utf8.bytes(stream.streamName());
    ColumnOptions columns = stream.columns();
    boolean isA = columns.variant() == Variant.A;
    int kind = stream.physicalType().number();
    int streamType = columns.streamType().ordinal();
    int rdfVersion = columns.rdfVersion().ordinal();
    int p = out.startRow(RowKind.OPTIONS, name.length + 64L);
    byte[] d = out.data;
    p = FrameBuffer.field(d, p, 1, name);
    if (isA) {
      p = FrameBuffer.field(d, p, 2, kind);
      p = FrameBuffer.field(d, p, 5, streamType);
      p = FrameBuffer.field(d, p, 6, rdfVersion);
    } else {
      p = FrameBuffer.field(d, p, 5, kind);
      p = FrameBuffer.field(d, p, 6, streamType);
      p = FrameBuffer.field(d, p, 7, rdfVersion);
    }
    p = FrameBuffer.field(d, p, 9, stream.maxNameTableSize());
    p = FrameBuffer.field(d, p, 10, stream.maxPrefixTableSize());
    p = FrameBuffer.field(d, p, 11, stream.maxDatatypeTableSize());
    out.endRow(FrameBuffer.field(d, p, 15, stream.version()));
  }
}
