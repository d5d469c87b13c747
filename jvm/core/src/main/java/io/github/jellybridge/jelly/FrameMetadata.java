package io.github.jellybridge.jelly;

import io.github.jellybridge.jelly.wire.WireReader;
import java.nio.charset.StandardCharsets;

/**
 * Entries of the metadata of frames (Jelly-RDF protocol 1.1.1, {@code RdfStreamFrame.metadata}).
 */
public final class FrameMetadata {
  private static final int NUMBER = 15;

  /** The tag of an entry in a frame. */
  public static final int TAG = NUMBER << 3 | WireReader.LEN;

  private static final int KEY = 1 << 3 | WireReader.LEN;
  private static final int VALUE = 2 << 3 | WireReader.LEN;

  private FrameMetadata() {}

  /**
   * Checks the field of a frame at {@code start} if it is an entry of the metadata map. The entry
   * must be valid protobuf and its key valid UTF-8; the value may be any bytes.
   *
   * @throws JellyParseException if protobuf does not allow the entry
   */
  public static void check(WireReader in, int start, int end) throws JellyParseException {
    int tag = in.field(start, end);
    if (tag >>> 3 != NUMBER) {
      return;
    }
    in.expectType(tag, WireReader.LEN, "metadata (15)", start);
    int to = in.bodyEnd;
    for (int at = in.bodyStart; at < to; at = in.bodyEnd) {
      if (in.field(at, to) == KEY) {
        in.checkUtf8(in.bodyStart, in.bodyEnd, "a key of the metadata of a frame");
      }
    }
  }

  /**
   * Returns the value of an entry as text if the entry has the given key, else null. Also returns
   * null for a malformed entry, which {@link #check} rejects.
   */
  public static String value(byte[] data, int from, int to, String key) {
    WireReader in = new WireReader(null, "metadata");
    in.data = data;
    String foundKey = null;
    String value = "";
    try {
      for (int at = from; at < to; at = in.bodyEnd) {
        int tag = in.field(at, to);
        if (tag == KEY) {
          foundKey = text(in);
        } else if (tag == VALUE) {
          value = text(in);
        }
      }
    } catch (JellyParseException e) {
      return null;
    }
    return key.equals(foundKey) ? value : null;
  }

  private static String text(WireReader in) {
    return new String(in.data, in.bodyStart, in.bodyEnd - in.bodyStart, StandardCharsets.UTF_8);
  }
}
