package io.github.jellybridge.jena;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.fuzz.Sampling;
import io.github.jellybridge.jena.xml.XmlPrologue;
import io.github.jellybridge.rdf.Batches;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import io.github.jellybridge.rdf.TermTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads a document with the parsers that use Jena. */
final class DocumentFuzz {
  /** More statements than a document of a few KiB has, so that the parser never waits. */
  private static final int ONE_BATCH = 1 << 16;

  static {
    XmlPrologue.initialize();
  }

  private DocumentFuzz() {}

  /**
   * Checks that a document is parsed or refused, and for a sample of them, that the statements or
   * the error do not depend on the size of the batches. A reader starts a thread, which takes
   * longer than parsing a small document.
   */
  static void check(byte[] document, Syntax syntax) throws IOException {
    if (Sampling.isSampled(document)) {
      assertEquals(outcome(document, syntax, 1000), outcome(document, syntax, 1));
    } else {
      parse(document, syntax);
    }
  }

  private static String outcome(byte[] document, Syntax syntax, int batch) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(document);
    try (RiotReader reader = RiotReader.open(in, Riot.FILE, SyntaxOptions.of(syntax))) {
      return Batches.readAll(reader, batch).toString();
    } catch (SyntaxParseException e) {
      return e.getMessage();
    }
  }

  private static void parse(byte[] document, Syntax syntax) throws IOException {
    SyntaxOptions options = SyntaxOptions.of(syntax);
    TermTable terms = new TermTable();
    terms.reset(new byte[document.length], 0);
    RiotSink sink =
        new RiotSink(
            terms,
            StatementBatch.ofColumns(options.columns()),
            new PullParser(Riot.FILE),
            () -> document.length,
            true);
    sink.startBatch(ONE_BATCH);
    InputStream in = new ByteArrayInputStream(document);
    try {
      RiotParser.parse(in, Riot.FILE, options, sink);
    } catch (SyntaxParseException e) {
      // Refused.
    }
  }
}
