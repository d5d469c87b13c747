package io.github.jellybridge.spark.functions;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of a function, its last argument: {@code map('name', 'value', …)}. Parsed when the
 * map changes, that is once for a constant.
 */
public final class OptionMap<T> {
  /** The type of the argument. */
  public static final DataType TYPE =
      DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType);

  private final Function<CaseInsensitiveStringMap, T> parser;
  private MapData lastSeen;
  private Map<String, String> lastTexts;
  private T last;

  /**
   * Creates the options of a function.
   *
   * @param parser parses a map of options
   */
  public OptionMap(Function<CaseInsensitiveStringMap, T> parser) {
    this.parser = parser;
  }

  /** Tells whether an argument of this type holds options. */
  public static boolean isOptions(DataType type) {
    return type instanceof MapType map
        && map.keyType() instanceof StringType
        && map.valueType() instanceof StringType;
  }

  /**
   * Returns the options of a row.
   *
   * @param given the argument; null for none
   * @throws IllegalArgumentException for an unknown option or a value that is not allowed
   */
  public T get(MapData given) {
    if (last != null && given == lastSeen) {
      return last;
    }
    Map<String, String> texts = texts(given);
    if (last == null || !texts.equals(lastTexts)) {
      last = parser.apply(new CaseInsensitiveStringMap(texts));
      lastTexts = texts;
    }
    // Other maps may be views of a row, whose content changes.
    lastSeen = given == null || given instanceof ArrayBasedMapData ? given : NOTHING;
    return last;
  }

  /** Marks the absence of a map; Spark never passes this object. */
  private static final MapData NOTHING = ArrayBasedMapData.apply(new Object[0], new Object[0]);

  private static Map<String, String> texts(MapData given) {
    Map<String, String> texts = new HashMap<>();
    int size = given == null ? 0 : given.numElements();
    for (int i = 0; i < size; i++) {
      String name = given.keyArray().getUTF8String(i).toString();
      if (given.valueArray().isNullAt(i)) {
        throw new IllegalArgumentException("Option '" + name + "' must not be null.");
      }
      texts.put(name, given.valueArray().getUTF8String(i).toString());
    }
    return texts;
  }
}
