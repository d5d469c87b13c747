package io.github.jellybridge.spark.listing;

import io.github.jellybridge.files.ColonNames;
import io.github.jellybridge.files.HiddenFiles;
import io.github.jellybridge.spark.options.SessionSettings;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Decides which folders of a table are the same partition: those whose values are equal when read,
 * such as {@code k=1} and {@code k=01}.
 *
 * <p>Folders are given by their path relative to the table's. The key of a folder maps the name of
 * each column to its value. Folders with equal keys are one partition.
 */
public final class PartitionKeys {
  private final StructType schema;
  private final SessionSettings session;

  /** Creates keys for these partition columns; see {@link FileIndex#partitionSchema}. */
  public PartitionKeys(StructType partitionSchema, SessionSettings session) {
    this.schema = partitionSchema;
    this.session = session;
  }

  /**
   * Returns keys for the same columns, with the types that readers infer once these folders exist.
   */
  public PartitionKeys with(Collection<String> folders) {
    StructField[] fields = schema.fields();
    DataType[] types = new DataType[fields.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = fields[i].dataType();
    }
    for (String folder : folders) {
      PartitionFolder partition = partition(folder);
      for (int i = 0; partition != null && i < types.length; i++) {
        String raw = partition.rawValue(i);
        // A type that is never inferred from folders was declared by the table's creator.
        boolean named = !session.inferPartitionTypes() || !PartitionValues.isInferred(types[i]);
        boolean stays = named && PartitionValues.holds(types[i], raw, session);
        types[i] =
            stays ? types[i] : PartitionValues.wider(types[i], PartitionValues.infer(raw, session));
      }
    }
    StructType wider = new StructType();
    for (int i = 0; i < types.length; i++) {
      wider = wider.add(fields[i].name(), types[i], true);
    }
    return new PartitionKeys(wider, session);
  }

  /**
   * Returns the key of a folder. Returns null if the folder is in no partition or has other
   * columns, or if one of its values would change the inferred type of a column.
   */
  public Map<String, Object> of(String folder) {
    PartitionFolder partition = partition(folder);
    if (partition == null) {
      return null;
    }
    Map<String, Object> key = new HashMap<>();
    for (int i = 0; i < schema.length(); i++) {
      StructField field = schema.fields()[i];
      String raw = partition.rawValue(i);
      DataType type = field.dataType();
      try {
        // For example, timestamps would be truncated to dates.
        if (!PartitionValues.holds(type, raw, session)) {
          return null;
        }
        key.put(field.name(), value(raw, type));
      } catch (IllegalArgumentException e) {
        return null; // the text is not a value of the type
      }
    }
    return key;
  }

  /**
   * Returns the part of a key for the given values.
   *
   * @param values by column, in the form of folder names
   * @return null if there is no such column
   * @throws IllegalArgumentException if a value is not of the type of its column
   */
  public Map<String, Object> ofValues(Map<String, String> values) {
    Map<String, Object> key = new HashMap<>();
    for (StructField field : schema.fields()) {
      values.forEach(
          (name, raw) -> {
            if (session.sameName(field.name(), name)) {
              key.put(field.name(), value(raw, field.dataType()));
            }
          });
    }
    return key.size() == values.size() ? key : null;
  }

  /** Returns the key of a partition by its Catalyst values, one for each column, in their order. */
  public Map<String, Object> ofRow(InternalRow values) {
    Map<String, Object> key = new HashMap<>();
    for (int i = 0; i < schema.length(); i++) {
      StructField field = schema.fields()[i];
      key.put(
          field.name(), values.isNullAt(i) ? null : comparable(values.get(i, field.dataType())));
    }
    return key;
  }

  private Object value(String raw, DataType type) {
    return comparable(PartitionValues.cast(raw, type, session.timeZone()));
  }

  private static Object comparable(Object value) {
    // 0.0 and -0.0 are equal in SQL but not in Java; adding 0.0 makes both 0.0.
    if (value instanceof Double number) {
      return number + 0.0;
    }
    return value instanceof Float number ? (Object) (number + 0.0f) : value;
  }

  /** Parses a folder; null if it has other columns, or if readers ignore it. */
  private PartitionFolder partition(String folder) {
    Path top = new Path("/");
    PartitionFolder partition;
    try {
      // The dot keeps colons from being parsed as those of a URI.
      partition = PartitionFolder.parse(ColonNames.in(top, folder), Set.of(top));
    } catch (IllegalArgumentException e) {
      return null;
    }
    int columns = partition.columns().size();
    if (columns == 0 || columns != schema.length()) {
      return null;
    }
    for (int i = 0; i < columns; i++) {
      if (!session.sameName(partition.columns().get(i).name(), schema.fields()[i].name())) {
        return null;
      }
    }
    return HiddenFiles.isBelowHidden(folder) ? null : partition;
  }
}
