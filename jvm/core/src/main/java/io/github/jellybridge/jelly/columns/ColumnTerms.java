package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.ColumnOptions.RdfVersion;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.decode.TermDecoder;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.TermTable;

/** Makes the terms of a column's values (Jelly-RDF 1.2 draft, "RdfColumn"). */
final class ColumnTerms {
  // The numbers of the kinds on the wire.
  private static final int IRI = 0;
  private static final int LITERAL = 1;
  private static final int BNODE = 2;
  private static final int KINDS = 4;

  private static final String[] NAMES = {"IRIs", "literals", "blank nodes", "triple terms"};

  private final WireReader in;
  private final TermDecoder t;
  private final TripleTermDecoder triples;
  private final DirectedLanguages tags;

  // The terms of each kind, and of all kinds in the order of rows.
  private int[] iris = new int[64];
  private int[] literals = new int[64];
  private int[] others = new int[64];
  private int[] mixed = new int[64];

  // The column that is read.
  private final ColumnFields column;
  private final ColumnRuns runs;
  private final int position;
  private final String name;

  /** The start of the column in the chunk. */
  private int at;

  /**
   * Makes the terms of one column.
   *
   * @param column its lists
   * @param runs the rows of its values, for errors
   * @param position 0 for subjects, 1 predicates, 2 objects, 3 graphs
   * @param name the column in errors
   */
  ColumnTerms(TermDecoder t, ColumnFields column, ColumnRuns runs, int position, String name) {
    this.in = t.in;
    this.t = t;
    this.column = column;
    this.runs = runs;
    this.position = position;
    this.name = name;
    this.tags = new DirectedLanguages(t);
    this.triples = new TripleTermDecoder(t, tags);
  }

  /** Sets the terms that may occur from now on. */
  void version(RdfVersion version) {
    tags.version(version);
    triples.version(version);
  }

  /**
   * Makes the terms of the batch's values.
   *
   * @param start the start of the column in the chunk, for errors
   * @return a term for each value, valid until the next call
   */
  int[] read(int start) throws JellyParseException {
    at = start;
    if (position != 2) {
      requireNone(column.lexicalForms.size, LITERAL);
      requireNone(column.tripleTerms.size, KINDS - 1);
    }
    if (position == 1) {
      requireNone(column.labels.size, BNODE);
    }
    int count = column.values();
    checkKinds(count);
    readIris();
    readLiterals();
    others = room(others, column.labels.size + column.tripleTerms.size);
    for (int i = 0; i < column.labels.size; i++) {
      others[i] = t.bnode(column.labels.start(i), column.labels.end(i), true);
    }
    triples.startColumn();
    for (int i = 0; i < column.tripleTerms.size; i++) {
      others[column.labels.size + i] =
          triples.read(column.tripleTerms.start(i), column.tripleTerms.end(i), 1);
    }
    if (count == column.nameIds.size) {
      return iris;
    }
    if (count == column.lexicalForms.size) {
      return literals;
    }
    if (count == column.labels.size || count == column.tripleTerms.size) {
      return others;
    }
    return mixed(count);
  }

  private void requireNone(int count, int kind) throws JellyParseException {
    if (count > 0) {
      throw in.error(at, "no " + NAMES[kind] + " in " + name, count + " of them");
    }
  }

  /** Checks that the kinds are those of the values in the lists. */
  private void checkKinds(int count) throws JellyParseException {
    int[] values = {
      column.nameIds.size, column.lexicalForms.size, column.labels.size, column.tripleTerms.size
    };
    int from = column.kindsStart;
    int bytes = column.kindsEnd - from;
    if (bytes == 0) {
      if (Math.max(Math.max(values[0], values[1]), Math.max(values[2], values[3])) != count) {
        throw in.error(at, "kinds (1) in " + name + ", whose values are of several kinds", "none");
      }
      return;
    }
    if (bytes != count + 3 >> 2) {
      throw in.error(
          from,
          (count + 3 >> 2) + " bytes of kinds (1) for " + count + " values in " + name,
          "" + bytes);
    }
    int[] found = new int[KINDS];
    for (int i = 0; i < count; i++) {
      found[kind(from, i)]++;
    }
    for (int kind = 0; kind < KINDS; kind++) {
      if (found[kind] != values[kind]) {
        throw in.error(
            from,
            "as many " + NAMES[kind] + " in kinds (1) of " + name + " as values: " + values[kind],
            "" + found[kind]);
      }
    }
    for (int i = count; i < bytes << 2; i++) {
      if (kind(from, i) != 0) {
        throw in.error(from + bytes - 1, "0 in the unused bits of kinds (1) in " + name, "others");
      }
    }
  }

  private int kind(int from, int i) {
    return in.data[from + (i >> 2)] >>> ((i & 3) << 1) & 3;
  }

