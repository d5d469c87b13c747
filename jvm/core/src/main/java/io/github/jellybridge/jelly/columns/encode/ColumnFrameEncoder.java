package io.github.jellybridge.jelly.columns.encode;

import io.github.jellybridge.jelly.ColumnOptions;
import io.github.jellybridge.jelly.ColumnOptions.Variant;
import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;

/**
 * Collects the content of a frame of the column layout (Jelly-RDF 1.2 draft, "RdfColumnBatch") and
 * writes it.
 *
 * <p>Statements are added some rows at a time, column by column, so that new names of a column have
 * consecutive ids. The number of rows adapts to the lookups: it shrinks when they have no room for
 * the terms of so many.
 */
public final class ColumnFrameEncoder {
  /** The maximum number of rows in a frame. */
  private static final int MAX_ROWS = (1 << 27) - 1;

  /** The maximum number of rows that are added together. */
  static final int MAX_STEP = 1024;

  /** A full frame has no room for more rows than this. */
  private static final int FEW_ROWS = 16;

  /** The maximum number of bytes in a frame that are not in the lists of its columns. */
  private static final int HEADERS = 512;

  private static final int GRAPHS = 3;
  private static final int POSITIONS = 4;

  /** The field of the first column. */
  private static final int SUBJECTS = 6;

  private static final int ROW_COUNT = 1;
  private static final int NAMESPACES = 5;
  private static final int BATCH = 2;

  private final FrameEntries entries;
  private final RowSizes sizes;
  private final ColumnEncoder[] columns = new ColumnEncoder[POSITIONS];
  private final FieldBuffer namespaces = new FieldBuffer();
  private final IriStateEncoder namespaceIris = new IriStateEncoder();
  private final FieldBuffer messageLengths = new FieldBuffer();
  private final int messageLengthsField;
  private final boolean quads;
  private final boolean oneFrame;
  private final int maxRows;
  private final long maxBytes;

  private int rows;
  private int step;

  /** The rows of the frame that belong to ended messages. */
  private int ended;

  /** Whether the lookups have no room for the next row. */
  private boolean full;

  /**
   * Creates an encoder.
   *
   * @param maxBytes the length of a frame that it exceeds only with its first row
   */
  public ColumnFrameEncoder(JellyWriteOptions options, long maxBytes) {
    ColumnOptions column = options.columns();
    this.entries = new FrameEntries(options);
    for (int i = 0; i < POSITIONS; i++) {
      columns[i] = new ColumnEncoder(entries, i, column.rdfVersion());
    }
    this.sizes = new RowSizes(entries, columns);
    this.messageLengthsField = column.variant() == Variant.A ? 15 : 10;
    this.quads = options.physicalType() == PhysicalType.QUADS;
    this.oneFrame = !options.delimited();
    this.maxRows =
        options.frameSize() > 0 && !oneFrame ? Math.min(options.frameSize(), MAX_ROWS) : MAX_ROWS;
    this.maxBytes = maxBytes;
    this.step = Math.min(MAX_STEP, Math.max(1, options.maxNameTableSize() / POSITIONS));
  }

  /** Empties the lookups, for a frame that states the options. The frame must be empty. */
  public void restart() {
    entries.restart();
  }

  /** Returns whether the frame has neither rows, nor namespaces, nor ends of messages. */
  public boolean isEmpty() {
    return rows == 0 && namespaces.end == 0 && messageLengths.end == 0;
  }

  /** Returns the approximate length of the frame in bytes, not too low. */
  private long length() {
    long length = HEADERS + entries.length() + namespaces.end + messageLengths.end;
    for (ColumnEncoder column : columns) {
      length += column.length();
    }
    return length;
  }

  // ---- content ---------------------------------------------------------------------------------

  /** Uses a table from now on. */
  public void use(TermTable terms) {
    entries.use(terms);
    for (ColumnEncoder column : columns) {
      column.use(terms);
    }
    sizes.use(terms);
  }

  /**
   * Adds statements of a batch, as many as there is room for.
   *
   * @param number the number of the first statement
   * @return the end of the added statements; {@code from} if the frame is full
   */
  public int add(StatementBatch batch, int from, int to, long number) throws JellyWriteException {
    while (true) {
      int most = (int) Math.min(to, from + (long) Math.min(step, maxRows - rows));
      if (full || most == from) {
        return from;
      }
      int end = sizes.fitting(batch, from, most, maxBytes - length());
      if (end < most && end - from < FEW_ROWS && !isEmpty()) {
        return from;
      }
      end = Math.max(end, from + 1);
      int found = find(batch, from, end, number);
      if (found < end && oneFrame) {
        throw entries.full("a stream of one frame", number + found - from);
      }
      if (found > from) {
        full = found < end || entries.usesNoPrefixes();
        step = full ? step : Math.min(2 * step, MAX_STEP);
        addFound(batch, from, found, number);
        return found;
      }
      if (!isEmpty()) {
        full = true;
        return from;
      }
      startAgain(end - from, number);
    }
  }

