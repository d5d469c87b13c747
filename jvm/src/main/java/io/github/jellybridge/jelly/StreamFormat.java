package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;

/** What tells streams of statements from streams of patches, which are framed alike. */
interface StreamFormat {
  /** Jelly-RDF. */
  StreamFormat STATEMENTS = new StreamFormat() {};

  /** Tells whether only the 1.x layout exists. */
  default boolean oneLayout() {
    return false;
  }

  /** Returns the batch to fill. */
  default StatementBatch batch(ReaderMemory memory, int columns, int capacity) {
    return memory.batch(columns, capacity);
  }

  /** Finds the one kind of a row like {@link RowFinder#kindOf}. */
  default int kindOf(Input in, int from, int to) throws JellyParseException {
    return RowFinder.kindOf(in, from, to);
  }

  /** Reads the options row at [from, to). */
  default StreamOptions options(Input in, JellyReadOptions options, Layout layout, int from, int to)
      throws JellyParseException {
    return new OptionsReader(in, options, layout).read(from, to);
  }

  /** Makes the reader of rows. */
  default RowReader rows(
      Layout layout, Input in, TermTable terms, StreamOptions stream, JellyReadOptions options) {
    return RowReader.of(layout, in, terms, stream, options);
  }
}
