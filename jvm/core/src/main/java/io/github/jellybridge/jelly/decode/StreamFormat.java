package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.columns.ColumnFrameDecoder;
import io.github.jellybridge.jelly.columns.ColumnOptionsReader;
import io.github.jellybridge.jelly.draft.DraftRowDecoder;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;

/** The differences between streams of statements and streams of patches, which share framing. */
public interface StreamFormat {
  /** Jelly-RDF. */
  StreamFormat STATEMENTS = new StreamFormat() {};

  /** Returns whether only the 1.x layout exists. */
  default boolean oneLayout() {
    return false;
  }

  /** Returns the batch to fill. */
  default StatementBatch batch(BufferPool memory, int columns, int capacity) {
    return memory.batch(columns, capacity);
  }

  /** Returns the kind of a row, as {@link RowKind#of} does. */
  default int kindOf(WireReader in, int from, int to) throws JellyParseException {
    return RowKind.of(in, from, to);
  }

  /** Reads the options row at [from, to). */
  default StreamOptions options(
      WireReader in, JellyReadOptions options, Layout layout, int from, int to)
      throws JellyParseException {
    return layout == Layout.COLUMNS
        ? new ColumnOptionsReader(in, options).read(from, to)
        : new OptionsReader(in, options, layout).read(from, to);
  }

  /** Creates the decoder of rows. */
  default RowDecoder rows(
      Layout layout,
      WireReader in,
      TermTable terms,
      StreamOptions stream,
      JellyReadOptions options) {
    return switch (layout) {
      case DRAFT -> new DraftRowDecoder(in, terms, stream, options);
      case V1 -> new V1RowDecoder(in, terms, stream, options);
      case COLUMNS -> new ColumnFrameDecoder(in, terms, stream, options);
    };
  }
}
