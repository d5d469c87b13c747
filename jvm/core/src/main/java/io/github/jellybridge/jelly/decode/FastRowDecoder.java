package io.github.jellybridge.jelly.decode;

import static io.github.jellybridge.jelly.decode.TermDecoder.UNWANTED;

import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.jelly.wire.FastRowHeader;
import io.github.jellybridge.jelly.wire.IriMessage;
import io.github.jellybridge.jelly.wire.PatchRowKind;
import io.github.jellybridge.jelly.wire.RowHeader;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import java.util.Arrays;

/**
 * Decodes the most frequent rows of Jelly-RDF 1.x: triples and quads of short IRIs with any literal
 * as the object, and lookup entries for prefixes and names in ASCII.
 *
 * <p>The loop contains no calls. A row that needs one (an error, more room, a long text, an unusual
 * form) ends the loop, and a {@link StrictRowDecoder} takes over. With calls, the compiler would
 * keep the variables of the loop in memory instead of registers, and moving them takes longer than
 * the rest of the work (decision 14).
 */
public final class FastRowDecoder {
  // Tags of the terms of most statements.
  private static final int S_IRI = 0x0a;
  private static final int P_IRI = 0x2a;
  private static final int O_IRI = 0x4a;
  private static final int O_LITERAL = 0x5a;
  private static final int G_IRI = 0x6a;

  /** The most terms that one statement adds. */
  static final int MOST_TERMS = 4;

  /** The change of a row's first four bytes per additional byte: of its length and its kind's. */
  private static final int ONE_BYTE = 0x01000100;

  /** Replaces ids that are unknown or in an unusual form. */
  private static final long UNUSUAL = -1;

  private final DecoderState state;
  private final RowHeader header;
  private final WireReader in;
  private final TermTable terms;
  private final TermDecoder t;
  private final IriDecoder iris;
  private final PredicateCache predicates;
  private final int columns;
  private final boolean quads;

  // The first bytes of a statement except lengths, and the bits of them that are compared; the
  // difference to those bytes in lookup entries.
  private final int usualHead;
  private final int statement;
  private final int statementBits;
  private final int nameDiffers;
  private final int prefixDiffers;

  /** Start of the trailing literal that still has to be decoded; 0 for none. */
  int literalFrom;

  int literalTo;

  /** The tag of its statement. */
  int literalKind;

  /**
   * The tags of the rows that are decoded.
   *
   * @param statement the tag of statements
   * @param bits the bits of that tag that are compared
   * @param name the tag of name entries
   * @param prefix the tag of prefix entries
   */
  public record Kinds(int statement, int bits, int name, int prefix) {
    boolean isStatement(int kind) {
      return ((kind ^ statement) & bits) == 0;
    }
  }

  FastRowDecoder(
      TermDecoder t, DecoderState state, RowHeader header, Kinds kinds, PredicateCache predicates) {
    this.state = state;
    this.header = header;
    this.in = t.in;
    this.terms = t.terms;
    this.t = t;
    this.iris = t.iris;
    this.predicates = predicates;
    // Terms to be checked are decoded in the same way as terms to be read.
    this.columns = t.options.checkUnread() ? StatementBatch.ALL : t.options.columns();
    this.quads = t.stream.physicalType() == PhysicalType.QUADS;
    this.statement = kinds.statement();
    // Tag, length, kind and length of a row with one field, without the length of the row.
    this.usualHead = RowHeader.TAG | statement << 16 | -2 << 24;
    this.statementBits = kinds.bits() << 16 | 0xff00ffff;
    this.nameDiffers = (statement ^ kinds.name()) << 16;
    this.prefixDiffers = (statement ^ kinds.prefix()) << 16;
  }

