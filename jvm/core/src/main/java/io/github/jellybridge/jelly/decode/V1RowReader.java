package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.wire.EntryReader;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.patch.PatchRowReader;
import io.github.jellybridge.rdf.PredicateFilter;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;

/**
 * Rows of Jelly-RDF 1.0 and 1.1: those that nearly all of a stream consists of at full speed by
 * {@link FastRowDecoder}, and all others as {@link RowReader} and {@link V1StatementReader} do it.
 */
public class V1RowReader extends V1StatementReader {
  /** For how many terms there must be room before usual rows are decoded. */
  private static final int ROOM = 64 * FastRowDecoder.MOST_TERMS;

  private final boolean wantO;

  /** What is known of the predicates that are wanted. */
  final PredicateCache verdicts = new PredicateCache();

  // The last object, if nobody wanted its statement: a literal that is not read yet.
  int unreadFrom;
  int unreadTo;

  // The tag of statements, and which bits of it tell.
  private final int statement;
  private final int statementBits;
  private final int nameTag;
  private final FastRowDecoder usual;

  /** The positions of a statement: bit i for position i. */
  private final int needed;

  public V1RowReader(
      WireReader in, TermTable terms, StreamOptions stream, JellyReadOptions options) {
    this(in, terms, stream, options, false);
  }

  /** Reads rows of patches, or of statements. */
  protected V1RowReader(
      WireReader in,
      TermTable terms,
      StreamOptions stream,
      JellyReadOptions options,
      boolean patch) {
    super(in, terms, stream, options);
    statement = patch ? PatchRowReader.ADD : statementKind;
    statementBits = patch ? ~(PatchRowReader.ADD ^ PatchRowReader.DELETE) : -1;
    nameTag = patch ? PatchRowReader.NAME_ENTRY : NAME;
    needed = statementKind == QUAD ? SPOG : SPO;
    wantO = (columns & JellyReadOptions.O) != 0;
    int prefixTag = patch ? PatchRowReader.PREFIX_ENTRY : PREFIX;
    // What is to be checked is read like what is asked for.
    int read = checkUnread ? StatementBatch.ALL : columns;
    usual = new FastRowDecoder(this, read, statement, statementBits, nameTag, prefixTag);
  }

  @Override
  public void where(PredicateFilter test) {
    super.where(test);
    verdicts.forget();
  }

  /** Decodes rows: as many as may be by {@link FastRowDecoder}, others one by one. */
  @Override
  void decode(StatementBatch into, int end, boolean whole, int max) throws JellyParseException {
    int capacity = capacity(into, max);
    while (in.pos < end) {
      if (into.size() >= capacity) {
        if (into.size() >= max) {
          break;
        }
        into.ensureCapacity(into.size() + 1);
        capacity = capacity(into, max);
      }
      terms.makeRoom(ROOM);
      if (usualRowsExpected()) {
        if (!usual.decode(into, end, capacity)) {
          continue;
        }
        if (usual.literalFrom > 0) {
          literal(into);
          continue;
        }
      }
      settle();
      int kind = anyRow(in.pos, end, whole);
      if (kind < 0) {
        break;
      }
      int n = into.size();
      if (kind > 0 && ((kind ^ statement) & statementBits) == 0) {
        if (wanted != null) {
          // Usual rows that follow have to know, and cannot ask.
          verdicts.ask(wanted, terms, lastP);
        }
        put(into, n, kind);
      } else if (into.op != null && operation(into, n, kind)) {
        into.size(n + 1);
      }
    }
    settle();
  }

  /** Tells whether usual rows may come next: a statement may, and may repeat every term. */
  private boolean usualRowsExpected() {
    return statementAllowed() && (seen & needed) == needed;
  }

  /** Puts the statement read last into a batch. */
  private void put(StatementBatch into, int at, int kind) {
    if (into.s != null) {
      into.s[at] = lastS;
    }
    if (into.p != null) {
      into.p[at] = lastP;
    }
    if (into.o != null) {
      into.o[at] = lastO;
    }
    if (into.g != null) {
      into.g[at] = lastG;
    }
    if (into.op != null) {
      operation(into, at, kind);
    }
    into.size(at + 1);
  }

  /** Reads the literal that ends a statement. */
  private void literal(StatementBatch into) throws JellyParseException {
    in.row++;
    if (wanted != null && !verdicts.ask(wanted, terms, lastP)) {
      unreadFrom = usual.literalFrom;
      unreadTo = usual.literalTo;
      lastO = TermDecoder.UNWANTED;
    } else {
      lastO = literal(usual.literalFrom, usual.literalTo, wantO);
    }
    in.pos = usual.literalTo;
    put(into, into.size(), usual.literalKind);
  }

  /** Reads an entry of the name lookup, in its usual form without a look at every field. */
  public final void name(int from, int to, int at) throws JellyParseException {
    byte[] d = in.data;
    long entry = EntryReader.usual(d, from, to);
    int value = (int) (entry >> 32);
    if (entry >= 0 && Utf8.firstInvalid(d, value, to) < 0) {
      int id = (int) entry;
      lastNameEntry = id == 0 ? lastNameEntry + 1 : id;
      t.iris.defineName(lastNameEntry, value, to - value, at);
    } else {
      row(nameTag, from, to, at);
    }
  }

  /** Reads the literal that unwanted statements ended with: it may be repeated. */
  @Override
  void settle() throws JellyParseException {
    if (lastO == TermDecoder.UNWANTED && wantO) {
      lastO = literal(unreadFrom, unreadTo, true);
    }
  }

  /**
   * Puts an operation of a patch into a batch of them, without the terms of a statement.
   *
   * @return false for a row that is no operation
   */
  protected boolean operation(StatementBatch into, int at, int kind) {
    throw new IllegalStateException("no batch of statements");
  }

  /** Completes operations of statements in a batch of them, of which the kind is there. */
  protected void operations(StatementBatch into, int from, int to) {
    throw new IllegalStateException("no batch of statements");
  }
}
