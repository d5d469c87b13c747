package io.github.jellybridge.jelly.columns.encode;

import io.github.jellybridge.jelly.ColumnOptions.RdfVersion;
import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.encode.TripleParts;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;

/**
 * Encodes triple terms (Jelly-RDF 1.2 draft, "RdfTripleTerm"), which term tables store as text. The
 * lookup entries of a term have to be found before it is written.
 */
final class TripleTermEncoder {
  /** The fields of an IRI in each position; those of other kinds of terms follow. */
  private static final int[] FIELDS = {1, 5, 9};

  private final FrameEntries entries;
  private final RdfVersion version;

  /** The terms of the current triple term. */
  private final TripleParts triples = new TripleParts();

  private final TermTable parts = triples.terms;

  /** The last IRI of the triple terms of the frame. */
  private final IriStateEncoder iris = new IriStateEncoder();

  TripleTermEncoder(FrameEntries entries, RdfVersion version) {
    this.entries = entries;
    this.version = version;
  }

  /** Starts the column of a frame. */
  void startColumn() {
    iris.reset();
  }

  /**
   * Finds the entries of a triple term.
   *
   * @return false if the lookups have no room for them
   */
  boolean find(TermTable terms, int id, long statement) throws JellyWriteException {
    if (!version.hasTripleTerms()) {
      throw new JellyWriteException(
          statement, "no triple terms, as rdfVersion excludes them", "a triple term", "rdfVersion");
    }
    int from = start(terms, id);
    return findParts(from, from + terms.valueLength(id), statement);
  }

  private boolean findParts(int from, int to, long statement) throws JellyWriteException {
    int[] ids = triples.apart(from, to, statement);
    for (int position = 0; position < ids.length; position++) {
      int id = ids[position];
      byte kind = parts.kind(id);
      if (!Texts.fits(kind, position)) {
        throw Texts.misplaced(kind, position, " of a triple term", statement);
      }
      boolean found =
          switch (kind) {
            case TermKind.IRI -> entries.splitIri(parts, id, position, statement);
            case TermKind.LITERAL -> entries.datatype(parts, id, statement) >= 0;
            case TermKind.TRIPLE -> {
              int part = parts.valueOffset(id);
              yield findParts(part, part + parts.valueLength(id), statement);
            }
            default -> true;
          };
      if (!found) {
        return false;
      }
    }
    return true;
  }

  /** Appends a field with a triple term whose entries have been found. */
  void write(FieldBuffer out, int field, TermTable terms, int id, long statement)
      throws JellyWriteException {
    int from = start(terms, id);
    write(out, field, from, from + terms.valueLength(id), statement);
  }

  private void write(FieldBuffer out, int field, int from, int to, long statement)
      throws JellyWriteException {
    int[] ids = triples.apart(from, to, statement);
    int start = startMessage(out, field);
    for (int position = 0; position < ids.length; position++) {
      int id = ids[position];
      int first = FIELDS[position];
      int part = parts.valueOffset(id);
      int length = parts.valueLength(id);
      switch (parts.kind(id)) {
        case TermKind.IRI -> {
          entries.splitIri(parts, id, position, statement);
          iris.write(out, first, entries.iris.prefix, entries.iris.name);
        }
        case TermKind.BNODE -> out.bytes(first + 1, parts.data(), part, length);
        case TermKind.LITERAL -> literal(out, first + 2, id, statement);
        default -> write(out, first + 3, part, part + length, statement);
      }
    }
    out.insertLength(start);
  }

  private static int startMessage(FieldBuffer out, int field) {
    out.ensure(1);
    out.data[out.end++] = (byte) (field << 3 | 2);
    return out.end;
  }

  private void literal(FieldBuffer out, int field, int id, long statement)
      throws JellyWriteException {
    int start = startMessage(out, field);
    int from = parts.valueOffset(id);
    int length = parts.valueLength(id);
    if (length > 0) {
      out.bytes(1, parts.data(), from, length);
    }
    int lang = parts.langId(id);
    if (lang == 0) {
      out.number(3, entries.datatype(parts, id, statement));
    } else {
      DirectedTag tag = DirectedTag.of(parts.symbols().bytes(lang), version, statement);
      out.bytes(2, tag.text(), 0, tag.length());
      out.number(4, tag.direction());
    }
    out.insertLength(start);
  }

  /** Takes up another triple term; returns the start of its text in the table of parts. */
  private int start(TermTable terms, int id) {
    triples.clear();
    return triples.copy(terms, id);
  }
}
