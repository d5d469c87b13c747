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
import io.github.jellybridge.jelly.split.Split;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.split.StreamState;
import io.github.jellybridge.jelly.wire.ChunkedInput;
import io.github.jellybridge.jelly.wire.FileSignatures;
import io.github.jellybridge.jelly.wire.LayoutDetector;
import io.github.jellybridge.jelly.wire.RowKind;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Reads the start of a stream: finds out its layout, and reads up to and including the options row;
 * in the middle of a file also what the stream has defined before.
 */
public final class HeaderReader {
  /** Without a statement in this many bytes the options have to tell the layout. */
  private static final int MAX_DETECTION_BYTES = 1 << 24;

  /** So that a scope never is the name of a file. */
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

  /** Null as long as nothing tells. */
  private Layout layout;

  /** What the stream starts with: the scope of its blank nodes if it has one, the options row. */
  public final ByteArrayOutputStream opening = new ByteArrayOutputStream();

  /** Empty frames before the options row. */
  public long emptyFrames;

  /** The scope of blank nodes in front of the options row; null if there is none. */
  public String scope;

  /** What was read; null before. */
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
   * Reads up to and including the options row, if that is not done yet.
   *
   * @throws JellyParseException if the stream does not start with a valid one
   * @throws IOException if it fails; as all that fails here, in the same way when it is called
   *     again
   */
  public void read() throws IOException {
    if (failure != null) {
      throw failure;
    }
    try {
      readOpening();
    } catch (IOException e) {
      header = null;
      // Of a start that is not whole nobody knows what it would have been.
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
      // What is said of the frames before stands nowhere in the file.
      String found = e.found() + ", in what its index says of the stream before";
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
        // What is said of the frames before is in none of them, so limits of frames are not for it.
        frames.limit(JellyReadOptions.LARGEST_FRAME);
      }
    } else if (!opened) {
      opened = true;
      chunks.refill(Math.max(chunks.first(), FileSignatures.LOOKED_AT), null);
      frames.delimited = delimited();
      layout =
          format.oneLayout()
              ? Layout.V1
              : LayoutDetector.layout(in.data, in.pos, in.limit, frames.delimited);
      while (layout == null && !in.exhausted() && in.limit - in.pos < MAX_DETECTION_BYTES) {
        chunks.refill(2 * (in.limit - in.pos), null);
        layout = LayoutDetector.layout(in.data, in.pos, in.limit, frames.delimited);
      }
    }
    while (frames.startFrame(false)) {
      if (readOptionsRow()) {
        if (split.start() != null) {
          resume(split.start().state());
        }
        return;
      }
    }
    in.row = -1;
    throw in.error(in.pos, "the stream options as the first row", "the end of the file");
  }

  /** Says what a file is that does not start as a Jelly stream; null if nothing at hand tells. */
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

  private boolean delimited() throws IOException {
    while (true) {
      boolean all = in.exhausted() || in.limit - in.pos >= MAX_DETECTION_BYTES;
      Boolean delimited = LayoutDetector.delimited(in.data, in.pos, in.limit, all);
      if (delimited != null) {
        return delimited;
      }
      chunks.refill(2 * (in.limit - in.pos), null);
    }
  }

  /** Starts in the middle of a file, knowing what the stream has defined before, or nothing. */
  private void resume(StreamState state) throws IOException {
    V1RowDecoder v1 = (V1RowDecoder) frames.rows;
    if (state == null) {
      v1.state.forgetEntries();
      v1.follower().forgetTerms();
    } else {
      frames.limit(JellyReadOptions.LARGEST_FRAME);
      frames.makeFrameWhole();
      frames.decode(Integer.MAX_VALUE);
      frames.limit(options.maxFrameBytes());
      batch.clear(split.start().statement());
      frames.count = 0;
      v1.state.resume(state);
    }
    // What was let pass was counted where it was read first.
    v1.terms().violations(0);
  }

  /** Reads the first row of a frame; returns false if the frame has no rows. */
  private boolean readOptionsRow() throws IOException {
    while (true) {
      boolean whole = frames.frameAtHand();
      int end = frames.endAtHand();
      if (in.pos >= end && whole) {
        frames.endFrame();
        emptyFrames++;
        return false;
      }
      if (!whole && !in.fieldAtHand(in.pos, end)) {
        frames.refillForRow();
        continue;
      }
      int at = in.pos;
      int tag = in.field(at, end);
      int next = in.bodyEnd;
      if (tag >>> 3 == 1) {
        in.expectType(tag, WireReader.LEN, "rows (1)", at);
        in.row = 0;
        int kind = format.kindOf(in, in.bodyStart, next);
        if (kind != RowKind.OPTIONS) {
          String found = kind == 0 ? "a row of no known kind" : "row field " + (kind >>> 3);
          throw in.error(at, "the stream options as the first row", found);
        }
        opening.writeBytes(Arrays.copyOfRange(in.data, at, next));
        int from = in.bodyStart;
        int to = in.bodyEnd;
        if (layout == null) {
          layout = OptionsReader.layout(in, from, to);
        }
        start(format.options(in, options, layout, from, to), at);
        in.pos = next;
        return true;
      }
      int body = in.bodyStart;
      // Frames of the draft have no metadata, nor have those of patches.
      if (layout != Layout.DRAFT && !format.oneLayout()) {
        FrameMetadata.check(in, at, end);
      }
      if (tag == FrameMetadata.TAG) {
        String found = FrameMetadata.value(in.data, body, next, JellyWriter.SCOPE_KEY);
        if (found != null) {
          opening.writeBytes(Arrays.copyOfRange(in.data, at, next));
          takeScope(found);
        }
      }
      in.pos = next;
    }
  }

  /** Files of one dataset say so in front of their first row; their blank nodes stay joined. */
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
