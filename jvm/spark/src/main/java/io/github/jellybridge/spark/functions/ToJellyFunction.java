package io.github.jellybridge.spark.functions;

import io.github.jellybridge.jelly.JellyWriteOptions;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** {@code to_jelly} of an array of statements. It is public for the code that Spark generates. */
public final class ToJellyFunction implements ScalarFunction<byte[]> {
  private static final long serialVersionUID = 1L;

  private final MessageFormat format;
  private final ArrayType statements;
  private final int width;
  private final boolean hasOptions;
  private transient OptionMap<JellyWriteOptions> options;

  ToJellyFunction(MessageFormat format, ArrayType statements, boolean hasOptions) {
    this.format = format;
    this.statements = statements;
    this.width = ((StructType) statements.elementType()).length();
    this.hasOptions = hasOptions;
  }

  @Override
  public String name() {
    return ToJelly.NAME;
  }

  @Override
  public String canonicalName() {
    return "io.github.jellybridge."
        + name()
        + "("
        + statements.catalogString()
        + (hasOptions ? ", map)" : ")");
  }

  @Override
  public DataType[] inputTypes() {
    return hasOptions ? new DataType[] {statements, OptionMap.TYPE} : new DataType[] {statements};
  }

  @Override
  public DataType resultType() {
    return DataTypes.BinaryType;
  }

  /**
   * The frame of some statements. Generated code calls this method by its name.
   *
   * @return null for null
   * @throws IllegalArgumentException for wrong options, and for statements that cannot be written
   */
  public byte[] invoke(ArrayData rows, MapData given) {
    JellyWriteOptions codec = options(given);
    if (rows == null) {
      return null;
    }
    MessageFormat.Message message = format.start(codec, rows.numElements());
    for (int i = 0; i < rows.numElements(); i++) {
      if (rows.isNullAt(i)) {
        throw new IllegalArgumentException(
            "to_jelly cannot write statement " + i + ": it is null.");
      }
      message.add(rows.getStruct(i, width));
    }
    return message.finish();
  }

  /** As {@link #invoke(ArrayData, MapData)}, without options. */
  public byte[] invoke(ArrayData rows) {
    return invoke(rows, null);
  }

  /** As {@link #invoke(ArrayData, MapData)}. */
  @Override
  public byte[] produceResult(InternalRow input) {
    return invoke(
        input.isNullAt(0) ? null : input.getArray(0),
        hasOptions && !input.isNullAt(1) ? input.getMap(1) : null);
  }

  private synchronized JellyWriteOptions options(MapData given) {
    if (options == null) {
      options = new OptionMap<>(format::options);
    }
    return options.get(given);
  }

  /** Calls of equal functions with equal arguments are one call to Spark. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ToJellyFunction function
        && statements.equals(function.statements)
        && hasOptions == function.hasOptions;
  }

  @Override
  public int hashCode() {
    return 31 * statements.hashCode() + Boolean.hashCode(hasOptions);
  }

  /** Names the function in plans. */
  @Override
  public String toString() {
    return name();
  }
}
