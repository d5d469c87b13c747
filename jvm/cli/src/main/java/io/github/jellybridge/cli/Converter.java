package io.github.jellybridge.cli;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.files.CompressedOutput;
import io.github.jellybridge.files.Compression;
import io.github.jellybridge.files.JobFiles;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.SyntaxOptions;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Copies the statements of files into a file of another format, or into several of RDF/Borsh when
 * one does not hold all; or the operations of patches. They appear when all are complete.
 */
final class Converter implements Closeable {
  private static final int BATCH = 4096;

  /** A file that the process that started this one has opened: standard output of this one. */
  private static final String OPEN_FILE = "/dev/fd/\\d+";

  private final List<SourceFile> sources;
  private final String target;
  private final Compression compression;
  private final ConvertOptions options;
  private final FileSystem fs;
  private final Drafts drafts;
  private final List<String> names = new ArrayList<>();
  private boolean opened;

  /**
   * Converts files.
   *
   * @param sources the files, at least one; of several, the blank nodes are kept apart, unless one
   *     job has written them
   */
  Converter(List<SourceFile> sources, String target, ConvertOptions options, Configuration conf)
      throws IOException {
    this.sources = sources;
    this.target = target;
    this.compression = Compression.of(target);
    this.options = options;
    this.fs =
        ColonNames.fileSystem(SourceFile.fileSystem(target, conf), SourceFile.hadoopPath(target));
    // No hidden files beside those that were asked for; this process writes nothing else.
    this.fs.setWriteChecksum(false);
    this.drafts = new Drafts(fs);
  }

  /**
   * Converts.
   *
   * @param progress makes who is told how far a source is read
   * @return the number of statements, or of operations of patches
   * @throws SourceFile.UnreadableException when the target exists or has a name of no known format
   */
  long convert(Function<SourceFile, Progress> progress) throws IOException {
    if (options.from() == null && sources.stream().anyMatch(PatchFiles::isPatch)) {
      SourceFile first = sources.get(0);
      return publish(patches(first, progress.apply(first)));
    }
    FileKind to = options.to() == null ? FileKind.ofFile(plainTarget()) : options.to();
    if (to == null || to.isPatch() || !StatementTarget.canWrite(to)) {
      throw unknownTarget(
          "a name that ends in .rdfb, .jelly, .nt, .nq, .ttl, .trig, .rdf, .jsonld, .rt or .rpb, or"
              + " the option --to");
    }
    return publish(statements(to, progress));
  }

  private SourceFile.UnreadableException unknownTarget(String expected) {
    return new SourceFile.UnreadableException(target + ": expected " + expected, null);
  }

  /** The target, without the extension of a compression. */
  private String plainTarget() {
    return target.substring(0, target.length() - compression.extension().length());
  }

  private long patches(SourceFile source, Progress progress) throws IOException {
    if (sources.size() > 1) {
      SourceFile patch = sources.stream().filter(PatchFiles::isPatch).findFirst().orElseThrow();
      throw new SourceFile.UnreadableException(
          patch.name() + ": is a patch, and patches are converted one by one", null);
    }
    if (options.to() != null) {
      throw new SourceFile.UnreadableException(
          source.name() + ": is a patch, for which there is no --to", null);
    }
    FileKind other = PatchFiles.isText(source) ? FileKind.JELLY_PATCH : FileKind.TEXT_PATCH;
    if (!other.equals(FileKind.ofFile(plainTarget()))) {
      throw unknownTarget("a name that ends in " + other.extension());
    }
    try (SourceFile.Stream in = source.open(progress)) {
      return PatchFiles.convert(source, in, create(), options.strict());
    }
  }

  private long statements(FileKind to, Function<SourceFile, Progress> progress) throws IOException {
    long statements = 0;
    StatementTarget out = null;
    try {
      for (SourceFile source : sources) {
        Progress told = progress.apply(source);
        try (SourceFile.Stream in = source.open(Progress.NONE);
            StatementReader reader = open(source, in)) {
          boolean more = reader.nextBatch(BATCH);
          if (out == null) {
            // Namespaces are known once there are statements, as a rule.
            out = StatementTarget.open(to, this::create, options, reader.prefixes());
          }
          while (more) {
            out.write(reader.batch(), reader.terms());
            told.report(in.bytesRead(), reader.statementsRead());
            more = reader.nextBatch(BATCH);
          }
          statements += reader.statementsRead();
        }
      }
    } finally {
      if (out != null) {
        out.close();
      }
    }
    return statements;
  }

