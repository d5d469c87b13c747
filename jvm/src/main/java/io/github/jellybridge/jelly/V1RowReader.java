package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;

/**
 * Statements of Jelly-RDF 1.0 and 1.1: a term is a field of the statement, an unset term repeats
 * the last one in its place, ids of IRIs are delta-coded.
 */
class V1RowReader extends RowReader {
  // Term kinds in the order of the oneofs; in graph oneofs 2 is the default graph, 3 a literal.
  private static final int IRI = 0;
  private static final int BNODE = 1;
  private static final int LITERAL = 2;
  private static final int GRAPH_DEFAULT = 2;

  private static final int GRAPH_POSITION = 3;
  private static final int LAST_TRIPLE_FIELD = 12;
  private static final int LAST_QUAD_FIELD = 16;

  private static final String[] POSITIONS = {
    "a subject", "a predicate", "an object", "a graph name"
  };

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
  private int lastPrefix;
  private int lastName;

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
   * Forgets the terms before: the next ones must be there, and IRIs must have both ids, or they are
   * refused. Of the prefix it is known which it is when there never was another one to choose.
   */
  void forgetTerms() {
    seen = 0;
    lastName = UNKNOWN;
    boolean onlyPrefix = lastPrefix == 1 && iris.prefixes() == 2;
    if (!onlyPrefix) {
      lastPrefix = stream.maxPrefixTableSize() == 0 ? 0 : UNKNOWN;
    }
  }

  /** Tells whether all is known that a next statement may refer to. */
  boolean knowsTerms() {
    int needed = statementKind == QUAD ? SPOG : SPO;
    return (seen & needed) == needed && lastName != UNKNOWN && lastPrefix != UNKNOWN;
  }

  /** Takes over what a stream has defined before; entries and terms are those read last. */
  void resume(StreamState state) {
    lastNameEntry = state.lastNameEntry();
    lastPrefixEntry = state.lastPrefixEntry();
    lastDatatypeEntry = state.lastDatatypeEntry();
    lastName = state.lastName();
    lastPrefix = state.lastPrefix();
  }

  int lastName() {
    return lastName;
  }

  int lastPrefix() {
    return lastPrefix;
  }

  /**
   * Reads a statement that may refer to terms before, which are perhaps not known; if so, nothing
   * is known afterwards.
   */
  void followStatement(int from, int to) {
    int lastField = statementKind == QUAD ? LAST_QUAD_FIELD : LAST_TRIPLE_FIELD;
    int prefixBefore = lastPrefix;
    int nameBefore = lastName;
    try {
      if (!inOrder(from, to, lastField)) {
        lastPrefix = prefixBefore;
        lastName = nameBefore;
        statementSlow(from, to, lastField);
      }
    } catch (JellyParseException e) {
      forgetTerms();
    }
  }

  @Override
  Layout layout() {
    return Layout.V1;
  }

  /**
   * Decodes rows like {@link RowReader#decode}, with the commonest rows in one method and its state
   * in local variables: triples and quads of short IRIs with any literal as the object. Half of the
   * time of decoding would go into calls otherwise.
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
          int id = 0;
          int value = p;
          if (d[p] == 0x08) {
            id = d[p + 1];
            value = p + 2;
            if (id < 0) {
              id = (id & 0x7f) | d[p + 2] << 7;
              value = p + 3;
            }
          }
          // [08 id] 12 length value, the id left out when it is the next one.
          if (id >= 0
              && d[value] == 0x12
              && value + 2 + d[value + 1] == rowEnd
              && Utf8.firstInvalid(d, value + 2, rowEnd) < 0) {
            lastNameEntry = id == 0 ? lastNameEntry + 1 : id;
            iris.defineName(lastNameEntry, value + 2, rowEnd - value - 2, pos);
          } else {
            row(nameKind, p, rowEnd, pos);
          }
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
    return !checkUnread || iris.defined(prefix, name) ? TermDecoder.UNWANTED : 0;
  }

  @Override
  void triple(int from, int to) throws JellyParseException {
    statement(from, to, LAST_TRIPLE_FIELD, SPO);
  }

  @Override
  void quad(int from, int to) throws JellyParseException {
    statement(from, to, LAST_QUAD_FIELD, SPOG);
  }

  private void statement(int from, int to, int lastField, int needed) throws JellyParseException {
    int prefixBefore = lastPrefix;
    int nameBefore = lastName;
    long violationsBefore = t.violations();
    boolean done;
    try {
      done = inOrder(from, to, lastField);
    } catch (JellyParseException e) {
      // IRIs count on from each other: what fails in the order of the bytes may be fine in that
      // of the positions, and if not, fails again.
      done = false;
    }
    if (!done) {
      lastPrefix = prefixBefore;
      lastName = nameBefore;
      t.violations(violationsBefore);
      statementSlow(from, to, lastField);
    }
    if ((seen & needed) != needed) {
      throw nothingToRepeat(from, seen, needed);
    }
  }

  /** Reads a statement whose fields stand in the usual order; returns false if they do not. */
  private boolean inOrder(int from, int to, int lastField) throws JellyParseException {
    byte[] d = in.data;
    int p = from;
    int next = 0;
    int set = seen;
    while (p < to) {
      int tag = d[p];
      int field = tag >> 3;
      int position = (field - 1) >> 2;
      int length = d[p + 1];
      int body = p + 2;
      int end = body + length;
      // Fields with a one-byte tag and length, in order, that the message ends after: nearly all.
      if (tag < 0x0a || (tag & 7) != Input.LEN || field > lastField || position < next) {
        return false;
      }
      if (length < 0) {
        length = (length & 0x7f) | d[p + 2] << 7;
        body = p + 3;
        end = body + length;
        if (length < 0) {
          in.field(p, to);
          body = in.bodyStart;
          end = in.bodyEnd;
        }
      }
      if (end > to) {
        in.field(p, to);
      }
      setLast(position, termOf(position, (field - 1) & 3, body, end));
      set |= 1 << position;
      next = position + 1;
      p = end;
    }
    seen = set;
    return true;
  }

