package io.github.jellybridge.spark.functions;

import io.github.jellybridge.spark.vectors.MessageRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * {@code from_jelly} for given types of arguments. It is public for the code that Spark generates.
 */
public final class FromJellyFunction implements ScalarFunction<ArrayData> {
  private static final long serialVersionUID = 1L;

  private final boolean hasOptions;
  private transient OptionMap<FromJellyOptions> options;
  private final Spare<MessageDecoder> decoders = new Spare<>(MessageDecoder::new);

  FromJellyFunction(boolean hasOptions) {
    this.hasOptions = hasOptions;
  }

  @Override
  public String name() {
    return FromJelly.NAME;
  }

  @Override
  public String canonicalName() {
    return "io.github.jellybridge." + name() + (hasOptions ? "(binary, map)" : "(binary)");
  }

  @Override
  public DataType[] inputTypes() {
    return hasOptions
        ? new DataType[] {DataTypes.BinaryType, OptionMap.TYPE}
        : new DataType[] {DataTypes.BinaryType};
  }

  @Override
  public DataType resultType() {
    return MessageRows.TYPE;
  }

  /**
   * The statements of a message. Generated code calls this method by its name.
   *
   * @return null for null, and in mode PERMISSIVE for a malformed message
   * @throws UncheckedIOException for a malformed message in mode FAILFAST
   * @throws IllegalArgumentException for wrong options
   */
  public ArrayData invoke(byte[] message, MapData given) {
    FromJellyOptions parsed = options(given);
    if (message == null) {
      return null;
    }
    MessageDecoder decoder = decoders.take();
    try {
      return decoder.decode(message, parsed.read());
    } catch (IOException e) {
      if (parsed.permissive()) {
        return null;
      }
      throw new UncheckedIOException(
          "Malformed Jelly in a message of "
              + message.length
              + " bytes: "
              + e.getMessage()
              + ". With the option mode=PERMISSIVE such messages give null.",
          e);
    } finally {
      decoders.give(decoder);
    }
  }

  /** As {@link #invoke(byte[], MapData)}, without options. */
  public ArrayData invoke(byte[] message) {
    return invoke(message, null);
  }

  /** As {@link #invoke(byte[], MapData)}. */
  @Override
  public ArrayData produceResult(InternalRow input) {
    return invoke(
        input.isNullAt(0) ? null : input.getBinary(0),
        hasOptions && !input.isNullAt(1) ? input.getMap(1) : null);
  }

  private synchronized FromJellyOptions options(MapData given) {
    if (options == null) {
      options = new OptionMap<>(FromJellyOptions::parse);
    }
    return options.get(given);
  }

  /** Calls of equal functions with equal arguments are one call to Spark. */
  @Override
  public boolean equals(Object other) {
    return other instanceof FromJellyFunction function && hasOptions == function.hasOptions;
  }

  @Override
  public int hashCode() {
    return Boolean.hashCode(hasOptions);
  }

  /** Names the function in plans. */
  @Override
  public String toString() {
    return name();
  }
}
