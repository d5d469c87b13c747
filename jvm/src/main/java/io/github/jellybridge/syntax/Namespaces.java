package io.github.jellybridge.syntax;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/** The namespaces of a file, and which of them shortens an IRI most. */
final class Namespaces {
  /** A namespace with both its texts as UTF-8. */
  record Namespace(byte[] name, byte[] iri) {}

  private final Namespace[] all;

  /**
   * Takes those of some namespaces that a syntax can declare.
   *
   * @param declarable tells so of a short name and an IRI
   */
  Namespaces(Map<String, String> namespaces, BiPredicate<String, String> declarable) {
    List<Namespace> list = new ArrayList<>();
    namespaces.forEach(
        (name, iri) -> {
          if (declarable.test(name, iri)) {
            list.add(new Namespace(utf8(name), utf8(iri)));
          }
        });
    list.sort(Comparator.comparing((Namespace n) -> n.iri().length).reversed());
    all = list.toArray(Namespace[]::new);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns all namespaces, those with the longest IRIs first. */
  Namespace[] all() {
    return all;
  }

  /**
   * Finds the longest namespace that leaves a plain local name: letters, digits, {@code _} and
   * {@code -}, which is one in every syntax; or none at all, if it may be empty.
   *
   * @return null if there is none
   */
  Namespace find(byte[] iri, int from, int to, boolean empty) {
    if (all.length == 0) {
      return null;
    }
    int start = to;
    while (start > from && plain(iri[start - 1])) {
      start--;
    }
    for (Namespace candidate : all) {
      int length = candidate.iri.length;
      int local = from + length;
      if (local < start || local > to) {
        continue;
      }
      boolean fits = local == to ? empty : startsName(iri[local]);
      if (fits && Arrays.equals(iri, from, local, candidate.iri, 0, length)) {
        return candidate;
      }
    }
    return null;
  }

  static boolean plain(byte b) {
    return startsName(b) || b >= '0' && b <= '9' || b == '-';
  }

  /** Tells whether a name may start with a letter in XML, too. */
  static boolean startsName(byte b) {
    return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_';
  }
}
