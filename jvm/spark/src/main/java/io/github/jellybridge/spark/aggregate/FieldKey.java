package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.filter.EpochGuard;
import io.github.jellybridge.spark.filter.TermBytes;
import io.github.jellybridge.spark.filter.TermPart;
import java.util.Arrays;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Turns one part of a term into a group key, and keys back into the values that Spark reads.
 *
 * <p>Keys are dense ids of distinct values. They stay valid across epochs, until cleared.
 */
abstract class FieldKey {
  private static final UTF8String[] LABELS = labels();

  /** Returns the key of a term's part; id 0 is null. */
  abstract int key(TermTable terms, int id);

  /** Writes the keys of several terms; same as {@link #key} for each, but faster. */
  void keys(TermTable terms, int[] ids, int count, int[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = key(terms, ids[i]);
    }
  }

  /** The number of distinct keys. */
  abstract int size();

  /** Bytes in use. */
  abstract long bytes();

  /** Forgets all keys. */
  abstract void clear();

  /** Tells whether a key represents null. */
  abstract boolean isNull(int key);

  /** Returns the text of a key that is not null; for a whole term, its value. */
  abstract UTF8String text(int key);

  static FieldKey of(TermPart part) {
    return switch (part) {
      case KIND -> new Kind();
      case VALUE, TEXT -> new Text(part);
      case LANG, DATATYPE -> new Symbol(part);
      case TERM -> new Whole();
    };
  }

  private static UTF8String[] labels() {
    UTF8String[] labels = new UTF8String[5];
    for (byte kind = 1; kind < labels.length; kind++) {
      labels[kind] = UTF8String.fromBytes(TermBytes.label(kind));
    }
    return labels;
  }

  static UTF8String label(int kind) {
    return LABELS[kind];
  }

  /** The value, or the N-Triples text. */
  private static final class Text extends FieldKey {
    private final TermPart part;
    private final KeyDictionary dictionary = new KeyDictionary();
    private final TermBytes scratch = new TermBytes();

    private int[] hashes = new int[0];
    private int touched;

    Text(TermPart part) {
      this.part = part;
    }

    @Override
    void keys(TermTable terms, int[] ids, int count, int[] out) {
      if (part != TermPart.VALUE) {
        super.keys(terms, ids, count, out);
        return;
      }
      if (hashes.length < count) {
        hashes = new int[count];
      }
      for (int i = 0; i < count; i++) {
        hashes[i] = scratch.load(terms, ids[i], part) ? KeyDictionary.hash(scratch, 0) : 0;
      }
      touched += dictionary.touch(hashes, count);
      for (int i = 0; i < count; i++) {
        out[i] =
            scratch.load(terms, ids[i], part)
                ? dictionary.intern(scratch, 0, hashes[i])
                : dictionary.internNull();
      }
    }

    @Override
    int key(TermTable terms, int id) {
      return scratch.load(terms, id, part)
          ? dictionary.intern(scratch, 0)
          : dictionary.internNull();
    }

    @Override
    int size() {
      return dictionary.size();
    }

    @Override
    long bytes() {
      return dictionary.bytes();
    }

    @Override
    void clear() {
      dictionary.clear();
    }

    @Override
    boolean isNull(int key) {
      return dictionary.isNull(key);
    }

    @Override
    UTF8String text(int key) {
      return dictionary.text(key);
    }
  }

  /** The kind: keys are numbered as kinds are first seen. */
  private static final class Kind extends FieldKey {
    private final int[] keys = new int[LABELS.length];
    private final byte[] kinds = new byte[LABELS.length];
    private int size;

    @Override
    int key(TermTable terms, int id) {
      byte kind = id == TermTable.NO_TERM ? 0 : terms.kind(id);
      if (keys[kind] == 0) {
        kinds[size] = kind;
        keys[kind] = ++size;
      }
      return keys[kind] - 1;
    }

    @Override
    int size() {
      return size;
    }

    @Override
    long bytes() {
      return 0;
    }

