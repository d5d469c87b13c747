package io.github.jellybridge.patch;

/** How a stream is divided into patches (Jelly-Patch, "Patch stream types"). */
public enum PatchStreamType {
  /** Each frame is a patch. */
  FRAME,
  /** The whole stream is one patch. */
  FLAT,
  /** Patches end at punctuation marks. */
  PUNCTUATED;

  /** Returns the number on the wire. */
  int number() {
    return ordinal() + 1;
  }

  /** Returns the type with a number on the wire, or null for an unknown number. */
  static PatchStreamType of(long number) {
    return number >= 1 && number <= 3 ? values()[(int) number - 1] : null;
  }
}
