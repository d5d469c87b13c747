package io.github.jellybridge.wire;

import com.google.protobuf.MessageLite;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A random valid stream and the statements it was built from.
 *
 * <p>The generator writes lookup entries with any id at any time and takes IRIs from the defined
 * ones. It records the expected statements beside the rows, so no decoder is needed to know them.
 */
public final class RandomStream {
  private static final String[] TEXTS = {
    "",
    "a",
    "name",
    "http://example.org/",
    "http://example.org/ns#",
    "été",
    "日本語",
    "😀",
    "a b",
    "quote\"backslash\\",
    "line\nbreak\r\t",
    "\u0000\u007f",
    "a very long text indeed, ".repeat(9)
  };
  private static final String[] TAGS = {"en", "de-CH", "zh-Hant-TW", "x", "EN-us"};

  /** The frames in order. */
  public final List<List<WireRow>> frames = new ArrayList<>();

  /** The statements of all frames. */
  public final List<Statement> statements = new ArrayList<>();

  /** The layout of the stream. */
  public final Wire layout;

  private final Random random;
  private final WireRow.Options options;
  private final Map<Integer, String> names = new HashMap<>();
  private final Map<Integer, String> prefixes = new HashMap<>();
  private final Map<Integer, String> datatypes = new HashMap<>();
  private final Map<Integer, Term> last = new HashMap<>();
  private int lastNameEntry;
  private int lastPrefixEntry;
  private int lastDatatypeEntry;
  private int lastName;
  private int lastPrefix;
  private List<WireRow> frame = new ArrayList<>();
  private boolean inGraph;

  /**
   * Makes a stream.
   *
   * @param size approximate number of statements
   */
  public RandomStream(Random random, Wire layout, int physicalType, int size) {
    this.random = random;
    this.layout = layout;
    this.options =
        new WireRow.Options(
            random.nextBoolean() ? "" : "stream",
            physicalType,
            random.nextBoolean(),
            random.nextBoolean(),
            true,
            8 + random.nextInt(30),
            random.nextInt(9),
            random.nextInt(6),
            layout == Wire.DRAFT || random.nextBoolean() ? 0 : physicalType == 1 ? 1 : 2,
            layout == Wire.DRAFT || random.nextBoolean() ? 1 : 2);
    frame.add(options);
    names.put(0, "");
    prefixes.put(0, "");
    for (int i = 0; i < size; i++) {
      step();
    }
    if (inGraph) {
      frame.add(WireRow.graphEnd());
    }
    frames.add(frame);
  }

  /** The frames as messages. */
  public MessageLite[] messages() {
    return frames.stream().map(layout::frame).toArray(MessageLite[]::new);
  }

  /** A delimited file. */
  public byte[] delimited() {
    return Wire.delimited(messages());
  }

  /** All rows in one bare frame. */
  public byte[] bare() {
    return layout.frame(frames.stream().flatMap(List::stream).toList()).toByteArray();
  }

