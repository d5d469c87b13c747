package io.github.jellybridge.jena;

import io.github.jellybridge.patch.PatchHandler;
import io.github.jellybridge.rdf.NTriplesParseException;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.text.LanguageTags;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.jena.graph.Node;
import org.apache.jena.rdfpatch.PatchException;
import org.apache.jena.rdfpatch.RDFChanges;
import org.apache.jena.rdfpatch.text.RDFChangesWriterText;
import org.apache.jena.rdfpatch.text.RDFPatchReaderText;
import org.apache.jena.riot.RiotException;
import org.apache.jena.riot.tokens.Token;
import org.apache.jena.riot.tokens.Tokenizer;
import org.apache.jena.riot.tokens.TokenizerText;
import org.apache.jena.sparql.core.Quad;

/**
 * Text RDF Patch ({@code .rdfp}) in and out, through Jena's own reader and writer.
 *
 * <p>A text is one stream of operations: where patches end is not written, and all of a text is one
 * patch when it is read. The IRI of a namespace that is deleted is not written either. Blank nodes
 * are read as {@code <_:label>} and {@code _:label}, and written as the former. Language tags are
 * read in the case that Jena gives them. A term that would be read as another one is refused.
 */
public final class RdfPatchText {
  private static final Predicate<String> NOT_IN_LABELS =
      Pattern.compile("[\\x00-\\x20<>\"{}|^`\\\\]").asPredicate();

  private RdfPatchText() {}

  /**
   * Reads a text as events; {@link PatchHandler#start} gets no options, as a text has none.
   *
   * @throws PatchException for malformed text
   */
  public static void read(InputStream in, PatchHandler handler) throws IOException {
    PatchFromJena changes = new PatchFromJena(handler);
    PatchTextInput text = new PatchTextInput(in);
    try {
      new RDFPatchReaderText(text).apply(changes);
    } catch (PatchFromJena.HandlerException e) {
      throw e.thrown();
    } catch (PatchException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      throw failure(text, e);
    }
    changes.end();
  }

  /**
   * Returns the error of a text whose reader failed: whatever it throws, the text made it do so.
   *
   * @throws IOException the error of the storage, if that is the cause
   */
  private static PatchException failure(PatchTextInput text, Throwable e) throws IOException {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException storage) {
        throw storage;
      }
    }
    if (e instanceof RiotException) {
      // Of the tokenizer, whose words name the line and the column.
      return new PatchException(e.getMessage(), e);
    }
    String reason =
        e instanceof StackOverflowError ? "nested too deep" : "its reader fails with " + e;
    return new PatchException(text.position() + ": " + reason, e);
  }

  /**
   * Makes events a text.
   *
   * @param out gets all of the text when the handler is closed; is not closed
   */
  public static Writer writer(OutputStream out) {
    return new Writer(RDFChangesWriterText.create(out));
  }

  /** Writes a text; what is left is written when it is closed. */
  public static final class Writer extends PatchToJena implements AutoCloseable {
    private final RDFChangesWriterText text;

    private Writer(RDFChangesWriterText text) {
      super(text);
      this.text = text;
      text.start();
    }

    /**
     * Labels, tags and IRIs are written as they are, so that some would be read as another term.
     */
    @Override
    Node node(int id) throws IOException {
      try {
        Node node = super.node(id);
        if (node != null) {
          check(node);
        }
        return node;
      } catch (NTriplesParseException e) {
        // The text of a quoted triple.
        throw unwritable(e.expected(), e.found());
      }
    }

    @Override
    JenaTerms bridge(TermTable of) {
      return JenaTerms.asWritten(of);
    }

    private static void check(Node node) throws IOException {
      if (node.isTripleTerm()) {
        check(node.getTriple().getSubject());
        check(node.getTriple().getPredicate());
        check(node.getTriple().getObject());
      } else if (node.isBlank() && NOT_IN_LABELS.test(node.getBlankNodeLabel())) {
        throw unwritable(
            "a blank node whose label has no space, no control and none of <>\"{}|^`\\",
            "'" + node.getBlankNodeLabel() + "'");
      } else if (node.isURI() && node.getURI().startsWith("_:")) {
        throw unwritable("an IRI that does not look like a blank node", node.getURI());
      } else if (node.isLiteral()
          && !node.getLiteralLanguage().isEmpty()
          && !LanguageTags.isTag(node.getLiteralLanguage())) {
        throw unwritable("a language tag", "'" + node.getLiteralLanguage() + "'");
      }
    }

    /** What Jena takes for the default graph would be written as no graph. */
    @Override
    Node graphName(int id) throws IOException {
      Node name = node(id);
      if (name != null && Quad.isDefaultGraph(name)) {
        throw unwritable("a graph that Jena does not take for the default one", name.getURI());
      }
      return name;
    }

    @Override
    public void header(String name, int value) throws IOException {
      if (!isWord(name)) {
        throw unwritable("a header whose name is a word", "'" + name + "'");
      }
      super.header(name, value);
    }

    /** Tells whether the reader takes a text for one word, which names of headers have to be. */
    private static boolean isWord(String text) {
      try {
        Tokenizer tokens = TokenizerText.fromString(text);
        Token token = tokens.hasNext() ? tokens.next() : null;
        return token != null && token.isWord() && token.getImage().equals(text);
      } catch (RiotException e) {
        return false;
      }
    }

    private static IOException unwritable(String expected, String found) {
      return new IOException(
          "cannot write text RDF Patch: expected " + expected + ", found " + found);
    }

    @Override
    public void endPatch() {
      // A text does not tell.
    }

    @Override
    public void close() {
      text.finish();
      text.close();
    }
  }

  /**
   * Makes events calls of a handler of Jena, such as one that changes a dataset. A graph that only
   * Jena takes for the default one is an {@link IllegalArgumentException}.
   */
  public static PatchHandler to(RDFChanges changes) {
    return new PatchToJena(changes);
  }
}
