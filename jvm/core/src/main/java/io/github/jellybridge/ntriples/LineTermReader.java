package io.github.jellybridge.ntriples;

import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.ScopedLabels;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.text.IriCharacters;
import io.github.jellybridge.rdf.text.LabelCharacters;
import io.github.jellybridge.rdf.text.LanguageTags;
import io.github.jellybridge.rdf.text.TokenScan;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads the terms of lines as slices of their chunk. */
final class LineTermReader {
  /** Returned instead of an id for a term in a form that this class does not read. */
  static final int UNUSUAL = -1;

  /** Returned instead of an id for a term that was skipped. */
  static final int UNREAD = 0;

  private static final byte[] XSD_STRING = NTriples.XSD_STRING.getBytes(StandardCharsets.US_ASCII);

  private static final long IRI_SEED = 0x243f6a8885a308d3L;
  private static final long LABEL_SEED = 0x13198a2e03707344L;

  private final TermTable terms;
  private final NTriplesParser careful;
  private final ScopedLabels labels;
  private final boolean distinct;
  private final TermIndex index = new TermIndex();

  // The most recent terms, also used by {@link FastLineParser}.
  final PredicateReader predicates = new PredicateReader();
  final RecentLanguages languages = new RecentLanguages();
  final RecentTerm lastSubject = new RecentTerm();
  final RecentTerm lastGraph = new RecentTerm();

  /** One past the last read term. */
  int at;

  private byte[] b;
  private int stop;

  // The start of a literal's text whose end or first escape sequence was already found.
  private int literalFrom;
  private int literalStop;

  /**
   * Creates a reader.
   *
   * @param distinct whether equal IRIs and blank nodes of a chunk become one term; if false, only
   *     predicates and terms repeated from line to line do
   */
  LineTermReader(TermTable terms, NTriplesParser careful, ScopedLabels labels, boolean distinct) {
    this.terms = terms;
    this.careful = careful;
    this.labels = labels;
    this.distinct = distinct;
  }

  /** Starts a new chunk, with an empty table. */
  void open(byte[] data, int end) {
    b = data;
    stop = end;
    literalFrom = -1;
    index.clear();
    predicates.clear();
    lastSubject.forget();
    lastGraph.forget();
    if (terms.symbols().clearIfLarge()) {
      languages.clear();
    }
  }

  /** Stores the position found in a literal that could not be read to its end. */
  void literalSeen(int from, int stop) {
    literalFrom = from;
    literalStop = stop;
  }

  /** Reads the subject: an IRI or a blank node. */
  int subject(int i) {
    return oftenRepeated(i, lastSubject);
  }

  /** Reads the graph name: an IRI or a blank node. */
  int graph(int i) {
    return oftenRepeated(i, lastGraph);
  }

  /** Reads an IRI as the object. */
  int objectIri(int i) {
    return distinct ? distinctIri(i) : iriLike(i, predicates.last().object);
  }

  private int oftenRepeated(int i, RecentTerm last) {
    if (!distinct && b[i] == '<') {
      return iriLike(i, last);
    }
    if (last.compared > 0 && TokenScan.same(b, i, b, last.from, last.compared)) {
      at = i + last.length;
      return last.id;
    }
    int id = b[i] == '<' ? distinctIri(i) : blankNode(i);
    remember(i, id, last);
    return id;
  }

  private void remember(int i, int id, RecentTerm last) {
    boolean iri = b[i] == '<';
    // A label may continue after a full stop.
    boolean whole = iri || id >= 0 && b[at] != '.';
    int length = at - i;
    last.set(i, length, id < 0 || !whole ? 0 : iri ? length : length + 1, id);
  }

  /** Reads an IRI that often starts like the last one. */
  private int iriLike(int i, RecentTerm last) {
    terms.makeRoom(1);
    int end = last.nextIri(b, i, terms);
    if (end >= 0) {
      at = end;
      return last.id;
    }
    int from = i + 1;
    end = IriCharacters.end(b, from);
    int scheme = b[end] != '>' || end >= stop ? -1 : IriCharacters.schemeEnd(b, from, end);
    if (scheme < 0) {
      return UNUSUAL;
    }
    at = end + 1;
    last.setIri(i, at - i, terms.add(TermKind.IRI, from, end - from), scheme);
    return last.id;
  }

  /** Reads an IRI as the predicate. */
  int predicate(int i) {
    KnownPredicate known = predicates.expected(b, i);
    if (known != null) {
      at = i + known.length;
      return known.id;
    }
    long hash = hashIri(i);
    int from = i + 1;
    int length = at - 1 - from;
    known = predicates.find(b, from, length, hash);
    if (known != null) {
      return known.id;
    }
    int id = distinct ? distinctIri(from, length, hash) : addIri(from, length);
    if (id > 0) {
      predicates.add(b, id, from, length, hash);
    }
    return id;
  }

  private int distinctIri(int i) {
    long hash = hashIri(i);
    return distinctIri(i + 1, at - i - 2, hash);
  }

  private int distinctIri(int from, int length, long hash) {
    int id = index.find(b, from, length, TermKind.IRI, hash);
    if (id == 0) {
      id = addIri(from, length);
      if (id > 0) {
        index.add(id, from, length, TermKind.IRI, hash);
      }
    }
    return id;
  }

  private int addIri(int from, int length) {
    int end = from + length;
    return end < stop && IriCharacters.isPlainAbsolute(b, from, end)
        ? terms.add(TermKind.IRI, from, length)
        : UNUSUAL;
  }

