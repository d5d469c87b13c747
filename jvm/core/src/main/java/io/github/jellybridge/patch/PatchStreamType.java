package io.github.jellybridge.patch;

/** What one patch is in a stream of patches (Jelly-Patch, "Patch stream types"). */
public enum PatchStreamType {
  /** Every frame is a patch. */
  FRAME,
  /** The whole stream is one patch. */
  FLAT,
  /** Patches end at punctuation marks. */
  PUNCTUATED;

  /** Returns the number on the wire. */
  int number() {
    return ordinal() + 1;
  }

  /** Returns the type with a number on the wire, or null if there is none. */
  static PatchStreamType of(long number) {
    return number >= 1 && number <= 3 ? values()[(int) number - 1] : null;
  }
}
