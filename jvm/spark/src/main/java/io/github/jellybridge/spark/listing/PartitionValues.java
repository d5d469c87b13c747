package io.github.jellybridge.spark.listing;

import io.github.jellybridge.spark.options.SessionSettings;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The types and values of partition folders, by Spark's rules.
 *
 * <p>The type of each value is inferred separately, as the first of integer, long, decimal(p, 0),
 * double, timestamp, date and string that fits. Different types in one column are then widened.
 * Booleans are never inferred. Numbers and dates are read from the escaped text, as in Spark.
 */
final class PartitionValues {
  /** In the form that Spark writes and reads. */
  private static final String YEAR = "(\\d{4}|-\\d{4,6}|\\+\\d{5,6})";

  /** Spark infers this form only: with more than one digit in a fraction, the column is text. */
  private static final Pattern TIMESTAMP =
      Pattern.compile(YEAR + "-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}(\\.\\d)?");

  private static final Pattern DATE = Pattern.compile(YEAR + "-\\d{2}-\\d{2}");
  private static final int LONG_DIGITS = 20;
  private static final int INT_DIGITS = 10;

  private PartitionValues() {}

  /** Tells whether a folder's value is null. */
  private static boolean isNull(String raw) {
    return raw.equals(ExternalCatalogUtils.DEFAULT_PARTITION_NAME());
  }

  /** Infers the type of one value; {@link DataTypes#NullType} for the null value. */
  static DataType infer(String raw, SessionSettings session) {
    return session.inferPartitionTypes() || isNull(raw)
        ? typeOf(raw, session)
        : DataTypes.StringType;
  }

  /** Returns the type that a value looks like, even if the session reads all values as text. */
  private static DataType typeOf(String raw, SessionSettings session) {
    if (isNull(raw)) {
      return DataTypes.NullType;
    }
    DataType number = inferNumber(raw);
    if (number != null) {
      return number;
    }
    if (isTimestamp(ExternalCatalogUtils.unescapePathName(raw), session)) {
      return session.timestampType();
    }
    return isDate(raw) ? DataTypes.DateType : DataTypes.StringType;
  }

  private static DataType inferNumber(String raw) {
    try {
      Integer.parseInt(raw);
      return DataTypes.IntegerType;
    } catch (NumberFormatException notInt) {
      // Try the next type.
    }
    try {
      Long.parseLong(raw);
      return DataTypes.LongType;
    } catch (NumberFormatException notLong) {
      // Try the next type.
    }
    try {
      BigDecimal decimal = new BigDecimal(raw);
      long digits = (long) decimal.precision() - decimal.scale();
      if (decimal.scale() <= 0 && digits <= DecimalType.MAX_PRECISION()) {
        return DataTypes.createDecimalType((int) digits, 0);
      }
    } catch (NumberFormatException notDecimal) {
      // Try the next type.
    }
    try {
      Double.parseDouble(raw);
      return DataTypes.DoubleType;
    } catch (NumberFormatException notDouble) {
      return null;
    }
  }

