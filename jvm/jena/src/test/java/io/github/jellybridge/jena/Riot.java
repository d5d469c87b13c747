package io.github.jellybridge.jena;

import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.system.StreamRDF;
import org.apache.jena.riot.system.StreamRDFWriter;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.jena.sparql.util.IsoMatcher;

/** Reads and writes with RIOT alone, as the reference of tests. */
public final class Riot {
  /** The name that documents of tests are read under. */
  public static final String FILE = "file:///data/document";

  private static final Map<Syntax, Lang> LANGS =
      Map.of(
          Syntax.NTRIPLES, Lang.NTRIPLES,
          Syntax.NQUADS, Lang.NQUADS,
          Syntax.TURTLE, Lang.TURTLE,
          Syntax.TRIG, Lang.TRIG,
          Syntax.RDFXML, Lang.RDFXML,
          Syntax.JSONLD, Lang.JSONLD,
          Syntax.THRIFT, Lang.RDFTHRIFT,
          Syntax.PROTOBUF, Lang.RDFPROTO);

  private Riot() {}

  /** The language of RIOT. */
  public static Lang lang(Syntax syntax) {
    return LANGS.get(syntax);
  }

  /** The statements that RIOT reads. */
  public static DatasetGraph parse(byte[] document, Syntax syntax) {
    return parse(document, lang(syntax));
  }

  private static DatasetGraph parse(byte[] document, Lang lang) {
    return RDFParser.source(new ByteArrayInputStream(document))
        .forceLang(lang)
        .base(FILE)
        .toDatasetGraph();
  }

  /** Writes statements in a syntax for which RIOT has a streaming writer. */
  public static byte[] stream(DatasetGraph statements, Syntax syntax) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StreamRDF writer = StreamRDFWriter.getWriterStream(out, lang(syntax));
    writer.start();
    writer.prefix("ex", "http://example.org/ns/");
    statements.stream().forEach(writer::quad);
    writer.finish();
    return out.toByteArray();
  }

  /** A document of the test resources. */
  public static byte[] document(String name) throws IOException {
    try (InputStream in = Riot.class.getResourceAsStream("/syntax/" + name)) {
      return in.readAllBytes();
    }
  }

  /** The statements of a reader, all of them. */
  public static DatasetGraph read(StatementReader reader, int batchSize) throws IOException {
    DatasetGraph found = DatasetGraphFactory.create();
    JenaTerms terms = new JenaTerms(reader.terms());
    while (reader.nextBatch(batchSize)) {
      for (int i = 0; i < reader.batch().size(); i++) {
        found.add(terms.quad(reader.batch(), i));
      }
    }
    reader.close();
    return found;
  }

  /** The statements that our reader gives for a document. */
  public static DatasetGraph read(byte[] document, SyntaxOptions options, int batchSize)
      throws IOException {
    return read(RiotReader.open(new OpenUntilClosed(document), FILE, options), batchSize);
  }

  /** A stream that fails after it was closed, as that of a file does. */
  private static final class OpenUntilClosed extends ByteArrayInputStream {
    private boolean closed;

    OpenUntilClosed(byte[] bytes) {
      super(bytes);
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      if (closed) {
        throw new IllegalStateException("closed");
      }
      return super.read(target, offset, length);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Whether statements are the same up to the labels of blank nodes. */
  public static boolean isomorphic(DatasetGraph x, DatasetGraph y) {
    return IsoMatcher.isomorphic(x, y);
  }
}
