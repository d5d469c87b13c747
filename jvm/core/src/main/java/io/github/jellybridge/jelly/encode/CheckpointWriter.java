package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.decode.DatatypeDecoder;
import io.github.jellybridge.jelly.decode.DecoderState;
import io.github.jellybridge.jelly.decode.IriDecoder;
import io.github.jellybridge.jelly.decode.StreamRowDecoder;
import io.github.jellybridge.jelly.split.LookupState;
import io.github.jellybridge.jelly.split.StreamState;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/**
 * Writes the state of a stream at a split point as a frame that any Jelly reader understands: the
 * options, then one statement of the terms that may be repeated, then all entries of the lookups.
 * The IRIs of the statement borrow lookup entries. The statement comes first, so that the entries
 * after it restore the real values.
 */
public final class CheckpointWriter {
  private static final int[] IRI_FIELDS = {1, 5, 9, 13};

  private final StreamRowDecoder rows;
  private final IriDecoder iris;
  private final TermTable terms;
  private final FrameBuffer out = new FrameBuffer();
  private final EntryEncoder names = new EntryEncoder(out, RowKind.NAME);
  private final EntryEncoder prefixes = new EntryEncoder(out, RowKind.PREFIX);
  private final EntryEncoder datatypes = new EntryEncoder(out, RowKind.DATATYPE);

  // The entries that the terms borrow.
  private int[] borrowedNames = new int[0];
  private int borrowedPrefix;

  // The symbol of the datatype that each id has in the statement; 0 for none.
  private final int[] datatypeAt;

  private CheckpointWriter(StreamRowDecoder rows) {
    this.rows = rows;
    this.iris = rows.t.iris;
    this.terms = rows.t.terms;
    this.datatypeAt = new int[rows.t.datatypes.ids()];
  }

  /**
   * Returns the full state of a reader.
   *
   * @param opening the fields of a frame at the start of the stream; the last one is the options
   *     row
   * @return null if one of the terms cannot be written: a quoted triple, or more IRIs or datatypes
   *     than there are entries to borrow
   */
  public static StreamState of(byte[] opening, StreamRowDecoder rows) {
    CheckpointWriter prologue = new CheckpointWriter(rows);
    return prologue.write(opening) ? prologue.state() : null;
  }

  /**
   * Returns the state of a reader that knows only the lookups. Terms have to be repeated in full,
   * and the name of the last IRI is unknown.
   *
   * @param opening the fields of a frame at the start of the stream; the last one is the options
   *     row
   * @param lastPrefix the prefix id of the last IRI
   */
  public static StreamState ofLookups(
      byte[] opening,
      LookupState names,
      LookupState prefixes,
      LookupState datatypes,
      int lastPrefix) {
    FrameBuffer out = new FrameBuffer();
    open(out, opening);
    prefixes.write(new EntryEncoder(out, RowKind.PREFIX));
    names.write(new EntryEncoder(out, RowKind.NAME));
    datatypes.write(new EntryEncoder(out, RowKind.DATATYPE));
    return new StreamState(
        frame(out),
        names.last(),
        prefixes.last(),
        datatypes.last(),
        DecoderState.UNKNOWN,
        lastPrefix);
  }

  private static void open(FrameBuffer out, byte[] opening) {
    out.ensure(opening.length);
    System.arraycopy(opening, 0, out.data, out.end, opening.length);
    out.end += opening.length;
  }

  private static byte[] frame(FrameBuffer out) {
    int length = out.length();
    int from = FrameBuffer.HEAD - FrameBuffer.varintLength(length);
    FrameBuffer.varint(out.data, from, length);
    return Arrays.copyOfRange(out.data, from, out.end);
  }

  private StreamState state() {
    return new StreamState(
        frame(out),
        rows.state.lastNameEntry,
        rows.state.lastPrefixEntry,
        rows.state.lastDatatypeEntry,
        rows.state.lastName,
        rows.state.lastPrefix);
  }

