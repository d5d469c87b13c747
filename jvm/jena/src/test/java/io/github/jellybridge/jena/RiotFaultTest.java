package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.testing.Cases;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** Whatever a parser throws is an error of its file, and what its surroundings throw is none. */
public class RiotFaultTest {
  private static final Map<Syntax, String> STARTS =
      Map.of(
          Syntax.TURTLE, "<x:s>\n<x:p> ",
          Syntax.TRIG, "<x:g> {\n<x:s> <x:p> ",
          Syntax.RDFXML,
              "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\n"
                  + "<rdf:Description>",
          Syntax.JSONLD, "{\"x:p\":\n [",
          Syntax.THRIFT, "",
          Syntax.PROTOBUF, "");

  /** A stream that fails after some bytes. */
  private static InputStream failing(String start, Throwable fault) {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            return read(new byte[1], 0, 1);
          }

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            if (fault instanceof IOException e) {
              throw e;
            }
            if (fault instanceof RuntimeException e) {
              throw e;
            }
            throw (Error) fault;
          }
        };
    return new SequenceInputStream(
        new ByteArrayInputStream(start.getBytes(StandardCharsets.UTF_8)), broken);
  }

  private static Throwable thrown(Syntax syntax, Throwable fault) {
    RiotReader reader =
        RiotReader.open(failing(STARTS.get(syntax), fault), Riot.FILE, SyntaxOptions.of(syntax));
    return assertThrows(Throwable.class, () -> reader.nextBatch(10));
  }

  /** The parser sees them where it reads, as if they were its own. */
  private static SyntaxParseException error(Syntax syntax, Throwable fault) {
    TermTable terms = new TermTable();
    terms.reset(new byte[0], 0);
    StatementBatch batch = StatementBatch.ofColumns(StatementBatch.ALL);
    RiotSink sink = new RiotSink(terms, batch, new PullParser("parsing"), () -> 0, true);
    InputStream in = failing(STARTS.get(syntax), fault);
    return assertThrows(
        SyntaxParseException.class,
        () -> RiotParser.parse(in, Riot.FILE, SyntaxOptions.of(syntax), sink));
  }

  @Test
  public void uncheckedExceptionsAndAnOverflowOfTheStackAreErrorsOfTheFile() {
    Cases.each(
        STARTS.keySet(),
        syntax -> {
          for (Throwable fault :
              List.of(
                  new ArithmeticException("overflow"),
                  new ClassCastException("no string"),
                  new NullPointerException(),
                  new StackOverflowError())) {
            SyntaxParseException e = error(syntax, fault);
            assertTrue(e.getMessage(), e.getMessage().startsWith(Riot.FILE + ": "));
            assertEquals("valid " + syntax.title(), e.expected());
            String reason =
                fault instanceof Error ? "nested too deep" : "its parser fails with " + fault;
            assertTrue(e.getMessage(), e.found().endsWith("'" + reason + "'"));
            assertEquals(syntax.isBinaryOfJena(), e.found().startsWith("row 1: "));
            assertSame(fault, e.getCause());
            boolean text = syntax != Syntax.JSONLD && !syntax.isBinaryOfJena();
            assertEquals(e.getMessage(), text, e.line() > 0);
          }
        });
  }

  @Test
  public void aLackOfMemoryAnInterruptAndAFaultOfTheStorageAreNone() {
    Cases.each(
        STARTS.keySet(),
        syntax -> {
          for (Throwable fault :
              List.of(
                  new OutOfMemoryError("heap"),
                  new InterruptedIOException("cancelled"),
                  new java.nio.file.FileSystemException("disk"),
                  new NoClassDefFoundError("x/Y"))) {
            assertSame(fault, thrown(syntax, fault));
          }
          Throwable storage = new IllegalStateException("client");
          assertSame(storage, thrown(syntax, storage));
        });
  }
}
