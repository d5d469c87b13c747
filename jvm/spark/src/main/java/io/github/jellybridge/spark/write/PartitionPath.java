package io.github.jellybridge.spark.write;

import io.github.jellybridge.files.HiddenFiles;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** The folders of a row, {@code name=value/…}, as Spark and Hive write them. */
public final class PartitionPath {
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
          .toFormatter(Locale.ROOT);

  private final List<PartitionColumn> columns;
  private final ZoneId zone;
  private final StringBuilder path = new StringBuilder();

  PartitionPath(List<PartitionColumn> columns, ZoneId zone) {
    this.columns = columns;
    this.zone = zone;
  }

  /** Tells whether folders can hold values of a type. */
  public static boolean supports(DataType type) {
    return type instanceof StringType
        || type instanceof IntegerType
        || type instanceof LongType
        || type instanceof ShortType
        || type instanceof ByteType
        || type instanceof BooleanType
        || type instanceof DoubleType
        || type instanceof FloatType
        || type instanceof DecimalType
        || type instanceof DateType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType;
  }

  /** Returns the folders of a row, joined by slashes; empty without partition columns. */
  String of(InternalRow row) {
    path.setLength(0);
    for (PartitionColumn column : columns) {
      if (!path.isEmpty()) {
        path.append('/');
      }
      String text = row.isNullAt(column.ordinal()) ? null : text(row, column);
      path.append(ExternalCatalogUtils.getPartitionPathString(column.name(), text));
    }
    return path.toString();
  }

  /**
   * Rejects folders of a row that readers would treat as hidden.
   *
   * @throws IOException for such a folder
   */
  static void requireVisible(String folders) throws IOException {
    if (HiddenFiles.isBelowHidden(folders)) {
      throw new IOException(
          "the partition folder '"
              + folders
              + "' would be hidden from all readers, as a name in it starts with a dot or ends with"
              + " ._COPYING_; rename the column, or change the value");
    }
  }

  /** Returns the folder of a value, given in the form that {@link #value} returns. */
  public static String folder(String name, String value) {
    return ExternalCatalogUtils.escapePathName(name) + "=" + value;
  }

  /** Returns a constant in the form of folder names. */
  static String value(Literal<?> constant, ZoneId zone) {
    Object value = constant.value();
    if (value == null) {
      return ExternalCatalogUtils.DEFAULT_PARTITION_NAME();
    }
    PartitionColumn alone = new PartitionColumn("", 0, constant.dataType());
    String text =
        new PartitionPath(List.of(), zone)
            .text(new GenericInternalRow(new Object[] {value}), alone);
    return text.isEmpty()
        ? ExternalCatalogUtils.DEFAULT_PARTITION_NAME()
        : ExternalCatalogUtils.escapePathName(text);
  }

  private String text(InternalRow row, PartitionColumn column) {
    int i = column.ordinal();
    DataType type = column.type();
    if (type instanceof StringType) {
      return row.getUTF8String(i).toString();
    } else if (type instanceof IntegerType) {
      return Integer.toString(row.getInt(i));
    } else if (type instanceof LongType) {
      return Long.toString(row.getLong(i));
    } else if (type instanceof ShortType) {
      return Short.toString(row.getShort(i));
    } else if (type instanceof ByteType) {
      return Byte.toString(row.getByte(i));
    } else if (type instanceof BooleanType) {
      return Boolean.toString(row.getBoolean(i));
    } else if (type instanceof DoubleType) {
      return Double.toString(row.getDouble(i));
    } else if (type instanceof FloatType) {
      return Float.toString(row.getFloat(i));
    } else if (type instanceof DecimalType decimal) {
      return row.getDecimal(i, decimal.precision(), decimal.scale())
          .toJavaBigDecimal()
          .toPlainString();
    } else if (type instanceof DateType) {
      return LocalDate.ofEpochDay(row.getInt(i)).toString();
    } else if (type instanceof TimestampType) {
      return timestamp(row.getLong(i), zone);
    } else if (type instanceof TimestampNTZType) {
      return timestamp(row.getLong(i), ZoneOffset.UTC);
    }
    throw new IllegalArgumentException("partition column of type " + type.catalogString());
  }

  private static String timestamp(long micros, ZoneId zone) {
    Instant instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    return TIMESTAMP.format(LocalDateTime.ofInstant(instant, zone));
  }
}