  private boolean write(byte[] opening) {
    open(out, opening);
    names.restart();
    prefixes.restart();
    datatypes.restart();
    borrow();
    if (!terms()) {
      return false;
    }
    entries();
    return true;
  }

  /**
   * Chooses the entries that the terms borrow. They must be defined ones, whose values are
   * restored; an undefined entry must stay undefined.
   */
  private void borrow() {
    int count = 0;
    int[] found = new int[4];
    for (int id = 1; id < iris.names() && count < found.length; id++) {
      if (iris.nameSlice(id) >= 0) {
        found[count++] = id;
      }
    }
    borrowedNames = Arrays.copyOf(found, count);
    for (int id = iris.prefixes() - 1; id > 0; id--) {
      borrowedPrefix = iris.prefixSlice(id) >= 0 ? id : borrowedPrefix;
    }
  }

  private boolean terms() {
    boolean graphs = rows.t.stream.physicalType() == PhysicalType.GRAPHS;
    int positions = rows.statementKind == RowKind.QUAD ? 4 : 3;
    int used = 0;
    if (borrowedPrefix != 0) {
      prefixes.write(borrowedPrefix, new byte[0], 0, 0);
    }
    // All entries come before the row that uses them.
    int count = graphs && rows.order.inGraph() ? 4 : positions;
    int[] nameOf = new int[4];
    int[] datatypeOf = new int[4];
    for (int i = 0; i < count; i++) {
      int term = rows.state.lastTerm(i);
      byte kind = term == TermTable.NO_TERM ? TermKind.NONE : terms.kind(term);
      if (kind == TermKind.TRIPLE) {
        return false;
      }
      if (kind == TermKind.IRI) {
        if (used == borrowedNames.length) {
          return false;
        }
        nameOf[i] = borrowedNames[used++];
        int offset = terms.valueOffset(term);
        names.write(nameOf[i], terms.data(), offset, terms.valueLength(term));
      } else if (kind == TermKind.LITERAL && terms.datatypeId(term) != 0) {
        datatypeOf[i] = datatype(terms.datatypeId(term));
        if (datatypeOf[i] == 0) {
          return false;
        }
      }
    }
    if (graphs && rows.order.inGraph()) {
      row(RowKind.GRAPH_START, 3, 4, new int[] {0, 0, 0, 1}, nameOf, datatypeOf);
    } else if (graphs) {
      // Triples are allowed only in graphs: use the default graph and end it at once.
      int at = out.startRow(RowKind.GRAPH_START, 8);
      out.data[at] = 3 << 3 | 2;
      out.data[at + 1] = 0;
      out.endRow(at + 2);
    }
    row(rows.statementKind, 0, positions, IRI_FIELDS, nameOf, datatypeOf);
    if (graphs && !rows.order.inGraph()) {
      out.endRow(out.startRow(RowKind.GRAPH_END, 0));
    }
    return true;
  }

  /**
   * Returns the id of a datatype, either its own or a borrowed one; 0 if the other terms have
   * borrowed all entries.
   */
  private int datatype(int symbol) {
    DatatypeDecoder lookup = rows.t.datatypes;
    int found = 0;
    for (int id = 1; id < lookup.ids(); id++) {
      if (datatypeAt[id] == symbol) {
        return id;
      }
      boolean free = datatypeAt[id] == 0 && lookup.symbol(id) >= 0;
      if (free && (found == 0 || lookup.symbol(id) == symbol)) {
        found = id;
      }
    }
    if (found != 0) {
      datatypeAt[found] = symbol;
      byte[] iri = terms.symbols().bytes(symbol);
      datatypes.write(found, iri, 0, iri.length);
    }
    return found;
  }