  private int[] mixed(int count) {
    mixed = room(mixed, count);
    int iri = 0;
    int literal = 0;
    int label = 0;
    int triple = column.labels.size;
    for (int i = 0; i < count; i++) {
      mixed[i] =
          switch (kind(column.kindsStart, i)) {
            case IRI -> iris[iri++];
            case LITERAL -> literals[literal++];
            case BNODE -> others[label++];
            default -> others[triple++];
          };
    }
    return mixed;
  }

  private static int[] room(int[] array, int needed) {
    return array.length >= needed ? array : new int[Math.max(needed, 2 * array.length)];
  }

  // ---- IRIs ------------------------------------------------------------------------------------

  private void readIris() throws JellyParseException {
    int count = column.nameIds.size;
    Numbers prefixes = column.prefixIds;
    requireLength(prefixes, count, "prefix_ids (4)");
    iris = room(iris, count);
    t.terms.makeRoom(count);
    int[] ids = column.nameIds.values;
    int[] prefixIds = prefixes.values;
    boolean many = prefixes.size > 1;
    int prefix = prefixes.size == 1 ? prefixIds[0] : 0;
    int last = 0;
    for (int i = 0; i < count; i++) {
      int id = ids[i];
      last = id == 0 ? last + 1 : id;
      if (many && prefixIds[i] != 0) {
        prefix = prefixIds[i];
      }
      int term = t.iris.known(prefix, last);
      if (term == TermTable.NO_TERM) {
        term = newIri(i, prefix, last);
      }
      iris[i] = term;
    }
  }

  private int newIri(int i, int prefix, int id) throws JellyParseException {
    try {
      return t.iris.term(prefix, id, column.nameIds.at);
    } catch (JellyParseException e) {
      throw atValue(IRI, i, e);
    }
  }

  /** Returns the error with the row of the i-th value of a kind. */
  private JellyParseException atValue(int kind, int i, JellyParseException e) {
    int value = i;
    if (column.kindsEnd > column.kindsStart) {
      int left = i;
      value = -1;
      do {
        value++;
        left -= kind(column.kindsStart, value) == kind ? 1 : 0;
      } while (left >= 0);
    }
    in.row = runs.rowOf(value);
    return in.error((int) (e.byteOffset() - in.base), e.expected(), e.found());
  }

  private void requireLength(Numbers numbers, int count, String field) throws JellyParseException {
    if (numbers.size > 1 && numbers.size != count || numbers.size == 1 && count == 0) {
      throw in.error(
          numbers.at,
          count == 0
              ? "no " + field + " in " + name
              : "0, 1 or " + count + " " + field + " in " + name,
          "" + numbers.size);
    }
  }

  // ---- literals --------------------------------------------------------------------------------

  private void readLiterals() throws JellyParseException {
    Slices texts = column.lexicalForms;
    int count = texts.size;
    Numbers kinds = column.literalKinds;
    requireLength(kinds, count, "literal_kinds (6)");
    int[] languages = languages();
    literals = room(literals, count);
    t.terms.makeRoom(count);
    boolean many = kinds.size > 1;
    int kind = kinds.size == 1 ? kinds.values[0] : 0;
    int checked = 0;
    for (int i = 0; i < count; i++) {
      int from = texts.start(i);
      int to = texts.end(i);
      if (many) {
        kind = kinds.values[i];
      }
      if (kind == 0) {
        literals[i] = t.simpleLiteral(from, to, true);
      } else if ((kind & 1) != 0) {
        int datatype = (kind >>> 1) + 1;
        try {
          if (datatype != checked) {
            t.checkDatatype(datatype, kinds.at);
            checked = datatype;
          }
        } catch (JellyParseException e) {
          throw atValue(LITERAL, i, e);
        }
        literals[i] = t.typedLiteral(from, to, datatype, kinds.at, true);
      } else {
        int language = (kind >>> 1) - 1;
        if (language >= column.languages.size) {
          throw atValue(
              LITERAL,
              i,
              in.error(
                  kinds.at,
                  "a language tag number below " + column.languages.size + " in " + name,
                  "" + language));
        }
        literals[i] = t.languageLiteral(from, to, languages[language]);
      }
    }
  }

  private int[] languages() throws JellyParseException {
    int count = column.languages.size;
    Numbers directed = column.directions;
    if (directed.size != 0 && directed.size != count) {
      throw in.error(
          directed.at,
          "0 or " + count + " langtag_directions (8) in " + name + ", as many as langtags",
          "" + directed.size);
    }
    int[] symbols = new int[count];
    for (int i = 0; i < count; i++) {
      int from = column.languages.start(i);
      int direction = directed.size == 0 ? 0 : directed.values[i];
      int at = direction == 0 ? from : directed.at;
      symbols[i] = tags.symbol(from, column.languages.end(i), direction, at);
    }
    return symbols;
  }
}
