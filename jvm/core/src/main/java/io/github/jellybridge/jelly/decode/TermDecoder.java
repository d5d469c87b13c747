package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.jelly.wire.WireReader;
import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.ScopedLabels;
import io.github.jellybridge.rdf.SymbolTable;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;

/**
 * Decodes the terms that both layouts share (blank nodes, literals, quoted triples), owns the
 * lookups, and checks the features that the stream may use.
 */
public final class TermDecoder {
  /** Replaces a term that was read for a column that is not filled. */
  public static final int UNWANTED = -1;

  /**
   * Limit of symbols kept across chunks; beyond it, or if they are long, only those in use are
   * kept.
   */
  public static final int MAX_SYMBOLS = 1 << 15;

  /** Lowest limit of quoted triples per chunk, in bytes, as a chunk may hold many small frames. */
  private static final long QUOTED_BYTES = 64L << 20;

  public final WireReader in;
  public final TermTable terms;
  public final IriDecoder iris;
  public final DatatypeDecoder datatypes;
  final LanguageDecoder languages;
  public final StreamOptions stream;
  public final JellyReadOptions options;
  private final ByteBuilder text = new ByteBuilder();

  private long violations;

  private final ScopedLabels labels;
  private long quotedBytes;

  public TermDecoder(
      WireReader in, TermTable terms, StreamOptions stream, JellyReadOptions options) {
    this.in = in;
    this.terms = terms;
    this.stream = stream;
    this.options = options;
    this.iris = new IriDecoder(in, terms, stream.maxNameTableSize(), stream.maxPrefixTableSize());
    this.datatypes = new DatatypeDecoder(terms.symbols(), stream.maxDatatypeTableSize());
    this.languages = new LanguageDecoder(in, terms.symbols());
    this.labels = new ScopedLabels(options.scope() == null ? in.file : options.scope());
  }

  public long violations() {
    return violations;
  }

  /** Resets the count before a second attempt. */
  void violations(long count) {
    violations = count;
  }

  /** Adds violations that another check has accepted. */
  public void tolerated(long count) {
    violations += count;
  }

  /** Rejects a violation that leaves the meaning unambiguous, or counts it if not strict. */
  public void tolerate(int at, String expected, String found) throws JellyParseException {
    if (options.strict()) {
      throw in.error(at, expected, found);
    }
    violations++;
  }

  // ---- terms ---------------------------------------------------------------------------------

  public int bnode(int from, int to, boolean wanted) throws JellyParseException {
    in.checkUtf8(from, to, "a blank node label");
    if (!wanted) {
      return UNWANTED;
    }
    if (options.blankNodes() != BlankNodes.FILE) {
      // FrameBlankNodes marks the labels in the batch, if needed.
      return terms.add(TermKind.BNODE, from, to - from);
    }
    return labels.add(terms, from, to);
  }

  public int simpleLiteral(int from, int to, boolean wanted) throws JellyParseException {
    in.checkUtf8(from, to, "a lexical form");
    return wanted ? terms.addLiteral(from, to - from, 0, 0) : UNWANTED;
  }

  public int langLiteral(int from, int to, int langFrom, int langTo, boolean wanted)
      throws JellyParseException {
    in.checkUtf8(from, to, "a lexical form");
    in.checkUtf8(langFrom, langTo, "a language tag");
    if (langFrom == langTo) {
      // RDF has no empty language tags. Like Jena and RDFLib, and the Jelly decoders based on them,
      // take this for a literal without a tag.
      return wanted ? terms.addLiteral(from, to - from, 0, 0) : UNWANTED;
    }
    return wanted
        ? terms.addLiteral(from, to - from, languages.symbol(langFrom, langTo), 0)
        : UNWANTED;
  }

  public int typedLiteral(int from, int to, int datatype, int at, boolean wanted)
      throws JellyParseException {
    in.checkUtf8(from, to, "a lexical form");
    int symbol = datatypes.symbol(datatype);
    if (symbol < 0) {
      throw badDatatype(datatype, at);
    }
    return wanted ? terms.addLiteral(from, to - from, 0, symbol) : UNWANTED;
  }

  /** Returns the symbol of a language tag whose UTF-8 was checked. */
  public int language(int from, int to) {
    return languages.symbol(from, to);
  }

  /** Creates a literal with the symbol of its language tag. */
  public int languageLiteral(int from, int to, int symbol) throws JellyParseException {
    in.checkUtf8(from, to, "a lexical form");
    return terms.addLiteral(from, to - from, symbol, 0);
  }

