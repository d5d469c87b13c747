package io.github.jellybridge.cli;

import io.github.jellybridge.borsh.BorshWriteOptions;
import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.files.CompressedOutput;
import io.github.jellybridge.files.Compression;
import io.github.jellybridge.files.JobFiles;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.rdf.StatementReader;
import io.github.jellybridge.rdf.SyntaxOptions;
import java.io.Closeable;
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
 * Copies the statements of files, or the operations of patches, to a file of another format.
 * RDF/Borsh gets several files if one cannot hold all statements. The files appear when all are
 * complete.
 */
final class Converter implements Closeable {
  private static final int BATCH = 4096;

  private static final String STANDARD_OUTPUT = "-|/dev/stdout|/(dev|proc/self)/fd/1";

  private static final String EXISTS = ": exists already; delete it, or choose another name";

  /** Names of files that this process has inherited, such as those of {@code >(…)}. */
  private static final String OPEN_FILE = "/dev/std(out|err)|/(dev|proc/self)/fd/\\d+";

  private final List<SourceFile> sources;
  private final Console console;
  private final String target;
  private final String targetName;
  private final Compression compression;
  private final Options options;
  private final FileSystem fs;
  private final AtomicFileWriter files;
  private final List<String> names = new ArrayList<>();
  private boolean opened;

  /**
   * Options for converting.
   *
   * @param strict whether violations that leave the meaning unambiguous are errors
   * @param to the format of the target; null to go by its name
   * @param reading how to read a source, without its syntax and scope; with a base if it is not the
   *     place of the source; with RDF-star if it is read and written
   * @param canonical whether language tags in lines are written in lower case
   * @param borsh how RDF/Borsh is written
   * @param jelly how Jelly is written, without what depends on the source
   */
  record Options(
      boolean strict,
      FileKind to,
      SyntaxOptions reading,
      boolean canonical,
      BorshWriteOptions borsh,
      JellyWriteOptions jelly) {}

  /**
   * Creates a converter.
   *
   * @param sources the files, at least one; blank nodes of different files are distinct, unless one
   *     job has written the files
   * @param console has standard output, which may be the target
   */
  Converter(
      List<SourceFile> sources, String target, Options options, Configuration conf, Console console)
      throws IOException {
    this.sources = sources;
    this.console = console;
    this.target = target;
    this.targetName = target.matches(STANDARD_OUTPUT) ? "standard output" : target;
    this.compression = Compression.of(target);
    this.options = options;
    this.fs =
        ColonNames.fileSystem(SourceFile.fileSystem(target, conf), SourceFile.hadoopPath(target));
    // Disables checksums in hidden files; this process writes no other files.
    this.fs.setWriteChecksum(false);
    this.files = new AtomicFileWriter(fs);
  }

  /**
   * Converts the sources.
   *
   * @param progress returns the progress of reading a source
   * @return the number of statements, or of operations of patches
   * @throws Failure.UnusableException if the target exists or its name has no known format
   */
  long convert(Function<SourceFile, Progress> progress) throws IOException {
    if (sources.stream().anyMatch(PatchFiles::isPatch)) {
      SourceFile first = sources.get(0);
      return publish(patches(first, progress.apply(first)));
    }
    FileKind to = options.to() == null ? FileKind.ofFile(plainTarget()) : options.to();
    if (to == null || to.isPatch() || !StatementTarget.canWrite(to)) {
      throw unknownTarget(
          "a name that ends in .rdfb, .jelly, .nt, .nq, .ttl, .trig, .rdf, .xml, .owl, .jsonld,"
              + " .rt, .trdf, .rpb or .pbrdf, or the option --to");
    }
    return publish(statements(to, progress));
  }

  private Failure.UnusableException unknownTarget(String expected) {
    return new Failure.UnusableException(targetName + ": expected " + expected);
  }

  /** Returns the target without the extension of a compression. */
  private String plainTarget() {
    return Compression.plainName(target);
  }

