package io.github.jellybridge.spark.write;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Transform;

/** The names of partition columns, in the forms in which Spark passes them. */
public final class PartitionNames {
  /** The option with the arguments of {@code partitionBy}, as a JSON array. */
  public static final String OPTION = "__partition_columns";

  private static final ObjectMapper JSON = new ObjectMapper();

  private PartitionNames() {}

  /**
   * Returns the names in the partitioning of a table.
   *
   * @throws IllegalArgumentException for buckets and other transforms, which folders cannot express
   */
  public static String[] of(Transform[] partitioning) {
    String[] names = new String[partitioning.length];
    for (int i = 0; i < names.length; i++) {
      Transform transform = partitioning[i];
      if (!transform.name().equals("identity")
          || transform.references().length != 1
          || transform.references()[0].fieldNames().length != 1) {
        throw new IllegalArgumentException(
            "Files are partitioned by the values of columns, not by " + transform.describe());
      }
      names[i] = transform.references()[0].fieldNames()[0];
    }
    return names;
  }

  /** Reads the text of {@link #OPTION}. */
  public static List<String> parse(String json) {
    try {
      return List.of(JSON.readValue(json, String[].class));
    } catch (IOException e) {
      throw new IllegalArgumentException("no JSON array of column names: " + json, e);
    }
  }

  /**
   * Resolves names given to {@code partitionBy}. Spark requires backquotes around names that are
   * not plain words, and passes them on unchanged.
   *
   * @param columns the existing columns; a name that is one of them stays unchanged
   */
  public static List<String> unquoted(List<String> names, List<String> columns) {
    return names.stream()
        .map(
            name ->
                name.startsWith("`") && !columns.contains(name)
                    ? String.join(".", Expressions.column(name).fieldNames())
                    : name)
        .toList();
  }

  /** Writes the text of {@link #OPTION}. */
  public static String format(List<String> names) {
    try {
      return JSON.writeValueAsString(names);
    } catch (IOException e) {
      throw new IllegalStateException("texts can always be written as JSON", e);
    }
  }
}
