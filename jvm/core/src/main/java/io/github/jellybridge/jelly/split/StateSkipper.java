package io.github.jellybridge.jelly.split;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.V1RowReader;
import io.github.jellybridge.jelly.wire.WireReader;

/** Walks over rows without a look into statements, but keeps the lookups. */
final class StateSkipper extends RowSkipper {
  StateSkipper(WireReader in, V1RowReader rows) {
    super(in, rows);
  }

  @Override
  void name(int from, int to, int at) throws JellyParseException {
    rows.name(from, to, at);
  }

  @Override
  void row(int kind, int from, int to, int at) throws JellyParseException {
    rows.row(kind, from, to, at);
  }
}
