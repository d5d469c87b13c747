package io.github.jellybridge.jelly;

/** Walks over rows without a look into statements, but keeps the lookups. */
final class StateSkipper extends RowSkipper {
  StateSkipper(Input in, V1RowReader rows) {
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
