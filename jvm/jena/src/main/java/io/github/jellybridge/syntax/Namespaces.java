package io.github.jellybridge.syntax;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/** The namespaces of a file, and which of them shortens an IRI most. */
final class Namespaces {
  /** A namespace with both its texts as UTF-8. */
  record Namespace(byte[] name, byte[] iri) {}

  /** Up to so many are compared one by one, which is faster than to look for one. */
  private static final int FEW = 16;

  private final Namespace[] all;
  // One of each IRI, sorted by IRI: those that start with another one follow it.
  private final Namespace[] sorted;
  // Of each, the index of the longest other one that it starts with, or -1.
  private final int[] outer;

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
    TreeMap<byte[], Namespace> byIri = new TreeMap<>(Arrays::compareUnsigned);
    list.forEach(namespace -> byIri.putIfAbsent(namespace.iri(), namespace));
    sorted = byIri.values().toArray(Namespace[]::new);
    outer = new int[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      byte[] iri = sorted[i].iri();
      outer[i] = i - 1;
      while (outer[i] >= 0 && !starts(iri, 0, iri.length, sorted[outer[i]].iri())) {
        outer[i] = outer[outer[i]];
      }
    }
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
   * @return null if none fits
   */
  Namespace find(byte[] iri, int from, int to, boolean empty) {
    if (all.length == 0) {
      return null;
    }
    int start = to;
    while (start > from && plain(iri[start - 1])) {
      start--;
    }
    return all.length <= FEW
        ? findAmongFew(iri, from, to, start, empty)
        : findAmongMany(iri, from, to, start, empty);
  }

  private Namespace findAmongFew(byte[] iri, int from, int to, int start, boolean empty) {
    for (Namespace candidate : all) {
      int local = from + candidate.iri.length;
      if (local >= start && fits(iri, local, to, empty) && starts(iri, from, to, candidate.iri)) {
        return candidate;
      }
    }
    return null;
  }

  private Namespace findAmongMany(byte[] iri, int from, int to, int start, boolean empty) {
    for (int i = last(iri, from, to); i >= 0; i = outer[i]) {
      Namespace candidate = sorted[i];
      int local = from + candidate.iri.length;
      if (starts(iri, from, to, candidate.iri)) {
        if (local < start) {
          return null; // as for those that this one starts with
        }
        if (fits(iri, local, to, empty)) {
          return candidate;
        }
      }
    }
    return null;
  }

  /** Tells whether what may be a local name begins as one, or is none. */
  private static boolean fits(byte[] iri, int local, int to, boolean empty) {
    return local < to ? startsName(iri[local]) : local == to && empty;
  }

  /** Returns the index of the last namespace that does not sort after an IRI, or -1. */
  private int last(byte[] iri, int from, int to) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      byte[] other = sorted[middle].iri;
      if (Arrays.compareUnsigned(other, 0, other.length, iri, from, to) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  private static boolean starts(byte[] iri, int from, int to, byte[] start) {
    int end = from + start.length;
    return end <= to && Arrays.equals(iri, from, end, start, 0, start.length);
  }

  static boolean plain(byte b) {
    return startsName(b) || b >= '0' && b <= '9' || b == '-';
  }

  /** Tells whether a name may start with a letter, also in XML. */
  static boolean startsName(byte b) {
    return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_';
  }
}
