package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.FrameMetadata;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.Layout;
import io.github.jellybridge.jelly.LogicalType;
import io.github.jellybridge.jelly.StreamHeader;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.columns.ColumnOptionsReader;
import io.github.jellybridge.jelly.split.Split;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.wire.ChunkedInput;
import io.github.jellybridge.jelly.wire.FileSignatures;
import io.github.jellybridge.jelly.wire.LayoutDetector;
import io.github.jellybridge.jelly.wire.RowHeader;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Reads the start of a stream: detects its layout, and reads up to and including the options row.
 * In the middle of a file, also restores the state that earlier rows have defined.
 */
public final class HeaderReader {
  /** With fewer bytes than these, more than one framing may be possible. */
  private static final int MIN_DETECTION_BYTES = 1 << 10;

  /** Limit of the bytes searched for a statement; without one the options determine the layout. */
  private static final int MAX_DETECTION_BYTES = 1 << 24;

  /** Distinguishes scopes from names of files. */
  private static final String SCOPE_PREFIX = "scope:";

  private final WireReader in;
  private final ChunkedInput chunks;
  private final FrameReader frames;
  private final Split split;
  private final StreamFormat format;
  private final StatementBatch batch;
  private final TermTable terms;
  private JellyReadOptions options;
  private IOException failure;
  private boolean opened;

  /** Null until detected. */
  private Layout layout;

  /**
   * The first fields of the stream: the scope of its blank nodes, if any, and the options row. In
   * the column layout without the row, as later frames may have another one.
   */
  public final ByteArrayOutputStream opening = new ByteArrayOutputStream();

  /** Empty frames before the options row. */
  public long emptyFrames;

  /** The scope of blank nodes found before the options row, or null. */
  public String scope;

  /** The result; null before the options row has been read. */
  public StreamHeader header;

  public HeaderReader(
      WireReader in,
      ChunkedInput chunks,
      FrameReader frames,
      Split split,
      StreamFormat format,
      StatementBatch batch,
      TermTable terms,
      JellyReadOptions options) {
    this.in = in;
    this.chunks = chunks;
    this.frames = frames;
    this.split = split;
    this.format = format;
    this.batch = batch;
    this.terms = terms;
    this.options = options;
  }

  /**
   * Reads up to and including the options row, unless that is done.
   *
   * @throws JellyParseException if the stream does not start with a valid options row
   * @throws IOException if reading fails; repeated calls then throw the same exception
   */
  public void read() throws IOException {
    if (failure != null) {
      throw failure;
    }
    try {
      readOpening();
    } catch (IOException e) {
      header = null;
      // After a failed read the start is incomplete: report that failure, not its content.
      in.throwFailure();
      failure = e instanceof JellyParseException malformed ? clearer(malformed) : e;
      throw failure;
    }
  }

  private JellyParseException clearer(JellyParseException e) {
    JellyParseException clearer;
    String foreign = foreign();
    SplitPoint start = split.start();
    if (foreign != null) {
      clearer = new JellyParseException(in.file, 0, 0, -1, "a Jelly stream", foreign);
    } else if (start != null && start.state() != null) {
      // The rows of the prologue are in the index, not in the file.
      String found = e.found() + ", in the stream state of its split index";
      clearer =
          new JellyParseException(in.file, start.frame(), start.offset(), -1, e.expected(), found);
    } else {
      return e;
    }
    clearer.initCause(e);
    return clearer;
  }

  private void readOpening() throws IOException {
    if (!opened && split.start() != null) {
      opened = true;
      chunks.refill(chunks.first(), null);
      frames.delimited = true;
      layout = Layout.V1;
      if (split.start().state() != null) {
        // The prologue is not a frame of the file, so limits of frames do not apply to it.
        frames.limit(JellyReadOptions.LARGEST_FRAME);
      }
    } else if (!opened) {
      opened = true;
      chunks.refill(Math.max(chunks.first(), FileSignatures.LOOKED_AT), null);
      detect();
    }
    while (frames.startFrame(false)) {
      if (readOptionsRow()) {
        if (split.start() != null) {
          resume(split.start());
        }
        return;
      }
    }
    in.row = -1;
    throw in.error(in.pos, "the stream options as the first row", "the end of the file");
  }

  /** Returns which other kind of file this is; null for Jelly or an unknown kind. */
  private String foreign() {
    long start = -in.base;
    if (split.start() != null
        || start < 0
        || LayoutDetector.opens(in.data, (int) start, in.limit)) {
      return null;
    }
    int end = (int) Math.min(in.limit, start + FileSignatures.LOOKED_AT);
    return FileSignatures.of(Arrays.copyOfRange(in.data, (int) start, end));
  }

