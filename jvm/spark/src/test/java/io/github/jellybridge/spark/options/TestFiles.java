package io.github.jellybridge.spark.options;

import io.github.jellybridge.spark.listing.FileIndex;
import io.github.jellybridge.spark.listing.LocalSpark;
import io.github.jellybridge.spark.listing.PartitionHints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Makes small files and indexes of them. */
public final class TestFiles {
  static final StructType DATA = StructType.fromDDL("s INT, p INT, o INT, g INT");

  private TestFiles() {}

  /** Writes files of one line, with the folders that they need; returns the last one. */
  public static Path write(Path root, String... names) {
    Path last = root;
    try {
      for (String name : names) {
        last = root.resolve(name);
        Files.createDirectories(last.getParent());
        Files.writeString(last, name + "\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return last;
  }

  /** Options as a DataFrameReader passes them: name-value pairs, and the paths as JSON. */
  public static CaseInsensitiveStringMap options(Map<String, String> options, String... paths) {
    Map<String, String> all = new HashMap<>(options);
    StringBuilder json = new StringBuilder("[");
    for (String path : paths) {
      json.append(json.length() > 1 ? "," : "").append('"').append(path).append('"');
    }
    all.put("paths", json.append(']').toString());
    return new CaseInsensitiveStringMap(all);
  }

  /** Lists files with the current settings of the session. */
  public static FileIndex index(Map<String, String> options, String... paths) {
    return index(null, options, paths);
  }

  public static FileIndex index(
      StructType userSchema, Map<String, String> options, String... paths) {
    SessionSettings session = SessionSettings.of(LocalSpark.get());
    CaseInsensitiveStringMap map = options(options, paths);
    FileOptions parsed = FileOptions.of(OptionRegistry.forFiles("test").parse(map), session);
    return FileIndex.list(
        parsed, session, session.hadoopConf(map), DATA, PartitionHints.ofUser(userSchema));
  }
}
