package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.FrameMetadata;
import io.github.jellybridge.jelly.Layout;

/**
 * Tells from the first bytes of a file how it is framed and which layout it has; looks, but does
 * not judge: what is broken is reported by the reader proper.
 */
public final class LayoutDetector {
  private static final int DRAFT_FIELDS = 4;
  private static final int DRAFT_REPEAT = 10;
  private static final int LAST_QUAD_FIELD = 16;

  /** Fewer bytes can look like more than one thing. */
  private static final int LEAST_BYTES = 1 << 10;

  private LayoutDetector() {}

  /** What some bytes say about a way of reading them. */
  private enum Fit {
    NO,
    YES,
    /** More bytes would tell. */
    OPEN
  }

  /**
   * Tells whether frames stand behind their length (Jelly-RDF 1.1, "Delimited variant of Jelly").
   *
   * <p>A bare frame has the options row (0A, its length, 0A) as its first row, mostly at its very
   * start, but metadata and unknown fields may be before it. A delimited file has the length of a
   * frame before all that. Where both could be, one of the two soon makes no sense; if not, {@code
   * 0A 0A 0A} can only be a bare frame, as a frame of ten bytes holds a row of at most eight.
   *
   * @param all whether there is nothing behind these bytes
   * @return null if more bytes are needed to tell
   */
  public static Boolean delimited(byte[] d, int from, int to, boolean all) {
    if (to - from < LEAST_BYTES && !all) {
      return null;
    }
    if (to - from < 3) {
      return true;
    }
    Fit bare = bareOpening(d, from, to);
    Fit framed = framedOpening(d, from, to);
    if (bare != framed && (bare == Fit.NO || framed == Fit.NO)) {
      return bare == Fit.NO;
    }
    if (bare != Fit.NO) {
      boolean frames = framesMakeSense(d, from, to, all && !mayBeCut(d, from, to));
      if (frames != rowsMakeSense(d, from, to, all)) {
        return frames;
      }
      if (!all && (bare == Fit.OPEN || framed == Fit.OPEN)) {
        return null;
      }
    }
    return d[from] != 0x0a || d[from + 1] == 0x0a && d[from + 2] != 0x0a;
  }

  /**
   * Tells whether a file starts with a row of stream options, behind the length of a frame or not.
   */
  public static boolean opens(byte[] d, int from, int to) {
    return bareOpening(d, from, to) == Fit.YES || framedOpening(d, from, to) == Fit.YES;
  }

  /**
   * Tells whether the first row of the frame that starts here holds exactly one options message.
   */
  private static Fit bareOpening(byte[] d, int from, int to) {
    Fields fields = new Fields(d, from, to);
    while (fields.next()) {
      if (fields.tag < 0) {
        return Fit.NO; // rather a length that no frame can have than a field that nobody has
      }
      if (fields.tag >>> 3 == 1) {
        return optionsRow(d, fields, to);
      }
    }
    return fields.broken && !fields.cut ? Fit.NO : Fit.OPEN;
  }

  private static Fit optionsRow(byte[] d, Fields row, int to) {
    if (row.tag != RowHeader.TAG) {
      return Fit.NO;
    }
    Fields body = new Fields(d, row.start, Math.min(row.end, to));
    while (body.next()) {
      if (body.tag == RowKind.OPTIONS && body.end <= row.end) {
        return Fit.YES;
      }
      if (RowKind.isKind(body.tag >>> 3) || body.end > row.end) {
        return Fit.NO;
      }
    }
    return row.end > to && (!body.broken || body.cut) ? Fit.OPEN : Fit.NO;
  }

  private static Fit framedOpening(byte[] d, int from, int to) {
    int p = from;
    while (p < to) {
      Fields length = new Fields(d, p, to);
      long frame = length.varint();
      if (frame < 0) {
        return length.cut ? Fit.OPEN : Fit.NO;
      }
      p = length.pos;
      if (frame == 0) {
        continue;
      }
      boolean atHand = frame <= to - p;
      int frameEnd = atHand ? p + (int) frame : to;
      Fields fields = new Fields(d, p, frameEnd);
      while (fields.next()) {
        if (fields.end - p > frame) {
          return Fit.NO;
        }
        if (fields.tag >>> 3 == 1) {
          return optionsRow(d, fields, to);
        }
      }
      if (fields.broken && (atHand || !fields.cut)) {
        return Fit.NO;
      }
      p = frameEnd;
    }
    return Fit.OPEN;
  }

