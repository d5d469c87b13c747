package io.github.jellybridge.files;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Optional;

/** Checks that a seek table is refused or covers exactly its file. */
public final class ZstdSeekTableFuzz {
  private ZstdSeekTableFuzz() {}

  /** Checks the end of a file; called by Jazzer. The table follows a frame of 100 bytes or more. */
  public static void fuzzerTestOneInput(byte[] tail) {
    for (long before = 0; before <= 200; before += 100) {
      long length = before + tail.length;
      Optional<ZstdSeekTable> found = ZstdSeekTable.parse(tail, length);
      if (found.isPresent()) {
        ZstdSeekTable table = found.get();
        for (long at = 0; at < Math.min(table.contentLength(), 300); at++) {
          int frame = table.frameAt(at);
          assertTrue(table.contentStart(frame) <= at);
          assertTrue(table.fileStart(frame) < table.fileStart(frame + 1));
          assertTrue(table.fileStart(frame + 1) <= length);
        }
        assertEquals(0, table.fileStart(0));
      }
    }
  }
}
