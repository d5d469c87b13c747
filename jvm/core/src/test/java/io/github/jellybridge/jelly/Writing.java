package io.github.jellybridge.jelly;

import static org.junit.Assert.assertEquals;

import com.google.protobuf.CodedInputStream;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.proto.rdf.RdfStreamFrame;
import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.wire.ReferenceDecoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Writes statements with {@link JellyWriter} in every possible way, for the tests of this package.
 */
public final class Writing {
  /** One way to fill a term table. */
  public enum Filling {
    /** Every occurrence of a term is added separately. */
    COPIES,
    /** Every term is added once to a table. */
    DICTIONARY,
    /** IRIs and blank nodes consist of two slices, cut at random. */
    PAIRS,
    /** IRIs consist of two slices, cut where the writer cuts. */
    PREFIXES
  }

  private Writing() {}

  /** Writes statements with one term table for all. */
  public static byte[] write(List<Statement> statements, JellyWriteOptions options)
      throws IOException {
    return write(statements, options, Filling.COPIES, Integer.MAX_VALUE);
  }

  /** Writes statements with a new table for every batch. */
  public static byte[] write(
      List<Statement> statements, JellyWriteOptions options, Filling filling, int batchSize)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JellyWriter writer = JellyWriter.open(out, options)) {
      write(writer, statements, filling, batchSize);
      writer.finish();
      assertEquals("statements written", statements.size(), writer.statementsWritten());
      assertEquals("bytes written", out.size(), writer.bytesWritten());
    }
    return out.toByteArray();
  }

  /** Writes statements to a writer. */
  static void write(JellyWriter writer, List<Statement> statements, Filling filling, int batchSize)
      throws IOException {
    Table table = new Table(filling);
    for (int from = 0; from < statements.size(); from += Math.min(batchSize, statements.size())) {
      table.clear();
      int to = (int) Math.min(statements.size(), (long) from + batchSize);
      table.add(statements.subList(from, to));
      writer.write(table.batch, table.terms);
    }
  }

  /** Writes frames of statements. */
  public static byte[] writeFrames(List<List<Statement>> frames, JellyWriteOptions options)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JellyWriter writer = JellyWriter.open(out, options)) {
      for (List<Statement> frame : frames) {
        write(writer, frame, Filling.DICTIONARY, Integer.MAX_VALUE);
        writer.endFrame();
      }
    }
    return out.toByteArray();
  }

  /** Decodes with the reference decoder and with jelly-jvm, and checks that they agree. */
  public static List<Statement> decode(byte[] file, boolean delimited) throws IOException {
    List<Statement> found = ReferenceDecoder.decode(file, delimited);
    assertEquals("jelly-jvm", found, JellyCore.decode(file));
    return found;
  }

  /** The same statements, all in frame 0. */
  public static List<Statement> inOneFrame(List<Statement> statements) {
    return statements.stream().map(s -> new Statement(0, s.s(), s.p(), s.o(), s.g())).toList();
  }

  /** Triples like those of real data: a few per subject, few predicates, distinct objects. */
  static List<Statement> flat(int size) {
    List<Statement> made = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Term s = Term.iri("http://example.org/subject/" + i / 3);
      Term p = Term.iri("http://example.org/vocabulary#p" + i % 7);
      made.add(new Statement(0, s, p, Term.text("value " + i), null));
    }
    return made;
  }

  /** The frames of a delimited stream. */
  public static List<RdfStreamFrame> frames(byte[] file) throws IOException {
    List<RdfStreamFrame> frames = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(file);
    while (!in.isAtEnd()) {
      frames.add(RdfStreamFrame.parseFrom(in.readByteArray()));
    }
    return frames;
  }

  /** A table and a batch, filled from statements. */
  public static final class Table {
    public final TermTable terms = new TermTable();
    public final StatementBatch batch = new StatementBatch(16, true, true, true, true);
    private final Filling filling;
    private final Map<Term, Integer> known = new HashMap<>();
    private final Random cuts = new Random(1);

    public Table(Filling filling) {
      this.filling = filling;
    }

    /** Empties the table and the batch. */
    public void clear() {
      // A new array every time, so that code that still refers to the old one fails.
      terms.reset(new byte[16], 0);
      known.clear();
      batch.clear(0);
    }

    /** Adds statements. */
    public void add(List<Statement> statements) {
      for (Statement s : statements) {
        int n = batch.size();
        batch.ensureCapacity(n + 1);
        batch.s[n] = id(s.s());
        batch.p[n] = id(s.p());
        batch.o[n] = id(s.o());
        batch.g[n] = id(s.g());
        batch.size(n + 1);
      }
    }

    private int id(Term term) {
      if (term == null) {
        return TermTable.NO_TERM;
      }
      return filling == Filling.COPIES ? make(term) : known.computeIfAbsent(term, this::make);
    }

    private int make(Term term) {
      if (term instanceof Term.Iri t) {
        return text(TermKind.IRI, t.value());
      } else if (term instanceof Term.Bnode t) {
        return text(TermKind.BNODE, t.label());
      } else if (term instanceof Term.Literal t) {
        byte[] lex = utf8(t.lex());
        return terms.addLiteralCopy(lex, 0, lex.length, symbol(t.lang()), symbol(t.datatype()));
      }
      Term.Quoted t = (Term.Quoted) term;
      Table parts = new Table(Filling.COPIES);
      parts.add(List.of(new Statement(0, t.s(), t.p(), t.o(), null)));
      ByteBuilder text = new ByteBuilder();
      NTriples.appendTriple(
          parts.terms, parts.batch.s[0], parts.batch.p[0], parts.batch.o[0], text);
      return terms.addCopy(TermKind.TRIPLE, text.array(), 0, text.length());
    }

    private int symbol(String text) {
      if (text == null) {
        return 0;
      }
      byte[] bytes = utf8(text);
      return terms.symbols().intern(bytes, 0, bytes.length);
    }

    private int text(byte kind, String value) {
      byte[] bytes = utf8(value);
      int cut =
          switch (filling) {
            case PAIRS -> cuts.nextInt(bytes.length + 1);
            case PREFIXES -> utf8(value.substring(0, value.lastIndexOf('/') + 1)).length;
            default -> 0;
          };
      if (cut == 0) {
        return terms.addCopy(kind, bytes, 0, bytes.length);
      }
      int first = terms.addBytes(bytes, 0, cut);
      int second = terms.addBytes(bytes, cut, bytes.length - cut);
      int id = terms.addPair(kind, first, cut, second, bytes.length - cut);
      if (cuts.nextBoolean()) {
        // Sometimes the value is joined already, as after an access to it.
        terms.valueOffset(id);
      }
      return id;
    }

    private static byte[] utf8(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }
}
