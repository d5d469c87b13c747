package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.wire.WireReader;

/** The lists of a column, as they are in the file (Jelly-RDF 1.2 draft, "RdfColumn"). */
final class ColumnFields {
  /** Two bits per value. */
  int kindsStart;

  int kindsEnd;

  final Numbers layouts = new Numbers();
  final Numbers nameIds = new Numbers();
  final Numbers prefixIds = new Numbers();
  final Slices lexicalForms = new Slices();
  final Numbers literalKinds = new Numbers();
  final Slices languages = new Slices();
  final Numbers directions = new Numbers();
  final Slices labels = new Slices();
  final Slices tripleTerms = new Slices();

  /** Collects the fields of the column at [from, to) instead of earlier ones. */
  void read(WireReader in, int from, int to) throws JellyParseException {
    kindsStart = 0;
    kindsEnd = 0;
    layouts.clear();
    nameIds.clear();
    prefixIds.clear();
    lexicalForms.clear();
    literalKinds.clear();
    languages.clear();
    directions.clear();
    labels.clear();
    tripleTerms.clear();
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int end = in.bodyEnd;
      switch (tag >>> 3) {
        case 1 -> {
          in.expectType(tag, WireReader.LEN, "kinds (1)", p);
          kindsStart = in.bodyStart;
          kindsEnd = end;
        }
        case 2 -> layouts.add(in, tag, p, "layouts (2)");
        case 3 -> nameIds.add(in, tag, p, "name_ids (3)");
        case 4 -> prefixIds.add(in, tag, p, "prefix_ids (4)");
        case 5 -> {
          slice(in, tag, p, lexicalForms, "lex_values (5)");
          end = lexicalForms.addAll(in.data, tag, end, to);
        }
        case 6 -> literalKinds.add(in, tag, p, "literal_kinds (6)");
        case 7 -> slice(in, tag, p, languages, "langtags (7)");
        case 8 -> directions.add(in, tag, p, "langtag_directions (8)");
        case 9 -> slice(in, tag, p, labels, "bnodes (9)");
        case 10 -> slice(in, tag, p, tripleTerms, "triple_terms (10)");
        default -> {
          // An unknown field.
        }
      }
      p = end;
    }
  }

  private static void slice(WireReader in, int tag, int at, Slices slices, String name)
      throws JellyParseException {
    in.expectType(tag, WireReader.LEN, name, at);
    slices.add(in.bodyStart, in.bodyEnd);
  }

  /** Returns the number of values in all lists. */
  int values() {
    return nameIds.size + lexicalForms.size + labels.size + tripleTerms.size;
  }
}
