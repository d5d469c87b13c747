package io.github.jellybridge.example;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The example of docs/how-to/java.md: reads a Jelly file without Spark. */
public final class CountByPredicate {
  private CountByPredicate() {}

  /** Counts the statements with a literal as object, by predicate. */
  public static Map<String, Long> count(Path file) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    try (InputStream in = Files.newInputStream(file);
        JellyReader reader = JellyReader.open(in, file.toString(), JellyReadOptions.defaults())) {
      System.out.println(reader.header().options());
      while (reader.nextFrame()) {
        TermTable terms = reader.terms();
        StatementBatch batch = reader.batch();
        for (int i = 0; i < batch.size(); i++) {
          if (terms.kind(batch.o[i]) == TermKind.LITERAL) {
            counts.merge(terms.value(batch.p[i]), 1L, Long::sum);
          }
        }
      }
    }
    return counts;
  }
}
