package io.github.jellybridge.jena;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import io.github.jellybridge.jena.jsonld.JsonLdParser;
import io.github.jellybridge.jena.text.ParseErrors;
import io.github.jellybridge.jena.text.Utf8Input;
import io.github.jellybridge.jena.xml.RdfXmlParser;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.text.IriCharacters;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.jena.atlas.RuntimeIOException;
import org.apache.jena.atlas.lib.IRILib;
import org.apache.jena.irix.IRIException;
import org.apache.jena.riot.RiotException;
import org.apache.jena.riot.lang.LangTriG;
import org.apache.jena.riot.lang.LangTurtle;
import org.apache.jena.riot.protobuf.wire.PB_RDF.RDF_StreamRow;
import org.apache.jena.riot.thrift.TRDF;
import org.apache.jena.riot.tokens.Tokenizer;
import org.apache.jena.riot.tokens.TokenizerText;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;

/** Runs RIOT's parser of a syntax over a whole file. */
final class RiotParser {
  private static final int BUFFER_BYTES = 1 << 16;

  private final String file;
  private final SyntaxOptions options;
  private final RiotSink sink;
  private final ParseErrors errors;
  private final BlankNodeLabels labels;
  private long rowsRead;

  private RiotParser(String file, SyntaxOptions options, RiotSink sink) {
    this.file = file;
    this.options = options;
    this.sink = sink;
    this.errors = new ParseErrors(file, options.syntax());
    this.labels = new BlankNodeLabels(options.scope(), file);
  }

  /** Rejects a syntax that is not read here. */
  static void require(Syntax syntax) {
    if (syntax.isLines() || syntax == Syntax.JELLY) {
      throw new IllegalArgumentException(syntax.title() + " has a reader of its own");
    }
  }

  /**
   * Parses a file.
   *
   * @throws IOException an error of the file, as {@link ParseErrors} makes it, or of its storage;
   *     unchecked exceptions of the storage are rethrown as they are
   */
  static void parse(InputStream in, String file, SyntaxOptions options, RiotSink sink)
      throws IOException {
    new RiotParser(file, options, sink).parse(in);
  }

  private void parse(InputStream in) throws IOException {
    try {
      switch (options.syntax()) {
        case TURTLE -> new LangTurtle(tokens(in), profile(), sink).parse();
        case TRIG -> new LangTriG(tokens(in), profile(), sink).parse();
        case RDFXML -> RdfXmlParser.parse(in, base(), options.documents(), labels, sink, errors);
        case JSONLD ->
            JsonLdParser.parse(
                in, base(), options.documents(), labels, labels::unlabelled, sink, errors);
        case THRIFT -> thrift(in);
        case PROTOBUF -> protobuf(in);
        default -> throw new IllegalStateException(options.syntax().title());
      }
    } catch (IOException | TException | RuntimeException | StackOverflowError e) {
      throw failure(e);
    }
  }

  /**
   * Returns the error of a failed parser: that of the storage or of the file, if one of these is
   * its cause, or else an error of the file. Whatever a parser throws, the file made it do so.
   */
  private IOException failure(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (PullParser.isCancelled(cause)) {
        throw (RuntimeException) cause;
      }
      if (cause instanceof CancellableInput.StorageException storage) {
        throw storage.thrown();
      }
      if (cause instanceof IOException io && !isMalformed(io)) {
        return io;
      }
    }
    String row = options.syntax().isBinaryOfJena() ? "row " + (rowsRead + 1) + ": " : "";
    return errors.failed(row, message(e), e);
  }

  /** Tells whether a library means malformed input by an exception. */
  private static boolean isMalformed(IOException e) {
    return e instanceof CharConversionException || e instanceof InvalidProtocolBufferException;
  }

  private static String message(Throwable e) {
    if (e instanceof StackOverflowError) {
      return "nested too deep";
    }
    // Those that parsers throw on purpose have words for users.
    boolean meant =
        e instanceof RiotException
            || e instanceof IRIException
            || e instanceof RuntimeIOException
            || e instanceof IllegalArgumentException
            || e instanceof TException
            || e instanceof IOException;
    return meant && e.getMessage() != null ? e.getMessage() : "its parser fails with " + e;
  }

  private Tokenizer tokens(InputStream in) {
    Tokenizer tokens =
        TokenizerText.create().source(new Utf8Input(in, errors)).errorHandler(errors).build();
    errors.follow(tokens::getLine, tokens::getColumn);
    return new NestingTokenizer(tokens, options.documents().maxDepth(), errors);
  }

  private StrictProfile profile() {
    return new StrictProfile(labels, errors, base());
  }

  /** The base IRI; Hadoop writes that of a local file with one slash, others with three. */
  private String base() {
    String base = options.base() == null ? uri(file) : options.base();
    return base.matches("file:/[^/].*") ? "file://" + base.substring("file:".length()) : base;
  }

  /** A name without a scheme is the path of a local file. */
  private static String uri(String file) {
    byte[] name = file.getBytes(StandardCharsets.UTF_8);
    boolean iri = IriCharacters.schemeEnd(name, 0, name.length) > 0;
    return iri ? file : IRILib.filenameToIRI(file);
  }

  /** Reads row by row: RIOT's loop accepts a file that ends within a row. */
  private void thrift(InputStream in) throws IOException, TException {
    ThriftInput input = new ThriftInput(in);
    TProtocol protocol = TRDF.protocol(input);
    ThriftTerms rows = new ThriftTerms(binaryTerms(), sink);
    var row = new org.apache.jena.riot.thrift.wire.RDF_StreamRow();
    for (; input.more(); row.clear()) {
      row.read(protocol);
      TRDF.visit(row, rows);
      rowsRead++;
    }
  }

  private BinaryTerms binaryTerms() {
    return new BinaryTerms(labels, sink, options.documents().maxDepth());
  }

  private void protobuf(InputStream in) throws IOException {
    CodedInputStream input = CodedInputStream.newInstance(in, BUFFER_BYTES);
    ProtobufTerms rows = new ProtobufTerms(binaryTerms(), sink);
    while (!input.isAtEnd()) {
      int limit = input.pushLimit(input.readRawVarint32());
      RDF_StreamRow row = RDF_StreamRow.parseFrom(input);
      if (input.getBytesUntilLimit() > 0) {
        throw new RiotException("the file ends");
      }
      input.popLimit(limit);
      // Protobuf's limit counts for a row, not for the file.
      input.resetSizeCounter();
      switch (row.getRowCase()) {
        case TRIPLE -> rows.visit(row.getTriple());
        case QUAD -> rows.visit(row.getQuad());
        case PREFIXDECL -> rows.visit(row.getPrefixDecl());
        case BASE -> rows.visit(row.getBase());
        case ROW_NOT_SET -> throw new RiotException("a row without a kind");
      }
      rowsRead++;
    }
  }
}
