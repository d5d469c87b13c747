package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.ScopedLabels;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.text.TokenScan;

/**
 * Parses the lines of a chunk into ids of terms that are slices of the chunk.
 *
 * <p>Parses only the form of most lines. {@link NTriplesParser} handles the rest, whether wrong or
 * just rare: a single term with escape sequences, or the whole line again.
 */
final class LineParser {
  /** Number of terms to make room for before common lines are parsed. */
  private static final int ROOM = 1 << 10;

  private final NTriplesParser careful;
  private final LineTermReader terms;
  private final StatementBatch batch;
  private final boolean graphs;
  // The columns to decode, because they are filled or at least checked.
  private final boolean seesSubject;
  private final boolean seesObject;
  private final boolean seesGraph;
  private final FastLineParser usual;
  private final int[] ids = new int[4];
  private PredicateFilter filter;
  private final TermTable table;

  private byte[] b;
  private int lineStart;
  private int count;
  private long line;

  LineParser(TermTable table, StatementBatch batch, SyntaxOptions options) {
    ScopedLabels labels = new ScopedLabels(options.scope());
    this.table = table;
    this.batch = batch;
    this.graphs = options.syntax() == Syntax.NQUADS;
    this.careful =
        new NTriplesParser(table, graphs, options.rdfStar(), options.maxNesting(), labels);
    this.terms = new LineTermReader(table, careful, labels, options.distinctTerms());
    boolean all = options.checkUnread();
    this.seesSubject = all || batch.s != null;
    this.seesObject = all || batch.o != null;
    this.seesGraph = graphs && (all || batch.g != null);
    boolean statements = batch.s != null && batch.p != null && batch.o != null;
    this.usual =
        statements && !options.distinctTerms() && (seesGraph || !graphs)
            ? new FastLineParser(table, batch, terms, graphs)
            : null;
  }

  /** Sets a filter; of a statement that it rejects, only the subject and predicate are read. */
  void filter(PredicateFilter predicates) {
    filter = predicates;
  }

  /**
   * Starts a new chunk. Its lines must be valid UTF-8, except those passed to {@link
   * #parseCarefully}.
   */
  void open(byte[] data, int end) {
    b = data;
    terms.open(data, end);
  }

  /** Returns the start of the last parsed line. */
  int lineStart() {
    return lineStart;
  }

  /** Returns the number of lines parsed or skipped before the last parsed one. */
  long line() {
    return line;
  }

  /** Returns the number of statements in the batch. */
  int count() {
    return count;
  }

  /** Starts a new batch. */
  void startBatch() {
    count = 0;
  }

  /** Counts a line that the caller has skipped. */
  void passed() {
    line++;
  }

  /**
   * Parses lines until the end or until the batch is full.
   *
   * @param from the start of the first line
   * @param to one past the last line
   * @param most the maximum number of statements in the batch
   * @return the start of the next line
   * @throws io.github.jellybridge.rdf.NTriplesParseException at a line that breaks a rule; its
   *     offset is relative to {@link #lineStart}
   */
  int parse(int from, int to, int most) {
    int i = from;
    while (i < to && count < most) {
      if (usual != null && filter == null) {
        table.makeRoom(ROOM);
        int before = count;
        i = usual.parse(b, i, to, count, most);
        count = usual.count();
        line += count - before;
        if (i >= to || count >= most) {
          break;
        }
      }
      lineStart = i;
      i = line(i);
      line++;
    }
    return i;
  }

  /** Parses one line, whatever it contains; see {@link #parse}. */
  int parseCarefully(int from) {
    lineStart = from;
    int next = again();
    line++;
    return next;
  }

  /** Checks a line that is no statement; does not count it. */
  void checkOther(int from) {
    lineStart = from;
    again();
  }

  private int line(int start) {
    int i = blanks(start);
    int s = LineTermReader.UNREAD;
    byte c = b[i];
    if (c == '<' || c == '_') {
      s = seesSubject ? terms.subject(i) : terms.skipSubject(i);
    } else if (c == '\n' || c == '\r' || c == '#') {
      return afterLine(TokenScan.lineEnd(b, i));
    } else {
      return again();
    }
    if (s < 0) {
      return again();
    }
    i = blanks(terms.at);
    if (b[i] != '<') {
      return again();
    }
    int p = terms.predicate(i);
    if (p < 0) {
      return again();
    }
    i = terms.at;
    int o = LineTermReader.UNREAD;
    int g = LineTermReader.UNREAD;
    if (filter != null && !filter.accepts(table, p)) {
      o = -1;
      i = TokenScan.lineEnd(b, i);
    } else if (!seesObject && !seesGraph) {
      i = TokenScan.lineEnd(b, i);
    } else {
      i = blanks(i);
      o = object(i);
      if (o < 0) {
        return again();
      }
      i = blanks(terms.at);
      c = b[i];
      if (c != '.' && graphs) {
        g = c == '<' || c == '_' ? terms.graph(i) : LineTermReader.UNUSUAL;
        if (g < 0) {
          return again();
        }
        i = blanks(terms.at);
        c = b[i];
      }
      if (c != '.') {
        return again();
      }
      i++;
      if (b[i] != '\n') {
        i = blanks(i);
        if (b[i] == '#') {
          i = TokenScan.lineEnd(b, i);
        } else if (b[i] != '\n' && b[i] != '\r') {
          return again();
        }
      }
    }
    put(s, p, o, g);
    return afterLine(i);
  }

  private int object(int i) {
    byte c = b[i];
    if (c == '<') {
      return seesObject ? terms.objectIri(i) : terms.skipIri(i);
    }
    if (c == '"') {
      return seesObject ? terms.literal(i, lineStart) : terms.skipLiteral(i);
    }
    if (c == '_') {
      return seesObject ? terms.blankNode(i) : terms.skipBlankNode(i);
    }
    return LineTermReader.UNUSUAL;
  }

  private void put(int s, int p, int o, int g) {
    int n = count++;
    if (batch.s != null) {
      batch.s[n] = s;
    }
    if (batch.p != null) {
      batch.p[n] = p;
    }
    if (batch.o != null) {
      batch.o[n] = o;
    }
    if (batch.g != null) {
      batch.g[n] = g;
    }
  }

  /** Parses the current line again, with the parser for all forms. */
  private int again() {
    int end = TokenScan.lineEnd(b, lineStart);
    if (careful.statement(b, lineStart, end, ids)) {
      put(ids[0], ids[1], ids[2], ids[3]);
    }
    return afterLine(end);
  }

  /** Returns the start of the line after a line end. */
  int afterLine(int end) {
    return end + (b[end] == '\r' && b[end + 1] == '\n' ? 2 : 1);
  }

  private int blanks(int from) {
    int i = from;
    while (b[i] == ' ' || b[i] == '\t') {
      i++;
    }
    return i;
  }
}
