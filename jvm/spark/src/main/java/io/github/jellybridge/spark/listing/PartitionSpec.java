package io.github.jellybridge.spark.listing;

import io.github.jellybridge.spark.options.SessionSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The partition columns of a table and the values of each of its folders. */
final class PartitionSpec {
  /** The values of a file in a table without partition columns. */
  static final Object[] NO_VALUES = {};

  /** A table without partition columns. */
  static final PartitionSpec NONE = new PartitionSpec(new StructType(), Map.of());

  private final StructType schema;
  private final Map<Path, Object[]> values;

  private PartitionSpec(StructType schema, Map<Path, Object[]> values) {
    this.schema = schema;
    this.values = values;
  }

  /** The partition columns, outermost folder first. */
  StructType schema() {
    return schema;
  }

  /** Returns the values of the files in a folder, or null if the folder is in no partition. */
  Object[] valuesOf(Path folder) {
    return values.get(folder);
  }

  /**
   * Finds the partition columns of some folders.
   *
   * @param folders the folders that hold files
   * @param basePaths the folders where partition columns start
   * @param hints declared facts about the columns
   * @throws IllegalArgumentException if the folders contradict each other
   */
  static PartitionSpec infer(
      Collection<Path> folders,
      Set<Path> basePaths,
      SessionSettings session,
      PartitionHints hints) {
    if (folders.isEmpty()) {
      return new PartitionSpec(hints.withoutFiles(), Map.of());
    }
    List<PartitionFolder> all = new ArrayList<>();
    List<PartitionFolder> partitions = new ArrayList<>();
    for (Path folder : folders) {
      PartitionFolder parsed = PartitionFolder.parse(folder, basePaths);
      all.add(parsed);
      if (!parsed.columns().isEmpty()) {
        partitions.add(parsed);
      }
    }
    if (partitions.isEmpty()) {
      return NONE;
    }
    checkOneBase(all);
    checkSameColumns(partitions, session.caseSensitive());

    List<String> names = partitions.get(0).names();
    StructType schema = new StructType();
    Map<Path, Object[]> values = new HashMap<>();
    for (PartitionFolder partition : partitions) {
      values.put(partition.folder(), new Object[names.size()]);
    }
    for (int i = 0; i < names.size(); i++) {
      StructField hint = hints.column(names.get(i), session);
      List<String> raws = raws(partitions, i);
      DataType type = hints.type(hint, raws, session);
      if (type == null) {
        type = inferType(raws, session);
      }
      schema = schema.add(hint == null ? names.get(i) : hint.name(), type, true);
      for (PartitionFolder partition : partitions) {
        values.get(partition.folder())[i] = value(partition, i, type, session);
      }
    }
    return new PartitionSpec(schema, values);
  }

  /**
   * Returns the values of one folder for columns that are already known.
   *
   * @throws IllegalArgumentException if the folder lacks one of them, or a value does not fit
   */
  static Object[] valuesOf(Path folder, StructType schema, SessionSettings session) {
    // Without a base path, the path may have columns above those of the table.
    PartitionFolder partition = PartitionFolder.parse(folder, Set.of());
    StructField[] fields = schema.fields();
    int above = partition.columns().size() - fields.length;
    Object[] values = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      String name = above < 0 ? null : partition.columns().get(above + i).name();
      if (name == null || !session.sameName(name, fields[i].name())) {
        throw new IllegalArgumentException(
            "Folder "
                + folder
                + " is not one of the table's partition folders ("
                + String.join("/", schema.fieldNames())
                + ").");
      }
      values[i] = value(partition, above + i, fields[i].dataType(), session);
    }
    return values;
  }

  private static List<String> raws(List<PartitionFolder> partitions, int i) {
    return partitions.stream().map(partition -> partition.rawValue(i)).distinct().toList();
  }

  private static DataType inferType(List<String> raws, SessionSettings s) {
    DataType type = DataTypes.NullType;
    for (String raw : raws) {
      type = PartitionValues.wider(type, PartitionValues.infer(raw, s));
    }
    // A column of nulls only has no type of its own; text can hold any value that is added later.
    return type.equals(DataTypes.NullType) ? DataTypes.StringType : type;
  }

  private static Object value(PartitionFolder partition, int i, DataType type, SessionSettings s) {
    try {
      return PartitionValues.cast(partition.rawValue(i), type, s.timeZone());
    } catch (IllegalArgumentException e) {
      if (!s.validatePartitionColumns()) {
        return null;
      }
      throw new IllegalArgumentException(
          "The value of partition column '"
              + partition.columns().get(i).name()
              + "' in folder "
              + partition.folder()
              + " does not fit its type "
              + type.catalogString()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private static void checkOneBase(List<PartitionFolder> folders) {
    Map<String, Path> bases = new LinkedHashMap<>();
    for (PartitionFolder folder : folders) {
      // Without regard to case, as in Spark: some file systems do not preserve it.
      bases.putIfAbsent(folder.base().toString().toLowerCase(Locale.ROOT), folder.base());
    }
    if (bases.size() > 1) {
      throw new IllegalArgumentException(
          "Conflicting folder structures: partition folders (key=value) start at different places: "
              + join(bases.values())
              + ". If the paths are partition folders themselves, set the option 'basePath' to the"
              + " folder of the table; if they are several tables, read them one by one and union"
              + " them.");
    }
  }

  private static void checkSameColumns(List<PartitionFolder> partitions, boolean caseSensitive) {
    Map<List<String>, Path> seen = new LinkedHashMap<>();
    for (PartitionFolder partition : partitions) {
      List<String> names = partition.names();
      List<String> comparable =
          caseSensitive ? names : names.stream().map(n -> n.toLowerCase(Locale.ROOT)).toList();
      Set<String> unique = new LinkedHashSet<>(comparable);
      if (unique.size() < comparable.size()) {
        throw new IllegalArgumentException(
            "Partition folder "
                + partition.folder()
                + " names the same column twice: "
                + String.join(", ", names)
                + ".");
      }
      seen.putIfAbsent(comparable, partition.folder());
    }
    if (seen.size() > 1) {
      throw new IllegalArgumentException(
          "Conflicting partition columns: every folder with files must name the same columns in the"
              + " same order, but there are "
              + join(seen.values())
              + ".");
    }
  }

  private static String join(Collection<Path> paths) {
    List<String> texts = paths.stream().limit(5).map(Path::toString).toList();
    return String.join(", ", texts) + (paths.size() > texts.size() ? ", …" : "");
  }
}