  private long patches(SourceFile source, Progress progress) throws IOException {
    if (sources.size() > 1) {
      SourceFile patch = sources.stream().filter(PatchFiles::isPatch).findFirst().orElseThrow();
      throw new Failure.UnusableException(
          patch.name() + ": is a patch, and patches are converted one by one");
    }
    if (options.to() != null) {
      throw new Failure.UnusableException(
          source.name() + ": is a patch, for which there is no --to");
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
        Progress sourceProgress = progress.apply(source);
        try (SourceFile.Stream in = source.open(Progress.NONE);
            StatementReader reader = open(source, in)) {
          boolean more = reader.nextBatch(BATCH);
          if (out == null) {
            // Most syntaxes declare their namespaces before the first statement.
            out = StatementTarget.open(to, this::create, options, reader.prefixes());
          }
          while (more) {
            out.write(reader.batch(), reader.terms());
            sourceProgress.report(in.bytesRead(), reader.statementsRead());
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
    SyntaxOptions read = options.reading();
    if (sources.size() > 1) {
      String path = source.path().toString();
      read = read.withScope(JobFiles.scope(source.path().getName(), path));
    }
    return StatementFiles.open(source, in, options.strict(), read);
  }

  private long publish(long count) throws IOException {
    // Checks again, so that files created since the check at the start are not replaced.
    for (String name : names) {
      checkFree(name);
    }
    files.publish(
        (temporary, path) -> {
          try {
            AtomicFileWriter.renameToFree(fs, temporary, path);
          } catch (FileAlreadyExistsException e) {
            throw new Failure.UnusableException(path + EXISTS, e);
          } catch (IOException e) {
            throw new TargetStream.FailedException(targetName, e);
          }
        });
    return count;
  }

  /**
   * Checks that a name is not in use.
   *
   * @throws Failure.UnusableException if a file has this name, or a dangling link
   */
  private void checkFree(String name) throws IOException {
    Path path = SourceFile.hadoopPath(name);
    if (fs.exists(path)) {
      throw new Failure.UnusableException(name + EXISTS);
    }
    // Hadoop follows links. Like cp, neither write to a link's target nor replace the link.
    Path whole = fs.makeQualified(path);
    if ("file".equals(whole.toUri().getScheme())
        && Files.isSymbolicLink(java.nio.file.Path.of(whole.toUri().getPath()))) {
      throw new Failure.UnusableException(name + ": is a link to no file");
    }
  }

  /** Returns the names of the written files. */
  List<String> files() {
    return List.copyOf(names);
  }

  private OutputStream create() throws IOException {
    if (!CompressedOutput.canWrite(compression)) {
      throw unknownTarget(
          "another compression, .gz or .zst; "
              + Compression.extensionOf(target)
              + " cannot be written");
    }
    if (isOpenFile()) {
      return openFile();
    }
    String name = name(names.size());
    checkFree(name);
    OutputStream file;
    try {
      file = new TargetStream(files.create(SourceFile.hadoopPath(name)), name);
    } catch (IOException e) {
      // Not the fault of the source, which other errors name.
      throw new TargetStream.FailedException(name, e);
    }
    names.add(name);
    return CompressedOutput.of(compression).wrap(file);
  }

  /** Returns whether the target is standard output or another file inherited by this process. */
  boolean isOpenFile() {
    return target.matches(STANDARD_OUTPUT + "|" + OPEN_FILE);
  }

  /**
   * Opens an inherited file. Its consumer reads it during the conversion, so it must be a single
   * file.
   */
  private OutputStream openFile() throws IOException {
    if (opened) {
      throw new Failure.UnusableException(
          targetName
              + ": more than one RDF/Borsh file holds, 65,535 terms and 128 MiB; name a file, and"
              + " there will be several");
    }
    opened = true;
    checkNotRead();
    try {
      OutputStream file =
          target.matches(STANDARD_OUTPUT) ? console.out() : new FileOutputStream(target, true);
      return new TargetStream(file, targetName);
    } catch (IOException e) {
      throw new TargetStream.FailedException(targetName, e);
    }
  }

  /** Rejects a source that is also the target: reading a file while appending to it never ends. */
  private void checkNotRead() throws IOException {
    java.nio.file.Path written =
        java.nio.file.Path.of(target.matches(STANDARD_OUTPUT) ? "/dev/stdout" : target);
    if (!Files.isRegularFile(written)) {
      return;
    }
    for (SourceFile source : sources) {
      Path path = source.path();
      if (!"file".equals(path.toUri().getScheme()) && !source.isOpenFile()) {
        continue;
      }
      if (Files.isSameFile(written, java.nio.file.Path.of(path.toUri().getPath()))) {
        throw new Failure.UnusableException(source.name() + ": is also the target");
      }
    }
  }

  /** Returns the target's name for file 0; others have a number before the extension. */
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

  /** Deletes temporary files. */
  @Override
  public void close() throws IOException {
    files.close();
  }
}
