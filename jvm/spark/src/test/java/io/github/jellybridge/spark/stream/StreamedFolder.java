package io.github.jellybridge.spark.stream;

import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.spark.options.FileOptions;
import io.github.jellybridge.spark.options.FileStreamOptions;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.SessionSettings;
import io.github.jellybridge.spark.options.SourceOptions;
import io.github.jellybridge.spark.scan.FileInputPartition;
import io.github.jellybridge.spark.scan.FileSlice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.rules.TemporaryFolder;

/** A folder, a stream of its files, and a substitute for Spark's engine that requests offsets. */
final class StreamedFolder {
  /** A day in milliseconds. */
  static final long DAY = 24L * 3600 * 1000;

  private final Path root;
  private final Path checkpoint;
  private Map<String, String> options;
  private StructType partitions = new StructType();
  private FileMicroBatchStream stream;
  private Offset last;

  StreamedFolder(Path folder, Map<String, String> options) {
    this.root = folder.resolve("in");
    this.checkpoint = folder.resolve("checkpoint/sources/0");
    this.options = options;
    try {
      Files.createDirectories(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    restart();
  }

  /** A stream with options given as {@code name, value, name, value, …}. */
  static StreamedFolder of(TemporaryFolder temporary, String... options) {
    return new StreamedFolder(temporary.getRoot().toPath(), map(options));
  }

  private static Map<String, String> map(String... options) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      map.put(options[i], options[i + 1]);
    }
    return map;
  }

  /** Like {@link #restart}, with new options. */
  StreamedFolder restartWith(String... changed) {
    options = map(changed);
    return restart();
  }

  StreamedFolder partitionedBy(StructType schema) {
    partitions = schema;
    restart();
    return this;
  }

  /**
   * Writes a file of the given size, last modified the given number of days after the start of
   * 2020.
   */
  Path write(String name, int bytes, double day) {
    Path file = root.resolve(name);
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, new byte[bytes]);
      Files.setLastModifiedTime(file, FileTime.fromMillis(1_577_836_800_000L + (long) (day * DAY)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  void delete(String name) {
    try {
      Files.delete(root.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path root() {
    return root;
  }

  Path checkpoint() {
    return checkpoint;
  }

  /** The names of the visible files in the log folder, sorted. */
  List<String> log() {
    try (Stream<Path> files = Files.list(checkpoint)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes a new stream, as after a restart; Spark's log stays. */
  StreamedFolder restart() {
    Map<String, String> all = new HashMap<>(options);
    all.putIfAbsent("path", root.toString());
    CaseInsensitiveStringMap map = new CaseInsensitiveStringMap(all);
    SessionSettings session = SessionSettings.of(LocalSpark.get());
    SourceOptions parsed = OptionRegistry.forFiles("test").parse(map);
    FileStreamListing listing =
        new FileStreamListing(
            FileOptions.of(parsed, session),
            session,
            session.hadoopConf(map),
            new StructType(),
            partitions);
    stream =
        new FileMicroBatchStream(
            listing,
            FileStreamOptions.of(parsed),
            checkpoint.toUri().toString(),
            files ->
                new InputPartition[] {
                  new FileInputPartition(0, 1, files.stream().map(FileSlice::whole).toList())
                },
            null);
    if (last != null) {
      last = stream.deserializeOffset(last.json());
    }
    return this;
  }

  FileMicroBatchStream stream() {
    return stream;
  }

  /**
   * The files that a trigger reads, as names relative to the folder; empty if there are no new
   * ones.
   */
  List<String> trigger() {
    Offset start = last == null ? stream.initialOffset() : last;
    Offset end = offset();
    if (end == null || end.equals(start)) {
      return List.of();
    }
    List<String> files = files(start, end);
    stream.commit(end);
    last = end;
    return files;
  }

  /** Requests the next offset without reading, as an engine that crashes then. */
  Offset offset() {
    return stream.latestOffset(
        last == null ? stream.initialOffset() : last, stream.getDefaultReadLimit());
  }

  /** The files between two offsets. */
  List<String> files(Offset start, Offset end) {
    List<String> names = new ArrayList<>();
    for (InputPartition partition : stream.planInputPartitions(start, end)) {
      for (FileSlice slice : ((FileInputPartition) partition).slices()) {
        Path file = Path.of(slice.file().hadoopPath().toUri().getPath());
        names.add(root.relativize(file).toString());
      }
    }
    return names;
  }

  /** The partition values of the files between two offsets. */
  List<List<Object>> values(Offset start, Offset end) {
    List<List<Object>> values = new ArrayList<>();
    for (InputPartition partition : stream.planInputPartitions(start, end)) {
      for (FileSlice slice : ((FileInputPartition) partition).slices()) {
        values.add(List.of(slice.file().partitionValues()));
      }
    }
    return values;
  }
}
