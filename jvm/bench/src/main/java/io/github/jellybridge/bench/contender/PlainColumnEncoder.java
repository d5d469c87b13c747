package io.github.jellybridge.bench.contender;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.jena.graph.Node;
import org.apache.jena.vocabulary.XSD;

/**
 * Encodes statements in the column layout (Jelly-RDF 1.2 draft, variant A) in the plainest way, so
 * that no input of a benchmark is our own work. No version of jelly-jvm has this layout.
 */
public final class PlainColumnEncoder extends StatementSinks.Quads {
  /** Changes with the bytes of the files. */
  public static final int VERSION = 1;

  /** Rows of a frame; fewer if their entries would not fit into the lookups. */
  private static final int ROWS = 4096;

  /** Frames after which the options are restated. */
  private static final int RESTATED = 64;

  /** jelly-jvm's largest lookups. */
  private static final int NAMES = 4096;

  private static final int PREFIXES = 1024;
  private static final int DATATYPES = 256;

  private static final int TRIPLES = 1;
  private static final int QUADS = 2;
  private static final int COLUMNS = 4;

  /** The length of a run that another number continues. */
  private static final int LONG_RUN = 15;

  private final boolean quads;
  private final OutputStream out;
  private final ColumnLookup names = new ColumnLookup(2, NAMES);
  private final ColumnLookup prefixes = new ColumnLookup(3, PREFIXES);
  private final ColumnLookup datatypes = new ColumnLookup(4, DATATYPES);
  private final List<Node[]> rows = new ArrayList<>();
  private int frames;

  private PlainColumnEncoder(boolean quads, OutputStream out) {
    this.quads = quads;
    this.out = out;
  }

  /** Copies a Jelly file that jelly-jvm can read into the column layout. */
  public static void copy(Path source, boolean quads, Path target) throws IOException {
    try (EncodedFiles.Output out = new EncodedFiles.Output(target)) {
      PlainColumnEncoder encoder = new PlainColumnEncoder(quads, out);
      EncodedFiles.parse(source, encoder);
      encoder.endFrame();
      out.publish();
    }
  }

  @Override
  public void statement(Node s, Node p, Node o, Node g) {
    boolean fits = names.hasRoom(COLUMNS) && prefixes.hasRoom(COLUMNS) && datatypes.hasRoom(1);
    if (rows.size() == ROWS || !fits) {
      endFrame();
    }
    rows.add(new Node[] {s, p, o, g});
    for (Node term : rows.get(rows.size() - 1)) {
      if (term != null && term.isURI()) {
        names.need(name(term));
        prefixes.need(prefix(term));
      } else if (datatype(term) != null) {
        datatypes.need(datatype(term));
      }
    }
  }

  private static String prefix(Node iri) {
    String text = iri.getURI();
    return text.substring(0, Math.max(text.lastIndexOf('#'), text.lastIndexOf('/')) + 1);
  }

  private static String name(Node iri) {
    return iri.getURI().substring(prefix(iri).length());
  }

  /** Returns the datatype of a literal that has an id for it, else null. */
  private static String datatype(Node term) {
    if (term == null || !term.isLiteral() || !term.getLiteralLanguage().isEmpty()) {
      return null;
    }
    String datatype = term.getLiteralDatatypeURI();
    return datatype.equals(XSD.xstring.getURI()) ? null : datatype;
  }

