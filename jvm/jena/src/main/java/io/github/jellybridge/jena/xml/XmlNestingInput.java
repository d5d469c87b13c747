package io.github.jellybridge.jena.xml;

import io.github.jellybridge.jena.text.NestingInput;
import io.github.jellybridge.jena.text.ParseErrors;
import io.github.jellybridge.jena.text.PositionTrackingInput;
import io.github.jellybridge.rdf.text.TokenScan;
import java.io.IOException;

/**
 * Limits how deeply the elements of XML nest (XML 1.0 §2.4 to §3.1), in encodings that agree with
 * ASCII. Does not check that the document is well-formed; its parser does.
 */
final class XmlNestingInput extends NestingInput {
  /** The construct around the next byte. */
  private enum State {
    TEXT,
    OPEN,
    START_TAG,
    END_TAG,
    INSTRUCTION,
    BANG,
    DASH,
    COMMENT,
    CDATA,
    DOCTYPE
  }

  private State state = State.TEXT;
  private State around = State.TEXT;
  private byte quote;
  private int subset;
  private int last;
  private int beforeLast;

  XmlNestingInput(PositionTrackingInput in, int maxDepth, ParseErrors errors) {
    super(in, "elements", maxDepth, errors);
  }

  @Override
  protected void scan(byte[] xml, int from, int to) throws IOException {
    int i = from;
    while (i < to) {
      // Most of a document is one of these, so they are skipped quickly.
      if (quote != 0) {
        i = TokenScan.first(quote, xml, i, to);
        quote = i < to ? 0 : quote;
      } else if (state == State.TEXT) {
        i = elements(xml, i, to);
        if (i < to) {
          enter(State.OPEN, State.TEXT);
        }
      } else if (state == State.START_TAG || state == State.END_TAG) {
        int stop = TokenScan.tagStop(xml, i, to);
        last = stop > i ? xml[stop - 1] : last;
        i = stop;
        if (i < to) {
          take(xml[i], i);
        }
      } else {
        take(xml[i], i);
      }
      i++;
    }
  }

  /**
   * Skips text and whole tags of elements.
   *
   * @return the start of a tag that ends after the buffer, or of another construct that starts with
   *     {@code <}; or the end
   */
  private int elements(byte[] xml, int from, int to) throws IOException {
    int i = from;
    while (true) {
      int open = TokenScan.first((byte) '<', xml, i, to);
      int end = tagEnd(xml, open + 1, to);
      if (end >= to) {
        return open;
      }
      if (xml[open + 1] == '/') {
        up();
      } else {
        down(open + 1);
        if (xml[end - 1] == '/') {
          up();
        }
      }
      i = end + 1;
    }
  }

  /** Returns the index of the {@code >} of an element's tag, or the end. */
  private static int tagEnd(byte[] xml, int from, int to) {
    if (from >= to || xml[from] == '!' || xml[from] == '?') {
      return to;
    }
    int i = from;
    while (true) {
      i = TokenScan.tagStop(xml, i, to);
      if (i >= to || xml[i] == '>') {
        return i;
      }
      i = Math.min(TokenScan.first(xml[i], xml, i + 1, to) + 1, to);
    }
  }

  private void take(byte b, int at) throws IOException {
    switch (state) {
      case OPEN -> open(b, at);
      case START_TAG -> startTag(b);
      case END_TAG -> {
        if (b == '>') {
          up();
          state = State.TEXT;
        }
      }
      case INSTRUCTION -> leaveAt(b == '>' && last == '?');
      case BANG -> bang(b);
      case DASH -> {
        // The dashes that start a comment do not end it: its text may start with >.
        state = State.COMMENT;
        last = 0;
        return;
      }
      case COMMENT -> leaveAt(b == '>' && last == '-' && beforeLast == '-');
      case CDATA -> leaveAt(b == '>' && last == ']' && beforeLast == ']');
      case DOCTYPE -> doctype(b);
      default -> throw new IllegalStateException(state.name());
    }
    beforeLast = last;
    last = b;
  }

  private void enter(State inner, State outer) {
    state = inner;
    around = outer;
  }

  private void leaveAt(boolean end) {
    if (end) {
      state = around;
    }
  }

  private void open(byte b, int at) throws IOException {
    switch (b) {
      case '/' -> state = State.END_TAG;
      case '?' -> state = State.INSTRUCTION;
      case '!' -> state = State.BANG;
      default -> {
        if (around == State.DOCTYPE) {
          state = around;
        } else {
          down(at);
          state = State.START_TAG;
        }
      }
    }
  }

  private void startTag(byte b) {
    if (b == '"' || b == '\'') {
      quote = b;
    } else if (b == '>') {
      if (last == '/') {
        up();
      }
      state = State.TEXT;
    }
  }

  /** After {@code <!}: a comment, a section, or a declaration. */
  private void bang(byte b) {
    if (b == '-') {
      state = State.DASH;
    } else if (b == '[') {
      state = State.CDATA;
    } else {
      state = State.DOCTYPE;
      subset += around == State.DOCTYPE ? 1 : 0;
    }
  }

  /** Within a document type declaration, also its nested declarations. */
  private void doctype(byte b) {
    switch (b) {
      case '"', '\'' -> quote = b;
      case '<' -> enter(State.OPEN, State.DOCTYPE);
      case '>' -> {
        if (subset > 0) {
          subset--;
        } else {
          state = State.TEXT;
        }
      }
      case '[' -> subset++;
      case ']' -> subset--;
      default -> {
        // Part of a declaration.
      }
    }
  }
}
