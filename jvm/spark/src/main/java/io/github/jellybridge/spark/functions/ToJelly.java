package io.github.jellybridge.spark.functions;

import io.github.jellybridge.spark.options.OptionRegistry;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * {@code to_jelly(statements[, options])} and, as an aggregate, {@code to_jelly(s, p, o[, g][,
 * options])}: one self-contained frame.
 */
public final class ToJelly implements UnboundFunction {
  private static final long serialVersionUID = 1L;

  /** The name of the function. */
  public static final String NAME = "to_jelly";

  /** The options of the function. */
  public static final OptionRegistry OPTIONS = MessageFormat.OPTIONS;

  private static final String[] COLUMNS = {"s", "p", "o", "g"};
  private static final int LEAST_COLUMNS = 3;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return NAME
        + "(statements array<struct<s, p, o[, g]>>[, options map<string,string>]) -> binary, and"
        + " the aggregate "
        + NAME
        + "(s, p, o[, g][, options]) -> binary; terms are struct<kind, value, lang, datatype> or"
        + " N-Triples text; options are "
        + String.join(", ", OPTIONS.names());
  }

  /**
   * Returns the function for the types of the arguments: an array, or the terms of a row.
   *
   * @throws UnsupportedOperationException if the types are not supported
   */
  @Override
  public BoundFunction bind(StructType arguments) {
    List<DataType> types = new ArrayList<>();
    for (StructField argument : arguments.fields()) {
      types.add(argument.dataType());
    }
    boolean hasOptions = types.size() > 1 && OptionMap.isOptions(types.get(types.size() - 1));
    int terms = types.size() - (hasOptions ? 1 : 0);
    try {
      if (terms == 1
          && types.get(0) instanceof ArrayType array
          && array.elementType() instanceof StructType statement) {
        return new ToJellyFunction(MessageFormat.of(statement), array, hasOptions);
      }
      if (terms >= LEAST_COLUMNS && terms <= COLUMNS.length) {
        StructType statement = new StructType();
        for (int i = 0; i < terms; i++) {
          statement = statement.add(COLUMNS[i], types.get(i));
        }
        return new ToJellyAggregate(MessageFormat.of(statement), statement, hasOptions);
      }
    } catch (IllegalArgumentException e) {
      throw new UnsupportedOperationException(e.getMessage(), e);
    }
    throw new UnsupportedOperationException(
        "to_jelly takes an array<struct<s, p, o, g>>, or as an aggregate the columns s, p, o and"
            + " maybe g, and then, if needed, a map of options; found "
            + arguments.catalogString()
            + ".");
  }
}
