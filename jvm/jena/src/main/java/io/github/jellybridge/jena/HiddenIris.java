package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.text.IriCharacters;
import io.github.jellybridge.rdf.text.IriReference;
import java.util.UUID;

/**
 * Hides absolute IRIs from RIOT's parser of RDF/XML, which resolves every one, though that takes a
 * quarter of its time, refuses some and takes dots out of others. What starts as a label of a blank
 * node does it passes on as it is: so does what stands here for an IRI, until the parser asks for a
 * node of it.
 */
final class HiddenIris {
  /** More than an element has: only the IRIs of one element are hidden at a time. */
  private static final int SLOTS = 8;

  /** What no document has. */
  private final String start = "_:" + UUID.randomUUID() + ":";

  private final String[] names = new String[SLOTS];
  private final String[] iris = new String[SLOTS];
  private int last;

  HiddenIris() {
    for (int i = 0; i < SLOTS; i++) {
      names[i] = start + i;
    }
  }

  /**
   * Returns what stands for the IRI of a reference; the reference itself if its IRI is none, so
   * that the parser says what is wrong.
   *
   * @param base the IRI to resolve it against
   */
  String hide(String reference, String base) {
    String iri = reference;
    if (!PlainIris.isPlain(reference)) {
      iri = IriReference.resolve(base, reference);
      if (!IriReference.isAbsolute(iri) || !IriCharacters.isPlain(iri)) {
        return reference;
      }
    }
    last = (last + 1) % SLOTS;
    iris[last] = iri;
    return names[last];
  }

  /** Returns the IRI that something stands for; null if it stands for none. */
  String shown(String name) {
    boolean hidden = name.length() == start.length() + 1 && name.startsWith(start);
    return hidden ? iris[name.charAt(start.length()) - '0'] : null;
  }
}
