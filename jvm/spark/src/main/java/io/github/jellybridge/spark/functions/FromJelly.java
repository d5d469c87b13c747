package io.github.jellybridge.spark.functions;

import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.vectors.MessageRows;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructType;

/**
 * {@code from_jelly(message[, options])}: the statements of a message that is a complete Jelly
 * stream of one or several frames.
 */
public final class FromJelly implements UnboundFunction {
  private static final long serialVersionUID = 1L;

  /** The name of the function. */
  public static final String NAME = "from_jelly";

  /** The options of the function. */
  public static final OptionRegistry OPTIONS = FromJellyOptions.REGISTRY;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return NAME
        + "(message binary[, options map<string,string>]) -> "
        + MessageRows.TYPE.catalogString()
        + "; options are "
        + String.join(", ", OPTIONS.names());
  }

  /**
   * Returns the function for the types of the arguments.
   *
   * @throws UnsupportedOperationException if the types are not supported
   */
  @Override
  public BoundFunction bind(StructType arguments) {
    int count = arguments.length();
    boolean fits =
        count == 1 || count == 2 && OptionMap.isOptions(arguments.fields()[1].dataType());
    if (!fits || !isMessage(arguments.fields()[0].dataType())) {
      throw new UnsupportedOperationException(
          "from_jelly takes a binary message and, if needed, a map of options, as in"
              + " from_jelly(value, map('mode', 'PERMISSIVE')); found "
              + arguments.catalogString()
              + ".");
    }
    return new FromJellyFunction(count == 2);
  }

  private static boolean isMessage(DataType type) {
    return type instanceof BinaryType || type instanceof NullType;
  }
}
