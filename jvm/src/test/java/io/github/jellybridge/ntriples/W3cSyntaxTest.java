package io.github.jellybridge.ntriples;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.jena.riot.Lang;
import org.junit.Test;

/** The W3C's own tests of the grammars; what is valid means what RIOT says. */
public class W3cSyntaxTest {
  private static List<Path> files(String extension) throws IOException, URISyntaxException {
    URI folder = W3cSyntaxTest.class.getResource("/w3c").toURI();
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      return files.filter(file -> file.toString().endsWith(extension)).sorted().toList();
    }
  }

  private static int check(List<Path> files, SyntaxOptions options, Lang lang) throws IOException {
    int refused = 0;
    for (Path file : files) {
      byte[] text = Files.readAllBytes(file);
      String name = file.getFileName().toString();
      if (name.contains("-bad-")) {
        assertThrows(name, SyntaxParseException.class, () -> Text.read(text, options));
        refused++;
      } else {
        assertEquals(name, lower(Text.riot(text, lang)), lower(Text.read(text, options)));
      }
    }
    return refused;
  }

  /** RIOT changes the case of language tags. */
  private static String lower(List<Statement> statements) {
    return statements.toString().toLowerCase(Locale.ROOT);
  }

  @Test
  public void nTriples() throws IOException, URISyntaxException {
    List<Path> files = files(".nt");
    assertEquals(72, files.size());
    assertEquals(29, check(files, Text.TRIPLES, Lang.NTRIPLES));
  }

  @Test
  public void nQuads() throws IOException, URISyntaxException {
    List<Path> files = files(".nq");
    assertEquals(21, files.size());
    assertEquals(9, check(files, Text.QUADS, Lang.NQUADS));
    check(files(".nt"), Text.QUADS, Lang.NQUADS);
  }
}
