package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.jelly.PatchStatementType;
import io.github.jellybridge.jelly.PatchStreamType;
import io.github.jellybridge.patch.PatchReader;
import io.github.jellybridge.patch.PatchWriteOptions;
import io.github.jellybridge.patch.PatchWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.jena.rdfpatch.RDFPatch;
import org.apache.jena.rdfpatch.RDFPatchOps;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
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
      A _:b1 <http://e/p> "été" <http://e/g> .
      D <http://e/s> <http://e/p> _:b1 <http://e/g> .
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
    for (PatchStreamType stream : PatchStreamType.values()) {
      assertEquals(byJena(TEXT), byJena(text(jelly(TEXT, stream))));
    }
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