  private JellyParseException nothingToRepeat(int at, int set, int needed) {
    int missing = Integer.numberOfTrailingZeros(needed & ~set);
    return in.error(
        at,
        POSITIONS[missing] + " in the first statement",
        "a repeated term with nothing before it");
  }

  /** Reads statements with unknown fields, fields in an unusual order, or a tag of two bytes. */
  private void statementSlow(int from, int to, int lastField) throws JellyParseException {
    int[] kinds = {-1, -1, -1, -1};
    int[] starts = new int[4];
    int[] ends = new int[4];
    fields(from, to, lastField, kinds, starts, ends);
    int set = seen;
    for (int i = 0; i < 4; i++) {
      if (kinds[i] >= 0) {
        setLast(i, termOf(i, kinds[i], starts[i], ends[i]));
        set |= 1 << i;
      }
    }
    seen = set;
  }

  /** Finds the terms of a statement without reading them. */
  private void fields(int from, int to, int lastField, int[] kinds, int[] starts, int[] ends)
      throws JellyParseException {
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int field = tag >>> 3;
      if (field <= lastField) {
        in.expectType(tag, Input.LEN, "statement field " + field, p);
        int position = (field - 1) >> 2;
        if (kinds[position] >= 0) {
          throw in.error(p, POSITIONS[position] + " once in a statement", "another one");
        }
        kinds[position] = (field - 1) & 3;
        starts[position] = in.bodyStart;
        ends[position] = in.bodyEnd;
      }
      p = in.bodyEnd;
    }
  }

  private int termOf(int position, int kind, int from, int to) throws JellyParseException {
    boolean wanted = (columns & 1 << position) != 0;
    if (kind == IRI) {
      return iri(from, to, wanted);
    }
    if (position == GRAPH_POSITION) {
      return graphTerm(kind, from, to, wanted);
    }
    t.checkPlace(position, kind, from);
    return switch (kind) {
      case BNODE -> t.bnode(from, to, wanted);
      case LITERAL -> literal(from, to, wanted);
      default -> quoted(from, to, 1, wanted);
    };
  }

  final int graphTerm(int kind, int from, int to, boolean wanted) throws JellyParseException {
    if (kind == BNODE) {
      return t.bnode(from, to, wanted);
    }
    if (kind == GRAPH_DEFAULT) {
      for (int p = from; p < to; p = in.bodyEnd) {
        in.field(p, to);
      }
      return TermTable.NO_TERM;
    }
    t.checkPlace(GRAPH_POSITION, LITERAL, from);
    return literal(from, to, wanted);
  }

  @Override
  int iri(int from, int to, boolean wanted) throws JellyParseException {
    byte[] d = in.data;
    int p = from;
    int prefix = 0;
    int name = 0;
    if (p < to && d[p] == 0x08) {
      prefix = d[p + 1];
      p += 2;
      if (prefix < 0) {
        prefix = (prefix & 0x7f) | d[p++] << 7;
      }
    }
    if (p < to && d[p] == 0x10) {
      name = d[p + 1];
      p += 2;
      if (name < 0) {
        name = (name & 0x7f) | d[p++] << 7;
      }
    }
    if (p != to || prefix < 0 || name < 0) {
      // Ids above 2^14, fields in another order, unknown fields.
      prefix = iriField(from, to, 1);
      name = iriField(from, to, 2);
    }
    if (name == 0) {
      name = lastName + 1;
    }
    lastName = name;
    if (prefix == 0) {
      prefix = lastPrefix;
    }
    lastPrefix = prefix;
    if (wanted) {
      return t.iris.term(prefix, name, from);
    }
    t.iris.check(prefix, name, from);
    return TermDecoder.UNWANTED;
  }

  private int iriField(int from, int to, int number) throws JellyParseException {
    int value = 0;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int bodyEnd = in.bodyEnd;
      if (tag >>> 3 == number) {
        in.expectType(tag, Input.VARINT, "IRI field " + number, p);
        value = (int) in.varint(in.bodyStart, bodyEnd);
      }
      p = bodyEnd;
    }
    return value;
  }

  final int literal(int from, int to, boolean wanted) throws JellyParseException {
    if (!wanted && !checkUnread) {
      return TermDecoder.UNWANTED;
    }
    byte[] d = in.data;
    // lex (1) first, then nothing, a language tag or a datatype: nearly all literals.
    if (from < to && d[from] == 0x0a) {
      int length = d[from + 1];
      int lex = from + 2;
      if (length < 0) {
        length = (length & 0x7f) | d[from + 2] << 7;
        lex = from + 3;
      }
      int end = lex + length;
      if (length >= 0 && end == to) {
        return t.simpleLiteral(lex, end, wanted);
      }
      if (length >= 0 && end + 2 <= to && d[end + 1] >= 0) {
        if (d[end] == 0x12 && end + 2 + d[end + 1] == to) {
          return t.langLiteral(lex, end, end + 2, to, wanted);
        }
        if (d[end] == 0x18 && end + 2 == to) {
          return t.typedLiteral(lex, end, d[end + 1], from, wanted);
        }
      }
    }
    return literalSlow(from, to, wanted);
  }

  private int literalSlow(int from, int to, boolean wanted) throws JellyParseException {
    int lex = to;
    int lexEnd = to;
    int kind = 0;
    int lang = 0;
    int langEnd = 0;
    int datatype = 0;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int body = in.bodyStart;
      int end = in.bodyEnd;
      switch (tag >>> 3) {
        case 1 -> {
          in.expectType(tag, Input.LEN, "literal lex (1)", p);
          t.once((kind & 4) == 0, "a lexical form", p);
          lex = body;
          lexEnd = end;
          kind |= 4;
        }
        case 2 -> {
          in.expectType(tag, Input.LEN, "literal langtag (2)", p);
          t.once((kind & 1) == 0, "a language tag", p);
          lang = body;
          langEnd = end;
          kind |= 1;
        }
        case 3 -> {
          in.expectType(tag, Input.VARINT, "literal datatype (3)", p);
          datatype = (int) in.varint(body, end);
          kind |= 2;
        }
        default -> {
          // An unknown field.
        }
      }
      p = end;
    }
    return switch (kind & 3) {
      case 0 -> t.simpleLiteral(lex, lexEnd, wanted);
      case 1 -> t.langLiteral(lex, lexEnd, lang, langEnd, wanted);
      case 2 -> t.typedLiteral(lex, lexEnd, datatype, from, wanted);
      default -> throw in.error(from, "a language tag or a datatype in a literal", "both");
    };
  }

  final int quoted(int from, int to, int depth, boolean wanted) throws JellyParseException {
    t.useStar(from);
    t.checkDepth(depth, from);
    int[] kinds = {-1, -1, -1, -1};
    int[] starts = new int[4];
    int[] ends = new int[4];
    fields(from, to, LAST_TRIPLE_FIELD, kinds, starts, ends);
    int[] ids = new int[3];
    for (int i = 0; i < 3; i++) {
      if (kinds[i] < 0) {
        throw in.error(
            from, POSITIONS[i] + " in a quoted triple", "a repeated term, not allowed there");
      }
      if (kinds[i] == IRI) {
        ids[i] = iri(starts[i], ends[i], wanted);
        continue;
      }
      t.checkPlace(i, kinds[i], starts[i]);
      ids[i] =
          switch (kinds[i]) {
            case BNODE -> t.bnode(starts[i], ends[i], wanted);
            case LITERAL -> literal(starts[i], ends[i], wanted);
            default -> quoted(starts[i], ends[i], depth + 1, wanted);
          };
    }
    return wanted ? t.quoted(ids[0], ids[1], ids[2], from) : TermDecoder.UNWANTED;
  }

  @Override
  void graphStart(int from, int to) throws JellyParseException {
    boolean wanted = (columns & 1 << GRAPH_POSITION) != 0;
    int kind = -1;
    int start = 0;
    int end = 0;
    int p = from;
    while (p < to) {
      int tag = in.field(p, to);
      int field = tag >>> 3;
      if (field <= 4) {
        in.expectType(tag, Input.LEN, "graph start field " + field, p);
        if (kind >= 0) {
          throw in.error(p, "one graph name in a graph start", "another");
        }
        kind = field - 1;
        start = in.bodyStart;
        end = in.bodyEnd;
      }
      p = in.bodyEnd;
    }
    if (kind < 0) {
      throw in.error(from, "a graph name in a graph start", "an empty graph start");
    }
    lastG = kind == IRI ? iri(start, end, wanted) : graphTerm(kind, start, end, wanted);
  }
}
