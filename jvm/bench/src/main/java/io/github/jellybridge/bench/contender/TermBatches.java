package io.github.jellybridge.bench.contender;

import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.StreamOptions;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Statements in memory as the reader hands them out, a table a chunk: what encoders start from.
 *
 * @param terms the terms of the chunk
 * @param batch its statements
 */
public record TermBatches(TermTable terms, StatementBatch batch) {
  /** Reads the first statements of some files. */
  public static List<TermBatches> of(List<Path> files, long limit) throws IOException {
    List<TermBatches> chunks = new ArrayList<>();
    long rest = limit;
    for (Path file : files) {
      try (JellyReader reader = Decoders.openBridge(file)) {
        while (rest > 0 && reader.nextBatch((int) Math.min(rest, Integer.MAX_VALUE))) {
          chunks.add(new TermBatches(copy(reader.terms()), copy(reader.batch())));
          rest -= reader.batch().size();
        }
      }
    }
    return chunks;
  }

  /** The options that the first file was written with. */
  public static StreamOptions options(List<Path> files) throws IOException {
    try (JellyReader reader = Decoders.openBridge(files.get(0))) {
      return reader.header().options();
    }
  }

  public static long statements(List<TermBatches> chunks) {
    return chunks.stream().mapToLong(chunk -> chunk.batch().size()).sum();
  }

  private static TermTable copy(TermTable from) {
    TermTable to = new TermTable();
    byte[] data = from.data().clone();
    to.reset(data, data.length);
    int[] symbols = new int[from.symbols().size()];
    for (int i = 1; i < symbols.length; i++) {
      byte[] symbol = from.symbols().bytes(i);
      symbols[i] = to.symbols().intern(symbol, 0, symbol.length);
    }
    for (int id = 1; id < from.size(); id++) {
      int offset = from.firstOffset(id);
      int first = from.firstLength(id);
      int length = from.valueLength(id);
      if (first > 0) {
        to.addPair(from.kind(id), offset, first, from.restOffset(id), length - first);
      } else if (from.kind(id) == TermKind.LITERAL) {
        to.addLiteral(offset, length, symbols[from.langId(id)], symbols[from.datatypeId(id)]);
      } else {
        to.add(from.kind(id), offset, length);
      }
    }
    return to;
  }

  private static StatementBatch copy(StatementBatch from) {
    int n = from.size();
    StatementBatch to = new StatementBatch(n, true, true, true, true);
    System.arraycopy(from.s, 0, to.s, 0, n);
    System.arraycopy(from.p, 0, to.p, 0, n);
    System.arraycopy(from.o, 0, to.o, 0, n);
    System.arraycopy(from.g, 0, to.g, 0, n);
    to.size(n);
    return to;
  }
}