    @Override
    void clear() {
      size = 0;
      Arrays.fill(keys, 0);
    }

    @Override
    boolean isNull(int key) {
      return kinds[key] == 0;
    }

    @Override
    UTF8String text(int key) {
      return LABELS[kinds[key]];
    }
  }

  /** A language tag or a datatype, looked up once per symbol. */
  static final class Symbol extends FieldKey {
    private final TermPart part;
    private final KeyDictionary dictionary = new KeyDictionary();
    private final TermBytes scratch = new TermBytes();
    private SymbolTable last;
    private long epoch;
    private int[] known = new int[16];

    Symbol(TermPart part) {
      this.part = part;
    }

    @Override
    int key(TermTable terms, int id) {
      int symbol = part == TermPart.LANG ? terms.langId(id) : terms.datatypeId(id);
      if (symbol == 0) {
        return dictionary.internNull();
      }
      SymbolTable symbols = terms.symbols();
      if (symbols != last || symbols.epoch() != epoch) {
        last = symbols;
        epoch = symbols.epoch();
        Arrays.fill(known, 0);
      }
      if (symbol >= known.length) {
        known = Arrays.copyOf(known, EpochGuard.capacity(known.length, symbols.size()));
      }
      if (known[symbol] == 0) {
        scratch.load(terms, id, part);
        known[symbol] = dictionary.intern(scratch, 0) + 1;
      }
      return known[symbol] - 1;
    }

    @Override
    int size() {
      return dictionary.size();
    }

    @Override
    long bytes() {
      return dictionary.bytes();
    }

    @Override
    void clear() {
      dictionary.clear();
      Arrays.fill(known, 0);
    }

    @Override
    boolean isNull(int key) {
      return dictionary.isNull(key);
    }

    @Override
    UTF8String text(int key) {
      return dictionary.text(key);
    }
  }

  /**
   * All fields together: the value, tagged with the kind, language and datatype, which many terms
   * share.
   */
  static final class Whole extends FieldKey {
    private final KeyDictionary values = new KeyDictionary();
    private final Symbol langs = new Symbol(TermPart.LANG);
    private final Symbol datatypes = new Symbol(TermPart.DATATYPE);
    // A tag is the kind for terms with neither language nor datatype. For a literal with one of
    // them it is TAGGED plus an id of this table of (language, datatype).
    private final PairTable tagged = new PairTable();
    private final TermBytes scratch = new TermBytes();

    private static final int TAGGED = 8;
    private static final int LITERAL = 3;

    @Override
    int key(TermTable terms, int id) {
      if (!scratch.load(terms, id, TermPart.VALUE)) {
        return values.internNull();
      }
      int tag = terms.kind(id);
      if (terms.langId(id) != 0 || terms.datatypeId(id) != 0) {
        tag = TAGGED + tagged.intern(langs.key(terms, id), datatypes.key(terms, id));
      }
      return values.intern(scratch, tag);
    }

    @Override
    int size() {
      return values.size();
    }

    @Override
    long bytes() {
      return values.bytes() + langs.bytes() + datatypes.bytes() + tagged.bytes();
    }

    @Override
    void clear() {
      values.clear();
      langs.clear();
      datatypes.clear();
      tagged.clear();
    }

    @Override
    boolean isNull(int key) {
      return values.isNull(key);
    }

    @Override
    UTF8String text(int key) {
      return values.text(key);
    }

    /** Returns one field of a key that is not null; null if the field is null. */
    UTF8String field(int key, TermPart part) {
      int tag = values.tag(key);
      return switch (part) {
        case KIND -> label(tag < TAGGED ? tag : LITERAL);
        case LANG -> tag < TAGGED ? null : textOrNull(langs, tagged.left(tag - TAGGED));
        case DATATYPE -> tag < TAGGED ? null : textOrNull(datatypes, tagged.right(tag - TAGGED));
        default -> values.text(key);
      };
    }

    private static UTF8String textOrNull(Symbol symbols, int key) {
      return symbols.isNull(key) ? null : symbols.text(key);
    }
  }
}
