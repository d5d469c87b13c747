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
 * Tells which folders of a table are one partition: those whose values are read as equal, as are
 * {@code k=1} and {@code k=01}.
 *
 * <p>Folders are given by their path relative to that of the table. A folder gets a key, which is
 * the value of each column by the column's name; folders with equal keys are one partition.
 */
public final class PartitionKeys {
  private final StructType schema;
  private final SessionSettings session;

  /** Keys for these partition columns; see {@link FileIndex#partitionSchema}. */
  public PartitionKeys(StructType partitionSchema, SessionSettings session) {
    this.schema = partitionSchema;
    this.session = session;
  }

  /** Keys for the same columns with the types that they are read as once these folders exist. */
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
        // A type that no folder tells was named by who made the table.
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
   * The key of a folder; null when it is in no partition, has other columns, or has a value with
   * which a column would be read as another type.
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
        // Dates, for one, would be cut off timestamps.
        if (!PartitionValues.holds(type, raw, session)) {
          return null;
        }
        key.put(field.name(), value(raw, type));
      } catch (IllegalArgumentException e) {
        return null; // the text is no value of the type
      }
    }
    return key;
  }

  /**
   * The part of a key that some values make.
   *
   * @param values by column, as they stand in folders
   * @return null when there is no such column
   * @throws IllegalArgumentException when a value is not of the type of its column
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

  /** The key of a partition by its Catalyst values, one for each column, in their order. */
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
    // 0.0 and -0.0 are one number for SQL, and two for Java; their sum is 0.0.
    if (value instanceof Double number) {
      return number + 0.0;
    }
    return value instanceof Float number ? (Object) (number + 0.0f) : value;
  }

  /** The folder taken apart; null when it has other columns, or when readers do not see it. */
  private PartitionFolder partition(String folder) {
    Path top = new Path("/");
    PartitionFolder partition;
    try {
      // The dot, so that colons are not taken for those of a URI.
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
