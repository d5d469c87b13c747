package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.ntriples.NTriplesReader;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxWriteException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** RDF Thrift and RDF Protobuf, as far as what Jena's own reader tells is not enough. */
public class RiotWriterTest {
  private static String bytes(String lines, Syntax syntax) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayInputStream text = new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8));
    try (NTriplesReader reader =
            NTriplesReader.open(text, "a.nq", SyntaxOptions.of(Syntax.NQUADS));
        RiotWriter writer = RiotWriter.open(out, syntax, Map.of())) {
      while (reader.nextBatch(10)) {
        writer.write(reader.batch(), reader.terms());
      }
    }
    return out.toString(StandardCharsets.ISO_8859_1);
  }

  @Test
  public void aBlankNodeInAQuotedTripleIsTheOneOutside() throws IOException {
    String line = "_:jbx613A62 <x:p> <<( _:jbx613A62 <x:p> _:jbx6A62783431 )>> .\n";
    for (Syntax syntax : List.of(Syntax.THRIFT, Syntax.PROTOBUF)) {
      String bytes = bytes(line, syntax);
      assertEquals(syntax + "", 3, bytes.split("a:b", -1).length);
      assertTrue(syntax + "", bytes.contains("jbx41"));
      assertFalse(syntax + "", bytes.contains("jbx6"));
    }
  }

  /** These syntaxes have that name for the default graph, so that it would not be a name. */
  @Test
  public void graphsNamedAsJenasDefaultGraphAreRefused() {
    String lines = "<x:s> <x:p> <x:o> .\n<x:s> <x:p> <x:o> <urn:x-arq:DefaultGraph> .\n";
    for (Syntax syntax : List.of(Syntax.THRIFT, Syntax.PROTOBUF)) {
      SyntaxWriteException error =
          assertThrows(SyntaxWriteException.class, () -> bytes(lines, syntax));
      assertTrue(error.getMessage(), error.getMessage().contains("statement 1 as RDF-"));
      assertTrue(error.getMessage(), error.getMessage().contains("found urn:x-arq:DefaultGraph"));
    }
  }

  /** Jena's reader changes it, so that the bytes are looked at. */
  @Test
  public void languageTagsAreWrittenInTheirCase() throws IOException {
    String plain = "<x:s> <x:p> \"x\"@EN-gb .\n";
    String quoted = "<x:s> <x:p> <<( <x:s> <x:p> \"x\"@EN-gb )>> .\n";
    for (Syntax syntax : List.of(Syntax.THRIFT, Syntax.PROTOBUF)) {
      for (String line : List.of(plain, quoted)) {
        String bytes = bytes(line, syntax);
        assertTrue(syntax + " " + line, bytes.contains("EN-gb"));
        assertFalse(bytes.contains("en-GB"));
      }
    }
  }
}
