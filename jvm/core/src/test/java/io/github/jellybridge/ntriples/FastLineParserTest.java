package io.github.jellybridge.ntriples;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.rdf.Batches;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.testing.TestSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.jena.riot.Lang;
import org.junit.Test;

/**
 * Tests that earlier lines never change the meaning or the error of a line, whether most lines look
 * like those before them or only nearly so.
 */
public class FastLineParserTest {
  private static final int DOCUMENTS = TestSize.of(600, 3000);

  private static final String[] SUBJECTS = {
    "<http://example.org/thing/1>",
    "<http://example.org/thing/12>",
    "<http://example.org/thing/123456789012345678901234567890123456789012345678901234567890>",
    "<http://example.org/thing/123456789012345678901234567890123456789012345678901234567891>",
    "<http://example.org/thing/~tilde!>",
    "<http://example.org/t>",
    "<https://example.org/thing/1>",
    "<http:a>",
    "<h:>",
    "<urn:x:1>",
    "<urn:x:é世界😀>",
    "_:b1",
    "_:b1.2",
    "_:b"
  };
  private static final String[] PREDICATES = {
    "<http://schema.org/domainIncludes>",
    "<http://schema.org/rangeIncludes>",
    "<http://schema.org/hashIncludes>",
    "<http://schema.org/Includes>",
    "<http://schema.org/a>",
    "<http://schema.org/ab>",
    "<a:p>",
    "<a:>",
    "<a:q>"
  };
  private static final String[] OBJECTS = {
    "<http://example.org/thing/1>",
    "<http://example.org/thing/2>",
    "<http://example.org/thing/22>",
    "<mailto:a@b>",
    "<http://example.org/\\u00e9>",
    "_:b1",
    "\"\"",
    "\"plain\"",
    "\"a longer text, \t with a tab and a \u0001 and !#$ and é世界😀.\"",
    "\"one with \\\"escapes\\\" \\u00e9\"",
    "\"tagged\"@en",
    "\"tagged\"@de",
    "\"tagged\"@de-CH",
    "\"tagged\"@en-GB-oed",
    "\"tagged\"@x-abcde",
    "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>",
    "\"1\"^^<http://www.w3.org/2001/XMLSchema#int>",
    "\"1\"^^<http://www.w3.org/2001/XMLSchema#string>",
    "\"1\"^^<urn:t>"
  };
  private static final String[] GRAPHS = {"", "", "", " <http://a/g>", " <http://a/g2>", " _:g"};
  private static final String[] ENDS = {"\n", "\n", "\n", "\n", "\r\n", "\r", " # more\n", "\n\n"};
  private static final String TELLING = "<>\"\\_:.@^#-() \t\n\rau0é\u0000~!";

  private final Random random = new Random(20261124);
  private int accepted;
  private int refused;

  private String one(String[] of, int likely) {
    return of[random.nextInt(random.nextInt(4) > 0 ? likely : of.length)];
  }

  private String line(boolean graphs) {
    String space = random.nextInt(30) == 0 ? "  " : random.nextInt(30) == 0 ? "\t" : " ";
    return one(SUBJECTS, 3)
        + space
        + one(PREDICATES, 4)
        + (random.nextInt(40) == 0 ? "" : " ")
        + one(OBJECTS, OBJECTS.length)
        + (graphs ? one(GRAPHS, 5) : "")
        + (random.nextInt(30) == 0 ? "." : " .")
        + one(ENDS, 4);
  }

  private String damaged(String line) {
    int at = random.nextInt(line.length());
    char telling = TELLING.charAt(random.nextInt(TELLING.length()));
    return switch (random.nextInt(3)) {
      case 0 -> line.substring(0, at) + line.substring(at + 1);
      case 1 -> line.substring(0, at) + telling + line.substring(at);
      default -> line.substring(0, at) + telling + line.substring(at + 1);
    };
  }

  private byte[] document(boolean graphs, boolean damaged) {
    StringBuilder text = new StringBuilder();
    for (int left = 1 + random.nextInt(60); left > 0; left--) {
      String line = line(graphs);
      text.append(damaged && random.nextInt(20) == 0 ? damaged(line) : line);
    }
    if (random.nextInt(4) == 0) {
      text.setLength(text.length() - 1);
    }
    byte[] bytes = Text.utf8(text.toString());
    if (damaged && random.nextInt(4) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  /**
   * Tests many tags and datatypes, which readers keep from chunk to chunk until there are too many.
   */
  @Test
  public void languagesAndDatatypesOfAnyNumberStayApart() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      String literal = "\"" + i + "\"";
      String number = Integer.toString(i, 26).replace('0', 'x');
      for (String kind :
          List.of("@en", "@x-" + number, "^^<http://e/t" + number + ">", "^^<http://e/t>")) {
        text.append("<http://e/s> <http://e/p" + i % 3 + "> ").append(literal).append(kind);
        text.append(" .\n");
      }
    }
    byte[] file = Text.utf8(text.toString());
    assertEquals(Text.riot(file, Lang.NQUADS), Text.read(file, Text.QUADS));
  }