  /**
   * Decodes rows from {@code in.pos} on, and leaves {@code in.pos} at the first unusual row, with
   * the state before that row. If a statement ends with a literal that needs a call, the state is
   * that after all of its other terms.
   *
   * @param end the end of the frame, or of the buffered bytes if that comes first
   * @param capacity the number of statements that the batch has room for
   * @return whether it stopped at a row or a literal, not for lack of bytes or room
   */
  boolean decode(StatementBatch into, int end, int capacity) {
    byte[] d = in.data;
    int usualHead = this.usualHead;
    int statementBits = this.statementBits;
    int[] outS = into.s;
    int[] outP = into.p;
    int[] outO = into.o;
    int[] outG = quads ? into.g : null;
    byte[] outOp = into.op;
    int columns = this.columns;
    boolean filtering = predicates.isFiltering();
    predicates.startEpoch(terms.epoch());
    int s = state.lastS;
    int p = state.lastP;
    int o = state.lastO;
    int g = state.lastG;
    long iri = (long) state.lastPrefix << 32 | state.lastName & 0xffffffffL;
    long before = iri;
    int pos = in.pos;
    int n = into.size();
    int start = n;
    long entries = iris.entries();
    int full = Math.min(capacity, n + terms.room() / MOST_TERMS);
    literalFrom = 0;
    while (pos < end && n < full) {
      before = iri;
      int head = FastRowHeader.start(d, pos);
      int length = head >>> 8 & 0xff;
      int rowEnd = pos + 2 + length;
      int at = pos + 4;
      int differs = head - length * ONE_BYTE ^ usualHead;
      if (length > 127) {
        // Two bytes of length: statements with long literals.
        int more = FastRowHeader.start(d, pos + 3);
        length = length & 0x7f | head >>> 9 & 0x3f80;
        rowEnd = pos + 3 + length;
        at = pos + 6;
        differs = head & 0xff ^ RowHeader.TAG | (more & 0xff ^ statement) << 16;
        boolean two = (head & 0x800000) == 0 && (more & 0x808000) == 0x8000;
        if (!two
            || (more >>> 8 & 0x7f | more >>> 9 & 0x3f80) != length - 3
            || length > header.maxRowBytes) {
          break;
        }
      }
      if (rowEnd > end) {
        break;
      }
      if ((differs & statementBits) == 0) {
        long field = IriMessage.field(d, at);
        if ((byte) field == S_IRI && at < rowEnd) {
          iri = ids(field, iri);
          if (iri < 0) {
            break;
          }
          s = (columns & StatementBatch.S) != 0 ? term(iri) : UNWANTED;
          if (s == TermTable.NO_TERM) {
            break;
          }
          at += IriMessage.length(field);
          field = IriMessage.field(d, at);
        }
        if ((byte) field == P_IRI && at < rowEnd) {
          iri = ids(field, iri);
          if (iri < 0) {
            break;
          }
          p = (columns & StatementBatch.P) != 0 ? term(iri) : UNWANTED;
          if (p == TermTable.NO_TERM) {
            break;
          }
          at += IriMessage.length(field);
          field = IriMessage.field(d, at);
        }
        if ((byte) field == O_IRI && at < rowEnd) {
          iri = ids(field, iri);
          if (iri < 0) {
            break;
          }
          o = (columns & StatementBatch.O) != 0 ? term(iri) : UNWANTED;
          if (o == TermTable.NO_TERM) {
            break;
          }
          at += IriMessage.length(field);
        } else if ((byte) field == O_LITERAL && at < rowEnd) {
          int size = (int) field >>> 8 & 0xff;
          int from = at + 2;
          if (size > 127) {
            // A length of three or more bytes, even if fewer would be enough, is unusual.
            if (d[at + 2] < 0) {
              break;
            }
            size = size & 0x7f | (int) field >>> 9 & 0x3f80;
            from = at + 3;
          }
          int to = from + size;
          if (to > rowEnd) {
            break;
          }
          int answer = filtering ? predicates.known(p) : PredicateCache.ACCEPTED;
          o = UNWANTED;
          if (answer == PredicateCache.REJECTED) {
            state.unreadFrom = from;
            state.unreadTo = to;
          } else if ((columns & StatementBatch.O) != 0) {
            o = answer == PredicateCache.ACCEPTED ? literal(d, field, from, to) : TermTable.NO_TERM;
            if (o == TermTable.NO_TERM) {
              // If a graph name follows the literal, the strict decoder reads the whole statement.
              literalFrom = to == rowEnd ? from : 0;
              literalTo = to;
              literalKind = kind(differs);
              break;
            }
          }
          at = to;
        } else if (o == UNWANTED && (columns & StatementBatch.O) != 0) {
          // Repeats the object of a rejected statement, which has not been read yet.
          break;
        }
        if (at != rowEnd) {
          if (at > rowEnd || !quads || d[at] != G_IRI) {
            break;
          }
          field = IriMessage.field(d, at);
          iri = ids(field, iri);
          if (iri < 0) {
            break;
          }
          g = (columns & StatementBatch.G) != 0 ? term(iri) : UNWANTED;
          if (g == TermTable.NO_TERM || at + IriMessage.length(field) != rowEnd) {
            break;
          }
        }
        if (outS != null) {
          outS[n] = s;
        }
        if (outP != null) {
          outP[n] = p;
        }
        if (outO != null) {
          outO[n] = o;
        }
        if (outG != null) {
          outG[n] = g;
        }
        if (outOp != null) {
          outOp[n] = PatchRowKind.operation(kind(differs));
        }
        n++;
      } else if (differs == nameDiffers) {
        long entry = entry(d, at, rowEnd, state.lastNameEntry);
        int value = (int) (entry >> 32);
        if (entry < 0 || !iris.setName((int) entry, value, rowEnd - value)) {
          break;
        }
        state.lastNameEntry = (int) entry;
      } else if (differs == prefixDiffers) {
        long entry = entry(d, at, rowEnd, state.lastPrefixEntry);
        int value = (int) (entry >> 32);
        if (entry < 0 || !iris.setPrefix((int) entry, value, rowEnd - value)) {
          break;
        }
        state.lastPrefixEntry = (int) entry;
      } else {
        break;
      }
      pos = rowEnd;
    }
    in.row += n - start + iris.entries() - entries;
    boolean stopped = pos < end && n < full;
    if (stopped && literalFrom == 0) {
      // The strict decoder reads this row again from its start.
      iri = before;
    }
    state.lastPrefix = (int) (iri >> 32);
    state.lastName = (int) iri;
    state.lastS = s;
    state.lastP = p;
    state.lastO = o;
    state.lastG = g;
    in.pos = pos;
    if (outG == null && into.g != null) {
      Arrays.fill(into.g, start, n, g);
    }
    into.size(n);
    return stopped;
  }