  /** Writes a row with the terms of the positions [from, to). */
  private void row(int kind, int from, int to, int[] fields, int[] nameOf, int[] datatypeOf) {
    long room = 0;
    for (int i = from; i < to; i++) {
      int term = rows.state.lastTerm(i);
      room += 8 + TextEncoder.room(terms, terms.kind(term), term);
    }
    int at = out.startRow(kind, room);
    for (int i = from; i < to; i++) {
      at = term(at, fields[i], i, nameOf[i], datatypeOf[i]);
    }
    out.endRow(at);
  }

  private int term(int at, int field, int position, int name, int datatype) {
    byte[] d = out.data;
    int term = rows.state.lastTerm(position);
    if (term == TermTable.NO_TERM) {
      d[at] = (byte) (field + 2 << 3 | 2);
      d[at + 1] = 0;
      return at + 2;
    }
    int offset = terms.valueOffset(term);
    int length = terms.valueLength(term);
    byte[] text = terms.data();
    return switch (terms.kind(term)) {
      case TermKind.IRI -> iri(at, field, name);
      case TermKind.BNODE -> bytes(at, field + 1, text, offset, length);
      default ->
          literal(at, field + (field == 13 || field == 1 && position == 3 ? 3 : 2), term, datatype);
    };
  }

  private int iri(int at, int field, int name) {
    byte[] d = out.data;
    int length = 1 + FrameBuffer.varintLength(name);
    length += borrowedPrefix == 0 ? 0 : 1 + FrameBuffer.varintLength(borrowedPrefix);
    int p = FrameBuffer.varint(d, at, field << 3 | 2);
    p = FrameBuffer.varint(d, p, length);
    if (borrowedPrefix != 0) {
      d[p] = 0x08;
      p = FrameBuffer.varint(d, p + 1, borrowedPrefix);
    }
    d[p] = 0x10;
    return FrameBuffer.varint(d, p + 1, name);
  }

  private int literal(int at, int field, int term, int datatype) {
    int offset = terms.valueOffset(term);
    int length = terms.valueLength(term);
    byte[] text = terms.data();
    byte[] lang = terms.langId(term) == 0 ? null : terms.symbols().bytes(terms.langId(term));
    int size = 1 + FrameBuffer.varintLength(length) + length;
    if (lang != null) {
      size += 1 + FrameBuffer.varintLength(lang.length) + lang.length;
    } else if (datatype != 0) {
      size += 1 + FrameBuffer.varintLength(datatype);
    }
    byte[] d = out.data;
    int p = FrameBuffer.varint(d, at, field << 3 | 2);
    p = FrameBuffer.varint(d, p, size);
    p = bytes(p, 1, text, offset, length);
    if (lang != null) {
      p = bytes(p, 2, lang, 0, lang.length);
    } else if (datatype != 0) {
      d[p] = 3 << 3;
      p = FrameBuffer.varint(d, p + 1, datatype);
    }
    return p;
  }

  private int bytes(int at, int field, byte[] text, int from, int length) {
    byte[] d = out.data;
    int p = FrameBuffer.varint(d, at, field << 3 | 2);
    p = FrameBuffer.varint(d, p, length);
    System.arraycopy(text, from, d, p, length);
    return p + length;
  }

  /** Writes all entries, which also restores the borrowed ones. */
  private void entries() {
    for (int id = 1; id < iris.prefixes(); id++) {
      entry(prefixes, id, iris.prefixSlice(id));
    }
    for (int id = 1; id < iris.names(); id++) {
      entry(names, id, iris.nameSlice(id));
    }
    DatatypeDecoder lookup = rows.t.datatypes;
    for (int id = 1; id < lookup.ids(); id++) {
      if (lookup.symbol(id) >= 0) {
        byte[] iri = lookup.iri(id);
        datatypes.write(id, iri, 0, iri.length);
      }
    }
  }

  private void entry(EntryEncoder writer, int id, long slice) {
    if (slice >= 0) {
      writer.write(id, rows.in.data, (int) (slice >> 32), (int) slice);
    }
  }
}
