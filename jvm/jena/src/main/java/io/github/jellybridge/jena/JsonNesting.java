package io.github.jellybridge.jena;

import java.io.IOException;

/** Watches how deeply the objects and arrays of JSON nest (RFC 8259 §2, §7), and its size. */
final class JsonNesting extends NestingInput {
  private final long maxBytes;
  private final RiotErrors errors;
  private long bytes;
  private boolean text;
  private boolean ended;
  private boolean escape;

  JsonNesting(PositionTrackingInput in, int maxDepth, long maxBytes, RiotErrors errors) {
    super(in, "objects and arrays", maxDepth, errors);
    this.maxBytes = maxBytes;
    this.errors = errors;
  }

  @Override
  void scan(byte[] json, int from, int to) throws IOException {
    bytes += to - from;
    if (bytes > maxBytes) {
      throw errors.at(
          0,
          0,
          "a document of at most " + maxBytes + " bytes (see option maxDocumentBytes)",
          "a longer one");
    }
    for (int i = from; i < to; i++) {
      byte b = json[i];
      if (ended && b != ' ' && b != '\t' && b != '\n' && b != '\r') {
        throw wrong(i, "the end of the document", "'" + (char) b + "'");
      }
      if (text) {
        inText(b);
      } else if (b == '"') {
        text = true;
      } else if (b == '{' || b == '[') {
        down(i);
      } else if (b == '}' || b == ']') {
        ended = up() == 0;
      }
    }
  }

  /** Tells whether there is nothing at all. */
  boolean isEmpty() {
    return bytes == 0;
  }

  @Override
  public void close() {
    // The parser closes it, but there may be more behind what that has read.
  }

  private void inText(byte b) {
    if (escape) {
      escape = false;
    } else if (b == '\\') {
      escape = true;
    } else if (b == '"') {
      text = false;
    }
  }
}
