package io.github.jellybridge.jena;

import io.github.jellybridge.patch.PatchHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.jena.rdfpatch.RDFChanges;
import org.apache.jena.rdfpatch.text.RDFChangesWriterText;
import org.apache.jena.rdfpatch.text.RDFPatchReaderText;

/**
 * Text RDF Patch ({@code .rdfp}) in and out, through Jena's own reader and writer.
 *
 * <p>A text is one stream of operations: where patches end is not written, and all of a text is one
 * patch when it is read. The IRI of a namespace that is deleted is not written either. Jena 5.6
 * does not read the quoted triples that it writes.
 */
public final class RdfPatchText {
  private RdfPatchText() {}

  /**
   * Reads a text as events; {@link PatchHandler#start} gets no options, as a text has none.
   *
   * @throws org.apache.jena.rdfpatch.PatchException for what is no RDF Patch
   */
  public static void read(InputStream in, PatchHandler handler) throws IOException {
    PatchFromJena changes = new PatchFromJena(handler);
    try {
      new RDFPatchReaderText(in).apply(changes);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    changes.end();
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

  /** Makes events calls of a handler of Jena, such as one that changes a dataset. */
  public static PatchHandler to(RDFChanges changes) {
    return new PatchToJena(changes);
  }
}
