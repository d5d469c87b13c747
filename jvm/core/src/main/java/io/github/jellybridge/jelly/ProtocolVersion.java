package io.github.jellybridge.jelly;

/** The versions of the protocol that {@link JellyWriter} writes. */
public enum ProtocolVersion {
  /** Jelly-RDF 1.x: rows, with the lowest version tag that has all features in use. */
  V1("1"),
  /** The draft of Jelly-RDF 1.2: columns, with version tag 3. */
  V1_2("1.2");

  private final String text;

  ProtocolVersion(String text) {
    this.text = text;
  }

  /** Returns the version as options name it, such as {@code 1.2}. */
  public String text() {
    return text;
  }

  /**
   * Returns the version with a name.
   *
   * @throws IllegalArgumentException for any other text
   */
  public static ProtocolVersion of(String text) {
    for (ProtocolVersion version : values()) {
      if (version.text.equals(text)) {
        return version;
      }
    }
    throw new IllegalArgumentException("no protocol version: " + text + "; expected 1 or 1.2");
  }
}
