package io.github.jellybridge.patch;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.model.PatchRow;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.wire.ReferencePatchDecoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** Writing with lookups smaller than the data, and with term tables that are emptied in between. */
public class PatchTablesTest {
  private final TermTable terms = new TermTable();
  private final List<PatchRow> expected = new ArrayList<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  {
    terms.reset(new byte[0], 0);
  }

  private int iri(String text) {
    return Patches.iri(terms, text);
  }

  private int literal(String text) {
    return Patches.literal(terms, text);
  }

  private void check() throws IOException {
    byte[] file = out.toByteArray();
    assertEquals(expected, ReferencePatchDecoder.decode(file));
    assertEquals(expected, Patches.read(file));
  }

  @Test
  public void theSmallestTablesAreEnoughForAnyNumberOfTerms() throws Exception {
    PatchWriteOptions options = PatchWriteOptions.defaults().withTables(8, 2, 0);
    try (PatchWriter writer = PatchWriter.open(out, options)) {
      writer.start(null, terms);
      for (int i = 0; i < 1_500; i++) {
        String s = "http://a.example/" + i + "/s" + i;
        String g = "http://b.example/" + i % 7 + "#g";
        writer.header("h", iri(s));
        writer.add(iri(s), iri(g), iri(s + "o"), iri(g));
        writer.addNamespace("n", iri(s), iri(g));
        expected.add(PatchRow.of(0, "H", "h", Term.iri(s), null));
        expected.add(PatchRow.of(0, "A", Term.iri(s), Term.iri(g), Term.iri(s + "o"), Term.iri(g)));
        expected.add(PatchRow.of(0, "PA", "n", Term.iri(s), Term.iri(g)));
      }
    }
    check();
  }

  @Test
  public void termsOfATableThatIsEmptiedAreNotMistakenForOthers() throws Exception {
    try (PatchWriter writer = PatchWriter.open(out, PatchWriteOptions.defaults())) {
      writer.start(null, terms);
      for (String text : List.of("x", "", "y", "y", "", "z", "x")) {
        writer.add(iri("urn:s"), iri("urn:p"), literal(text), 0);
        expected.add(
            PatchRow.of(0, "A", Term.iri("urn:s"), Term.iri("urn:p"), Term.text(text), null));
        writer.forget();
        terms.reset(new byte[0], 0);
      }
    }
    check();
  }
}