  @Test
  public void linesAreReadAsByRiot() throws IOException {
    for (int i = 0; i < DOCUMENTS; i++) {
      boolean graphs = i % 2 == 0;
      byte[] text = document(graphs, false);
      List<Statement> ours = Text.read(text, graphs ? Text.QUADS : Text.TRIPLES);
      List<Statement> riot = Text.lenientRiot(text, graphs ? Lang.NQUADS : Lang.NTRIPLES);
      assertEquals(lowerCase(riot), lowerCase(ours));
    }
  }

  @Test
  public void anExpectedPredicateMayBeLongerThanTheRest() throws IOException {
    String last = " <http://schema.org/a> <urn:o> .\n";
    String other = " <http://schema.org/" + "a".repeat(20_000) + "> <urn:o> .\n";
    byte[] text = Text.utf8("<urn:s>" + String.join("<urn:s>", other, last, other, last, last));
    assertEquals(Text.lenientRiot(text, Lang.NTRIPLES), Text.read(text, Text.TRIPLES));
  }

  /** RIOT changes the case of language tags. */
  private static String lowerCase(List<Statement> statements) {
    return statements.toString().toLowerCase(Locale.ROOT);
  }

  @Test
  public void damagedLinesAreRefusedAsWithoutThoseBefore() throws IOException {
    for (int i = 0; i < DOCUMENTS; i++) {
      SyntaxOptions options = i % 2 == 0 ? Text.QUADS : Text.TRIPLES;
      byte[] text = document(i % 4 < 2, true);
      try {
        Text.read(text, options);
        accepted++;
      } catch (SyntaxParseException e) {
        refused++;
      }
      List<Statement> alone = new ArrayList<>();
      long malformed = 0;
      for (byte[] line : lines(text)) {
        try (NTriplesReader reader = Text.open(line, options.withDropMalformed(true))) {
          alone.addAll(Batches.readAll(reader, 1));
          malformed += reader.malformedLines();
        }
      }
      SyntaxOptions dropping = options.withDropMalformed(true).withDistinctTerms(false);
      for (int size : new int[] {1, 7, 1000}) {
        try (NTriplesReader reader = Text.open(text, dropping)) {
          assertEquals(alone, Batches.readAll(reader, size));
          assertEquals(malformed, reader.malformedLines());
        }
      }
    }
    assertTrue(accepted + " accepted", accepted > DOCUMENTS / 10);
    assertTrue(refused + " refused", refused > DOCUMENTS / 10);
  }

  private static List<byte[]> lines(byte[] text) {
    List<byte[]> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length; i++) {
      boolean ends =
          text[i] == '\n' || text[i] == '\r' && (i + 1 == text.length || text[i + 1] != '\n');
      if (ends || i + 1 == text.length) {
        lines.add(Arrays.copyOfRange(text, start, i + 1));
        start = i + 1;
      }
    }
    return lines;
  }

  @Test
  public void linesOfManyChunksMeanTheSame() throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.length() < 3 << 18) {
      text.append(line(true));
    }
    List<Statement> ours = Text.read(Text.utf8(text.toString()), Text.QUADS);
    List<Statement> riot = Text.lenientRiot(Text.utf8(text.toString()), Lang.NQUADS);
    assertEquals(lowerCase(riot), lowerCase(ours));
  }

  @Test
  public void anErrorAfterUsualLinesHasItsPosition() {
    String usual = "<http://a/s> <http://a/p> \"x\"@en .\n";
    String wrong = "<http://a/s> <http://a/p> \"x\"@e_ .\n";
    SyntaxParseException alone = Text.refused(wrong, Text.TRIPLES);
    SyntaxParseException found = Text.refused(usual.repeat(5) + wrong, Text.TRIPLES);
    assertEquals(6, found.line());
    assertEquals(alone.column(), found.column());
    assertEquals(alone.byteOffset() + 5L * usual.length(), found.byteOffset());
    assertEquals(alone.expected(), found.expected());
    assertEquals(alone.found(), found.found());
  }
}
