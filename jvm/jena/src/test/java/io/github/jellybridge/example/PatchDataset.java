package io.github.jellybridge.example;

import io.github.jellybridge.jena.RdfPatchText;
import io.github.jellybridge.patch.PatchReader;
import io.github.jellybridge.patch.PatchWriteOptions;
import io.github.jellybridge.patch.PatchWriter;
import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.jena.rdfpatch.changes.RDFChangesApply;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;

/** The examples of docs/how-to/patches.md: write a patch, and apply it to a dataset of Jena. */
public final class PatchDataset {
  private PatchDataset() {}

  /** Writes a patch that adds a statement. */
  public static void write(Path file, String s, String p, String o) throws IOException {
    TermTable terms = new TermTable();
    NTriplesParser parser = new NTriplesParser(terms);
    int[] ids = new int[4];
    byte[] line = (s + " " + p + " " + o + " .").getBytes(StandardCharsets.UTF_8);
    try (OutputStream out = Files.newOutputStream(file);
        PatchWriter writer = PatchWriter.open(out, PatchWriteOptions.defaults())) {
      writer.start(null, terms);
      writer.startTransaction();
      parser.statement(line, 0, line.length, ids);
      writer.add(ids[0], ids[1], ids[2], ids[3]);
      writer.commit();
    }
  }

  /** Applies the patches of a file to an empty dataset. */
  public static DatasetGraph apply(Path file) throws IOException {
    DatasetGraph dataset = DatasetGraphFactory.createTxnMem();
    try (InputStream in = Files.newInputStream(file);
        PatchReader reader = PatchReader.open(in, file.toString(), PatchReader.defaults())) {
      reader.read(RdfPatchText.to(new RDFChangesApply(dataset)));
    }
    return dataset;
  }
}