  /**
   * Detects the framing, then the layout, each from the first KiB, or else from twice as many
   * bytes, and so on. So neither depends on how many bytes happen to be buffered.
   */
  private void detect() throws IOException {
    Boolean delimited = null;
    for (int bytes = MIN_DETECTION_BYTES; delimited == null; bytes *= 2) {
      int end = detectionEnd(bytes);
      boolean last = end == in.limit || bytes >= MAX_DETECTION_BYTES;
      delimited = LayoutDetector.delimited(in.data, in.pos, end, last);
    }
    frames.delimited = delimited;
    layout = format.oneLayout() ? Layout.V1 : null;
    int end = in.pos;
    for (int bytes = MIN_DETECTION_BYTES;
        layout == null && end < in.limit && bytes <= MAX_DETECTION_BYTES;
        bytes *= 2) {
      end = detectionEnd(bytes);
      layout = LayoutDetector.layout(in.data, in.pos, end, delimited);
    }
  }

  /** Buffers more than some bytes and returns their end, or that of the file. */
  private int detectionEnd(int bytes) throws IOException {
    if (in.limit - in.pos <= bytes && !in.exhausted()) {
      chunks.refill(bytes + 1, null);
    }
    return Math.min(in.limit, in.pos + bytes);
  }

  /** Starts in the middle of a file with the state defined before, if there is one. */
  private void resume(SplitPoint start) throws IOException {
    if (start.state() != null) {
      frames.limit(JellyReadOptions.LARGEST_FRAME);
      frames.makeFrameWhole();
      frames.decode(Integer.MAX_VALUE);
      frames.limit(options.maxFrameBytes());
      batch.clear(start.statement());
      frames.count = 0;
    }
    frames.rows.resume(start);
    // Accepted violations of the prologue were counted by the reader of those rows.
    frames.rows.terms().violations(0);
  }

  /** Reads the first row of a frame; returns false if the frame has no rows. */
  private boolean readOptionsRow() throws IOException {
    // Fields before the row stay buffered: in the column layout, one of them may be the columns.
    int passed = 0;
    int columnsAt = -1;
    while (true) {
      boolean whole = frames.isFrameBuffered();
      int end = frames.bufferedEnd();
      int at = in.pos + passed;
      if (at >= end && whole) {
        if (columnsAt >= 0) {
          throw in.error(columnsAt, "the stream options as the first row", "columns (2)");
        }
        in.pos = at;
        frames.endFrame();
        emptyFrames++;
        return false;
      }
      if (!whole && !in.isFieldBuffered(at, end)) {
        frames.refillForRow();
        continue;
      }
      int tag = in.field(at, end);
      int next = in.bodyEnd;
      if (tag >>> 3 == 1) {
        in.expectType(tag, WireReader.LEN, "rows (1)", at);
        readOptions(at, in.bodyStart, next);
        if (layout != Layout.COLUMNS) {
          in.pos = next;
        }
        return true;
      }
      int body = in.bodyStart;
      // Frames of the draft and of patches have rows only.
      if (layout != Layout.DRAFT && !format.oneLayout()) {
        FrameMetadata.check(in, at, end);
        columnsAt = tag == RowHeader.COLUMNS ? at : columnsAt;
      }
      if (tag == FrameMetadata.TAG) {
        String found = FrameMetadata.value(in.data, body, next, JellyWriter.SCOPE_KEY);
        if (found != null) {
          opening.writeBytes(Arrays.copyOfRange(in.data, at, next));
          takeScope(found);
        }
      }
      passed = next - in.pos;
    }
  }

  /** Reads the options row at {@code at}, whose body is in [from, to). */
  private void readOptions(int at, int from, int to) throws JellyParseException {
    in.row = 0;
    int kind = format.kindOf(in, from, to);
    if (kind != RowKind.OPTIONS) {
      String found = kind == 0 ? "a row of an unknown kind" : "row field " + (kind >>> 3);
      throw in.error(at, "the stream options as the first row", found);
    }
    int start = in.bodyStart;
    int end = in.bodyEnd;
    if (!format.oneLayout()
        && OptionsReader.version(in, start, end) == ColumnOptionsReader.VERSION) {
      layout = Layout.COLUMNS;
    } else if (layout == null) {
      layout = OptionsReader.layout(in, start, end);
    }
    if (layout != Layout.COLUMNS) {
      opening.writeBytes(Arrays.copyOfRange(in.data, at, to));
    }
    start(format.options(in, options, layout, start, end), at);
  }

  /**
   * Uses the scope found in a file. Files of one dataset have the same scope and share blank nodes.
   */
  private void takeScope(String found) {
    scope = found;
    if (options.scope() == null && options.blankNodes() == BlankNodes.FILE) {
      options = options.toBuilder().scope(SCOPE_PREFIX + found).build();
    }
  }

  private void start(StreamOptions stream, int at) throws JellyParseException {
    RowDecoder rows = format.rows(layout, in, terms, stream, options);
    frames.rows = rows;
    LogicalType logical = new LogicalType(stream.logicalType());
    if (!logical.fits(stream.physicalType())) {
      rows.terms()
          .tolerate(at, "a logical type that goes with " + stream.physicalType(), logical.name());
    }
    header = new StreamHeader(layout, frames.delimited, stream);
  }
}