  /** Finds the end of an IRI, and hashes the bytes before it. */
  private long hashIri(int i) {
    int end = i + 1;
    long hash = IRI_SEED;
    while (true) {
      long word = TokenScan.word(b, end);
      long found = TokenScan.greater(word);
      if (found != 0) {
        int bits = Long.numberOfTrailingZeros(found) & ~7;
        at = end + (bits >>> 3) + 1;
        return TermIndex.mix(hash, word & (1L << bits) - 1);
      }
      hash = TermIndex.mix(hash, word);
      end += 8;
    }
  }

  /** Reads a blank node. */
  int blankNode(int i) {
    int from = i + 2;
    int end = b[i + 1] == ':' ? LabelCharacters.end(b, from, stop) : from;
    int length = end - from;
    // Labels that start with jbx may be rewritten ones.
    if (length == 0 || b[from] == 'j' && b[from + 1] == 'b' && b[from + 2] == 'x') {
      return UNUSUAL;
    }
    at = end;
    if (!distinct || labels.folds(b, from, end)) {
      return labels.add(terms, from, end);
    }
    long hash = hash(from, end);
    int id = index.find(b, from, length, TermKind.BNODE, hash);
    if (id == 0) {
      id = labels.add(terms, from, end);
      index.add(id, from, length, TermKind.BNODE, hash);
    }
    return id;
  }

  private long hash(int from, int end) {
    long hash = LABEL_SEED;
    int i = from;
    for (; end - i >= 8; i += 8) {
      hash = TermIndex.mix(hash, TokenScan.word(b, i));
    }
    return TermIndex.mix(hash, TokenScan.word(b, i) & (1L << (end - i << 3)) - 1);
  }

  /**
   * Reads a literal.
   *
   * @param line the start of its line
   */
  int literal(int i, int line) {
    int from = i + 1;
    int end = from == literalFrom ? literalStop : TokenScan.literalStop(b, from);
    if (b[end] != '"') {
      if (b[end] != '\\') {
        return UNUSUAL;
      }
      int id = careful.escapedLiteral(b, line, i, end, stop);
      at = careful.position();
      return id;
    }
    at = end + 1;
    int language = 0;
    int type = 0;
    if (b[at] == '@') {
      language = language();
    } else if (b[at] == '^') {
      type = datatype();
    }
    return language < 0 || type < 0 ? UNUSUAL : terms.addLiteral(from, end - from, language, type);
  }

  private int language() {
    int from = at + 1;
    int end = LanguageTags.end(b, from, stop);
    if (end < 0) {
      return UNUSUAL;
    }
    at = end;
    int symbol = terms.symbols().intern(b, from, end);
    languages.add(b, from, end, symbol);
    return symbol;
  }

  private int datatype() {
    KnownPredicate last = predicates.last();
    int known = last.datatypeLength;
    if (known > 0 && TokenScan.shared(b, at, last.datatypeFrom, known) == known) {
      at += known;
      return last.datatype;
    }
    if (b[at + 1] != '^' || b[at + 2] != '<') {
      return UNUSUAL;
    }
    int from = at + 3;
    int end = TokenScan.iriEnd(b, from);
    // Checked even if the text has a symbol, which may be that of a language tag.
    if (end >= stop
        || !IriCharacters.isPlainAbsolute(b, from, end)
        || NTriples.isLanguageType(b, from, end)) {
      return UNUSUAL;
    }
    int symbol =
        Arrays.equals(b, from, end, XSD_STRING, 0, XSD_STRING.length)
            ? 0
            : terms.symbols().intern(b, from, end);
    last.datatypeFrom = at;
    at = end + 1;
    last.datatypeLength = at - last.datatypeFrom;
    last.datatype = symbol;
    return symbol;
  }

  // ---- skipping terms that are not read ------------------------------------------------------

  int skipSubject(int i) {
    if (lastSubject.compared > 0
        && TokenScan.same(b, i, b, lastSubject.from, lastSubject.compared)) {
      at = i + lastSubject.length;
      return UNREAD;
    }
    int id = b[i] == '<' ? skipIri(i) : skipBlankNode(i);
    remember(i, id, lastSubject);
    return id;
  }

  int skipIri(int i) {
    int end = TokenScan.iriOrLineEnd(b, i);
    at = end + 1;
    return b[end] != '>' || b[i + 1] == '<' ? UNUSUAL : UNREAD;
  }

  int skipBlankNode(int i) {
    int end = b[i + 1] == ':' ? LabelCharacters.end(b, i + 2, stop) : i + 2;
    at = end;
    return end == i + 2 ? UNUSUAL : UNREAD;
  }

  int skipLiteral(int i) {
    int end = TokenScan.literalStop(b, i + 1);
    while (b[end] == '\\' && b[end + 1] != '\n' && b[end + 1] != '\r') {
      end = TokenScan.literalStop(b, end + 2);
    }
    if (b[end] != '"') {
      return UNUSUAL;
    }
    at = end + 1;
    if (b[at] == '@') {
      int tag = LanguageTags.end(b, at + 1, stop);
      at = tag < 0 ? at : tag;
    } else if (b[at] == '^') {
      end = TokenScan.iriOrLineEnd(b, at);
      at = end + 1;
      return b[end] == '>' ? UNREAD : UNUSUAL;
    }
    return UNREAD;
  }
}
