package io.github.jellybridge.jena.jsonld;

import io.github.jellybridge.jena.text.NestingInput;
import io.github.jellybridge.jena.text.ParseErrors;
import io.github.jellybridge.jena.text.PositionTrackingInput;
import java.io.IOException;

/** Limits how deeply the objects and arrays of JSON nest (RFC 8259 §2, §7), and its size. */
final class JsonNestingInput extends NestingInput {
  private final long maxBytes;
  private final ParseErrors errors;
  private long bytes;
  private boolean text;
  private boolean ended;
  private boolean escape;

  JsonNestingInput(PositionTrackingInput in, int maxDepth, long maxBytes, ParseErrors errors) {
    super(in, "objects and arrays", maxDepth, errors);
    this.maxBytes = maxBytes;
    this.errors = errors;
  }

  @Override
  protected void scan(byte[] json, int from, int to) throws IOException {
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

  /** Tells whether no byte was read. */
  boolean isEmpty() {
    return bytes == 0;
  }

  @Override
  public void close() {
    // Not on the call of the JSON parser, which does not read to the end.
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
