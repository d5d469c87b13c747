package io.github.jellybridge.spark.functions;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.AggregateFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** {@code to_jelly} as an aggregate over rows of terms. */
final class ToJellyAggregate implements AggregateFunction<Serializable, byte[]> {
  private static final long serialVersionUID = 1L;

  private final MessageFormat format;
  private final StructType statement;
  private final boolean hasOptions;
  private transient OptionMap<FrameState.Options> options;

  ToJellyAggregate(MessageFormat format, StructType statement, boolean hasOptions) {
    this.format = format;
    this.statement = statement;
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
        + String.join(", ", Arrays.stream(inputTypes()).map(DataType::catalogString).toList())
        + ")";
  }

  @Override
  public DataType[] inputTypes() {
    Stream<DataType> terms = Stream.of(statement.fields()).map(StructField::dataType);
    return Stream.concat(terms, hasOptions ? Stream.of(OptionMap.TYPE) : Stream.empty())
        .toArray(DataType[]::new);
  }

  @Override
  public DataType resultType() {
    return DataTypes.BinaryType;
  }

  @Override
  public boolean isResultNullable() {
    return true;
  }

  @Override
  public Serializable newAggregationState() {
    return new FrameState();
  }

  @Override
  public Serializable update(Serializable given, InternalRow input) {
    FrameState state = FrameState.of(given, format);
    state.add(input, format, options(input));
    return state;
  }

  private FrameState.Options options(InternalRow input) {
    if (options == null) {
      options = new OptionMap<>(map -> FrameState.Options.parse(map, format));
    }
    int at = statement.length();
    return options.get(hasOptions && !input.isNullAt(at) ? input.getMap(at) : null);
  }

  @Override
  public Serializable merge(Serializable given, Serializable other) {
    FrameState state = FrameState.of(given, format);
    state.merge(FrameState.of(other, format));
    return state;
  }

  /** Returns the frame of all rows; null without rows, as Spark's own aggregates do. */
  @Override
  public byte[] produceResult(Serializable given) {
    return FrameState.of(given, format).frame();
  }

  /** Returns the name of the function in plans. */
  @Override
  public String toString() {
    return name();
  }
}
