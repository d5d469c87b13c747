package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random statements for tests, both as plain strings and as a term table with ids.
 *
 * <p>Terms come from a small pool, so that they repeat; equal terms sometimes have several ids.
 */
public final class RandomStatements {
  /** A term as a user sees it. */
  public record Term(String kind, String value, String lang, String datatype) {
    /** The field with the given name; the N-Triples text for the empty name. */
    String field(String name) {
      return switch (name) {
        case "kind" -> kind;
        case "value" -> value;
        case "lang" -> lang;
        case "datatype" -> datatype;
        default -> text();
      };
    }

    /** The N-Triples text; in the pool, only quotation marks need an escape. */
    private String text() {
      return switch (kind) {
        case "iri" -> "<" + value + ">";
        case "bnode" -> "_:" + value;
        case "triple" -> value;
        default ->
            '"'
                + value.replace("\"", "\\\"")
                + '"'
                + (lang == null ? "" : "@" + lang)
                + (datatype == null ? "" : "^^<" + datatype + ">");
      };
    }
  }

  static final List<Term> POOL = pool();

  private final Random random;
  private final TermTable table = new TermTable();
  private final Map<Term, Integer> ids = new HashMap<>();

  public RandomStatements(Random random) {
    this.random = random;
  }

  public TermTable table() {
    return table;
  }

  /** Starts a new epoch, in which all ids are invalid. */
  public void forget() {
    table.reset(new byte[0], 0);
    ids.clear();
  }

  /** A statement: subject, predicate, object, and graph or null. */
  public Term[] statement() {
    return new Term[] {
      POOL.get(random.nextInt(POOL.size())),
      POOL.get(random.nextInt(4)),
      POOL.get(random.nextInt(POOL.size())),
      random.nextInt(3) == 0 ? null : POOL.get(random.nextInt(3))
    };
  }

  /** Puts statements into a batch of the current epoch. */
  public StatementBatch batch(List<Term[]> statements) {
    StatementBatch batch = new StatementBatch(statements.size(), true, true, true, true);
    for (int row = 0; row < statements.size(); row++) {
      batch.s[row] = id(statements.get(row)[0]);
      batch.p[row] = id(statements.get(row)[1]);
      batch.o[row] = id(statements.get(row)[2]);
      batch.g[row] = id(statements.get(row)[3]);
    }
    batch.size(statements.size());
    return batch;
  }

  private int id(Term term) {
    if (term == null) {
      return TermTable.NO_TERM;
    }
    Integer known = ids.get(term);
    if (known == null || random.nextInt(8) == 0) {
      known = add(term);
      ids.put(term, known);
    }
    return known;
  }

  private int add(Term term) {
    byte[] value = utf8(term.value());
    switch (term.kind()) {
      case "iri" -> {
        int cut = value.length / 2;
        int first = table.addBytes(value, 0, cut);
        int second = table.addBytes(value, cut, value.length - cut);
        return table.addPair(TermKind.IRI, first, cut, second, value.length - cut);
      }
      case "bnode" -> {
        return table.addCopy(TermKind.BNODE, value, 0, value.length);
      }
      case "triple" -> {
        return table.addCopy(TermKind.TRIPLE, value, 0, value.length);
      }
      default -> {
        return table.addLiteralCopy(
            value, 0, value.length, symbol(term.lang()), symbol(term.datatype()));
      }
    }
  }

  private int symbol(String text) {
    return text == null ? 0 : table.symbols().intern(utf8(text), 0, utf8(text).length);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<Term> pool() {
    List<Term> terms = new ArrayList<>();
    for (String iri : List.of("http://a/x", "http://a/xy", "http://b/é", "a", "zz", "")) {
      terms.add(new Term("iri", iri, null, null));
    }
    for (String label : List.of("a", "b0", "zz")) {
      terms.add(new Term("bnode", label, null, null));
    }
    terms.add(new Term("triple", "<<( <a> <zz> \"x\" )>>", null, null));
    String[] texts = {
      "", "a", "zz", "\"x", "naïve", "日本語 text with letters", "\uD83D\uDE00", "\uFFFD"
    };
    for (String text : texts) {
      terms.add(new Term("literal", text, null, null));
      terms.add(new Term("literal", text, "en", null));
      terms.add(new Term("literal", text, "de-AT", null));
      terms.add(new Term("literal", text, null, "http://www.w3.org/2001/XMLSchema#int"));
      terms.add(new Term("literal", text, null, "a"));
    }
    return List.copyOf(terms);
  }
}
