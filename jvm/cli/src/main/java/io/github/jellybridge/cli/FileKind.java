package io.github.jellybridge.cli;

import io.github.jellybridge.rdf.Syntax;
import java.util.Locale;

/**
 * The format of a file.
 *
 * @param syntax the RDF syntax; null for the formats that are not a {@link Syntax}
 * @param extension the usual extension, with its dot
 */
record FileKind(Syntax syntax, String extension) {
  static final FileKind JELLY = new FileKind(Syntax.JELLY, ".jelly");
  static final FileKind BORSH = new FileKind(null, ".rdfb");
  static final FileKind JELLY_PATCH = new FileKind(null, ".jellyp");
  static final FileKind TEXT_PATCH = new FileKind(null, ".rdfp");

  /**
   * Returns the kind of a file by its name.
   *
   * @param name without the extension of a compression
   * @return null if the name has no known extension
   */
  static FileKind ofFile(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (FileKind kind : new FileKind[] {BORSH, JELLY_PATCH, TEXT_PATCH}) {
      if (lower.endsWith(kind.extension)) {
        return kind;
      }
    }
    return Syntax.ofFile(lower).map(FileKind::of).orElse(null);
  }

  /**
   * Returns a kind by the name that the user gives it.
   *
   * @throws IllegalArgumentException for an unknown name
   */
  static FileKind ofName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.equals("rdfb") || lower.equals("rdf-borsh") ? BORSH : of(Syntax.ofName(name));
  }

  /** Returns the extensions of all formats, for messages. */
  static String extensions() {
    return Syntax.allExtensions()
        + ", "
        + String.join(", ", BORSH.extension, JELLY_PATCH.extension, TEXT_PATCH.extension);
  }

  private static FileKind of(Syntax syntax) {
    return new FileKind(syntax, "." + syntax.extensions().get(0));
  }

  boolean isPatch() {
    return equals(JELLY_PATCH) || equals(TEXT_PATCH);
  }
}