  private static boolean isTimestamp(String text, SessionSettings session) {
    if (!TIMESTAMP.matcher(text).matches()) {
      return false;
    }
    try {
      LocalDateTime.parse(text.replace(' ', 'T'));
      boolean zoned = session.timestampType() instanceof TimestampType;
      return SparkTimes.timestamp(text, zoned ? session.timeZone() : ZoneOffset.UTC).isPresent();
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  private static boolean isDate(String text) {
    if (!DATE.matcher(text).matches()) {
      return false;
    }
    try {
      LocalDate.parse(text);
      return true;
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  /** Returns the narrowest type that holds both without loss, else string. */
  static DataType wider(DataType a, DataType b) {
    if (a.equals(b) || b instanceof NullType) {
      return a;
    }
    if (a instanceof NullType) {
      return b;
    }
    if (integerDigits(a) > 0 && integerDigits(b) > 0) {
      if (a instanceof DecimalType || b instanceof DecimalType) {
        return DataTypes.createDecimalType(Math.max(integerDigits(a), integerDigits(b)), 0);
      }
      return DataTypes.LongType;
    }
    if (isEither(a, b, DataTypes.DoubleType) && isEither(a, b, DataTypes.IntegerType)) {
      return DataTypes.DoubleType;
    }
    if (isEither(a, b, DataTypes.DateType)) {
      DataType other = a.equals(DataTypes.DateType) ? b : a;
      if (other instanceof TimestampType || other instanceof TimestampNTZType) {
        return other;
      }
    }
    return DataTypes.StringType;
  }

  /** Tells whether a type can be inferred from folders; all other types were declared. */
  static boolean isInferred(DataType type) {
    return integerDigits(type) > 0 && !(type instanceof DecimalType decimal && decimal.scale() > 0)
        || type instanceof DoubleType
        || type instanceof DateType
        || type instanceof TimestampType
        || type instanceof TimestampNTZType
        || type instanceof StringType;
  }

  /** Tells whether a declared type holds a folder's value without loss. */
  static boolean holds(DataType type, String raw, SessionSettings session) {
    if (wider(type, typeOf(raw, session)).equals(type)) {
      return true;
    }
    try {
      Object value = cast(raw, type, session.timeZone());
      if (type instanceof DoubleType || type instanceof FloatType) {
        return value.toString().equals(raw);
      }
      if (type instanceof DecimalType decimal) {
        return new BigDecimal(raw).scale() <= decimal.scale();
      }
      return !(type instanceof DateType); // a date would lose the time of a timestamp
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isEither(DataType a, DataType b, DataType type) {
    return a.equals(type) || b.equals(type);
  }

  /** Returns the decimal digits that a whole-number type needs; 0 for other types. */
  private static int integerDigits(DataType type) {
    if (type instanceof IntegerType) {
      return INT_DIGITS;
    }
    if (type instanceof LongType) {
      return LONG_DIGITS;
    }
    return type instanceof DecimalType decimal ? decimal.precision() : 0;
  }

  /**
   * Converts a folder's text to the Catalyst value of a type.
   *
   * @throws IllegalArgumentException if the text is not a value of the type, or folders cannot hold
   *     values of the type
   */
  static Object cast(String raw, DataType type, ZoneId zone) {
    if (isNull(raw) || type instanceof NullType) {
      return null;
    }
    if (type instanceof StringType) {
      return UTF8String.fromString(ExternalCatalogUtils.unescapePathName(raw));
    } else if (type instanceof IntegerType) {
      return Integer.parseInt(raw);
    } else if (type instanceof LongType) {
      return Long.parseLong(raw);
    } else if (type instanceof DoubleType) {
      return Double.parseDouble(raw);
    } else if (type instanceof FloatType) {
      return (float) Double.parseDouble(raw);
    } else if (type instanceof ShortType) {
      return Short.parseShort(raw);
    } else if (type instanceof ByteType) {
      return Byte.parseByte(raw);
    } else if (type instanceof BooleanType) {
      return bool(raw);
    } else if (type instanceof BinaryType) {
      return raw.getBytes(StandardCharsets.UTF_8);
    } else if (type instanceof DecimalType decimal) {
      return decimal(raw, decimal);
    } else if (type instanceof DateType) {
      return SparkTimes.date(raw).orElseThrow(() -> notA(raw, type));
    } else if (type instanceof TimestampType) {
      return micros(raw, type, zone);
    } else if (type instanceof TimestampNTZType) {
      return micros(raw, type, ZoneOffset.UTC);
    }
    throw new IllegalArgumentException(
        "partition folders cannot carry values of type " + type.catalogString());
  }

  private static long micros(String raw, DataType type, ZoneId zone) {
    return SparkTimes.timestamp(ExternalCatalogUtils.unescapePathName(raw), zone)
        .orElseThrow(() -> notA(raw, type));
  }

  private static Boolean bool(String raw) {
    if (raw.equalsIgnoreCase("true")) {
      return Boolean.TRUE;
    }
    if (raw.equalsIgnoreCase("false")) {
      return Boolean.FALSE;
    }
    throw notA(raw, DataTypes.BooleanType);
  }

  private static Decimal decimal(String raw, DecimalType type) {
    Decimal value = Decimal.apply(new BigDecimal(raw));
    if (!value.changePrecision(type.precision(), type.scale())) {
      throw notA(raw, type);
    }
    return value;
  }

  private static IllegalArgumentException notA(String raw, DataType type) {
    return new IllegalArgumentException("'" + raw + "' is not a " + type.catalogString());
  }
}