  /** No encoder starts a bare frame with an unknown field, while files are cut anywhere. */
  private static boolean mayBeCut(byte[] d, int from, int to) {
    Fields length = new Fields(d, from, to);
    boolean row = length.varint() > 0 && length.pos < to && d[length.pos] == RowHeader.TAG;
    return row && d[from] != RowHeader.TAG && d[from] != FrameMetadata.TAG;
  }

  /** Tells whether what is at hand could be frames behind their lengths. */
  private static boolean framesMakeSense(byte[] d, int from, int to, boolean all) {
    int p = from;
    while (p < to) {
      Fields length = new Fields(d, p, to);
      long frame = length.varint();
      if (frame < 0) {
        return length.cut && !all;
      }
      p = length.pos;
      boolean whole = all || frame <= to - p;
      int frameEnd = (int) Math.min(to, p + frame);
      if (all && frame > to - p || !rowsMakeSense(d, p, frameEnd, whole)) {
        return false;
      }
      p = frameEnd;
    }
    return true;
  }

  /** Tells whether the rows of a frame are fields, each with fields in it. */
  private static boolean rowsMakeSense(byte[] d, int from, int to, boolean whole) {
    Fields fields = new Fields(d, from, to);
    while (fields.next()) {
      boolean atHand = fields.end <= to;
      if (whole && !atHand) {
        return false;
      }
      if (fields.tag >>> 3 == 1 && fields.tag != RowHeader.TAG) {
        return false;
      }
      if (fields.tag == RowHeader.TAG && atHand) {
        Fields row = new Fields(d, fields.start, fields.end);
        boolean any = false;
        while (row.next()) {
          any = true;
          if (row.end > fields.end) {
            return false;
          }
        }
        if (!any || row.broken) {
          return false;
        }
      }
    }
    return !fields.broken || fields.cut && !whole;
  }

  /**
   * Finds the layout: the first statement, graph start or namespace row tells.
   *
   * @param d the first bytes of the file
   * @param from where they start
   * @param to where they end; a statement that is cut there does not tell
   * @param delimited as {@link #delimited} says
   * @return the layout, or null if nothing in these bytes tells
   */
  public static Layout layout(byte[] d, int from, int to, boolean delimited) {
    int p = from;
    while (p < to) {
      int frameEnd = to;
      if (delimited) {
        Fields length = new Fields(d, p, to);
        long size = length.varint();
        if (size < 0) {
          return null;
        }
        p = length.pos;
        frameEnd = (int) Math.min(to, p + size);
      }
      Fields rows = new Fields(d, p, frameEnd);
      while (rows.next()) {
        if (rows.tag == RowHeader.TAG && rows.end <= to) {
          Layout layout = ofRow(d, rows.start, rows.end);
          if (layout != null) {
            return layout;
          }
        }
      }
      p = frameEnd;
    }
    return null;
  }

  private static Layout ofRow(byte[] d, int from, int to) {
    Fields row = new Fields(d, from, to);
    while (row.next()) {
      switch (row.tag) {
        case RowKind.OPTIONS -> {
          if (versionAbove1(d, row.start, row.end)) {
            return Layout.V1;
          }
        }
        case RowKind.TRIPLE, RowKind.QUAD -> {
          return ofStatement(d, row.start, row.end);
        }
        case RowKind.GRAPH_START -> {
          Layout layout = ofGraphStart(d, row.start, row.end);
          if (layout != null) {
            return layout;
          }
        }
        case RowKind.NAMESPACE -> {
          return Layout.V1;
        }
        default -> {
          // Lookup entries look alike in both layouts.
        }
      }
    }
    return null;
  }

