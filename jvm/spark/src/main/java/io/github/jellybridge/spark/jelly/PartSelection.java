package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.files.ParallelFileOperations;
import io.github.jellybridge.jelly.split.Split;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.statistics.BloomFilter;
import io.github.jellybridge.jelly.statistics.ColumnStatistics;
import io.github.jellybridge.jelly.statistics.PartStatistics;
import io.github.jellybridge.spark.filter.PartFacts;
import io.github.jellybridge.spark.filter.PushedFilters;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.scan.FilePacker;
import io.github.jellybridge.spark.scan.FileSlice;
import io.github.jellybridge.spark.scan.TaskPlanner.PartCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of files that a scan has to read, by their statistics.
 *
 * @param whole files of which every part is read, or nothing is known
 * @param partly files of which some parts are read
 * @param counts numbers of parts of files with statistics
 */
record PartSelection(List<FileEntry> whole, List<Chosen> partly, PartCounts counts) {
  private static final Logger LOG = LoggerFactory.getLogger(PartSelection.class);

  /**
   * Parts of a file.
   *
   * @param file the file
   * @param layout where the content is in the file
   * @param points the ends of its parts, except for the last one
   * @param chosen the numbers of the parts to read
   */
  record Chosen(FileEntry file, ContentLayout layout, List<SplitPoint> points, BitSet chosen) {}

  /**
   * Selects parts.
   *
   * @param parts the parts of each file, with their statistics
   * @param split how files may be split; a file that may not be is read as a whole or not at all
   */
  static PartSelection of(
      List<FileEntry> files,
      List<SplitPoints.FileParts> parts,
      PushedFilters filters,
      SplitMode split,
      Configuration conf) {
    List<BitSet> passing = ParallelFileOperations.map(parts, file -> passing(file, filters, conf));
    return of(files, parts, passing, split, conf);
  }

  /**
   * Selects the first parts, until they have enough statements. Looks at no file after them.
   *
   * @param parts returns the parts of a file with their statistics
   * @param statements how many statements are wanted
   * @param split how files may be split
   */
  static PartSelection first(
      List<FileEntry> files,
      Function<FileEntry, SplitPoints.FileParts> parts,
      long statements,
      SplitMode split,
      Configuration conf) {
    List<SplitPoints.FileParts> seen = new ArrayList<>();
    List<BitSet> chosen = new ArrayList<>();
    long left = statements;
    for (int i = 0; i < files.size() && left > 0; i++) {
      SplitPoints.FileParts of = parts.apply(files.get(i));
      BitSet some = new BitSet();
      for (int k = 0; k < of.statistics().size() && left > 0; k++) {
        some.set(k);
        left -= of.statistics().get(k).statements();
      }
      seen.add(of);
      chosen.add(some);
    }
    return of(files.subList(0, seen.size()), seen, chosen, split, conf);
  }

  private static PartSelection of(
      List<FileEntry> files,
      List<SplitPoints.FileParts> parts,
      List<BitSet> passing,
      SplitMode split,
      Configuration conf) {
    List<FileEntry> whole = new ArrayList<>();
    List<Chosen> partly = new ArrayList<>();
    long read = 0;
    long all = 0;
    for (int i = 0; i < files.size(); i++) {
      FileEntry file = files.get(i);
      BitSet chosen = passing.get(i);
      SplitPoints.FileParts of = parts.get(i);
      int count = of.statistics().size();
      if (count > 0 && chosen.isEmpty()) {
        all += count;
        continue;
      }
      Optional<ContentLayout> layout =
          of.mayBeCut(split) && chosen.cardinality() < count
              ? ContentLayout.of(file, conf)
              : Optional.empty();
      if (layout.isPresent()) {
        partly.add(new Chosen(file, layout.get(), of.points(), chosen));
      } else {
        whole.add(file);
      }
      all += count;
      read += layout.isPresent() ? chosen.cardinality() : count;
    }
    return new PartSelection(whole, partly, new PartCounts(read, all - read));
  }

  /** Returns the numbers of the parts that may have statements that pass. */
  private static BitSet passing(
      SplitPoints.FileParts file, PushedFilters filters, Configuration conf) {
    List<PartStatistics> parts = file.statistics();
    BitSet passing = new BitSet();
    for (int i = 0; i < parts.size(); i++) {
      passing.set(i, filters.mayPass(new PartFacts(parts.get(i), column -> null)));
    }
    if (hasBloom(parts, passing)) {
      exclude(file, passing, filters, conf);
    }
    return passing;
  }

  private static boolean hasBloom(List<PartStatistics> parts, BitSet passing) {
    return passing.stream()
        .anyMatch(i -> parts.get(i).columns().stream().anyMatch(column -> column.bloom() != null));
  }

  /** Removes the parts that Bloom filters exclude. A filter that cannot be read excludes none. */
  private static void exclude(
      SplitPoints.FileParts file, BitSet passing, PushedFilters filters, Configuration conf) {
    SplitPoints.BloomFilters blooms = file.blooms();
    try (FileContent content = FileContent.open(blooms.file(), conf)) {
      for (int i = passing.nextSetBit(0); i >= 0; i = passing.nextSetBit(i + 1)) {
        PartStatistics part = file.statistics().get(i);
        PartFacts facts =
            new PartFacts(
                part, column -> bloom(content, blooms.start(), part.columns().get(column).bloom()));
        passing.set(i, filters.mayPass(facts));
      }
    } catch (IOException | FSError e) {
      // The task that reads the file will fail with the cause.
      LOG.debug("No Bloom filters in {}", blooms.file().uri(), e);
    }
  }

  private static BloomFilter bloom(FileContent content, long start, ColumnStatistics.Bloom at) {
    try {
      return BloomFilter.of(content.read(start + at.offset(), at.length()), at);
    } catch (IOException | FSError e) {
      LOG.debug("No Bloom filter at byte {}", at.offset(), e);
      return null;
    }
  }

  /** Returns the parts to read as slices: neighbours together, up to the size of a task. */
  List<FileSlice> slices(SessionSettings session) {
    List<FileSlice> regions = new ArrayList<>();
    partly.forEach(file -> regions.addAll(slices(file, Long.MAX_VALUE)));
    List<FileSlice> all = new ArrayList<>(regions);
    whole.forEach(file -> all.add(FileSlice.whole(file)));
    long most = FilePacker.maxBytes(all, session);
    List<FileSlice> slices = new ArrayList<>();
    partly.forEach(file -> slices.addAll(slices(file, most)));
    return slices;
  }

  /**
   * Returns the chosen parts of a file.
   *
   * @param most the largest number of bytes of neighbours that form one slice
   */
  private static List<FileSlice> slices(Chosen file, long most) {
    List<FileSlice> slices = new ArrayList<>();
    int from = file.chosen.nextSetBit(0);
    while (from >= 0) {
      int to = from + 1;
      while (file.chosen.get(to) && slice(file, from, to + 1).length() <= most) {
        to++;
      }
      slices.add(slice(file, from, to));
      from = file.chosen.nextSetBit(to);
    }
    return slices;
  }

  /** Returns the parts [from, to) of a file as a slice. */
  private static FileSlice slice(Chosen chosen, int from, int to) {
    List<SplitPoint> points = chosen.points;
    SplitPoint start = from == 0 ? null : points.get(from - 1);
    SplitPoint next = to > points.size() ? null : points.get(to - 1);
    Split split = new Split(start, next);
    long first = chosen.layout.fileOffset(split.offset());
    long end = split.isLast() ? chosen.file.length() : chosen.layout.fileOffset(split.end());
    return new FileSlice(chosen.file, first, end - first, split);
  }
}
