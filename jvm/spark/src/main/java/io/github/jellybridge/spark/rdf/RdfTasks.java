package io.github.jellybridge.spark.rdf;

import io.github.jellybridge.files.Compression;
import io.github.jellybridge.rdf.Syntax;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.ReadMode;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.scan.FileInputPartition;
import io.github.jellybridge.spark.scan.FilePacker;
import io.github.jellybridge.spark.scan.FileSlice;
import io.github.jellybridge.spark.scan.TaskPlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Cuts large files of N-Triples and N-Quads by bytes, including {@code .bz2} files; does not cut
 * files in other syntaxes.
 */
final class RdfTasks implements TaskPlanner {
  private final FileOptions options;
  private final Syntax syntax;
  private final SessionSettings session;
  private final boolean cuts;

  /**
   * Creates the planner of a table.
   *
   * @param syntax the syntax of all files; null if extensions determine it
   * @param cuts whether any file may be cut
   */
  RdfTasks(FileOptions options, Syntax syntax, SessionSettings session, boolean cuts) {
    this.options = options;
    this.syntax = syntax;
    this.session = session;
    this.cuts = cuts;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if a file has no syntax, unless the options skip such files
   */
  @Override
  public List<FileInputPartition> tasks(List<FileEntry> files) {
    if (!options.ignoreCorruptFiles()) {
      files.forEach(file -> RdfCodec.syntax(syntax, file));
    }
    return plan(files);
  }

  private List<FileInputPartition> plan(List<FileEntry> files) {
    List<FileSlice> slices = new ArrayList<>();
    ToLongFunction<FileEntry> parts = FilePacker.parts(files, session);
    for (FileEntry file : files) {
      slices.addAll(slices(file, splits(file) ? parts.applyAsLong(file) : 1));
    }
    return FilePacker.pack(slices, session);
  }

  @Override
  public boolean inOneTask(List<FileEntry> files) {
    return plan(files).size() <= 1;
  }

  /** Uses whole files, because the number of statements before a part of a file is unknown. */
  @Override
  public TaskPlanner numbering() {
    return new RdfTasks(options, syntax, session, false);
  }

  /**
   * Tells whether a file may be cut. It may not if {@code ignoreCorruptFiles} is set, which drops
   * everything after a malformed line, or if it is compressed and the mode is tolerant, which drops
   * everything after the damage.
   */
  private boolean splits(FileEntry file) {
    return cuts
        && !options.ignoreCorruptFiles()
        && RdfCodec.knownSyntax(syntax, file).map(Syntax::isLines).orElse(false)
        && mayCut(Compression.of(file.name()));
  }

  private boolean mayCut(Compression compression) {
    return compression == Compression.NONE
        || compression == Compression.BZIP2 && options.mode() == ReadMode.FAILFAST;
  }

  private static List<FileSlice> slices(FileEntry file, long parts) {
    if (parts == 1) {
      return List.of(FileSlice.whole(file));
    }
    List<FileSlice> slices = new ArrayList<>();
    for (long i = 0; i < parts; i++) {
      long start = boundary(file, i, parts);
      slices.add(new FileSlice(file, start, boundary(file, i + 1, parts) - start, SlicePart.BYTES));
    }
    return slices;
  }

  private static long boundary(FileEntry file, long part, long parts) {
    return Math.round((double) file.length() / parts * part);
  }
}
