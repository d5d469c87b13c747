package io.github.jellybridge.rdf;

import static org.junit.Assert.assertNotEquals;

import io.github.jellybridge.model.RdfText;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Converts the batches of a reader under test to the statements that tests expect. */
public final class Batches {
  private Batches() {}

  /**
   * Reads all statements; terms of columns that were not read are null.
   *
   * @param size number of statements to request at a time
   */
  public static List<Statement> readAll(StatementReader reader, int size) throws IOException {
    List<Statement> found = new ArrayList<>();
    while (reader.nextBatch(size)) {
      StatementBatch b = reader.batch();
      TermTable terms = reader.terms();
      for (int i = 0; i < b.size(); i++) {
        found.add(
            new Statement(
                b.frame(i),
                term(terms, b.s, i),
                term(terms, b.p, i),
                term(terms, b.o, i),
                term(terms, b.g, i)));
      }
    }
    return found;
  }

  private static Term term(TermTable terms, int[] column, int i) {
    return column == null ? null : term(terms, column[i]);
  }

  /** Returns a term; null for no term. */
  public static Term term(TermTable terms, int id) {
    if (id == TermTable.NO_TERM) {
      return null;
    }
    String value = terms.value(id);
    return switch (terms.kind(id)) {
      case TermKind.IRI -> Term.iri(value);
      case TermKind.BNODE -> Term.bnode(value);
      case TermKind.LITERAL -> {
        assertNotEquals("xsd:string is no datatype", Term.XSD_STRING, terms.datatype(id));
        yield new Term.Literal(value, terms.lang(id), terms.datatype(id));
      }
      case TermKind.TRIPLE -> RdfText.term(value);
      default -> throw new AssertionError("kind " + terms.kind(id));
    };
  }
}