  /** The statements of the bare frame: the same ones, all in frame 0. */
  public List<Statement> inOneFrame() {
    return statements.stream().map(s -> new Statement(0, s.s(), s.p(), s.o(), s.g())).toList();
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private void step() {
    while (chance(10)) {
      frames.add(frame);
      frame = new ArrayList<>();
    }
    if (chance(3)) {
      frame.add(options);
    }
    if (lastNameEntry == 0) {
      nameEntry();
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      entry();
    }
    if (options.version() == 2 && chance(10)) {
      WireTerm.Iri iri = iri();
      frame.add(WireRow.namespace(text(), iri));
    }
    switch (options.physicalType()) {
      case WireRow.TRIPLES -> triple(null);
      case WireRow.QUADS -> quad();
      default -> graphs();
    }
  }

  private void graphs() {
    if (inGraph && chance(20)) {
      frame.add(WireRow.graphEnd());
      inGraph = false;
    }
    if (!inGraph) {
      WireTerm g = graph();
      frame.add(WireRow.graphStart(g));
      last.put(3, value);
      inGraph = true;
    }
    if (chance(80)) {
      triple(last.get(3));
    }
  }

  private void triple(Term g) {
    WireTerm s = position(0);
    WireTerm p = position(1);
    WireTerm o = position(2);
    frame.add(WireRow.triple(s, p, o));
    add(g);
  }

  private void quad() {
    WireTerm s = position(0);
    WireTerm p = position(1);
    WireTerm o = position(2);
    WireTerm g = WireTerm.REPEAT;
    if (!last.containsKey(3) || chance(60)) {
      g = graph();
      last.put(3, value);
    }
    frame.add(WireRow.quad(s, p, o, g));
    add(last.get(3));
  }

  private void add(Term g) {
    statements.add(new Statement(frames.size(), last.get(0), last.get(1), last.get(2), g));
  }

  // ---- lookup entries ----

  private void entry() {
    switch (random.nextInt(4)) {
      case 0 -> {
        if (options.prefixes() > 0) {
          int id = 1 + random.nextInt(options.prefixes());
          String text = text();
          prefixes.put(id, text);
          frame.add(WireRow.prefix(written(id, lastPrefixEntry), text));
          lastPrefixEntry = id;
        }
      }
      case 1 -> {
        if (options.datatypes() > 0) {
          int id = 1 + random.nextInt(options.datatypes());
          String text = chance(20) ? Term.XSD_STRING : text();
          datatypes.put(id, text);
          frame.add(WireRow.datatype(written(id, lastDatatypeEntry), text));
          lastDatatypeEntry = id;
        }
      }
      default -> nameEntry();
    }
  }

  private void nameEntry() {
    int id = chance(50) ? lastNameEntry % options.names() + 1 : anyName();
    String text = text() + (chance(50) ? random.nextInt(1000) : "");
    names.put(id, text);
    frame.add(WireRow.name(written(id, lastNameEntry), text));
    lastNameEntry = id;
  }

  private int anyName() {
    return 1 + random.nextInt(options.names());
  }

  private int written(int id, int before) {
    return layout == Wire.V1 && id == before + 1 && chance(80) ? 0 : id;
  }

  private String text() {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  // ---- terms; each method also stores the expected term in value ----

  private Term value;

  private WireTerm position(int position) {
    if (last.containsKey(position) && chance(30)) {
      return WireTerm.REPEAT;
    }
    WireTerm term = term(position, 0);
    last.put(position, value);
    return term;
  }

  private WireTerm graph() {
    if (chance(25)) {
      value = null;
      return WireTerm.DEFAULT_GRAPH;
    }
    return term(3, 0);
  }

  private WireTerm term(int position, int depth) {
    boolean generalized = options.generalized() && chance(20);
    boolean blank = position != 1 || generalized;
    boolean literal = position == 2 || generalized;
    boolean quoted = options.rdfStar() && position != 3 && (position != 1 || generalized);
    if (quoted && depth < 4 && chance(25)) {
      WireTerm s = term(0, depth + 1);
      Term vs = value;
      WireTerm p = term(1, depth + 1);
      Term vp = value;
      WireTerm o = term(2, depth + 1);
      value = new Term.Quoted(vs, vp, value);
      return WireTerm.quoted(s, p, o);
    }
    if (literal && chance(50)) {
      return literal();
    }
    if (blank && chance(30)) {
      // Labels that N-Triples also allows, as quoted triples are compared by their text.
      String label = "b" + random.nextInt(20);
      value = new Term.Bnode(label);
      return WireTerm.bnode(label);
    }
    return iri();
  }

  private WireTerm literal() {
    String lex = text();
    if (!datatypes.isEmpty() && chance(40)) {
      List<Integer> ids = new ArrayList<>(datatypes.keySet());
      int id = ids.get(random.nextInt(ids.size()));
      value = new Term.Literal(lex, null, datatypes.get(id));
      return WireTerm.typed(lex, id);
    }
    if (chance(40)) {
      String tag = TAGS[random.nextInt(TAGS.length)];
      value = new Term.Literal(lex, tag, null);
      return WireTerm.lang(lex, tag);
    }
    value = new Term.Literal(lex, null, null);
    return WireTerm.text(lex);
  }

  private WireTerm.Iri iri() {
    return layout == Wire.V1 ? deltaIri() : draftIri();
  }

  private WireTerm.Iri draftIri() {
    List<Integer> nameIds = new ArrayList<>(names.keySet());
    List<Integer> prefixIds = new ArrayList<>(prefixes.keySet());
    int name = nameIds.get(random.nextInt(nameIds.size()));
    int prefix = prefixIds.get(random.nextInt(prefixIds.size()));
    if (name == 0 && prefix == 0) {
      name = lastNameEntry;
    }
    value = new Term.Iri(prefixes.get(prefix) + names.get(name));
    return WireTerm.iri(prefix, name);
  }

  private WireTerm.Iri deltaIri() {
    List<Integer> nameIds = new ArrayList<>(names.keySet());
    nameIds.remove(Integer.valueOf(0));
    List<Integer> prefixIds = new ArrayList<>(prefixes.keySet());
    prefixIds.remove(Integer.valueOf(0));
    int name = nameIds.get(random.nextInt(nameIds.size()));
    if (names.containsKey(lastName + 1) && chance(50)) {
      name = lastName + 1;
    }
    int prefix = lastPrefix;
    if (!prefixIds.isEmpty() && chance(50)) {
      prefix = prefixIds.get(random.nextInt(prefixIds.size()));
    }
    int writtenName = name == lastName + 1 && chance(80) ? 0 : name;
    int writtenPrefix = prefix == lastPrefix && chance(80) ? 0 : prefix;
    lastName = name;
    lastPrefix = prefix;
    value = new Term.Iri(prefixes.get(prefix) + names.get(name));
    return WireTerm.iri(writtenPrefix, writtenName);
  }
}
