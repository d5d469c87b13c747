package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.Utf8;
import java.util.Arrays;

/** Slices of the chunk: the strings or messages of a repeated field. */
final class Slices {
  /** The bytes before a short text: its tag and its length, both ASCII. */
  private static final int HEAD = 2;

  int[] starts = new int[16];
  int[] ends = new int[16];
  int size;

  void clear() {
    size = 0;
  }

  void add(int start, int end) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      ends = Arrays.copyOf(ends, 2 * size);
    }
    starts[size] = start;
    ends[size] = end;
    size++;
  }

  /**
   * Adds the bodies of fields in their usual form: a given tag of one byte, a length of one or two.
   *
   * @return the start of the first field in another form
   */
  int addAll(byte[] d, int tag, int from, int to) {
    int p = from;
    while (p < to && d[p] == tag) {
      int length = d[p + 1];
      int start = p + 2;
      if (length < 0) {
        if (d[start] < 0) {
          return p;
        }
        length = length & 0x7f | d[start++] << 7;
      }
      if (length > to - start) {
        return p;
      }
      p = start + length;
      add(start, p);
    }
    return p;
  }

  /**
   * Checks that all slices are valid UTF-8. Neighbouring short texts are checked together: the
   * bytes between them are ASCII, so no sequence of bytes continues from one text to the next.
   *
   * @param what the name of the texts in errors, as "a lexical form"
   */
  void checkUtf8(WireReader in, String what) throws JellyParseException {
    int i = 0;
    while (i < size) {
      int first = i;
      int end = ends[i++];
      while (i < size && starts[i] - end == HEAD) {
        end = ends[i++];
      }
      if (Utf8.firstInvalid(in.data, starts[first], end) >= 0) {
        for (int k = first; k < i; k++) {
          in.checkUtf8(starts[k], ends[k], what);
        }
      }
    }
  }

  int start(int i) {
    return starts[i];
  }

  int end(int i) {
    return ends[i];
  }
}
