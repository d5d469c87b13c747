package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.text.TokenScan;

/**
 * Parses the most common form of a line. Its terms are separated by one space. The subject is an
 * IRI that starts like the previous one, and the predicate is known. The object is an IRI that
 * starts like the last one of that predicate, or a literal without escape sequences and with a
 * known language or datatype, if any. The graph name, if any, is an IRI that starts like the
 * previous one. Stops before any other line.
 *
 * <p>All methods called in the loop are inlined: a real call would keep the loop's variables in
 * memory instead of registers.
 */
final class FastLineParser {
  /** Maximum number of terms that a line adds. */
  private static final int TERMS_OF_LINE = 3;

  private static final int LINE_END = ' ' | '.' << 8 | '\n' << 16;
  private static final int LINE_END_CR = ' ' | '.' << 8 | '\r' << 16 | '\n' << 24;

  private final TermTable table;
  private final StatementBatch batch;
  private final LineTermReader terms;
  private final boolean graphs;
  private int count;

  FastLineParser(TermTable table, StatementBatch batch, LineTermReader terms, boolean graphs) {
    this.table = table;
    this.batch = batch;
    this.terms = terms;
    this.graphs = graphs;
  }

  /** Returns the number of statements in the batch. */
  int count() {
    return count;
  }

  /**
   * Parses lines while they have the common form, and adds their statements to the batch.
   *
   * @param b the chunk, valid UTF-8
   * @param from the start of the first line
   * @param to one past the last line
   * @param has the number of statements in the batch
   * @param most the maximum number of statements in the batch
   * @return the start of the next line
   */
  int parse(byte[] b, int from, int to, int has, int most) {
    RecentTerm subject = terms.lastSubject;
    RecentTerm graph = terms.lastGraph;
    PredicateReader predicates = terms.predicates;
    RecentLanguages languages = terms.languages;
    int[] s = batch.s;
    int[] p = batch.p;
    int[] o = batch.o;
    int[] g = batch.g;
    int i = from;
    int n = has;
    while (i < to && n < most && table.room() >= TERMS_OF_LINE) {
      int at = subject.nextIri(b, i, table);
      if (at < 0 || b[at] != ' ' || b[at + 1] != '<') {
        break;
      }
      KnownPredicate predicate = predicates.expected(b, at + 1);
      if (predicate == null) {
        break;
      }
      at += predicate.length + 1;
      if (b[at] != ' ') {
        break;
      }
      at++;
      int object;
      if (b[at] == '<') {
        at = predicate.object.nextIri(b, at, table);
        if (at < 0) {
          break;
        }
        object = predicate.object.id;
      } else if (b[at] == '"') {
        int text = at + 1;
        int length = TokenScan.literalStop(b, text) - text;
        at = text + length + 1;
        int language = 0;
        int datatype = 0;
        if (b[at - 1] != '"') {
          terms.literalSeen(text, at - 1);
          break;
        }
        if (b[at] == '@') {
          long tag = RecentLanguages.tag(b, at + 1);
          language = languages.find(tag);
          if (language == 0) {
            break;
          }
          at += 1 + RecentLanguages.length(tag);
        } else if (b[at] == '^') {
          int known = predicate.datatypeLength;
          if (known == 0 || TokenScan.shared(b, at, predicate.datatypeFrom, known) != known) {
            break;
          }
          datatype = predicate.datatype;
          at += known;
        }
        object = table.addLiteralInRoom(text, length, language, datatype);
      } else {
        break;
      }
      int name = TermTable.NO_TERM;
      int after = (int) TokenScan.word(b, at);
      if (graphs && (after & 0xffff) == (' ' | '<' << 8)) {
        at = graph.nextIri(b, at + 1, table);
        if (at < 0) {
          break;
        }
        name = graph.id;
        after = (int) TokenScan.word(b, at);
      }
      if ((after & 0xffffff) == LINE_END) {
        i = at + 3;
      } else if (after == LINE_END_CR) {
        i = at + 4;
      } else {
        break;
      }
      s[n] = subject.id;
      p[n] = predicate.id;
      o[n] = object;
      if (g != null) {
        g[n] = name;
      }
      n++;
    }
    count = n;
    return i;
  }
}
