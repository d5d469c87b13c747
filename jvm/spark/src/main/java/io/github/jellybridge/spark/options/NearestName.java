package io.github.jellybridge.spark.options;

import java.util.List;
import java.util.Locale;

/** Finds the name that a user probably meant by a misspelled one. */
final class NearestName {
  private NearestName() {}

  /** Returns the candidate with the fewest edits from the name, or null if none is similar. */
  static String of(String name, List<String> candidates) {
    String wanted = name.toLowerCase(Locale.ROOT);
    int limit = Math.max(1, wanted.length() / 3);
    String best = null;
    for (String candidate : candidates) {
      int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT));
      if (distance <= limit) {
        best = candidate;
        limit = distance - 1;
      }
    }
    return best;
  }

  /**
   * Returns the Levenshtein distance: insertions, deletions and replacements of single characters.
   */
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j < previous.length; j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(previous[j], row[j - 1]));
      }
      previous = row;
    }
    return previous[b.length()];
  }
}