  /** Returns the tag of a row that differs from a usual statement in {@code differs}. */
  private int kind(int differs) {
    return differs >>> 16 & 0xff ^ statement;
  }

  /**
   * Returns the ids of an IRI, prefix * 2^32 + name.
   *
   * @param last the ids of the previous IRI
   */
  private static long ids(long field, long last) {
    int shape = IriMessage.shape(field);
    if (IriMessage.unusual(field, shape)) {
      return UNUSUAL;
    }
    int prefix = IriMessage.prefixId(field, shape);
    int name = IriMessage.nameId(field, shape);
    // 0 means the same prefix and the next name.
    return (long) or(prefix, (int) (last >> 32)) << 32 | or(name, (int) last + 1);
  }

  /** Returns the term of an IRI, or 0 if one of its ids is not defined. */
  private int term(long ids) {
    int prefix = (int) (ids >> 32);
    int name = (int) ids;
    int known = iris.known(prefix, name);
    return known != TermTable.NO_TERM ? known : iris.newTerm(prefix, name);
  }

  /**
   * Returns the offset of the value of an ASCII lookup entry * 2^32 + its id; a negative number for
   * other entries.
   *
   * @param last the id of the previous entry; an entry without an id has the next one
   */
  private static long entry(byte[] d, int from, int to, int last) {
    long entry = EntryDecoder.usual(d, from, to);
    int value = (int) (entry >> 32);
    if (entry < 0 || Utf8.notAscii(d, value, to) != 0) {
      return UNUSUAL;
    }
    return (long) value << 32 | or((int) entry, last + 1) & 0xffffffffL;
  }

  /** Returns {@code id}, or {@code other} if id is 0; without a branch. */
  private static int or(int id, int other) {
    return id + (other & id - 1 >> 31);
  }

  /**
   * Returns the term of a literal of up to 127 bytes, all of them ASCII; 0 for others.
   *
   * @param field {@code [5a size]} and the first bytes of the literal
   */
  private int literal(byte[] d, long field, int from, int to) {
    // [0a size] text, then the end, [12 size] language, or [18 datatype].
    int lexical = from + 2;
    int size = (int) field >>> 24;
    int end = lexical + size;
    if (((int) field & 0x80ff8000) != 0x0a0000 || end > to || Utf8.notAscii(d, lexical, end) != 0) {
      return TermTable.NO_TERM;
    }
    int lang = 0;
    int datatype = 0;
    if (end < to) {
      int tag = d[end];
      int value = d[end + 1];
      if (tag == 0x12 && end + 2 + value == to) {
        lang = t.languages.known(end + 2, to);
      } else if (tag == 0x18 && end + 2 == to && value >= 0) {
        datatype = t.datatypes.symbol(value);
      }
      // An error, or a language or datatype that needs a call.
      if ((lang | datatype) <= 0) {
        return TermTable.NO_TERM;
      }
    }
    return terms.addLiteralInRoom(lexical, size, lang, datatype);
  }
}
