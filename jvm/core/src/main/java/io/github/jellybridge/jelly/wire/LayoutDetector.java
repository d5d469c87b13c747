package io.github.jellybridge.jelly.wire;

import io.github.jellybridge.jelly.FrameMetadata;
import io.github.jellybridge.jelly.Layout;

/**
 * Detects the framing and the layout of a file from its first bytes. Never rejects a file: the
 * reader reports errors.
 */
public final class LayoutDetector {
  private static final int DRAFT_FIELDS = 4;
  private static final int DRAFT_REPEAT = 10;
  private static final int LAST_QUAD_FIELD = 16;

  private LayoutDetector() {}

  /** How well some bytes match an interpretation. */
  private enum Fit {
    NO,
    YES,
    /** More bytes are needed to decide. */
    OPEN
  }

  /**
   * Detects whether frames are preceded by their lengths (Jelly-RDF 1.1, "Delimited variant of
   * Jelly").
   *
   * <p>The first row of a bare frame is the options row (0A, its length, 0A). It is usually at the
   * very start, but metadata and unknown fields may precede it. A delimited file has the length of
   * a frame before all that. Where both interpretations are possible, usually only one of them fits
   * the following bytes. If both do, {@code 0A 0A 0A} can only be a bare frame, as a frame of ten
   * bytes holds a row of at most eight.
   *
   * @param all whether these bytes are the whole file
   * @return null if more bytes are needed to decide
   */
  public static Boolean delimited(byte[] d, int from, int to, boolean all) {
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
   * Returns whether a file starts with a row of stream options, with or without a frame length
   * before it.
   */
  public static boolean opens(byte[] d, int from, int to) {
    return bareOpening(d, from, to) == Fit.YES || framedOpening(d, from, to) == Fit.YES;
  }

  /** Checks whether the first row of the frame that starts here is an options row. */
  private static Fit bareOpening(byte[] d, int from, int to) {
    FieldScan fields = new FieldScan(d, from, to);
    while (fields.next()) {
      if (fields.tag < 0) {
        return Fit.NO; // More likely an impossible frame length than a field number this large.
      }
      if (fields.tag >>> 3 == 1) {
        return optionsRow(d, fields, to);
      }
    }
    return fields.broken && !fields.cut ? Fit.NO : Fit.OPEN;
  }

  private static Fit optionsRow(byte[] d, FieldScan row, int to) {
    if (row.tag != RowHeader.TAG) {
      return Fit.NO;
    }
    FieldScan body = new FieldScan(d, row.start, Math.min(row.end, to));
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
      FieldScan length = new FieldScan(d, p, to);
      long frame = length.varint();
      if (frame < 0) {
        return length.cut ? Fit.OPEN : Fit.NO;
      }
      p = length.pos;
      if (frame == 0) {
        continue;
      }
      boolean buffered = frame <= to - p;
      int frameEnd = buffered ? p + (int) frame : to;
      FieldScan fields = new FieldScan(d, p, frameEnd);
      while (fields.next()) {
        if (fields.end - p > frame) {
          return Fit.NO;
        }
        if (fields.tag >>> 3 == 1) {
          return optionsRow(d, fields, to);
        }
      }
      if (fields.broken && (buffered || !fields.cut)) {
        return Fit.NO;
      }
      p = frameEnd;
    }
    return Fit.OPEN;
  }

  /**
   * Returns whether a file is more likely a truncated delimited file than a bare frame: no encoder
   * starts a bare frame with an unknown field, while files can be truncated anywhere.
   */
  private static boolean mayBeCut(byte[] d, int from, int to) {
    FieldScan length = new FieldScan(d, from, to);
    boolean row = length.varint() > 0 && length.pos < to && d[length.pos] == RowHeader.TAG;
    return row && d[from] != RowHeader.TAG && d[from] != FrameMetadata.TAG;
  }

  /** Returns whether the bytes could be frames preceded by their lengths. */
  private static boolean framesMakeSense(byte[] d, int from, int to, boolean all) {
    int p = from;
    while (p < to) {
      FieldScan length = new FieldScan(d, p, to);
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

  /** Returns whether the rows of a frame are messages that contain fields. */
  private static boolean rowsMakeSense(byte[] d, int from, int to, boolean whole) {
    FieldScan fields = new FieldScan(d, from, to);
    while (fields.next()) {
      boolean buffered = fields.end <= to;
      if (whole && !buffered) {
        return false;
      }
      if (fields.tag >>> 3 == 1 && fields.tag != RowHeader.TAG) {
        return false;
      }
      if (fields.tag == RowHeader.TAG && buffered) {
        FieldScan row = new FieldScan(d, fields.start, fields.end);
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
   * Detects the layout from the first statement, graph start or namespace row.
   *
   * @param d the first bytes of the file
   * @param from their start
   * @param to their end; a statement that is cut there is ignored
   * @param delimited the result of {@link #delimited}
   * @return the layout, or null if these bytes do not determine it
   */
  public static Layout layout(byte[] d, int from, int to, boolean delimited) {
    int p = from;
    while (p < to) {
      int frameEnd = to;
      if (delimited) {
        FieldScan length = new FieldScan(d, p, to);
        long size = length.varint();
        if (size < 0) {
          return null;
        }
        p = length.pos;
        frameEnd = (int) Math.min(to, p + size);
      }
      FieldScan rows = new FieldScan(d, p, frameEnd);
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
    FieldScan row = new FieldScan(d, from, to);
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
          // Lookup entries are the same in both layouts.
        }
      }
    }
    return null;
  }

  /** The draft has version 1; a higher version tag means 1.x. */
  private static boolean versionAbove1(byte[] d, int from, int to) {
    FieldScan fields = new FieldScan(d, from, to);
    while (fields.next()) {
      if (fields.tag == (15 << 3) && Long.compareUnsigned(fields.value, 1) > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the layout of a statement. The first 1.x statement sets fields above 4: its predicate
   * and object. A draft statement has only the fields 1 to 4, each an RdfTerm. Unknown fields are
   * ignored.
   */
  private static Layout ofStatement(byte[] d, int from, int to) {
    FieldScan fields = new FieldScan(d, from, to);
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
    FieldScan fields = new FieldScan(d, from, to);
    while (fields.next()) {
      int number = fields.tag >>> 3;
      if (number <= DRAFT_FIELDS) {
        return number == 1 && isDraftTerm(d, fields) ? Layout.DRAFT : Layout.V1;
      }
    }
    return null;
  }

  /** Returns whether a field is an RdfTerm or RdfGraph: one of its fields, plus unknown ones. */
  private static boolean isDraftTerm(byte[] d, FieldScan field) {
    if ((field.tag & 7) != WireReader.LEN) {
      return false;
    }
    FieldScan term = new FieldScan(d, field.start, field.end);
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
}