  private StatementReader open(SourceFile source, SourceFile.Stream in) throws IOException {
    FileKind kind = options.from() == null ? StatementFiles.kind(source) : options.from();
    SyntaxOptions read = options.reading();
    if (sources.size() > 1) {
      String path = source.path().toString();
      read = read.withScope(JobFiles.scope(source.path().getName(), path));
    }
    return StatementFiles.open(source, kind, in, options.strict(), read);
  }

  private long publish(long count) throws IOException {
    // What has come there since they were started is not replaced.
    for (String name : names) {
      checkFree(name);
    }
    drafts.publish(
        (draft, path) -> {
          try {
            Drafts.renameToFree(fs, draft, path);
          } catch (FileAlreadyExistsException e) {
            throw new SourceFile.UnreadableException(path + ": exists already", e);
          } catch (IOException e) {
            throw new TargetStream.FailedException(target, e);
          }
        });
    return count;
  }

  /**
   * Checks that there is no file of a name.
   *
   * @throws SourceFile.UnreadableException when there is one, or a link to none
   */
  private void checkFree(String name) throws IOException {
    Path path = SourceFile.hadoopPath(name);
    if (fs.exists(path)) {
      throw new SourceFile.UnreadableException(name + ": exists already", null);
    }
    // Hadoop follows links. As cp, do not write to where one leads, nor put a file in its place.
    Path whole = fs.makeQualified(path);
    if ("file".equals(whole.toUri().getScheme())
        && Files.isSymbolicLink(java.nio.file.Path.of(whole.toUri().getPath()))) {
      throw new SourceFile.UnreadableException(name + ": is a link to no file", null);
    }
  }

  /** Returns the names of the files that were written. */
  List<String> files() {
    return List.copyOf(names);
  }

  private OutputStream create() throws IOException {
    if (compression == Compression.BZIP2) {
      throw unknownTarget("another compression, .gz or .zst; .bz2 is for reading only");
    }
    if (target.matches(OPEN_FILE)) {
      return openFile();
    }
    String name = name(names.size());
    checkFree(name);
    OutputStream file;
    try {
      file = new TargetStream(drafts.create(SourceFile.hadoopPath(name)), name);
    } catch (IOException e) {
      // Not the fault of the source, whose name other errors get.
      throw new TargetStream.FailedException(name, e);
    }
    names.add(name);
    return CompressedOutput.wrap(file, compression);
  }

  /** What is written to is not published: whoever reads it does so as it comes. */
  private OutputStream openFile() throws IOException {
    if (opened) {
      throw new SourceFile.UnsuitableException(
          target
              + ": more than one RDF/Borsh file holds, 65,535 terms and 128 MiB; name a file, and"
              + " there will be several");
    }
    opened = true;
    checkNotRead();
    // Not opened once more by its name: whoever writes to it next goes on where this ends.
    return new TargetStream(new FileOutputStream(FileDescriptor.out), target);
  }

  /** A file that is read while it is written to at its end has no end. */
  private void checkNotRead() throws IOException {
    java.nio.file.Path written = java.nio.file.Path.of("/dev/fd/1");
    if (!Files.isRegularFile(written)) {
      return;
    }
    for (SourceFile source : sources) {
      Path path = source.path();
      if ("file".equals(path.toUri().getScheme())
          && Files.isSameFile(written, java.nio.file.Path.of(path.toUri().getPath()))) {
        throw new SourceFile.UnreadableException(
            source.name() + ": is what is written to, too", null);
      }
    }
  }

  /** The target itself, then with a number before its extension. */
  private String name(int file) {
    if (file == 0) {
      return target;
    }
    String plain = plainTarget();
    int dot = plain.lastIndexOf('.');
    int end = dot > plain.lastIndexOf('/') ? dot : plain.length();
    return target.substring(0, end)
        + String.format(Locale.ROOT, "-%03d", file)
        + target.substring(end);
  }

  /** Deletes what was not published. */
  @Override
  public void close() throws IOException {
    drafts.close();
  }
}
