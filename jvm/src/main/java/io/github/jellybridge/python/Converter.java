package io.github.jellybridge.python;

import io.github.jellybridge.borsh.BorshWriteOptions;
import io.github.jellybridge.borsh.BorshWriter;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.rdf.StatementReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Copies the statements of a file into a file of another format, or into several of RDF/Borsh when
 * there are too many terms for one; or the operations of patches. They appear when all are
 * complete.
 */
final class Converter implements Closeable {
  private static final int BATCH = 4096;

  private final SourceFile source;
  private final String target;
  private final BorshWriteOptions borsh;
  private final FileSystem fs;
  private final List<Path> staged = new ArrayList<>();
  private final List<Path> finished = new ArrayList<>();
  private boolean published;

  Converter(SourceFile source, String target, BorshWriteOptions borsh, Configuration conf)
      throws IOException {
    this.source = source;
    this.target = target;
    this.borsh = borsh;
    this.fs = new Path(target).getFileSystem(conf);
    // No hidden files beside those that were asked for; this process writes nothing else.
    this.fs.setWriteChecksum(false);
  }

  /**
   * Converts.
   *
   * @return the number of statements, or of operations of patches
   * @throws SourceFile.UnreadableException when the target exists or has a name of no known format
   */
  long convert(boolean strict, Progress progress) throws IOException {
    String name = target.toLowerCase(Locale.ROOT);
    if (PatchFiles.isPatch(source.plainName())) {
      return publish(patches(name, strict, progress));
    }
    if (!name.endsWith(StatementFiles.BORSH) && !name.endsWith(".jelly")) {
      throw new SourceFile.UnreadableException(
          target + ": expected a name that ends in .jelly or .rdfb", null);
    }
    long statements;
    try (SourceFile.Stream in = source.open(Progress.NONE);
        StatementReader reader = StatementFiles.open(source, in, strict)) {
      Progress told = (bytes, count) -> progress.report(in.bytesRead(), count);
      statements =
          name.endsWith(StatementFiles.BORSH) ? toBorsh(reader, told) : toJelly(reader, told);
    }
    return publish(statements);
  }

  private long patches(String name, boolean strict, Progress progress) throws IOException {
    String other =
        source.plainName().endsWith(PatchFiles.TEXT) ? PatchFiles.JELLY : PatchFiles.TEXT;
    if (!name.endsWith(other)) {
      throw new SourceFile.UnreadableException(
          target + ": expected a name that ends in " + other, null);
    }
    try (SourceFile.Stream in = source.open(progress)) {
      return PatchFiles.convert(source, in, create(), strict);
    }
  }

  private long publish(long count) throws IOException {
    for (int i = 0; i < staged.size(); i++) {
      if (!fs.rename(staged.get(i), finished.get(i))) {
        throw new IOException("cannot rename " + staged.get(i) + " to " + finished.get(i));
      }
    }
    published = true;
    return count;
  }

  /** Returns the names of the files that were written. */
  List<String> files() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < finished.size(); i++) {
      names.add(name(i));
    }
    return names;
  }

  private long toJelly(StatementReader reader, Progress progress) throws IOException {
    JellyWriteOptions options =
        JellyWriteOptions.builder()
            .physicalType(PhysicalType.QUADS)
            .rdfStar(true)
            .generalized(true)
            .build();
    try (JellyWriter writer = JellyWriter.open(create(), options)) {
      while (reader.nextBatch(BATCH)) {
        writer.write(reader.batch(), reader.terms());
        progress.report(0, reader.statementsRead());
      }
    }
    return reader.statementsRead();
  }

  private long toBorsh(StatementReader reader, Progress progress) throws IOException {
    BorshWriter writer = BorshWriter.open(create(), borsh);
    try {
      while (reader.nextBatch(BATCH)) {
        int size = reader.batch().size();
        int at = writer.writeWhatFits(reader.batch(), reader.terms(), 0, size);
        while (at < size) {
          writer.close();
          writer = BorshWriter.open(create(), borsh);
          at = writer.writeWhatFits(reader.batch(), reader.terms(), at, size);
        }
        progress.report(0, reader.statementsRead());
      }
    } finally {
      writer.close();
    }
    return reader.statementsRead();
  }

  private FSDataOutputStream create() throws IOException {
    Path path = new Path(name(finished.size()));
    if (fs.exists(path)) {
      throw new SourceFile.UnreadableException(path + ": exists already", null);
    }
    Path temporary = new Path(path.getParent(), "." + path.getName() + ".part");
    FSDataOutputStream out = fs.create(temporary, true);
    staged.add(temporary);
    finished.add(path);
    return out;
  }

  /** The target itself, then with a number before its extension. */
  private String name(int file) {
    int dot = target.lastIndexOf('.');
    String number = file == 0 ? "" : String.format("-%03d", file);
    return target.substring(0, dot) + number + target.substring(dot);
  }

  /** Deletes what was not published. */
  @Override
  public void close() throws IOException {
    if (!published) {
      for (Path file : staged) {
        fs.delete(file, false);
      }
    }
  }
}
