package io.github.jellybridge.spark.functions;

import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.spark.jelly.MessageFormat;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.AggregateFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** {@code to_jelly} as an aggregate over rows of terms. */
final class ToJellyAggregate implements AggregateFunction<FrameState, byte[]> {
  private static final long serialVersionUID = 1L;

  private final MessageFormat format;
  private final StructType statement;
  private final boolean hasOptions;
  private transient OptionMap<JellyWriteOptions> options;

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
  public FrameState newAggregationState() {
    return new FrameState();
  }

  @Override
  public FrameState update(FrameState state, InternalRow input) {
    state.add(input, format, options(input));
    return state;
  }

  private JellyWriteOptions options(InternalRow input) {
    if (options == null) {
      options = new OptionMap<>(format::options);
    }
    int at = statement.length();
    return options.get(hasOptions && !input.isNullAt(at) ? input.getMap(at) : null);
  }

  @Override
  public FrameState merge(FrameState state, FrameState other) {
    state.merge(other);
    return state;
  }

  /** The frame of all rows; null when there was none, as with Spark's own aggregates. */
  @Override
  public byte[] produceResult(FrameState state) {
    return state.frame();
  }

  /** Names the function in plans. */
  @Override
  public String toString() {
    return name();
  }
}
