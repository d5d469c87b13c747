package io.github.jellybridge.spark.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random SQL on a table of statements: any combination of filters, groupings and aggregates.
 *
 * <p>Queries are texts in which {@code TABLE} represents the table's name.
 */
final class RandomQueries {
  private static final String[] COLUMNS = {"s", "p", "o", "g"};
  private static final String[] FIELDS = {".kind", ".value", ".value", ".lang", ".datatype"};
  private static final String[] COMPARISONS = {"=", "=", "<=>", "<>", "<", "<=", ">", ">="};

  private final Random random;
  private final boolean ntriples;
  private final List<String> texts;

  /**
   * @param texts values for comparisons; some should occur in the table
   */
  RandomQueries(Random random, boolean ntriples, List<String> texts) {
    this.random = random;
    this.ntriples = ntriples;
    this.texts = texts;
  }

  /** An aggregation; the order of its rows is undefined. */
  String aggregation() {
    List<String> keys = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      keys.add(column());
    }
    List<String> select = new ArrayList<>(keys);
    for (int i = random.nextInt(4) + (keys.isEmpty() ? 1 : 0); i > 0; i--) {
      select.add(aggregate());
    }
    return "SELECT "
        + String.join(", ", select)
        + " FROM TABLE"
        + where()
        + (keys.isEmpty() ? "" : " GROUP BY " + String.join(", ", keys));
  }

  /** A selection of some columns, with all rows that pass a filter. */
  String selection() {
    return "SELECT "
        + (random.nextBoolean() ? "s, p, o, g" : column() + ", " + column())
        + " FROM TABLE"
        + where();
  }

  private String where() {
    int conjuncts = random.nextInt(4);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < conjuncts; i++) {
      all.add(predicate(random.nextInt(3)));
    }
    return conjuncts == 0 ? "" : " WHERE " + String.join(" AND ", all);
  }

  private String predicate(int depth) {
    if (depth > 0 && random.nextInt(3) != 0) {
      return switch (random.nextInt(3)) {
        case 0 -> "(" + predicate(depth - 1) + " AND " + predicate(depth - 1) + ")";
        case 1 -> "(" + predicate(depth - 1) + " OR " + predicate(depth - 1) + ")";
        default -> "NOT (" + predicate(depth - 1) + ")";
      };
    }
    String path = string();
    return switch (random.nextInt(ntriples ? 10 : 13)) {
      case 0 -> column() + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
      case 1 -> path + " IN (" + text() + ", " + text() + ", " + text() + ")";
      case 2 -> path + " NOT IN (" + text() + ", " + text() + ")";
      case 3 -> path + " LIKE " + pattern();
      case 4 -> "length(" + path + ") " + comparison() + " " + random.nextInt(30);
      case 5 -> path + " " + comparison() + " " + string();
      case 6 -> random.nextInt(3) == 0 ? "upper(" + path + ") = upper(" + text() + ")" : "true";
      case 10 -> pick(COLUMNS) + " " + comparison() + " " + term();
      case 11 -> pick(COLUMNS) + " IN (" + term() + ", " + term() + ")";
      case 12 -> pick(COLUMNS) + " " + comparison() + " " + pick(COLUMNS);
      default -> path + " " + comparison() + " " + text();
    };
  }

  private String aggregate() {
    return switch (random.nextInt(9)) {
      case 0, 1 -> "count(*)";
      case 2 -> "count(" + column() + ")";
      case 3 -> "min(" + string() + ")";
      case 4 -> "max(" + string() + ")";
      case 5 -> "sum(length(" + string() + "))";
      case 6 -> "avg(length(" + string() + "))";
      case 7 -> "max(bit_length(" + string() + "))";
      default -> random.nextInt(4) == 0 ? "count(DISTINCT " + string() + ")" : "count(1)";
    };
  }

  /** A column or, with structs, mostly a field of one. */
  private String column() {
    return ntriples || random.nextInt(4) == 0 ? pick(COLUMNS) : string();
  }

  private String string() {
    return ntriples ? pick(COLUMNS) : pick(COLUMNS) + pick(FIELDS);
  }

  private String comparison() {
    return pick(COMPARISONS);
  }

  private String text() {
    return random.nextInt(15) == 0 ? "CAST(NULL AS STRING)" : quote(pickText());
  }

  private String pattern() {
    String text = pickText();
    int middle = text.offsetByCodePoints(0, text.codePointCount(0, text.length()) / 2);
    String start = text.substring(0, middle);
    String end = text.substring(middle);
    return quote(
        switch (random.nextInt(4)) {
          case 0 -> start + "%";
          case 1 -> "%" + end;
          case 2 -> "%" + end + "%";
          default -> start + "%" + end;
        });
  }

  private String term() {
    String kind = pick("iri", "iri", "bnode", "literal");
    return "named_struct('kind', '"
        + kind
        + "', 'value', "
        + quote(pickText())
        + ", 'lang', "
        + (kind.equals("literal") && random.nextBoolean() ? "'en'" : "CAST(NULL AS STRING)")
        + ", 'datatype', CAST(NULL AS STRING))";
  }

  private static String quote(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private String pickText() {
    return texts.get(random.nextInt(texts.size()));
  }

  private String pick(String... of) {
    return of[random.nextInt(of.length)];
  }
}
