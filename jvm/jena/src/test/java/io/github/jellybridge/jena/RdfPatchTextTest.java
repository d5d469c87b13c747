package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.patch.PatchHandler;
import io.github.jellybridge.patch.PatchReader;
import io.github.jellybridge.patch.PatchStatementType;
import io.github.jellybridge.patch.PatchStreamType;
import io.github.jellybridge.patch.PatchWriteOptions;
import io.github.jellybridge.patch.PatchWriter;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.jena.rdfpatch.PatchException;
import org.apache.jena.rdfpatch.RDFPatch;
import org.apache.jena.rdfpatch.RDFPatchOps;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.jena.sparql.core.Quad;
import org.junit.Test;

/** Text RDF Patch and Jelly-Patch say the same, as Jena itself sees it. */
public class RdfPatchTextTest {
  private static final String TEXT =
      """
      H id <uuid:1> .
      H prev <uuid:0> .
      H note "a \\"b\\"\\n"@en .
      TX .
      PA "e" "http://e/" .
      PA "f" "http://f/" <http://e/g> .
      PD "old" .
      A <http://e/s> <http://e/p> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .
      A <_:b1> <http://e/p> "été" <http://e/g> .
      D <http://e/s> <http://e/p> <_:b1> <http://e/g> .
      TC .
      TX .
      D <http://e/s> <http://e/p> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .
      TA .
      """;

