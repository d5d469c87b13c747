package io.github.jellybridge.spark.jelly;

import io.github.jellybridge.files.Compression;
import io.github.jellybridge.files.Folders;
import io.github.jellybridge.files.ParallelFileOperations;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.split.Split;
import io.github.jellybridge.jelly.split.SplitIndexFile;
import io.github.jellybridge.jelly.split.SplitIndexer;
import io.github.jellybridge.jelly.split.SplitPoint;
import io.github.jellybridge.jelly.statistics.PartStatistics;
import io.github.jellybridge.spark.io.SerializableHadoopConf;
import io.github.jellybridge.spark.listing.FileEntry;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.ReadMode;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.scan.FileInputPartition;
import io.github.jellybridge.spark.scan.FilePacker;
import io.github.jellybridge.spark.scan.FileSlice;
import io.github.jellybridge.spark.scan.KnownStatements;
import io.github.jellybridge.spark.scan.StatementCounts;
import io.github.jellybridge.spark.scan.TaskPlanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cuts files that are too large for one task at positions where reading can start. */
final class FileSplitter implements TaskPlanner {
  private static final Logger LOG = LoggerFactory.getLogger(FileSplitter.class);

  /** Smaller files are read faster than they are indexed and shared among more tasks. */
  private static final long LEAST_INDEXED = 32L << 20;

  /** The share of the bytes of a table that has to have statistics, to tell its size by them. */
  private static final double MOST = 0.5;

  /** So few statements are read by one task, without a split. */
  private static final long FEW = 1 << 16;

  private final FileOptions options;
  private final JellyCodec codec;
  private final SessionSettings session;
  private final SerializableHadoopConf conf;

  private final Wanted wanted;
  private PartCounts parts = PartCounts.NONE;

  FileSplitter(
      FileOptions options, JellyCodec codec, SessionSettings session, SerializableHadoopConf conf) {
    this(options, codec, session, conf, Wanted.EVERYTHING);
  }

  private FileSplitter(
      FileOptions options,
      JellyCodec codec,
      SessionSettings session,
      SerializableHadoopConf conf,
      Wanted wanted) {
    this.options = options;
    this.codec = codec;
    this.session = session;
    this.conf = conf;
    this.wanted = wanted;
  }

  @Override
  public TaskPlanner reading(Wanted query) {
    return new FileSplitter(options, codec, session, conf, query);
  }

  @Override
  public PartCounts parts() {
    return parts;
  }

  @Override
  public List<FileInputPartition> tasks(List<FileEntry> files) {
    List<FileSlice> slices = new ArrayList<>();
    List<FileEntry> unknown = files;
    parts = PartCounts.NONE;
    if (codec.statistics() && !isTolerant()) {
      unknown = known(files, slices);
    }
    if (wanted.limit() <= FEW) {
      // The first task will do: no other is worth a walk over a file.
      unknown.forEach(file -> slices.add(FileSlice.whole(file)));
    } else {
      slices.addAll(slices(unknown));
    }
    List<FileInputPartition> tasks = FilePacker.pack(slices, session);
    // Files that fit into one task stay in one, even if several parts of them are read.
    return tasks.size() > 1 && inOneTask(files)
        ? List.of(
            new FileInputPartition(
                0, 1, tasks.stream().flatMap(task -> task.slices().stream()).toList()))
        : tasks;
  }

  /**
   * Adds the slices that suffice by the statistics of files; returns the files of which statistics
   * tell nothing.
   */
  private List<FileEntry> known(List<FileEntry> files, List<FileSlice> slices) {
    List<FileEntry> unknown = files;
    if (wanted.counted().isPresent()) {
      unknown = count(files, wanted.counted().getAsInt(), slices);
    }
    PartSelection selection;
    if (!wanted.filters().isEmpty()) {
      List<SplitPoints.FileParts> all = ParallelFileOperations.map(unknown, this::parts);
      selection = PartSelection.of(unknown, all, wanted.filters(), codec.split(), conf.get());
    } else if (wanted.limit() != Wanted.ALL) {
      selection =
          PartSelection.first(unknown, this::parts, wanted.limit(), codec.split(), conf.get());
    } else {
      return unknown;
    }
    parts = parts.plus(selection.counts());
    slices.addAll(selection.slices(session));
    return selection.whole();
  }

  /** Adds the files whose statements are known to the slices; returns the others. */
  private List<FileEntry> count(List<FileEntry> files, int column, List<FileSlice> slices) {
    List<FileEntry> unknown = new ArrayList<>();
    List<SplitPoints.FileParts> all = ParallelFileOperations.map(files, this::parts);
    for (int i = 0; i < files.size(); i++) {
      FileEntry file = files.get(i);
      List<PartStatistics> statistics = all.get(i).statistics();
      Optional<KnownStatements> counted = TermCounts.of(statistics, column);
      if (counted.isPresent()) {
        slices.add(FileSlice.counted(file, counted.get()));
        parts = parts.plus(new PartCounts(0, statistics.size()));
      } else {
        unknown.add(file);
      }
    }
    return unknown;
  }