  private void endFrame() {
    if (rows.isEmpty()) {
      return;
    }
    ProtoBytes frame = new ProtoBytes();
    if (frames++ % RESTATED == 0) {
      names.restart();
      prefixes.restart();
      datatypes.restart();
      frame.message(1, new ProtoBytes().message(1, options()));
    }
    ProtoBytes batch = new ProtoBytes().number(1, rows.size());
    names.define(batch);
    prefixes.define(batch);
    datatypes.define(batch);
    for (int position = 0; position < (quads ? COLUMNS : COLUMNS - 1); position++) {
      batch.message(6 + position, column(position));
    }
    frame.message(2, batch);
    rows.clear();
    try {
      out.write(new ProtoBytes().varint(frame.size()).toByteArray());
      out.write(frame.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ProtoBytes options() {
    return new ProtoBytes()
        .number(2, quads ? QUADS : TRIPLES)
        .number(9, NAMES)
        .number(10, PREFIXES)
        .number(11, DATATYPES)
        .number(15, 3);
  }

  // ---- columns ---------------------------------------------------------------------------------

  private ProtoBytes column(int position) {
    List<Node> values = new ArrayList<>();
    ProtoBytes layouts = new ProtoBytes();
    int skip = 0;
    int end;
    for (int row = 0; row < rows.size(); row = end) {
      Node term = rows.get(row)[position];
      end = row + 1;
      while (end < rows.size() && same(term, rows.get(end)[position])) {
        end++;
      }
      if (term == null && end == rows.size()) {
        break;
      }
      if (term != null) {
        values.add(term);
      }
      if (term != null && end - row == 1) {
        skip++;
      } else {
        run(layouts, skip, term == null, end - row);
        skip = 0;
      }
    }
    ProtoBytes column = new ProtoBytes();
    kinds(column, values);
    column.message(2, layouts);
    iris(column, values.stream().filter(Node::isURI).toList());
    literals(column, values.stream().filter(Node::isLiteral).toList());
    values.stream().filter(Node::isBlank).forEach(n -> column.text(9, n.getBlankNodeLabel()));
    return column;
  }

  private static boolean same(Node a, Node b) {
    return a == null ? b == null : a.equals(b);
  }

  private static void run(ProtoBytes layouts, int skip, boolean unbound, int rows) {
    int length = rows - (unbound ? 1 : 2);
    layouts.varint(skip << 5 | (unbound ? 1 << 4 : 0) | Math.min(length, LONG_RUN));
    if (length >= LONG_RUN) {
      layouts.varint(length - LONG_RUN);
    }
  }

  /** Adds the kinds of the values unless all have the same. */
  private static void kinds(ProtoBytes column, List<Node> values) {
    int[] kinds = values.stream().mapToInt(PlainColumnEncoder::kind).toArray();
    byte[] bytes = new byte[(kinds.length + 3) / 4];
    boolean mixed = false;
    for (int i = 0; i < kinds.length; i++) {
      bytes[i / 4] |= (byte) (kinds[i] << i % 4 * 2);
      mixed |= kinds[i] != kinds[0];
    }
    if (mixed) {
      column.bytes(1, bytes);
    }
  }

  private static int kind(Node term) {
    if (term.isURI()) {
      return 0;
    }
    if (term.isLiteral()) {
      return 1;
    }
    if (term.isBlank()) {
      return 2;
    }
    throw new IllegalArgumentException("no kind of term that the benchmarks use: " + term);
  }

  private void iris(ProtoBytes column, List<Node> iris) {
    ProtoBytes nameIds = new ProtoBytes();
    ProtoBytes prefixIds = new ProtoBytes();
    int lastName = 0;
    int lastPrefix = 0;
    boolean onePrefix = true;
    for (Node iri : iris) {
      int name = names.id(name(iri));
      int prefix = prefixes.id(prefix(iri));
      nameIds.varint(name == lastName + 1 ? 0 : name);
      prefixIds.varint(prefix == lastPrefix ? 0 : prefix);
      onePrefix &= lastPrefix == 0 || prefix == lastPrefix;
      lastName = name;
      lastPrefix = prefix;
    }
    column.message(3, nameIds);
    column.message(4, onePrefix && !iris.isEmpty() ? one(lastPrefix) : prefixIds);
  }

  private static ProtoBytes one(int number) {
    return new ProtoBytes().varint(number);
  }

  private void literals(ProtoBytes column, List<Node> literals) {
    Map<String, Integer> tags = new HashMap<>();
    ProtoBytes kinds = new ProtoBytes();
    ProtoBytes langtags = new ProtoBytes();
    int first = -1;
    boolean oneKind = true;
    for (Node literal : literals) {
      column.text(5, literal.getLiteralLexicalForm());
      int kind = 0;
      if (datatype(literal) != null) {
        kind = 2 * datatypes.id(datatype(literal)) - 1;
      } else if (!literal.getLiteralLanguage().isEmpty()) {
        String tag = literal.getLiteralLanguage();
        if (tags.putIfAbsent(tag, tags.size()) == null) {
          langtags.text(7, tag);
        }
        kind = 2 * tags.get(tag) + 2;
      }
      kinds.varint(kind);
      first = first < 0 ? kind : first;
      oneKind &= kind == first;
    }
    if (!oneKind) {
      column.message(6, kinds);
    } else if (first > 0) {
      column.message(6, one(first));
    }
    column.writeBytes(langtags.toByteArray());
  }
}