  /** Checks that a datatype is defined and none of those of language tags, which have no id. */
  public void checkDatatype(int datatype, int at) throws JellyParseException {
    int symbol = datatypes.symbol(datatype);
    if (symbol < 0) {
      throw badDatatype(datatype, at);
    }
    String iri = terms.symbols().text(symbol);
    if (NTriples.RDF_LANG_STRING.equals(iri) || NTriples.RDF_DIR_LANG_STRING.equals(iri)) {
      tolerate(at, "a datatype of literals without a language tag", iri);
    }
  }

  private JellyParseException badDatatype(int datatype, int at) {
    String expected = "a datatype id that was defined before";
    if (datatype == 0) {
      expected = "a datatype id greater than 0";
    } else if (datatypes.size() == 0) {
      expected = "no datatype literals, as the declared datatype table size is 0";
    } else if (datatype < 0 || datatype > datatypes.size()) {
      expected = "a datatype id up to " + datatypes.size();
    }
    return in.error(at, expected, "id " + Integer.toUnsignedString(datatype));
  }

  /** Creates a quoted triple of three terms, with its N-Triples text as the value. */
  public int quoted(int s, int p, int o, int at) throws JellyParseException {
    text.clear();
    NTriples.appendTriple(terms, s, p, o, text);
    quotedBytes += text.length();
    long most = Math.max(options.maxFrameBytes(), QUOTED_BYTES);
    if (quotedBytes > most) {
      // A few bytes of the file can expand to megabytes of text, repeatedly.
      throw in.error(
          at,
          "quoted triples of at most " + most + " bytes (option maxFrameBytes)",
          "more of them in one chunk");
    }
    return terms.addCopy(TermKind.TRIPLE, text.array(), 0, text.length());
  }

  // ---- features of the stream ----------------------------------------------------------------

  public void useStar(int at) throws JellyParseException {
    if (!stream.rdfStar()) {
      tolerate(at, "no quoted triples, as rdf_star is not set", "a quoted triple");
    }
  }

  public void checkDepth(int depth, int at) throws JellyParseException {
    if (depth > options.maxNesting()) {
      throw in.error(
          at,
          "quoted triples nested at most " + options.maxNesting() + " deep (option maxNesting)",
          "a deeper one");
    }
  }

  void useGeneralized(int at, String found) throws JellyParseException {
    if (!stream.generalizedStatements()) {
      tolerate(at, "no generalized RDF, as generalized_statements is not set", found);
    }
  }

  /**
   * Checks that only generalized RDF has terms of some kinds in some positions.
   *
   * @param position 0 subject, 1 predicate, 2 object, 3 graph
   * @param kind the wire order: 0 IRI, 1 blank node, 2 literal, 3 quoted triple
   */
  public void checkPosition(int position, int kind, int at) throws JellyParseException {
    if (position == 0 && kind == 2) {
      useGeneralized(at, "a literal as the subject");
    } else if (position == 1 && kind != 0) {
      useGeneralized(at, KINDS[kind] + " as the predicate");
    } else if (position == 3 && kind == 2) {
      useGeneralized(at, "a literal as the graph name");
    }
  }

  private static final String[] KINDS = {"an IRI", "a blank node", "a literal", "a quoted triple"};

  // ---- text ----------------------------------------------------------------------------------

  /** Rejects a field that is set twice: only one of the two would be checked and used. */
  public void once(boolean first, String what, int at) throws JellyParseException {
    if (!first) {
      throw in.error(at, what + " once", "another one");
    }
  }

  /** Checks that a message is well-formed, ignoring its fields. */
  public void skipFields(int from, int to) throws JellyParseException {
    for (int p = from; p < to; p = in.bodyEnd) {
      in.field(p, to);
    }
  }

  // ---- chunks --------------------------------------------------------------------------------

  /** Drops data that refers to the current chunk, and symbols not in use if there are many. */
  void endChunk() {
    quotedBytes = 0;
    SymbolTable symbols = terms.symbols();
    if (symbols.isLarge(MAX_SYMBOLS)) {
      languages.clear();
      byte[][] old = new byte[symbols.size()][];
      for (int i = 1; i < old.length; i++) {
        old[i] = symbols.bytes(i);
      }
      symbols.clear();
      datatypes.reintern(old);
    }
  }
}