  /** Returns the numbers of the files that have statistics, if these have most of the bytes. */
  @Override
  public Optional<StatementCounts> counts(List<FileEntry> files) {
    if (!codec.statistics() || isTolerant()) {
      return Optional.empty();
    }
    List<SplitPoints.FileParts> all = ParallelFileOperations.map(files, this::parts);
    List<PartStatistics> parts = all.stream().flatMap(file -> file.statistics().stream()).toList();
    double known =
        IntStream.range(0, files.size())
            .filter(i -> !all.get(i).statistics().isEmpty())
            .mapToLong(i -> files.get(i).length())
            .sum();
    double bytes = files.stream().mapToLong(FileEntry::length).sum();
    return known > bytes * MOST
        ? Optional.of(PartTotals.of(parts, bytes / known))
        : Optional.empty();
  }

  /** Returns the parts of a file; none if it is read as fast as its statistics. */
  private SplitPoints.FileParts parts(FileEntry file) {
    return file.length() > session.openCostInBytes()
        ? SplitPoints.parts(file, codec.split(), conf.get())
        : SplitPoints.FileParts.NONE;
  }

  /** The rows dropped after a malformed frame depend on all frames before it. */
  private boolean isTolerant() {
    return options.mode() != ReadMode.FAILFAST || options.ignoreCorruptFiles();
  }

  @Override
  public boolean inOneTask(List<FileEntry> files) {
    return large(files).isEmpty() && FilePacker.packWhole(files, session).size() <= 1;
  }

  private List<FileSlice> slices(List<FileEntry> files) {
    List<FileEntry> large = large(files);
    Map<FileEntry, List<SplitPoint>> points = large.isEmpty() ? Map.of() : points(files, large);
    List<FileSlice> slices = new ArrayList<>();
    ToLongFunction<FileEntry> parts = FilePacker.parts(files, session);
    // If there are other files, it is unknown which core will read a part.
    int cores = files.size() == 1 ? Math.max(1, session.minPartitionNum()) : 1;
    for (FileEntry file : files) {
      long wanted = parts.applyAsLong(file);
      List<SplitPoint> possible = points.getOrDefault(file, List.of());
      Optional<ContentLayout> layout =
          possible.isEmpty() ? Optional.empty() : ContentLayout.of(file, conf.get());
      slices.addAll(
          layout
              .map(known -> cut(file, known, possible, wanted, cores))
              .orElseGet(() -> List.of(FileSlice.whole(file))));
    }
    return slices;
  }

  private long target(List<FileEntry> files) {
    return FilePacker.maxBytes(files.stream().map(FileSlice::whole).toList(), session);
  }

  /** Returns the files that may be split. */
  private List<FileEntry> large(List<FileEntry> files) {
    SplitMode mode = codec.split();
    boolean oneCore = session.minPartitionNum() <= 1;
    if (mode == SplitMode.NONE || isTolerant() || mode == SplitMode.AUTO && oneCore) {
      return List.of();
    }
    long target = target(files);
    List<FileEntry> large = files.stream().filter(f -> f.length() > target).toList();
    List<Boolean> splittable = ParallelFileOperations.map(large, this::isSplittable);
    return IntStream.range(0, large.size()).filter(splittable::get).mapToObj(large::get).toList();
  }

  /** Tells whether tasks can start in the middle of a file, as far as its compression decides. */
  private boolean isSplittable(FileEntry file) {
    return switch (Compression.of(file.name())) {
      case NONE -> true;
      // An index of a compressed file does not exist.
      case ZSTD ->
          codec.split() != SplitMode.INDEX && !SplitPoints.checkpoints(file, conf.get()).isEmpty();
      default -> false;
    };
  }

  private Map<FileEntry, List<SplitPoint>> points(List<FileEntry> files, List<FileEntry> large) {
    Map<FileEntry, List<SplitPoint>> points = new HashMap<>();
    List<FileEntry> unknown = new ArrayList<>();
    SplitMode mode = codec.split();
    boolean idleCores = files.size() < session.minPartitionNum();
    List<Optional<List<SplitPoint>>> known = ParallelFileOperations.map(large, this::known);
    for (int i = 0; i < known.size(); i++) {
      FileEntry file = large.get(i);
      boolean worthIt = mode == SplitMode.INDEX || idleCores && file.length() >= LEAST_INDEXED;
      if (known.get(i).isEmpty() && worthIt) {
        unknown.add(file);
      }
      points.put(file, known.get(i).orElse(List.of()));
    }
    for (Indexed made : index(unknown)) {
      SplitPoints.keep(made.file(), made.points());
      points.put(made.file(), made.points());
    }
    return points;
  }

