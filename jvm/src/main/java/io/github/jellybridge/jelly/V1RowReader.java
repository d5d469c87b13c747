package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.PredicateTest;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;

/**
 * Rows of Jelly-RDF 1.0 and 1.1 at full speed: those that nearly all of a stream consists of are
 * decoded here, and all others as {@link RowReader} and {@link V1StatementReader} do it.
 */
class V1RowReader extends V1StatementReader {
  // Tags of the terms that most statements are made of.
  private static final int S_IRI = 0x0a;
  private static final int P_IRI = 0x2a;
  private static final int O_IRI = 0x4a;
  private static final int O_LITERAL = 0x5a;
  private static final int G_IRI = 0x6a;

  private final IriDecoder iris;
  private final boolean wantS;
  private final boolean wantP;
  private final boolean wantO;
  private final boolean wantG;

  // The last object, if nobody wanted its statement: a literal that is not read yet.
  private int unreadFrom;
  private int unreadTo;

  // How the commonest rows start: kinds of statements under a mask, the kind of names.
  private final int statementMask;
  private final int statementHead;
  private final int nameKind;

  V1RowReader(Input in, TermTable terms, StreamOptions stream, JellyReadOptions options) {
    this(in, terms, stream, options, false);
  }

  /** Reads rows of patches, or of statements. */
  V1RowReader(
      Input in, TermTable terms, StreamOptions stream, JellyReadOptions options, boolean patch) {
    super(in, terms, stream, options);
    statementMask = patch ? ~(PatchRowReader.ADD ^ PatchRowReader.DELETE) : -1;
    statementHead = (patch ? PatchRowReader.ADD & statementMask : statementKind) << 16 | ROW;
    nameKind = patch ? PatchRowReader.NAME_ENTRY : NAME;
    iris = t.iris;
    wantS = (columns & JellyReadOptions.S) != 0;
    wantP = (columns & JellyReadOptions.P) != 0;
    wantO = (columns & JellyReadOptions.O) != 0;
    wantG = (columns & JellyReadOptions.G) != 0;
  }

