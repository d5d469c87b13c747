package io.github.jellybridge.jelly.encode;

/** Receives the new entries of one lookup, in their order. */
public interface EntrySink {
  /** Restarts, for a reader that begins here and knows no entries. */
  void restart();

  /** Adds an entry. */
  void write(int id, byte[] text, int from, int length);
}