  /** Prepares another attempt with fewer rows, as the lookups of an empty frame have no room. */
  private void startAgain(int attempted, long number) throws JellyWriteException {
    entries.forgetUse();
    if (attempted > 1) {
      step = Math.max(1, attempted / POSITIONS);
    } else if (entries.isOutOfPrefixes() && !entries.usesNoPrefixes()) {
      entries.useNoPrefixes();
    } else {
      throw entries.full("one statement", number);
    }
  }

  /** Finds the lookup entries of statements; returns the end of those that have room. */
  private int find(StatementBatch batch, int from, int to, long number) throws JellyWriteException {
    // The few predicates first, so that the many other terms don't replace them.
    int end = entries.find(batch.p, from, to, 1, number);
    if (batch.g != null) {
      end = entries.find(batch.g, from, end, GRAPHS, number);
    }
    end = entries.find(batch.s, from, end, 0, number);
    return entries.find(batch.o, from, end, 2, number);
  }

  private void addFound(StatementBatch batch, int from, int to, long number)
      throws JellyWriteException {
    columns[0].add(batch.s, from, to, number);
    columns[1].add(batch.p, from, to, number);
    columns[2].add(batch.o, from, to, number);
    if (batch.g == null) {
      columns[GRAPHS].addUnbound(to - from);
    } else {
      if (!quads) {
        requireDefaultGraph(batch.g, from, to, number);
      }
      columns[GRAPHS].add(batch.g, from, to, number);
    }
    rows += to - from;
  }

  private static void requireDefaultGraph(int[] graphs, int from, int to, long number)
      throws JellyWriteException {
    for (int i = from; i < to; i++) {
      if (graphs[i] != TermTable.NO_TERM) {
        throw new JellyWriteException(
            number + i - from,
            "the default graph in a stream of triples",
            "a named graph",
            "physicalType");
      }
    }
  }

  /**
   * Adds a namespace declaration.
   *
   * @param number the number of the next statement
   * @return false if the frame is full
   */
  public boolean namespace(String name, String iri, long number) throws JellyWriteException {
    byte[] nameText = Utf8.bytes(name);
    byte[] iriText = Utf8.bytes(iri);
    long most = length() + nameText.length + 2L * iriText.length + 64;
    boolean fits = !full && (isEmpty() || oneFrame || most <= maxBytes);
    if (!fits || !entries.splitNamespace(iriText, number)) {
      if (isEmpty() || oneFrame) {
        throw entries.full(oneFrame ? "a stream of one frame" : "one frame", number);
      }
      return false;
    }
    namespaces.ensure(1);
    namespaces.data[namespaces.end++] = NAMESPACES << 3 | 2;
    int start = namespaces.end;
    if (nameText.length > 0) {
      namespaces.bytes(1, nameText, 0, nameText.length);
    }
    namespaceIris.write(namespaces, 2, entries.iris.prefix, entries.iris.name);
    namespaces.insertLength(start);
    return true;
  }

  /** Ends the current message. */
  public void endMessage() {
    messageLengths.varint(rows - ended);
    ended = rows;
  }

  /** Returns whether the frame has reached its maximum length. */
  public boolean isFull() {
    return full || rows == maxRows || length() > maxBytes;
  }

  // ---- writing ---------------------------------------------------------------------------------

  /** Writes the content as a field of the frame, if there is any, and starts the next frame. */
  public void write(FrameBuffer out) {
    if (!isEmpty()) {
      writeBatch(out);
    }
    rows = 0;
    ended = 0;
    full = false;
    namespaces.clear();
    namespaceIris.reset();
    messageLengths.clear();
    for (ColumnEncoder column : columns) {
      column.clear();
    }
    entries.startFrame();
  }

  private void writeBatch(FrameBuffer out) {
    long length = entries.finish() + namespaces.end + messageLengths.fieldLength();
    length += rows == 0 ? 0 : 1 + FrameBuffer.varintLength(rows);
    for (ColumnEncoder column : columns) {
      column.finish();
      length += column.fieldLength();
    }
    out.ensure(length + 16);
    out.data[out.end] = BATCH << 3 | 2;
    out.end = FrameBuffer.varint(out.data, out.end + 1, (int) length);
    out.end = FrameBuffer.field(out.data, out.end, ROW_COUNT, rows);
    entries.write(out);
    namespaces.write(out);
    for (int i = 0; i < POSITIONS; i++) {
      columns[i].write(out, SUBJECTS + i);
    }
    messageLengths.writeField(out, messageLengthsField);
  }
}
