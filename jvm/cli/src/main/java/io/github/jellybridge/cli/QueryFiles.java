package io.github.jellybridge.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The tables of the files that a query is about. */
final class QueryFiles {
  private QueryFiles() {}

  /**
   * Sorts files by their format.
   *
   * @throws Failure.UnusableException for patches, and for files that only one process can open
   */
  static Map<FileKind, List<SourceFile>> byKind(List<SourceFile> files)
      throws Failure.UnusableException {
    Map<FileKind, List<SourceFile>> kinds = new LinkedHashMap<>();
    for (SourceFile file : files) {
      if (file.isOpenFile()) {
        throw new Failure.UnusableException(
            file.name() + ": a query reads files more than once, so it needs one with a name");
      }
      FileKind kind = file.kind() == null ? FileKind.JELLY : file.kind();
      if (kind.isPatch()) {
        throw new Failure.UnusableException(
            file.name() + ": is a patch, and no list of statements");
      }
      kinds.computeIfAbsent(kind, any -> new ArrayList<>()).add(file);
    }
    return kinds;
  }

  /** Returns the statements of files. */
  static Dataset<Row> statements(
      SparkSession spark,
      Map<FileKind, List<SourceFile>> files,
      InputOptions input,
      boolean strict) {
    Dataset<Row> all = null;
    for (Map.Entry<FileKind, List<SourceFile>> kind : files.entrySet()) {
      DataFrameReader reader =
          spark
              .read()
              .format(format(kind.getKey()))
              .option("maxWindowBytes", input.limits().maxWindowBytes())
              .option("__globPaths__", false);
      if (kind.getKey().equals(FileKind.JELLY)) {
        reader = reader.option("strict", strict);
      } else if (kind.getKey().syntax() != null) {
        reader = reader.option("syntax", kind.getKey().syntax().shortName());
      }
      String[] paths =
          kind.getValue().stream().map(file -> file.path().toString()).toArray(String[]::new);
      Dataset<Row> rows = reader.load(paths).select("s", "p", "o", "g");
      all = all == null ? rows : all.union(rows);
    }
    return all;
  }

  private static String format(FileKind kind) {
    if (kind.equals(FileKind.JELLY)) {
      return "jelly";
    }
    return kind.equals(FileKind.BORSH) ? "rdf-borsh" : "rdf";
  }
}
