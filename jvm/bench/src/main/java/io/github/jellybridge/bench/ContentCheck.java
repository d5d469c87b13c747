package io.github.jellybridge.bench;

import io.github.jellybridge.bench.contender.Decoders;
import io.github.jellybridge.bench.contender.EncodedFiles;
import io.github.jellybridge.bench.contender.PlainTasks;
import io.github.jellybridge.bench.contender.StatementSinks;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jena.JenaTerms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.jena.graph.Node;

/**
 * A digest of every term of every statement in order, to compare jelly-bridge with jelly-jena.
 *
 * <p>The timed answers are lengths and differ in unit between bytes and strings; this check, which
 * is not timed, makes them comparable.
 */
final class ContentCheck extends StatementSinks.Quads {
  private final Decoders.Lengths lengths = new Decoders.Lengths();
  private long hash;

  private ContentCheck() {}

  /** Reads the files with jelly-bridge. */
  static ContentCheck bridge(List<Path> files) throws IOException {
    ContentCheck check = new ContentCheck();
    for (Path file : files) {
      try (JellyReader reader = Decoders.openBridge(file)) {
        JenaTerms nodes = new JenaTerms(reader.terms());
        while (reader.nextBatch(4096)) {
          for (int i = 0; i < reader.batch().size(); i++) {
            check.quad(nodes.quad(reader.batch(), i));
          }
        }
      }
    }
    return check;
  }

  /** Reads the files with jelly-jena. */
  static ContentCheck jellyJena(List<Path> files) {
    ContentCheck check = new ContentCheck();
    files.forEach(file -> EncodedFiles.parse(file, check));
    return check;
  }

  /** The value lengths in UTF-8 that jelly-bridge must answer. */
  String utf8Lengths() {
    return lengths.toString();
  }

  @Override
  public String toString() {
    return hash + " of " + lengths;
  }

  @Override
  public void statement(Node s, Node p, Node o, Node g) {
    lengths.statements++;
    lengths.s += add(s);
    lengths.p += add(p);
    lengths.o += add(o);
    lengths.g += add(g);
  }

  /** Adds a node to the hash. Returns the UTF-8 length of its value. */
  private int add(Node node) {
    hash *= 31;
    if (node == null || node.isTripleTerm()) {
      hash += node == null ? 0 : 1;
      return 0;
    }
    String value = PlainTasks.value(node);
    hash += 7L * value.hashCode() + (node.isURI() ? 2 : node.isBlank() ? 3 : 4);
    if (node.isLiteral()) {
      hash += 1_000_003L * node.getLiteralLanguage().toLowerCase(Locale.ROOT).hashCode();
      hash += 1_000_000_007L * Objects.hashCode(node.getLiteralDatatypeURI());
    }
    return value.getBytes(StandardCharsets.UTF_8).length;
  }
}