  /**
   * Decodes rows with the commonest rows in one method and its state in local variables: triples
   * and quads of short IRIs with any literal as the object. Half of the time of decoding would go
   * into calls otherwise.
   */
  @Override
  void decode(StatementBatch into, int end, boolean whole, int max) throws JellyParseException {
    byte[] d = in.data;
    int[] outS = into.s;
    int[] outP = into.p;
    int[] outO = into.o;
    int[] outG = into.g;
    long[] nameTerm = iris.nameTerm;
    int[] prefixStamp = iris.prefixStamp;
    byte[] outOp = into.op;
    int statement = statementHead;
    int mask = statementMask << 16 | 0xff;
    int needed = statementKind == QUAD ? SPOG : SPO;
    boolean allowed = statementAllowed();
    int pos = in.pos;
    int n = into.size();
    int capacity = capacity(into, max);
    PredicateTest test = wantP ? wanted : null;
    try {
      while (pos < end) {
        if (n >= capacity) {
          if (n >= max) {
            break;
          }
          into.ensureCapacity(n + 1);
          outS = into.s;
          outP = into.p;
          outO = into.o;
          outG = into.g;
          capacity = capacity(into, max);
        }
        // Tag, length, kind, length: of a row with one field.
        int head = (int) RowFinder.INTS.get(d, pos);
        int length = head >> 8 & 0xff;
        int p = pos + 4;
        int rowEnd = pos + 2 + length;
        boolean usual = head >>> 24 == length - 2 && length <= 127 && rowEnd <= end;
        int kind = head & 0xff00ff;
        if (length > 127 && (head & 0x8000ff) == ROW && d[pos + 4] < 0 && d[pos + 5] >= 0) {
          // Two bytes of length: statements with text.
          p = pos + 6;
          rowEnd = pos + 3 + ((length & 0x7f) | (head >> 16 & 0xff) << 7);
          usual =
              rowEnd - p == ((d[pos + 4] & 0x7f) | d[pos + 5] << 7)
                  && rowEnd <= end
                  && rowEnd - pos - 3 <= maxRowBytes;
          kind = (head >>> 24) << 16 | ROW;
        }
        fast:
        if (usual && (kind & mask) == statement && allowed) {
          int prefix = lastPrefix;
          int name = lastName;
          int set = seen;
          int s = lastS;
          int predicate = lastP;
          int o = lastO;
          int g = lastG;
          if (p < rowEnd && d[p] == S_IRI) {
            int size = d[p + 1];
            long w = IriMessage.read(d, p + 2, size);
            if (IriMessage.unusual(w, size)) {
              break fast;
            }
            int prefixId = IriMessage.prefixId(w);
            int nameId = IriMessage.nameId(w);
            name = nameId + (name + 1 & nameId - 1 >> 31);
            prefix = prefixId + (prefix & prefixId - 1 >> 31);
            int id = wantS ? known(nameTerm, prefixStamp, name, prefix) : 0;
            if (id == 0) {
              id = wantS ? iris.newTerm(prefix, name) : unwanted(prefix, name);
              if (id == 0) {
                break fast;
              }
            }
            s = id;
            p += 2 + size;
            set |= 1;
          }
          if (p < rowEnd && d[p] == P_IRI) {
            int size = d[p + 1];
            long w = IriMessage.read(d, p + 2, size);
            if (IriMessage.unusual(w, size)) {
              break fast;
            }
            int prefixId = IriMessage.prefixId(w);
            int nameId = IriMessage.nameId(w);
            name = nameId + (name + 1 & nameId - 1 >> 31);
            prefix = prefixId + (prefix & prefixId - 1 >> 31);
            int id = wantP ? known(nameTerm, prefixStamp, name, prefix) : 0;
            if (id == 0) {
              id = wantP ? iris.newTerm(prefix, name) : unwanted(prefix, name);
              if (id == 0) {
                break fast;
              }
            }
            predicate = id;
            p += 2 + size;
            set |= 2;
          }
          if (p < rowEnd && d[p] == O_IRI) {
            int size = d[p + 1];
            long w = IriMessage.read(d, p + 2, size);
            if (IriMessage.unusual(w, size)) {
              break fast;
            }
            int prefixId = IriMessage.prefixId(w);
            int nameId = IriMessage.nameId(w);
            name = nameId + (name + 1 & nameId - 1 >> 31);
            prefix = prefixId + (prefix & prefixId - 1 >> 31);
            int id = wantO ? known(nameTerm, prefixStamp, name, prefix) : 0;
            if (id == 0) {
              id = wantO ? iris.newTerm(prefix, name) : unwanted(prefix, name);
              if (id == 0) {
                break fast;
              }
            }
            o = id;
            p += 2 + size;
            set |= 4;
          } else if (p < rowEnd && d[p] == O_LITERAL) {
            int size = d[p + 1];
            int literal = p + 2;
            if (size < 0) {
              size = (size & 0x7f) | d[p + 2] << 7;
              literal = p + 3;
            }
            if (size < 0 || literal + size > rowEnd) {
              break fast;
            }
            if (test != null && wantO && !test.accepts(terms, predicate)) {
              unreadFrom = literal;
              unreadTo = literal + size;
              o = TermDecoder.UNWANTED;
            } else {
              in.row++;
              o = literal(literal, literal + size, wantO);
              in.row--;
            }
            p = literal + size;
            set |= 4;
          } else if (o == TermDecoder.UNWANTED && wantO && test.accepts(terms, predicate)) {
            // The object of an unwanted statement, repeated in a wanted one.
            settle();
            o = lastO;
          }
          if (p < rowEnd && d[p] == G_IRI && needed == SPOG) {
            int size = d[p + 1];
            long w = IriMessage.read(d, p + 2, size);
            if (IriMessage.unusual(w, size)) {
              break fast;
            }
            int prefixId = IriMessage.prefixId(w);
            int nameId = IriMessage.nameId(w);
            name = nameId + (name + 1 & nameId - 1 >> 31);
            prefix = prefixId + (prefix & prefixId - 1 >> 31);
            int id = wantG ? known(nameTerm, prefixStamp, name, prefix) : 0;
            if (id == 0) {
              id = wantG ? iris.newTerm(prefix, name) : unwanted(prefix, name);
              if (id == 0) {
                break fast;
              }
            }
            g = id;
            p += 2 + size;
            set |= 8;
          }
          if (p != rowEnd || (set & needed) != needed) {
            break fast;
          }
          in.row++;
          pos = rowEnd;
          lastPrefix = prefix;
          lastName = name;
          lastS = s;
          lastP = predicate;
          lastO = o;
          lastG = g;
          seen = set;
          if (outS != null) {
            outS[n] = s;
          }
          if (outP != null) {
            outP[n] = predicate;
          }
          if (outO != null) {
            outO[n] = o;
          }
          if (outG != null) {
            outG[n] = g;
          }
          if (outOp != null) {
            operation(into, n, kind >>> 16);
          }
          n++;
          continue;
        } else if (usual && kind == (nameKind << 16 | ROW)) {
          in.row++;
          name(p, rowEnd, pos);
          nameTerm = iris.nameTerm;
          pos = rowEnd;
          continue;
        }
        settle();
        int any = anyRow(pos, end, whole);
        if (any < 0) {
          break;
        }
        pos = in.pos;
        nameTerm = iris.nameTerm;
        prefixStamp = iris.prefixStamp;
        allowed = statementAllowed();
        if (any > 0 && ((any << 16 | ROW) & mask) == statement) {
          if (outS != null) {
            outS[n] = lastS;
          }
          if (outP != null) {
            outP[n] = lastP;
          }
          if (outO != null) {
            outO[n] = lastO;
          }
          if (outG != null) {
            outG[n] = lastG;
          }
          if (outOp != null) {
            operation(into, n, any);
          }
          n++;
        } else if (outOp != null && operation(into, n, any)) {
          n++;
        }
      }
      settle();
    } finally {
      into.size(n);
      in.pos = pos;
    }
  }

  /** Reads an entry of the name lookup, in its usual form without a look at every field. */
  final void name(int from, int to, int at) throws JellyParseException {
    byte[] d = in.data;
    long entry = EntryReader.usual(d, from, to);
    int value = (int) (entry >> 32);
    if (entry >= 0 && Utf8.firstInvalid(d, value, to) < 0) {
      int id = (int) entry;
      lastNameEntry = id == 0 ? lastNameEntry + 1 : id;
      iris.defineName(lastNameEntry, value, to - value, at);
    } else {
      row(nameKind, from, to, at);
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
  boolean operation(StatementBatch into, int at, int kind) {
    throw new IllegalStateException("no batch of statements");
  }

  /** Returns the term that is known for a name and a prefix, or 0. */
  private static int known(long[] nameTerm, int[] prefixStamp, int name, int prefix) {
    if (name >= 0 && name < nameTerm.length && prefix >= 0 && prefix < prefixStamp.length) {
      long cached = nameTerm[name];
      if ((int) (cached >> 32) == prefixStamp[prefix]) {
        return (int) cached;
      }
    }
    return 0;
  }

  private int unwanted(int prefix, int name) {
    // An id below 0 counts on from one that is not known, and the next would seem to be right.
    boolean fine = checkUnread ? iris.defined(prefix, name) : (prefix | name) >= 0;
    return fine ? TermDecoder.UNWANTED : 0;
  }
}
