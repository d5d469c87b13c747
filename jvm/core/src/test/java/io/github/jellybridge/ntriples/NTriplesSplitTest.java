package io.github.jellybridge.ntriples;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.rdf.Batches;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** Tests that the parts of a file, wherever it is cut, have every statement exactly once. */
public class NTriplesSplitTest {
  private static final String FILE =
      """
      <http://a/s> <http://a/p> "é" .
      # comment

      _:a <http://a/p> <http://a/o> .\r
      <http://a/s> <http://a/p> "x"@en .\r<http://a/s> <http://a/p> _:b .\r

      \r
       _:a <http://a/p> "\\u00e9\\n" . # comment
      \r\r\r\n_:c <http://a/p> _:d .\
      """;

  private static NTriplesReader open(byte[] file, int start, int end) {
    ByteRange part =
        new ByteRange(
            start,
            end == file.length ? ByteRange.TO_THE_END : end,
            () -> new ByteRange.Position(linesBefore(file, start), 0));
    return NTriplesReader.open(
        new ByteArrayInputStream(file, start, file.length - start), "a.nt", Text.TRIPLES, part);
  }

  private static List<Statement> read(byte[] file, int start, int end) throws IOException {
    try (NTriplesReader reader = open(file, start, end)) {
      return Batches.readAll(reader, 2);
    }
  }

  /** Number of line ends before the first line that starts in a part; CR LF is one line end. */
  private static long linesBefore(byte[] file, int start) {
    int at = start;
    while (at < file.length && file[at] != '\n' && file[at] != '\r') {
      at++;
    }
    String before = new String(file, 0, Math.min(at + 1, file.length));
    return before.replace("\r\n", "\n").replace('\r', '\n').chars().filter(c -> c == '\n').count();
  }

  @Test
  public void twoPartsOfEverySizeHaveEveryStatementOnce() throws IOException {
    twoParts(Text.utf8(FILE));
  }

  @Test
  public void aByteOrderMarkMayBeCut() throws IOException {
    twoParts(Text.utf8("\ufeff" + FILE));
  }

  private static void twoParts(byte[] file) throws IOException {
    List<Statement> whole = Text.read(file, Text.TRIPLES);
    assertEquals(6, whole.size());
    for (int cut = 1; cut < file.length; cut++) {
      List<Statement> found = new ArrayList<>(read(file, 0, cut));
      found.addAll(read(file, cut, file.length));
      assertEquals("cut at " + cut, whole, found);
    }
  }

  @Test
  public void threePartsOfEverySizeHaveEveryStatementOnce() throws IOException {
    byte[] file = Text.utf8(FILE);
    List<Statement> whole = Text.read(file, Text.TRIPLES);
    for (int first = 1; first < file.length; first++) {
      for (int second = first + 1; second < file.length; second += 3) {
        List<Statement> found = new ArrayList<>(read(file, 0, first));
        found.addAll(read(file, first, second));
        found.addAll(read(file, second, file.length));
        assertEquals("cut at " + first + " and " + second, whole, found);
      }
    }
  }

  @Test
  public void partsCountTheirStatements() throws IOException {
    byte[] file = Text.utf8(FILE);
    for (int cut = 1; cut < file.length; cut++) {
      try (NTriplesReader first = open(file, 0, cut);
          NTriplesReader second = open(file, cut, file.length)) {
        assertEquals("cut at " + cut, 6, first.countStatements() + second.countStatements());
      }
    }
  }

  @Test
  public void errorsOfPartsNameTheLineOfTheFile() {
    String good = "<http://a/s> <http://a/p> _:b .\r\n";
    byte[] file = Text.utf8(good.repeat(5) + "bad\n" + good);
    int bad = good.length() * 5;
    for (int cut = 1; cut < bad; cut++) {
      int start = cut;
      SyntaxParseException e =
          assertThrows(SyntaxParseException.class, () -> read(file, start, file.length));
      assertEquals(bad, e.byteOffset());
      assertEquals("cut at " + cut, 6, e.line());
    }
  }

  @Test
  public void filesMayBeLargerThanAChunk() throws IOException {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    int statements = 0;
    while (text.length() < 5 << 20) {
      String literal = "x".repeat(random.nextInt(100) == 0 ? random.nextInt(300_000) : 50);
      String end = random.nextInt(3) == 0 ? "\r\n" : random.nextInt(9) == 0 ? "\r" : "\n";
      text.append("<http://a/s> <http://a/p> \"").append(literal).append(statements++);
      text.append("\\t\" .").append(end);
    }
    byte[] file = Text.utf8(text.toString());
    List<Statement> whole = Text.riot(file, org.apache.jena.riot.Lang.NTRIPLES);
    assertEquals(statements, whole.size());
    assertEquals(whole, Text.read(file, Text.TRIPLES));
    assertEquals(statements, Text.count(file, Text.TRIPLES));
    for (int i = 0; i < 10; i++) {
      int[] cuts = random.ints(3, 1, file.length).sorted().toArray();
      List<Statement> found = new ArrayList<>(read(file, 0, cuts[0]));
      found.addAll(read(file, cuts[0], cuts[1]));
      found.addAll(read(file, cuts[1], cuts[2]));
      found.addAll(read(file, cuts[2], file.length));
      assertEquals(Arrays.toString(cuts), whole, found);
    }
  }

  @Test
  public void linesMayBeLongerThanAChunk() throws IOException {
    String literal = "y".repeat(3 << 20);
    String text = "<http://a/s> <http://a/p> _:b .\n";
    byte[] file = Text.utf8(text + text.replace("_:b", "\"" + literal + "\"") + text);
    assertEquals(
        Text.riot(file, org.apache.jena.riot.Lang.NTRIPLES), Text.read(file, Text.TRIPLES));
    Cases.each(
        new int[] {1, 31, 32, 33, 100, 2 << 20, file.length - 40, file.length - 1},
        cut -> {
          assertEquals(3, read(file, 0, cut).size() + read(file, cut, file.length).size());
        });
  }

  @Test
  public void aPartMayStartWithALineLongerThanAChunk() throws IOException {
    String text = "<http://a/s> <http://a/p> _:b .";
    Cases.each(
        new String[] {"\r", "\r\n", "\n"},
        end -> {
          // The line end is at the end of the first chunk of the second part, or near it.
          for (int length = (1 << 20) - 3; length < (1 << 20) + 3; length++) {
            byte[] file =
                Text.utf8(text + " #" + "y".repeat(length) + end + (text + end).repeat(3));
            int cut = text.length() + 2;
            assertEquals(1, read(file, 0, cut).size());
            assertEquals(3, read(file, cut, file.length).size());
            cut = text.length() + 3 + length;
            assertEquals(end.length() > 1 ? 3 : 2, read(file, cut, file.length).size());
          }
        });
  }

  @Test
  public void streamsMayGiveFewBytesAtATime() throws IOException {
    byte[] file = Text.utf8((FILE + "\n").repeat(3));
    FilterInputStream slow =
        new FilterInputStream(new ByteArrayInputStream(file)) {
          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            return super.read(target, offset, Math.min(length, 3));
          }

          @Override
          public int available() {
            return 0;
          }
        };
    try (NTriplesReader reader = NTriplesReader.open(slow, "a.nt", Text.TRIPLES)) {
      assertEquals(Text.read(file, Text.TRIPLES), Batches.readAll(reader, 1000));
    }
  }
}