  /** The draft is version 1; what has a higher tag is 1.x. */
  private static boolean versionAbove1(byte[] d, int from, int to) {
    Fields fields = new Fields(d, from, to);
    while (fields.next()) {
      if (fields.tag == (15 << 3) && Long.compareUnsigned(fields.value, 1) > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * A 1.x statement that comes first sets fields above 4: its predicate and object. A draft
   * statement has the fields 1 to 4 only, each an RdfTerm. Unknown fields do not tell.
   */
  private static Layout ofStatement(byte[] d, int from, int to) {
    Fields fields = new Fields(d, from, to);
    int found = 0;
    while (fields.next()) {
      int number = fields.tag >>> 3;
      if (number <= DRAFT_FIELDS && isDraftTerm(d, fields)) {
        found++;
      } else if (number <= LAST_QUAD_FIELD) {
        return Layout.V1;
      }
    }
    return found > 0 && !fields.broken ? Layout.DRAFT : Layout.V1;
  }

  private static Layout ofGraphStart(byte[] d, int from, int to) {
    Fields fields = new Fields(d, from, to);
    while (fields.next()) {
      int number = fields.tag >>> 3;
      if (number <= DRAFT_FIELDS) {
        return number == 1 && isDraftTerm(d, fields) ? Layout.DRAFT : Layout.V1;
      }
    }
    return null;
  }

  /** Tells whether a field holds an RdfTerm or RdfGraph: one of its fields, and unknown ones. */
  private static boolean isDraftTerm(byte[] d, Fields field) {
    if ((field.tag & 7) != WireReader.LEN) {
      return false;
    }
    Fields term = new Fields(d, field.start, field.end);
    int found = 0;
    while (term.next()) {
      int number = term.tag >>> 3;
      if (number <= DRAFT_FIELDS || number == DRAFT_REPEAT) {
        if ((term.tag & 7) != WireReader.LEN) {
          return false;
        }
        found++;
      }
    }
    return found == 1 && !term.broken && term.end <= field.end;
  }

  /** Walks over fields without ever failing. */
  private static final class Fields {
    private final byte[] d;
    private final int to;
    int pos;
    int tag;
    int start;
    int end;

    /** What the field is, if it is a varint. */
    long value;

    boolean broken;

    /** Whether a number ended with the bytes at hand. */
    boolean cut;

    Fields(byte[] d, int from, int to) {
      this.d = d;
      this.pos = from;
      // A length inside a message may lie.
      this.to = Math.min(to, d.length);
    }

    /** Reads a varint; returns -1 if it is cut, negative or above 2^31. */
    long varint() {
      long value = 0;
      for (int shift = 0; shift < 35 && pos < to; shift += 7) {
        byte b = d[pos++];
        value |= (long) (b & 0x7f) << shift;
        if (b >= 0) {
          return value <= Integer.MAX_VALUE ? value : -1;
        }
      }
      cut = pos == to;
      return -1;
    }

    /** Reads a varint of any size; sets broken if it is cut or too long. */
    private long number() {
      long value = 0;
      for (int shift = 0; shift < 70 && pos < to; shift += 7) {
        byte b = d[pos++];
        value |= (long) (b & 0x7f) << shift;
        if (b >= 0) {
          return value;
        }
      }
      cut = pos == to;
      broken = true;
      return 0;
    }

    /** Finds the next field; its end may lie behind the bytes at hand. */
    boolean next() {
      if (pos >= to) {
        return false;
      }
      long number = number();
      tag = (int) number;
      long length = 0;
      start = pos;
      switch (tag & 7) {
        case WireReader.VARINT -> {
          value = number();
          length = pos - start;
        }
        case WireReader.FIXED64 -> length = 8;
        case WireReader.FIXED32 -> length = 4;
        case WireReader.LEN -> {
          length = varint();
          start = pos;
        }
        default -> length = -1;
      }
      if (broken || number >>> 3 == 0 || number >>> 32 != 0) {
        length = -1;
      }
      if (length < 0 || length > Integer.MAX_VALUE - start) {
        broken = true;
        pos = to;
        return false;
      }
      end = start + (int) length;
      pos = end;
      return true;
    }
  }
}