  private static byte[] jelly(String text, PatchStreamType stream) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PatchWriteOptions options =
        PatchWriteOptions.defaults().with(PatchStatementType.QUADS, stream).with(false, true);
    try (PatchWriter writer = PatchWriter.open(out, options)) {
      RdfPatchText.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), writer);
    }
    return out.toByteArray();
  }

  private static String text(byte[] jelly) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PatchReader reader =
            PatchReader.open(new ByteArrayInputStream(jelly), "x", PatchReader.defaults());
        RdfPatchText.Writer writer = RdfPatchText.writer(out)) {
      reader.read(writer);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String byJena(String text) {
    RDFPatch patch =
        RDFPatchOps.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    return RDFPatchOps.str(patch);
  }

  @Test
  public void textBecomesJellyAndTheSameTextAgain() throws Exception {
    Cases.each(
        PatchStreamType.values(),
        stream -> {
          assertEquals(byJena(TEXT), byJena(text(jelly(TEXT, stream))));
        });
  }

  /** As Jena reads it where blank nodes are as it writes them, and not where they are not. */
  @Test
  public void labelsOfBlankNodesAreWhole() throws Exception {
    String text =
        """
        # a comment with "quotes', a <bracket and _:x
        H note "_:x # \\" _:y" . # '
        A _:a<http://e/p>_:ab <http://e/g> .
        A _:b <http://e/_:p#_:x> '_:x "' .
        D _:b <http://e/p> \"""_:x " "" \\\""" _:x\"""^^<http://e/_:t> _:0.1 .
        A <_:b> <http://e/p> \"""\"""@en _:g.
        A <http://e/s> <http://e/p> "" _:Bx .
        """;
    String inBrackets =
        """
        H note "_:x # \\" _:y" .
        A <_:a> <http://e/p> <_:ab> <http://e/g> .
        A <_:b> <http://e/_:p#_:x> '_:x "' .
        D <_:b> <http://e/p> \"""_:x " "" \\\""" _:x\"""^^<http://e/_:t> <_:0.1> .
        A <_:b> <http://e/p> \"""\"""@en <_:g> .
        A <http://e/s> <http://e/p> "" <_:Bx> .
        """;
    assertEquals(byJena(inBrackets), text(jelly(inBrackets, PatchStreamType.FLAT)));
    assertEquals(byJena(inBrackets), text(jelly(text, PatchStreamType.FLAT)));
  }

  @Test
  public void malformedTextIsRefused() {
    assertRefused("expected '.' at the end of a row", "A <http://e/s> <http://e/p> \"x\"");
    assertRefused("expected '.' at the end of a row", "TX .\nTC # .");
    assertRefused("expected '.' at the end of a row", "H id <urn:a> .\nH note \"x .");
    assertRefused("Code 'X' not recognized", "X .\n");
    // Jena reads these as <ex>.
    String prefix = "PA \"ex\" <http://e/> .\n";
    assertRefused("line 2: expected terms as in N-Triples", prefix + "A ex:s ex:p ex:o .\n");
    assertRefused("found a prefixed name", prefix + "A <http://e/s> :p \"x\" .\n");
    assertRefused("found a prefixed name", prefix + "H id \"x\"^^ex:t .\n");
    assertRefused("found a prefixed name", prefix + "A <http://e/s> <http://e/p> a_:o .\n");
    assertRefused("expected terms of RDF 1.1", "A ?x <http://e/p> \"x\" .\n");
    assertRefused(
        "[line: 2, col: 37] Bad unpaired surrogate",
        "TX .\nA <http://e/s> <http://e/p> \"\\uD800\" .\n");
    Cases.each(
        List.of(Quad.defaultGraphIRI, Quad.defaultGraphNodeGenerated),
        graph -> {
          String found = "default one, found <" + graph.getURI();
          assertRefused(found, "A <x:s> <x:p> <x:o> <" + graph.getURI() + "> .\n");
          assertRefused(found, "PA \"x\" <x:> <" + graph.getURI() + "> .\n");
        });
    assertRefused("Broken IRI", "A <http://e/s> <http://e/p> <http://e/o\n> .\n");
    byte[] latin1 = "H note \"\u00e9\" .".getBytes(StandardCharsets.ISO_8859_1);
    PatchException e =
        assertThrows(
            PatchException.class,
            () -> RdfPatchText.read(new ByteArrayInputStream(latin1), nothing()));
    assertTrue(e.getMessage(), e.getMessage().contains("column 9: expected valid UTF-8"));
  }

  @Test
  public void patchesThatTextCannotExpressAreRefused() throws Exception {
    Cases.each(
        List.of("a b", "x>y", "a\nb", "a\\b"),
        label -> {
          assertUnwritable("whose label", label, "id");
        });
    Cases.each(
        List.of("a b", "", "a <x:y> .", "1", "<a>", "\"a\""),
        name -> {
          assertUnwritable("whose name is a word", "a", name);
        });
    Cases.each(
        List.of("a", "prev", "a-b_1"),
        name -> {
          String text = header("é-1", name);
          assertEquals("H " + name + " <_:é-1> .\n", text);
          assertEquals(text, text(jelly(text, PatchStreamType.FLAT)));
        });
  }

  /** Jena would write each of them, and read another term. */
  @Test
  public void termsThatATextWouldTurnIntoOthersAreRefused() throws Exception {
    assertTermRefused("does not look like a blank node", "_:x", null, false);
    assertTermRefused("expected a language tag", "x", "e n", false);
    assertTermRefused("default one", Quad.defaultGraphIRI.getURI(), null, true);
    assertTermRefused("default one", Quad.defaultGraphNodeGenerated.getURI(), null, true);
    String graph = statement(Quad.defaultGraphIRI.getURI(), null, false);
    assertEquals("A <x:s> <x:p> <urn:x-arq:DefaultGraph> .\n", graph);
  }

  @Test
  public void languageTagsAreWrittenInTheirCase() throws Exception {
    assertEquals("A <x:s> <x:p> \"x\"@EN-gb .\n", statement("x", "EN-gb", false));
    assertEquals("A <x:s> <x:p> \"x\"@EN-gb--ltr .\n", statement("x", "EN-gb--ltr", false));
    String triple = "<< <x:s> <x:p> \"x\"@EN-gb >>";
    assertEquals(
        "A <x:s> <x:p> <<( <x:s> <x:p> \"x\"@EN-gb )>> .\n",
        statement(TermKind.TRIPLE, triple, null, false));
  }

  private static void assertTermRefused(
      String expected, String value, String lang, boolean asGraph) {
    IOException e = assertThrows(IOException.class, () -> statement(value, lang, asGraph));
    assertTrue(e.getMessage(), e.getMessage().contains(expected));
  }

  /** A text of one statement with a term as its object or as its graph. */
  private static String statement(String value, String lang, boolean asGraph) throws IOException {
    return statement(TermKind.IRI, value, lang, asGraph);
  }

  private static String statement(byte kind, String value, String lang, boolean asGraph)
      throws IOException {
    TermTable terms = new TermTable();
    terms.reset(new byte[0], 0);
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    int term =
        lang == null
            ? terms.addCopy(kind, bytes, 0, bytes.length)
            : terms.addLiteralCopy(bytes, 0, bytes.length, symbol(terms, lang), 0);
    byte[] iris = "x:sx:p".getBytes(StandardCharsets.UTF_8);
    int s = terms.addCopy(TermKind.IRI, iris, 0, 3);
    int p = terms.addCopy(TermKind.IRI, iris, 3, 3);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (RdfPatchText.Writer writer = RdfPatchText.writer(out)) {
      writer.start(null, terms);
      writer.add(s, p, asGraph ? s : term, asGraph ? term : TermTable.NO_TERM);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static int symbol(TermTable terms, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return terms.symbols().intern(bytes, 0, bytes.length);
  }

  private static void assertUnwritable(String expected, String triple) {
    IOException e =
        assertThrows(IOException.class, () -> statement(TermKind.TRIPLE, triple, null, false));
    assertTrue(e.getMessage(), e.getMessage().contains(expected));
  }

  private static void assertUnwritable(String expected, String label, String name) {
    IOException e = assertThrows(IOException.class, () -> header(label, name));
    assertTrue(e.getMessage(), e.getMessage().contains(expected));
  }

  /** A text of a header whose value is a blank node. */
  private static String header(String label, String name) throws IOException {
    TermTable terms = new TermTable();
    terms.reset(new byte[0], 0);
    byte[] bytes = label.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (RdfPatchText.Writer writer = RdfPatchText.writer(out)) {
      writer.start(null, terms);
      writer.header(name, terms.addCopy(TermKind.BNODE, bytes, 0, bytes.length));
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static PatchHandler nothing() {
    return PatchWriter.open(OutputStream.nullOutputStream(), PatchWriteOptions.defaults());
  }

  private static void assertRefused(String expected, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    PatchException e =
        assertThrows(
            PatchException.class,
            () -> RdfPatchText.read(new ByteArrayInputStream(bytes), nothing()));
    assertTrue(e.getMessage(), e.getMessage().contains(expected));
  }

  @Test
  public void quotedTriplesHaveAnEnd() {
    String quoted = "<<( <x:s> <x:p> <x:o> ";
    for (String row :
        List.of(
            "A " + quoted + "\"x\" <x:p> <x:o> .\n",
            "A " + quoted + "\"x\" <x:p> <x:o> .",
            "A " + quoted + "<x:q> <x:p> <x:o> .# a comment\n",
            "A <x:s> <x:p> " + quoted + "<x:g> .\n",
            "A <x:s> <x:p> <x:o> )>> .\n")) {
      assertRefused("expected a )>> for each <<(", row);
      assertRefused("expected a )>> for each <<(", "A <x:s> <x:p> \"(\" .\n" + row);
    }
  }

  @Test
  public void quotedTriplesAreReadAsTheyAreWritten() throws Exception {
    String text = "A <<( <x:s> <x:p> <_:b> )>> <x:p> <<( <x:s> <x:p> \"x\" )>> .\n";
    assertEquals(text, text(jelly(text, PatchStreamType.FLAT)));
  }

  @Test
  public void aBlankNodeInAQuotedTripleIsTheOneOutside() throws Exception {
    String text = "A <_:a:b> <x:p> <<( <_:a:b> <x:p> <_:jbx41> )>> .\n";
    assertEquals(text, text(jelly(text, PatchStreamType.FLAT)));
    assertUnwritable("whose label", "<< _:jbx612062 <x:p> <x:o> >>");
  }

  @Test
  public void longTextsKeepTheirTerms() throws Exception {
    StringBuilder text = new StringBuilder("TX .\n");
    for (int i = 0; i < 5000; i++) {
      text.append(i % 3 == 0 ? "D" : "A").append(" <http://e/s").append(i / 7);
      text.append("> <http://e/p> \"").append(i).append("\"@en .\n");
    }
    text.append("TC .\n");
    byte[] jelly = jelly(text.toString(), PatchStreamType.PUNCTUATED);
    assertEquals(byJena(text.toString()), byJena(text(jelly)));
  }

  @Test
  public void aPatchChangesADatasetOfJena() throws Exception {
    DatasetGraph expected = DatasetGraphFactory.createTxnMem();
    DatasetGraph found = DatasetGraphFactory.createTxnMem();
    RDFPatchOps.applyChange(
        expected, new ByteArrayInputStream(TEXT.getBytes(StandardCharsets.UTF_8)));
    try (PatchReader reader =
        PatchReader.open(
            new ByteArrayInputStream(jelly(TEXT, PatchStreamType.FLAT)),
            "x",
            PatchReader.defaults())) {
      reader.read(RdfPatchText.to(new org.apache.jena.rdfpatch.changes.RDFChangesApply(found)));
    }
    found.begin();
    expected.begin();
    assertEquals(2, found.stream().count());
    assertEquals(expected.stream().toList().toString(), found.stream().toList().toString());
  }
}
