package io.github.jellybridge.jelly;

import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermTable;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes a Jelly-RDF stream from batches of term ids; mirrors {@link JellyReader}.
 *
 * <pre>{@code
 * try (JellyWriter writer = JellyWriter.open(out, JellyWriteOptions.defaults())) {
 *   while (reader.nextBatch(4096)) {
 *     writer.write(reader.batch(), reader.terms());
 *   }
 * }
 * }</pre>
 *
 * <p>The writer ends frames of flat streams itself, see {@link JellyWriteOptions#frameSize} and
 * {@link JellyWriteOptions#maxFrameBytes}; the caller ends frames of grouped streams with {@link
 * #endFrame}. Blank node labels are written unchanged and denote the same node throughout the
 * stream, or throughout a message of a stream of messages. After an exception the writer accepts no
 * more statements. Not thread-safe.
 */
public final class JellyWriter implements Closeable {
  /** The metadata key of the scope that files with the same blank nodes share. */
  public static final String SCOPE_KEY = "jelly-bridge.scope";

  private final StreamOutput output;
  private final JellyWriteOptions options;
  private final LayoutWriter layout;

  private JellyWriter(OutputStream sink, JellyWriteOptions options) {
    this.output = new StreamOutput(sink, options);
    this.options = options;
    this.layout =
        options.protocolVersion() == ProtocolVersion.V1
            ? new RowStreamWriter(output, options)
            : new ColumnStreamWriter(output, options);
  }

  /**
   * Opens a stream. Writes no bytes yet.
   *
   * @param out the target of the bytes; receives whole frames, so needs no buffer; closed with the
   *     writer. Compression is up to the caller; a {@link PartedOutput} can compress parts alone.
   * @param options how to write
   */
  public static JellyWriter open(OutputStream out, JellyWriteOptions options) {
    return new JellyWriter(out, options);
  }

  /**
   * Writes a namespace declaration.
   *
   * @param prefix the short name, without the colon
   * @param iri the namespace
   * @throws IllegalStateException if the stream was started without {@link
   *     JellyWriteOptions#namespaceDeclarations}
   */
  public void namespace(String prefix, String iri) throws IOException {
    if (!options.namespaceDeclarations()) {
      throw new IllegalStateException(
          "the stream declares no namespaces; set namespaceDeclarations or namespaces");
    }
    output.sink.begin();
    layout.namespace(prefix, iri);
    output.sink.end();
  }

  /**
   * Writes all statements of a batch.
   *
   * @param batch term ids of the table; without a {@code g} column, all statements are in the
   *     default graph
   * @param terms the term table; not used after the call
   * @throws JellyWriteException if a statement cannot be written with the options given
   */
  public void write(StatementBatch batch, TermTable terms) throws IOException {
    write(batch, terms, 0, batch.size());
  }

  /**
   * Writes some statements of a batch.
   *
   * @param from the first entry to write
   * @param to one past the last entry to write
   * @throws JellyWriteException if a statement cannot be written with the options given
   */
  public void write(StatementBatch batch, TermTable terms, int from, int to) throws IOException {
    if (from < 0 || to > batch.size() || from > to) {
      throw new IndexOutOfBoundsException(from + " to " + to + " of " + batch.size());
    }
    if (batch.s == null || batch.p == null || batch.o == null) {
      throw new IllegalArgumentException("a batch without subjects, predicates or objects");
    }
    output.sink.begin();
    layout.write(batch, terms, from, to);
    output.sink.end();
  }

  /**
   * Ends the current frame, for streams whose frames have a meaning. Also ends the current graph.
   * Writes the frame even if it is empty. In a stream of messages (protocol version 1.2), ends the
   * current message instead, which need not be the end of a frame.
   */
  public void endFrame() throws IOException {
    output.sink.begin();
    layout.endFrame();
    output.sink.end();
  }

  /** Writes the remaining rows but does not close the stream. No more rows can be written. */
  public void finish() throws IOException {
    output.sink.finish(layout::writeLast);
  }

  /** Finishes the stream, unless writing failed before, and closes it. */
  @Override
  public void close() throws IOException {
    output.sink.close(layout::writeLast);
  }

  /** Returns the number of statements written. */
  public long statementsWritten() {
    return layout.statements();
  }

  /** Returns the number of frames written to their end. */
  public long framesWritten() {
    return output.frames();
  }

  /** Returns the number of bytes passed to the output stream. */
  public long bytesWritten() {
    return output.sink.bytes();
  }
}