  /**
   * Returns the split points of a file that are known without a walk over it; empty if a walk may
   * find others.
   */
  private Optional<List<SplitPoint>> known(FileEntry file) {
    SplitMode mode = codec.split();
    List<SplitPoint> found =
        mode == SplitMode.INDEX ? List.of() : SplitPoints.checkpoints(file, conf.get());
    return found.isEmpty() && mode != SplitMode.CHECKPOINT && isPlain(file)
        ? SplitPoints.index(file, conf.get())
        : Optional.of(found);
  }

  private static boolean isPlain(FileEntry file) {
    return Compression.of(file.name()) == Compression.NONE;
  }

  private record Indexed(FileEntry file, List<SplitPoint> points) {}

  /**
   * Walks over files: over a single one here, over several in the tasks of a Spark job. Tasks
   * receive numbers and return bytes, because Spark itself converts all other data outside the code
   * of a task. Its serializer may then be Kryo, which does not support records, and its class
   * loader may not know our jar.
   */
  private List<Indexed> index(List<FileEntry> files) {
    SerializableHadoopConf settings = conf;
    // A walk over one file leaves all other cores idle.
    boolean ahead =
        files.stream().anyMatch(f -> codec.readAhead().applies(files.size(), f.hadoopPath()));
    JellyReadOptions read = codec.options().toBuilder().readAhead(ahead).build();
    if (files.size() <= 1) {
      return files.stream().map(file -> walk(file, read, settings, walkers(file))).toList();
    }
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(SparkSession.active().sparkContext());
    List<FileEntry> all = new ArrayList<>(files);
    List<byte[]> made =
        context
            .parallelize(IntStream.range(0, all.size()).boxed().toList(), all.size())
            .map(i -> written(walk(all.get(i), read, settings, 1)))
            .collect();
    return IntStream.range(0, all.size()).mapToObj(i -> read(all.get(i), made.get(i))).toList();
  }

  private static byte[] written(Indexed index) {
    FileEntry file = index.file();
    return SplitIndexFile.write(index.points(), file.length(), file.modificationTime());
  }

  private static Indexed read(FileEntry file, byte[] written) {
    return new Indexed(
        file,
        SplitIndexFile.read(written, file.length(), file.modificationTime())
            .orElseThrow()
            .points());
  }

  /** Returns the number of driver threads that walk over a file. */
  private int walkers(FileEntry file) {
    int cores = Math.min(session.minPartitionNum(), Runtime.getRuntime().availableProcessors());
    return Folders.isLocal(file.hadoopPath()) ? cores : SplitIndexer.MAX_THREADS;
  }

  private static Indexed walk(
      FileEntry file, JellyReadOptions read, SerializableHadoopConf settings, int threads) {
    LOG.info(
        "Walking over the {} bytes of {} to share it among tasks; an index beside it, made with"
            + " 'jelly-bridge index', saves that",
        file.length(),
        file.uri());
    try {
      return new Indexed(file, SplitPoints.walk(file, read, settings.get(), threads));
    } catch (IOException e) {
      // The task that reads the file will fail with the cause, or skip the file.
      LOG.warn("No index of {}: {}", file.uri(), e.toString());
      return new Indexed(file, List.of());
    }
  }

  /**
   * Cuts a file into parts of about the same size, or into fewer if there are not enough split
   * points. Split points are seldom exactly where parts should end. The last part of each core
   * therefore evens out the earlier ones, so that all cores finish at the same time.
   *
   * @param layout where the content is in the file; parts are measured in bytes of the content
   * @param points offsets in the content, at which its layout lets a reader start
   * @param parts the desired number of parts
   * @param cores number of tasks that run at a time; each takes the next part when it has finished
   *     one
   */
  static List<FileSlice> cut(
      FileEntry file, ContentLayout layout, List<SplitPoint> points, long parts, int cores) {
    List<SplitPoint> chosen = new ArrayList<>();
    // Bytes that each core has read when it takes its next part.
    PriorityQueue<Long> busy =
        new PriorityQueue<>(Collections.nCopies((int) Math.min(cores, parts), 0L));
    long start = 0;
    int at = 0;
    for (long i = 1; i < parts && at < points.size(); i++) {
      boolean isLastOfCore = parts - i < busy.size();
      long ideal = Math.round((double) layout.length() / parts * i);
      if (isLastOfCore) {
        long all = layout.length() - start + busy.stream().mapToLong(Long::longValue).sum();
        ideal = start + all / busy.size() - busy.element();
      }
      while (at + 1 < points.size()
          && Math.abs(points.get(at + 1).offset() - ideal)
              <= Math.abs(points.get(at).offset() - ideal)) {
        at++;
      }
      SplitPoint end = points.get(at++);
      chosen.add(end);
      long before = busy.remove();
      if (!isLastOfCore) {
        busy.add(before + end.offset() - start);
      }
      start = end.offset();
    }
    if (chosen.isEmpty()) {
      return List.of(FileSlice.whole(file));
    }
    return Split.at(chosen).stream()
        .map(
            split -> {
              long from = layout.fileOffset(split.offset());
              long to = split.isLast() ? file.length() : layout.fileOffset(split.end());
              return new FileSlice(file, from, to - from, split);
            })
        .toList();
  }
}
