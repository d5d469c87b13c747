package io.github.jellybridge.spark.functions.terms;

import io.github.jellybridge.rdf.xsd.XsdNumber;
import io.github.jellybridge.rdf.xsd.XsdTime;
import io.github.jellybridge.rdf.xsd.XsdType;
import io.github.jellybridge.spark.terms.TermReader;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code rdf_value(term)}: the value of a literal, as a struct with a field for each SQL type. A
 * number fills all fields that can hold it: an integer {@code long}, {@code decimal} and {@code
 * double}; a decimal {@code decimal} and {@code double}; a float or double only {@code double}.
 *
 * @param layout the layout of the terms
 * @param zone the zone of timestamps without one: that of the session, as in Spark's own casts
 */
public record RdfValue(TermLayout layout, ZoneId zone) implements TermScalar<InternalRow> {
  private static final long serialVersionUID = 1L;

  static final String NAME = "rdf_value";

  private static final int PRECISION = DecimalType.MAX_PRECISION();
  private static final int SCALE = 18;

  private static final int STRING = 0;
  private static final int BOOLEAN = 1;
  private static final int LONG = 2;
  private static final int DECIMAL = 3;
  private static final int DOUBLE = 4;
  private static final int DATE = 5;
  private static final int TIMESTAMP = 6;

  /** The type of the value. */
  static final StructType TYPE =
      new StructType()
          .add("string", DataTypes.StringType)
          .add("boolean", DataTypes.BooleanType)
          .add("long", DataTypes.LongType)
          .add("decimal", DataTypes.createDecimalType(PRECISION, SCALE))
          .add("double", DataTypes.DoubleType)
          .add("date", DataTypes.DateType)
          .add("timestamp", DataTypes.TimestampType);

  private static final Map<UTF8String, XsdType> TYPES =
      Arrays.stream(XsdType.values())
          .collect(Collectors.toMap(t -> UTF8String.fromString(t.iri()), Function.identity()));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public DataType[] inputTypes() {
    return new DataType[] {layout.type()};
  }

  @Override
  public DataType resultType() {
    return TYPE;
  }

  /**
   * Returns the value of a term. Generated code calls this method by its name.
   *
   * @return null for null, for terms that are not literals, and for literals that are malformed or
   *     of another datatype
   */
  public InternalRow invoke(InternalRow term) {
    if (term == null || !layout.is(term, TermLayout.LITERAL)) {
      return null;
    }
    UTF8String text = layout.value(term);
    UTF8String datatype = layout.datatype(term);
    boolean plain = datatype == null || layout.lang(term) != null;
    XsdType type = plain ? XsdType.STRING : TYPES.get(datatype);
    if (text == null || type == null) {
      return null;
    }
    Object[] fields = new Object[TYPE.length()];
    byte[] data = TermReader.array(text);
    int from = TermReader.offset(text);
    int to = from + text.numBytes();
    boolean known =
        switch (type) {
          case STRING -> put(fields, STRING, text);
          case BOOLEAN -> put(fields, BOOLEAN, bool(data, from, to));
          case DECIMAL -> decimal(fields, XsdNumber.decimal(data, from, to));
          case FLOAT, DOUBLE -> floating(fields, type, data, from, to);
          case DATE -> date(fields, XsdTime.date(data, from, to));
          case DATE_TIME, DATE_TIME_STAMP ->
              timestamp(fields, type, XsdTime.dateTime(data, from, to));
          default -> integer(fields, type, XsdNumber.integer(data, from, to));
        };
    return known ? new GenericInternalRow(fields) : null;
  }

  private static boolean put(Object[] fields, int field, Object value) {
    fields[field] = value;
    return value != null;
  }

  /** XSD 1.1 Part 2, section 3.3.2: {@code true | false | 1 | 0}. */
  private static Boolean bool(byte[] text, int from, int to) {
    if (to - from == 1) {
      return text[from] == '1' ? Boolean.TRUE : text[from] == '0' ? Boolean.FALSE : null;
    }
    if (to - from == 4 && text[from] == 't' && text[from + 1] == 'r') {
      return text[from + 2] == 'u' && text[from + 3] == 'e' ? Boolean.TRUE : null;
    }
    boolean no =
        to - from == 5
            && text[from] == 'f'
            && text[from + 1] == 'a'
            && text[from + 2] == 'l'
            && text[from + 3] == 's'
            && text[from + 4] == 'e';
    return no ? Boolean.FALSE : null;
  }

  private static boolean integer(Object[] fields, XsdType type, XsdNumber number) {
    if (number == null || !type.contains(number)) {
      return false;
    }
    if (number.fitsLong()) {
      fields[LONG] = number.longValue();
    }
    return decimal(fields, number);
  }

  private static boolean decimal(Object[] fields, XsdNumber number) {
    if (number == null) {
      return false;
    }
    // Decimals have no negative zero.
    fields[DOUBLE] = number.doubleValue() + 0.0;
    if (number.wholeDigits() <= PRECISION - SCALE) {
      BigDecimal value = number.decimalValue(SCALE);
      // Rounding may have added a digit.
      if (value.precision() - value.scale() <= PRECISION - SCALE) {
        fields[DECIMAL] = decimal(value);
      }
    }
    return true;
  }

  private static Decimal decimal(BigDecimal value) {
    return Decimal.apply(value, PRECISION, SCALE);
  }

  private static boolean floating(Object[] fields, XsdType type, byte[] text, int from, int to) {
    XsdNumber number = XsdNumber.floating(text, from, to);
    if (number == null) {
      return put(fields, DOUBLE, XsdNumber.special(text, from, to));
    }
    fields[DOUBLE] = type == XsdType.FLOAT ? (double) number.floatValue() : number.doubleValue();
    return true;
  }

  private static boolean date(Object[] fields, XsdTime time) {
    if (time == null || (int) time.date().toEpochDay() != time.date().toEpochDay()) {
      return false;
    }
    fields[DATE] = (int) time.date().toEpochDay();
    return true;
  }

  private boolean timestamp(Object[] fields, XsdType type, XsdTime time) {
    if (time == null || type == XsdType.DATE_TIME_STAMP && time.offset() == null) {
      return false;
    }
    try {
      fields[TIMESTAMP] = time.epochMicros(zone);
      return true;
    } catch (ArithmeticException e) {
      return false;
    }
  }

  /** Returns the name of the function in plans. */
  @Override
  public String toString() {
    return NAME;
  }
}
